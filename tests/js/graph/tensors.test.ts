import assert from "node:assert/strict";
import test from "node:test";
import type { Graph, Value } from "../../../static/src/core/types.ts";
import { questionsOf } from "../../../static/src/exercises/exercise.ts";
import { answerOf, judge, judgeShape } from "../../../static/src/exercises/practice.ts";
import { parseShape } from "../../../static/src/exercises/practice_tensors.ts";
import { recordsByName } from "../../../static/src/explain/captions.ts";
import { cellStory } from "../../../static/src/explain/cell_story.ts";
import { broadcastShape, combine, elementAt, indicesOf } from "../../../static/src/graph/arrays.ts";
import { buildSchedule } from "../../../static/src/timeline/schedule.ts";
import { edge, graphOf, node } from "../support/graphs.ts";
import { RECORDS, STRETCHED, STRETCHED_PROGRAM } from "../support/sample_graphs.ts";

/** sum(A @ x) with A 2×3: dA is x in every row, dx the sum of A's rows. */
const A: Value = [
  [1, 2, 3],
  [4, 5, 6],
];
const PRODUCT: Graph = graphOf({
  output: 3,
  value: 61,
  nodes: [
    node(0, {
      name: "A",
      shape: [2, 3],
      data: A,
      grad: [
        [1, 0, 4],
        [1, 0, 4],
      ],
    }),
    node(1, { name: "x", shape: [3], data: [1, 0, 4], grad: [5, 7, 9] }),
    node(2, { name: "y", op: "matmul", role: "intermediate", inputs: [0, 1], shape: [2], data: [13, 28], grad: [1, 1] }),
    node(3, { op: "sum", role: "output", inputs: [2], data: 41, grad: 1 }),
  ],
  edges: [
    edge(0, 0, 2, 0, {
      contribution: [
        [1, 0, 4],
        [1, 0, 4],
      ],
      how: "adjoint",
    }),
    edge(1, 1, 2, 1, { contribution: [5, 7, 9], how: "adjoint" }),
    edge(2, 2, 3, 0, { contribution: [1, 1], how: "adjoint" }),
  ],
  steps: [
    { phase: "forward", node: 2 },
    { phase: "forward", node: 3 },
    { phase: "backward", node: 3, total: 1 },
    { phase: "backward", edge: 2, total: [1, 1] },
    {
      phase: "backward",
      edge: 0,
      total: [
        [1, 0, 4],
        [1, 0, 4],
      ],
    },
    { phase: "backward", edge: 1, total: [5, 7, 9] },
  ],
});

test("values are stretched as NumPy stretches them", () => {
  assert.deepEqual(broadcastShape([2, 1], [3]), [2, 3]);
  assert.equal(broadcastShape([2], [3]), null);
  assert.deepEqual(
    combine([[1], [2]], [10, 20], (one, other) => one + other),
    [
      [11, 21],
      [12, 22],
    ],
  );
  assert.equal(elementAt([[5], [6]], [1, 2]), 6);
  assert.deepEqual(indicesOf([2, 2]), [
    [0, 0],
    [0, 1],
    [1, 0],
    [1, 1],
  ]);
  assert.deepEqual(indicesOf([]), [[]]);
});

test("a cell of a matrix's gradient tells the products it is the sum of", () => {
  assert.equal(cellStory(PRODUCT, PRODUCT.edges[0]!, [1, 2]), "1 × 4 = 4");
  assert.equal(cellStory(PRODUCT, PRODUCT.edges[1]!, [1]), "1 × 2 + 1 × 5 = 7");
  assert.equal(cellStory(PRODUCT, PRODUCT.edges[2]!, [0]), null);
});

test("a cell of what was stretched tells all the places that it was repeated at", () => {
  const stretched = graphOf({
    nodes: [
      node(0, { shape: [1, 2], data: [[1, 2]], grad: [[4, 6]] }),
      node(1, {
        op: "add",
        inputs: [0],
        shape: [2, 2],
        data: [
          [1, 2],
          [1, 2],
        ],
        grad: [
          [1, 2],
          [3, 4],
        ],
      }),
    ],
    edges: [edge(0, 0, 1, 0, { local: 1, contribution: [[4, 6]], how: "sum-over-axes" })],
  });
  assert.equal(cellStory(stretched, stretched.edges[0]!, [0, 1]), "2 × 1 + 4 × 1 = 6");
  assert.equal(cellStory(STRETCHED, STRETCHED.edges[1]!, []), "1 × 1 + 1 × 1 = 2");
  assert.equal(cellStory(STRETCHED, STRETCHED.edges[0]!, [1]), "1 × 1 = 1");
});

test("practice asks for shapes where an operation changes them, and says what a wrong one was", () => {
  const questions = questionsOf(buildSchedule(PRODUCT), "", recordsByName(RECORDS), []);
  const shapes = questions.filter(({ kind }) => kind === "shape");
  assert.deepEqual(shapes.map(answerOf), ["(2,)", "(2,)", "(2, 3)", "(3,)"]);
  assert.ok(judgeShape(shapes[2]!, parseShape("(2, 3)")!).right);
  assert.match(judgeShape(shapes[2]!, parseShape("2")!).sentence, /the shape of the upstream gradient/);
});

test("practice asks for one element of a tensor, and for the sum where a number was stretched", () => {
  const questions = questionsOf(buildSchedule(STRETCHED), STRETCHED_PROGRAM, recordsByName(RECORDS), []);
  assert.deepEqual(
    questions.map(({ kind, answer }) => [kind, answer]),
    [
      ["value", 3],
      ["contribution", 1],
      ["contribution", 2],
    ],
  );
  assert.match(questions[0]!.text, /element \[1\] of `y`/);
  const sum = questions[2]!;
  assert.match(sum.hints[2], /`1 \+ 1`/);
  assert.match(judge(sum, 1).sentence, /contribution of one position/);
});

test("a shape is read however it is written, and a number is none", () => {
  assert.deepEqual(["2×3", "(2, 3)", "(7,)", "[2, 3]", "2 by 3", "7"].map(parseShape), [
    [2, 3],
    [2, 3],
    [7],
    [2, 3],
    [2, 3],
    [7],
  ]);
  assert.deepEqual(["", "x", "-2"].map(parseShape), [null, null, null]);
});
