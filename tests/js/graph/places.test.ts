import assert from "node:assert/strict";
import test from "node:test";
import {
  lineAndColumn,
  nodeAt,
  nodeLabel,
  nodeTitle,
  shortLabel,
  shortTitle,
  spansOf,
} from "../../../static/src/graph/places.ts";
import { graphOf, node } from "../support/graphs.ts";

const PROGRAM = "a = 2.0\ny = a*a";
const GRAPH = graphOf({
  nodes: [node(0, { name: "a", span: [0, 1] }), node(1, { name: "y", op: "multiply", inputs: [0, 0], span: [12, 15] })],
  mentions: [
    [12, 13, 0],
    [14, 15, 0],
    [8, 9, 1],
  ],
});

test("a place in the text stands for the smallest expression around it", () => {
  assert.equal(nodeAt(GRAPH, 0), 0);
  assert.equal(nodeAt(GRAPH, 12), 0);
  assert.equal(nodeAt(GRAPH, 13), 1, "the operator belongs to the product");
  assert.equal(nodeAt(GRAPH, 8), 1);
  assert.equal(nodeAt(GRAPH, 5), null);
});

test("a node is marked at every place of the text that stands for it", () => {
  assert.deepEqual(spansOf(GRAPH, 0), [
    [0, 1],
    [12, 13],
    [14, 15],
  ]);
  assert.deepEqual(spansOf(GRAPH, 1), [
    [8, 9],
    [12, 15],
  ]);
});

test("a node without a name is called by the text it was made from", () => {
  const unnamed = graphOf({ nodes: [node(0, { span: [12, 15] }), node(1, { op: "tanh" })] });
  assert.equal(nodeLabel(unnamed, PROGRAM, 0), "a*a");
  assert.equal(nodeLabel(unnamed, PROGRAM, 1), "tanh");
});

test("a node of a formula in LaTeX is called by what it computes, unless it has a name", () => {
  const term = graphOf({ nodes: [node(0, { span: [0, 3], text: "y_2 − y_hat_2" }), node(1, { name: "y_2", text: "y" })] });
  assert.equal(nodeLabel(term, "y_i", 0), "y_2 − y_hat_2");
  assert.equal(nodeLabel(term, "y_i", 1), "y_2");
});

test("lines and columns are counted from one", () => {
  assert.deepEqual(lineAndColumn(PROGRAM, 0), { line: 1, column: 1 });
  assert.deepEqual(lineAndColumn(PROGRAM, 12), { line: 2, column: 5 });
});

test("values of one name differ by a number below the line, which is never cut", () => {
  const graph = graphOf({
    nodes: [
      node(0, { name: "a" }),
      node(1, { name: "running_total", op: "exp", inputs: [0] }),
      node(2, { name: "running_total", op: "exp", inputs: [1] }),
      node(3, { name: "y", op: "exp", inputs: [2] }),
    ],
  });
  assert.deepEqual(
    graph.nodes.map(({ id }) => nodeTitle(graph, "", id)),
    ["a", "running_total₁", "running_total₂", "y"],
  );
  assert.deepEqual(
    [1, 2].map((id) => shortTitle(graph, "", id, 8)),
    ["running…₁", "running…₂"].map((title) => title.replace("running…", shortLabel(graph, "", 1, 7))),
  );
});
