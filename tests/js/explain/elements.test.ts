import assert from "node:assert/strict";
import test from "node:test";

import type { GraphNode } from "../../../static/src/core/types.ts";
import { firstIndices, heldNumbers, MOST_CHOICES, movableElements, withElement } from "../../../static/src/explain/elements.ts";

const node = (fields: Partial<GraphNode>): GraphNode => ({
  id: 0,
  name: "w",
  op: null,
  role: "input",
  inputs: [],
  shape: [],
  data: 0,
  grad: null,
  span: null,
  ...fields,
});

test("each number of an input can be moved, with the gradient that is its own", () => {
  const nodes = [
    node({ id: 0, name: "a", data: 2, grad: 7 }),
    node({
      id: 1,
      name: "W",
      shape: [2, 2],
      data: [
        [1, 2],
        [3, "NaN"],
      ],
      grad: [
        [10, 20],
        [30, 40],
      ],
    }),
    node({ id: 4, name: "np.array([1, 2])", shape: [2], data: [1, 2] }),
    node({ id: 2, name: "k", role: "constant", data: 5 }),
    node({ id: 3, name: "y", op: "add", data: 5 }),
  ];
  assert.deepEqual(
    movableElements(nodes).map(({ name, owner, index, data, grad }) => [name, owner, index, data, grad]),
    [
      ["a", "a", [], 2, 7],
      ["W[0, 0]", "W", [0, 0], 1, 10],
      ["W[0, 1]", "W", [0, 1], 2, 20],
      ["W[1, 0]", "W", [1, 0], 3, 30],
    ],
  );
  const moved = movableElements(nodes).filter(({ name }) => name === "W[0, 1]");
  assert.deepEqual(heldNumbers(nodes, moved), [
    ["a", 2],
    [
      "W",
      [
        [1, "NaN"],
        [3, "NaN"],
      ],
    ],
    ["np.array([1, 2])", [1, 2]],
    ["k", 5],
  ]);
});

test("a number is put at its place, and the rest is left", () => {
  assert.deepEqual(
    withElement(
      [
        [1, 2],
        [3, 4],
      ],
      [1, 0],
      9,
    ),
    [
      [1, 2],
      [9, 4],
    ],
  );
  assert.equal(withElement(1, [], 9), 9);
});

test("of a large array the first numbers are a choice", () => {
  const indices = firstIndices([300, 2]);
  assert.equal(indices.length, MOST_CHOICES);
  assert.deepEqual(
    [indices[0], indices[1], indices[2], indices.at(-1)],
    [
      [0, 0],
      [0, 1],
      [1, 0],
      [49, 1],
    ],
  );
});
