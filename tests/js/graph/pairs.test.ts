import assert from "node:assert/strict";
import test from "node:test";
import type { Graph, GraphNode } from "../../../static/src/core/types.ts";
import { pairNodes, partnerOfEdge } from "../../../static/src/graph/pairs.ts";
import { edge, graphOf, node } from "../support/graphs.ts";

const leaf = (id: number, name: string) => node(id, { name });
const made = (id: number, op: string, inputs: number[], rest: Partial<GraphNode> = {}) =>
  node(id, { op, inputs, role: "intermediate", ...rest });
const constant = (id: number, data: number) => node(id, { role: "constant", data });
const graph = (...nodes: GraphNode[]): Graph => graphOf({ nodes, output: nodes.length - 1 });
const pairsOf = (here: Graph, there: Graph) => Array.from(pairNodes(here, there).there);

test("a graph is paired with itself node by node, in both directions", () => {
  const same = graph(
    leaf(0, "a"),
    constant(1, 2),
    made(2, "multiply", [0, 1]),
    made(3, "multiply", [0, 1]),
    made(4, "add", [2, 3]),
  );
  assert.deepEqual(pairsOf(same, same), [0, 1, 2, 3, 4]);
  assert.deepEqual(Array.from(pairNodes(same, same).here), [0, 1, 2, 3, 4]);
});

test("names win over places: a program whose inputs come in another order has the same pairs", () => {
  const here = graph(leaf(0, "a"), leaf(1, "b"), made(2, "add", [0, 1]));
  const there = graph(leaf(0, "b"), leaf(1, "a"), made(2, "add", [1, 0]));
  assert.deepEqual(pairsOf(here, there), [1, 0, 2]);
});

test("a name that is given again stands for its values in their order", () => {
  const here = graph(leaf(0, "x"), made(1, "tanh", [0], { name: "x" }), made(2, "tanh", [1], { name: "x" }));
  const there = graph(leaf(0, "x"), made(1, "relu", [0], { name: "x" }));
  assert.deepEqual(pairsOf(here, there), [0, 1, -1]);
});

test("what has no name is found by how it is computed, wherever it is used", () => {
  // (a + b) * a, and a * (a + b): the sum is in another slot.
  const here = graph(leaf(0, "a"), leaf(1, "b"), made(2, "add", [0, 1]), made(3, "multiply", [2, 0]));
  const there = graph(leaf(0, "a"), leaf(1, "b"), made(2, "add", [0, 1]), made(3, "multiply", [0, 2]));
  assert.deepEqual(pairsOf(here, there), [0, 1, 2, 3]);
});

test("an operation that was exchanged is paired by its slot, and what is below it as well", () => {
  // (a + 2) * b and (a - 3) * b.
  const here = graph(leaf(0, "a"), constant(1, 2), made(2, "add", [0, 1]), leaf(3, "b"), made(4, "multiply", [2, 3]));
  const there = graph(leaf(0, "a"), constant(1, 3), made(2, "subtract", [0, 1]), leaf(3, "b"), made(4, "multiply", [2, 3]));
  assert.deepEqual(pairsOf(here, there), [0, 1, 2, 3, 4]);
});

test("below operations that differ only what is computed alike is paired", () => {
  // L = sigmoid(z)**2 + w, and L = tanh(z)**2: the square of one is not the tanh of the other.
  const here = graph(
    leaf(0, "z"),
    made(1, "sigmoid", [0]),
    made(2, "power", [1]),
    leaf(3, "w"),
    made(4, "add", [2, 3], { name: "L" }),
  );
  const there = graph(leaf(0, "z"), made(1, "tanh", [0]), made(2, "power", [1], { name: "L" }));
  assert.deepEqual(pairsOf(here, there), [0, -1, -1, -1, 2]);
});

test("inputs of other names are other inputs, and an input is no operation", () => {
  const here = graph(leaf(0, "a"), leaf(1, "b"), made(2, "add", [0, 1]));
  const there = graph(leaf(0, "a"), leaf(1, "c"), made(2, "add", [0, 1]));
  assert.deepEqual(pairsOf(here, there), [0, -1, 2]);
  const deeper = graph(leaf(0, "a"), made(1, "tanh", [0]), made(2, "add", [0, 1]));
  assert.deepEqual(pairsOf(here, deeper), [0, -1, 2]);
});

test("two nodes never share a partner, and operations with other options are not computed in the same way", () => {
  const summed = (axis: number) => ({ options: { axis } });
  const here = graph(leaf(0, "x"), made(1, "sum", [0], summed(0)), made(2, "sum", [0], summed(1)), made(3, "add", [1, 2]));
  const there = graph(leaf(0, "x"), made(1, "sum", [0], summed(1)), made(2, "sum", [0], summed(0)), made(3, "add", [1, 2]));
  assert.deepEqual(pairsOf(here, there), [0, 2, 1, 3]);
  const once = graph(leaf(0, "x"), made(1, "sum", [0], summed(0)), made(2, "add", [1, 1]));
  assert.deepEqual(pairsOf(here, once), [0, 1, -1, 2]);
});

test("an edge has its partner between the partners of its ends, in its own slot where both are wired there", () => {
  const nodes = [leaf(0, "a"), leaf(1, "b"), made(2, "multiply", [0, 0])];
  const here = graphOf({ nodes, edges: [edge(0, 0, 2, 0), edge(1, 0, 2, 1)], output: 2 });
  const there = graphOf({
    nodes: [leaf(0, "b"), leaf(1, "a"), made(2, "multiply", [1, 1])],
    edges: [edge(0, 1, 2, 0), edge(1, 1, 2, 1)],
    output: 2,
  });
  const pairs = pairNodes(here, there);
  assert.deepEqual(
    here.edges.map((each) => partnerOfEdge(each, there, pairs.there)?.id),
    [0, 1],
  );
  const other = graphOf({
    nodes: [leaf(0, "b"), leaf(1, "a"), made(2, "multiply", [0, 1])],
    edges: [edge(0, 0, 2, 0), edge(1, 1, 2, 1)],
    output: 2,
  });
  const others = pairNodes(here, other);
  assert.deepEqual(
    here.edges.map((each) => partnerOfEdge(each, other, others.there)?.id),
    [1, 1],
  );
  const none = graphOf({ nodes: [leaf(0, "a"), leaf(1, "c")], output: 1 });
  assert.equal(partnerOfEdge(here.edges[0]!, none, pairNodes(here, none).there), null);
});
