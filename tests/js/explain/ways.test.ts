import assert from "node:assert/strict";
import test from "node:test";
import type { Graph } from "../../../static/src/core/types.ts";
import { waysOf } from "../../../static/src/explain/ways.ts";
import { edge, graphOf, node } from "../support/graphs.ts";

/** L = (b*a + c) * (a + d) at 2, 3, 4, 5: a is used twice, and both ways end in L. */
const TWO_WAYS: Graph = graphOf({
  output: 6,
  nodes: [
    ...["a", "b", "c", "d"].map((name, id) => node(id, { name })),
    node(4, { op: "multiply", inputs: [1, 0] }),
    node(5, { op: "add", inputs: [4, 2] }),
    node(7, { op: "add", inputs: [0, 3] }),
    node(6, { op: "multiply", inputs: [5, 7] }),
  ].map((each, id) => ({ ...each, id })),
  edges: [
    [1, 4, 14],
    [0, 4, 21],
    [4, 5, 7],
    [2, 5, 7],
    [0, 6, 10],
    [3, 6, 10],
    [5, 7, 7],
    [6, 7, 10],
  ].map(([source, target, contribution], id) => ({ ...edge(id, source!, target!, 0), contribution: contribution! })),
});

const hues = (graph: Graph, id: number) => Object.fromEntries(waysOf(graph, id).hues);

test("two contributions have a hue each, along all of their ways from the output", () => {
  assert.deepEqual(hues(TWO_WAYS, 0), { 1: "one", 2: "one", 6: "one", 4: "two", 7: "two" });
  assert.deepEqual(waysOf(TWO_WAYS, 0).ends, [1, 4]);
});

test("a single contribution has no hue: there is nothing to tell apart", () => {
  assert.deepEqual(hues(TWO_WAYS, 1), { 0: "shared", 2: "shared", 6: "shared" });
});

test("of three and more the two largest have hues, and where ways meet they are shared", () => {
  const graph = graphOf({
    output: 2,
    nodes: [node(0, { name: "x" }), node(1, { op: "add", inputs: [0, 0, 0] }), node(2, { op: "neg", inputs: [1] })],
    edges: [
      ...[1, -5, 3].map((contribution, id) => ({ ...edge(id, 0, 1, id), contribution })),
      { ...edge(3, 1, 2, 0), contribution: 1 },
    ],
  });
  assert.deepEqual(hues(graph, 0), { 0: "rest", 1: "one", 2: "two", 3: "shared" });
});
