import assert from "node:assert/strict";
import test from "node:test";
import type { Graph, GraphNode, Step } from "../../../static/src/core/types.ts";
import { pairNodes } from "../../../static/src/graph/pairs.ts";
import { alignment } from "../../../static/src/timeline/alignment.ts";
import { buildSchedule } from "../../../static/src/timeline/schedule.ts";
import { edge, graphOf, node } from "../support/graphs.ts";
import { SQUARE } from "../support/sample_graphs.ts";

/** x, then a chain of named operations, each of the one before. */
function chain(...names: string[]): Graph {
  const nodes: GraphNode[] = [node(0, { name: "x", grad: 1 })];
  for (const name of names)
    nodes.push(node(nodes.length, { name, op: "tanh", inputs: [nodes.length - 1], role: "intermediate", grad: 1 }));
  const edges = names.map((_, id) => edge(id, id, id + 1, 0, { local: 1, contribution: 1, how: "scale" }));
  const output = names.length;
  const forward = names.map((_, index): Step => ({ phase: "forward", node: index + 1 }));
  const backward = [...edges].reverse().map(({ id }): Step => ({ phase: "backward", edge: id, total: 1 }));
  return graphOf({ nodes, edges, output, steps: [...forward, { phase: "backward", node: output, total: 1 }, ...backward] });
}

function aligned(here: Graph, there: Graph): (position: number) => number {
  return alignment(buildSchedule(here), buildSchedule(there), pairNodes(here, there));
}
const all = (graph: Graph): number[] => Array.from({ length: graph.steps.length + 1 }, (_, position) => position);

test("equal programs are at the same step", () => {
  const at = aligned(SQUARE, SQUARE);
  assert.deepEqual(all(SQUARE).map(at), all(SQUARE));
});

test("a program with one operation more waits for it, and passes end together", () => {
  const [long, short] = [chain("p", "q", "r"), chain("p", "r")];
  // Forward p, q, r; backward the seed, then r, q, p.
  assert.deepEqual(all(long).map(aligned(long, short)), [0, 1, 1, 2, 3, 3, 4, 5]);
  // The other way round, what the shorter one lacks is computed together with the step before it.
  assert.deepEqual(all(short).map(aligned(short, long)), [0, 2, 3, 5, 6, 7]);
});

test("nothing is shown there whose counterpart here is still to come", () => {
  const [here, there] = [chain("p", "q", "r"), chain("q", "p", "r")];
  assert.deepEqual([0, 1, 2, 3].map(aligned(here, there)), [0, 0, 2, 3]);
});

test("where slopes are shown here, as large a share of them is shown there", () => {
  const [here, there] = [buildSchedule(chain("p", "q", "r")), buildSchedule(chain("p", "r"))];
  const at = alignment(here, there, pairNodes(here.graph, there.graph));
  const positions = Array.from(here.boundaries.contribution, at);
  assert.deepEqual(
    positions,
    [...positions].sort((one, other) => one - other),
  );
  const between = Array.from(here.boundaries.contribution).filter((position) => !Number.isInteger(position));
  assert.equal(between.length, 3);
  for (const position of between) assert.ok(there.boundaries.contribution.includes(at(position)), String(at(position)));
  assert.ok(!Number.isInteger(at(between.at(-1)!)));
});
