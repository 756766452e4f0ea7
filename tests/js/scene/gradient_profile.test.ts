import assert from "node:assert/strict";
import test from "node:test";
import type { Graph, GraphEdge, GraphGroup, GraphNode, Step } from "../../../static/src/core/types.ts";
import type { Group } from "../../../static/src/graph/groups.ts";
import { networkPartsOf } from "../../../static/src/graph/network_parts.ts";
import { barHeights, gradientProfile, partNames } from "../../../static/src/scene/gradient_profile.ts";
import { buildSchedule } from "../../../static/src/timeline/schedule.ts";
import { edge, graphOf, node } from "../support/graphs.ts";

/** A weight, then `calls` calls of a model of two layers of two values each; `chained`: each call takes what the one before has made. */
function batch(calls: number, chained: boolean): Graph {
  const nodes: GraphNode[] = [node(0, { name: "w", data: 1, grad: 1 })];
  const groups: GraphGroup[] = [];
  const edges: GraphEdge[] = [];
  let before = 0;
  const open = (parent: number | null, name: string): number =>
    groups.push({ id: groups.length, parent, kind: "call", name, span: null }) - 1;
  for (let call = 0; call < calls; call += 1) {
    const model = open(null, "model");
    let last = chained ? before : 0;
    for (const layer of [1, 2]) {
      const group = open(model, "Layer");
      for (let value = 0; value < 2; value += 1) {
        const id = nodes.length;
        nodes.push(node(id, { op: "tanh", role: "intermediate", inputs: [last], data: 1, grad: layer * 10 ** call, group }));
        edges.push(edge(edges.length, last, id, 0, { local: 1, contribution: 1 }));
        last = id;
      }
    }
    before = last;
  }
  const output = nodes.length - 1;
  const steps: Step[] = [
    ...nodes.filter(({ op }) => op !== null).map(({ id }): Step => ({ phase: "forward", node: id })),
    { phase: "backward", node: output, total: nodes[output]!.grad! },
    ...[...edges].reverse().map(({ id, source }): Step => ({ phase: "backward", edge: id, total: nodes[source]!.grad! })),
  ];
  return graphOf({ nodes, edges, groups, steps, output });
}

const described = (graph: Graph): string[] =>
  networkPartsOf(graph, "").map(({ path, groups }) => `${path.join(" > ")} ×${groups.length}`);

test("calls side by side are one part for each layer", () => {
  assert.deepEqual(described(batch(3, false)), ["model > Layer 1 ×3", "model > Layer 2 ×3"]);
});

test("calls that feed one another are parts of their own", () => {
  assert.deepEqual(described(batch(2, true)), [
    "model 1 > Layer 1 ×1",
    "model 1 > Layer 2 ×1",
    "model 2 > Layer 1 ×1",
    "model 2 > Layer 2 ×1",
  ]);
});

test("a graph without groups has no parts", () => {
  const { nodes, edges, steps, output } = batch(2, false);
  const bare = nodes.map((each) => ({ ...each, group: null }));
  assert.deepEqual(networkPartsOf(graphOf({ nodes: bare, edges, steps, output }), ""), []);
});

test("sizes are root mean squares of what has arrived, and of everything at the end", () => {
  const graph = batch(2, false);
  const schedule = buildSchedule(graph);
  const [first, second] = gradientProfile(schedule, "");
  assert.equal(first!.at(schedule.forwardLength), null);
  assert.equal(second!.at(schedule.forwardLength), null);
  // The seed is the last value of the last call: a gradient of 20 alone.
  assert.equal(second!.at(schedule.forwardLength + 1), 20);
  // Of the first call the last value is used by nothing, so no gradient arrives there.
  assert.equal(second!.whole, Math.sqrt((2 ** 2 + 2 * 20 ** 2) / 3));
  assert.equal(first!.at(schedule.length), first!.whole);
});

test("nothing is said while a number is withheld", () => {
  const graph = batch(2, false);
  assert.deepEqual(gradientProfile(buildSchedule({ ...graph, redactedFrom: 6 }), ""), []);
});

test("bars are as high as the logarithm, zero has none, and what is not finite fills its place", () => {
  const largest = [1, 1e-3, 1e-6, 0, Number.NaN];
  const [full, half, least, zero, broken] = barHeights(largest, largest);
  assert.equal(full, 1);
  assert.ok(Math.abs(half! - (1 + least!) / 2) < 1e-12);
  assert.ok(least! > 0);
  assert.equal(zero, 0);
  assert.equal(broken, 1);
  assert.deepEqual(barHeights([null, 5], [5, 5]), [null, 1]);
});

test("parts of one name differ by what they are in", () => {
  const names = (...paths: string[][]): string[] => partNames(paths.map((path) => ({ path, groups: [{} as Group] })));
  assert.deepEqual(names(["step 1", "MLP", "Linear 2"], ["step 2", "MLP", "Linear 2"], ["loss"]), [
    "Linear 2, step 1",
    "Linear 2, step 2",
    "loss",
  ]);
  assert.deepEqual(names(["f"], ["f"]), ["f #1", "f #2"]);
});
