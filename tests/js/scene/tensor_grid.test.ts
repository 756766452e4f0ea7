import assert from "node:assert/strict";
import test from "node:test";
import { gridOf, heatOf, indexOf } from "../../../static/src/scene/tensor_grid.ts";

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
