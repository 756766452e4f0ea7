import assert from "node:assert/strict";
import test from "node:test";
import { roundOffOf } from "../../../static/src/scene/rounding.ts";
import { gridOf, heatOf, indexOf } from "../../../static/src/scene/tensor_grid.ts";
import { edge, graphOf, node } from "../support/graphs.ts";

test("a list is a row, a matrix is itself, and further axes go down", () => {
  assert.deepEqual(gridOf([1, 2, 3]), { rows: 1, columns: 3 });
  assert.deepEqual(gridOf([[1], [2]]), { rows: 2, columns: 1 });
  assert.deepEqual(gridOf([[[1, 2]], [[3, 4]]]), { rows: 2, columns: 2 });
});

test("cells are parts of the largest magnitude, and what is not finite is told", () => {
  assert.deepEqual(
    heatOf(
      [
        [4, -2],
        [0, 1],
      ],
      6,
      6,
    ).cells,
    [1, -0.5, 0, 0.25],
  );
  assert.deepEqual(heatOf([1, "NaN", "Infinity", -2], 6, 6).cells, [0.5, NaN, NaN, -1]);
  assert.deepEqual(heatOf([0, 0], 6, 6).cells, [0, 0]);
});

test("what rounding leaves of 0 has no colour, a small gradient has its own", () => {
  // softmax(x + b).sum() is always 1.
  const left = [5.5e-17, 3.3e-17, 2.2e-17];
  const graph = graphOf({
    output: 3,
    nodes: [
      node(0, { name: "b", data: [1, 2, 3], grad: left, shape: [3] }),
      node(1, { op: "tanh", inputs: [0], data: [0.1, 0.2, 0.7], grad: left, shape: [3] }),
      node(2, { op: "softmax", inputs: [1], data: [0.1, 0.2, 0.7], grad: [1, 1, 1], shape: [3] }),
      node(3, { op: "sum", inputs: [2], data: 1, grad: 1 }),
    ],
    edges: [
      edge(0, 0, 1, 0, { how: "scale", local: [1, 1, 1], contribution: left }),
      edge(1, 1, 2, 0, { how: "adjoint", local: null, contribution: left }),
      edge(2, 2, 3, 0, { how: "adjoint", local: null, contribution: [1, 1, 1] }),
    ],
  });
  const roundOff = roundOffOf(graph);
  assert.deepEqual(heatOf(left, 6, 6, roundOff[0]), { rows: 1, columns: 3, cells: [0, 0, 0], largest: 0 });
  assert.deepEqual(heatOf([1, 0.5, 0], 6, 6, roundOff[2]).cells, [1, 0.5, 0]);
  const vanishing = { ...graph, edges: graph.edges.map((each) => ({ ...each, how: "scale" as const, local: 1e-17 })) };
  assert.deepEqual(heatOf(left, 6, 6, roundOffOf(vanishing)[0]).cells, [1, 3.3e-17 / 5.5e-17, 2.2e-17 / 5.5e-17]);
});

test("of what falls together in a cell the largest is shown", () => {
  const many = Array.from({ length: 10 }, (_, row) =>
    Array.from({ length: 10 }, (_, column) => (row === 7 && column === 2 ? -5 : 1)),
  );
  const heat = heatOf(many, 2, 5);
  assert.deepEqual([heat.rows, heat.columns], [2, 5]);
  assert.deepEqual(heat.cells, [0.2, 0.2, 0.2, 0.2, 0.2, 0.2, -1, 0.2, 0.2, 0.2]);
});

test("a place is told along every axis", () => {
  assert.deepEqual(
    indexOf(
      [
        [1, 2],
        [3, 4],
        [5, 6],
      ],
      4,
    ),
    [2, 0],
  );
  assert.deepEqual(indexOf([7, 8, 9], 2), [2]);
});
