import assert from "node:assert/strict";
import test from "node:test";
import type { Graph, GraphEdge } from "../../static/src/core/types.ts";
import { reasonOf, received, sent } from "../../static/src/graph/account.ts";
import { buildSchedule } from "../../static/src/graph/schedule.ts";
import { edge, graphOf, node } from "./graphs.ts";
import { SQUARE } from "./sample_graphs.ts";

const call = (id: number): string => SQUARE.nodes[id]!.name ?? `node ${id}`;

test("contributions are listed as they arrive, each from where the sum stood to where it stands", () => {
  const entries = received(buildSchedule(SQUARE), 0, 6);
  assert.deepEqual(
    entries.map(({ edge: { id }, from, to, landed }) => [id, from, to, landed]),
    [
      [3, 0, 1, true],
      [0, 1, 4, true],
      [1, 4, 7, false],
    ],
  );
});

test("what a node sends is listed slot by slot, two slots of the same input apart", () => {
  const entries = sent(buildSchedule(SQUARE), 1, 6);
  assert.deepEqual(
    entries.map(({ edge: { slot }, to, landed }) => [slot, to, landed]),
    [
      [0, 3, true],
      [1, 3, false],
    ],
  );
});

test("the output's one is explained, an ordinary gradient is not", () => {
  assert.match(reasonOf(SQUARE, 2, call)!, /output itself/);
  assert.equal(reasonOf(SQUARE, 0, call), null);
});

/** x used by one operation, whose edge is as given. */
function used(op: string, rest: Partial<GraphEdge>, extra: Partial<Graph> = {}): Graph {
  return graphOf({
    output: 2,
    nodes: [
      node(0, { name: "x", grad: 0 }),
      node(1, { name: "w", data: 0 }),
      node(2, { name: "y", op, inputs: op === "multiply" || op === "maximum" ? [0, 1] : [0], role: "output", grad: 1 }),
    ],
    edges: [edge(0, 0, 2, 0, { contribution: 0, local: 0, how: "scale", ...rest })],
    ...extra,
  });
}

test("a zero is explained by what made it", () => {
  const why = (graph: Graph): string | null => reasonOf(graph, 0, (id) => graph.nodes[id]!.name!);
  assert.match(why(used("relu", { how: "route" }))!, /has the slope 0 here and blocks/);
  assert.match(why(used("maximum", { how: "route" }))!, /picked another input/);
  assert.match(why(used("multiply", {}))!, /multiplied by `w`, which is 0/);
  assert.match(why(used("sin", {}))!, /slope of `y` is 0/);
  assert.match(why(used("exp", { local: 1e-300 }))!, /too small/);
});

test("a zero that is passed on is explained by where it comes from", () => {
  const graph = graphOf({
    output: 2,
    nodes: [
      node(0, { name: "x", grad: 0 }),
      node(1, { name: "h", op: "exp", inputs: [0], grad: 0 }),
      node(2, { op: "relu", inputs: [1], grad: 1 }),
    ],
    edges: [edge(0, 0, 1, 0, { contribution: 0, local: 2, how: "scale" }), edge(1, 1, 2, 0, { contribution: 0, local: 0, how: "route" })],
  });
  assert.match(
    reasonOf(graph, 0, (id) => graph.nodes[id]!.name ?? "y")!,
    /^Nothing arrives at `h`.*`y` has the slope 0 here and blocks/,
  );
});

test("contributions that cancel are told apart from contributions that are zero", () => {
  const graph = graphOf({
    output: 1,
    nodes: [node(0, { name: "x", grad: 0 }), node(1, { op: "subtract", inputs: [0, 0], grad: 1 })],
    edges: [edge(0, 0, 1, 0, { contribution: 1, local: 1, how: "copy" }), edge(1, 0, 1, 1, { contribution: -1, local: -1, how: "scale" })],
  });
  assert.match(reasonOf(graph, 0, String)!, /cancel out/);
});

test("a constant has no gradient, and that is said", () => {
  const graph = graphOf({ output: 1, nodes: [node(0, { role: "constant" }), node(1, { op: "exp", inputs: [0], grad: 1 })] });
  assert.match(reasonOf(graph, 0, String)!, /constant cannot change/);
});
