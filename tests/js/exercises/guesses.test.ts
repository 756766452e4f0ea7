/** A guess at a number of the picture is judged by the whole number, and a part of a sum is known as a part. */
import assert from "node:assert/strict";
import test from "node:test";
import type { MisconceptionRecord } from "../../../static/src/core/types.ts";
import { judgeGuess } from "../../../static/src/exercises/guesses.ts";
import { isGuessable, slotOfStep } from "../../../static/src/exercises/slots.ts";
import { buildSchedule } from "../../../static/src/timeline/schedule.ts";
import { SQUARE } from "../support/sample_graphs.ts";

const MISCONCEPTIONS: MisconceptionRecord[] = [
  { asked: ["value"], formula: "first + second", sentence: "The sum.", operations: ["multiply"] },
  { asked: ["seed"], formula: "0", sentence: "Nothing at all.", operations: [] },
  { asked: ["sum"], formula: "sent", sentence: "The other path is forgotten.", operations: [] },
];
const CONTEXT = {
  graph: SQUARE,
  program: "a*a + a",
  records: new Map(),
  misconceptions: MISCONCEPTIONS,
  schedule: buildSchedule(SQUARE),
};

test("each step brings the number of one slot", () => {
  assert.deepEqual(
    SQUARE.steps.map((_, index) => slotOfStep(SQUARE, index)),
    [
      { node: 1, row: "data" },
      { node: 2, row: "data" },
      { node: 2, row: "grad" },
      { node: 1, row: "grad" },
      { node: 0, row: "grad" },
      { node: 0, row: "grad" },
      { node: 0, row: "grad" },
    ],
  );
  assert.equal(slotOfStep(SQUARE, 99), null);
});

test("the whole gradient is right, one path's part of it is named", () => {
  const judged = (node: number, row: "data" | "grad", given: number) => judgeGuess(CONTEXT, { node, row }, given);
  assert.equal(judged(0, "grad", 7).right, true);
  assert.deepEqual(judged(0, "grad", 3), { right: false, sentence: "The other path is forgotten." });
  assert.deepEqual(judged(1, "data", 6), { right: false, sentence: "The sum." });
  assert.equal(judged(1, "data", 9).right, true);
  assert.deepEqual(judged(2, "grad", 0), { right: false, sentence: "Nothing at all." });
});

test("what a class is being asked for, or what is no single number, is not to be guessed", () => {
  assert.equal(isGuessable(SQUARE, { node: 0, row: "grad" }), true);
  assert.equal(isGuessable({ ...SQUARE, redactedFrom: 3 }, { node: 0, row: "grad" }), false);
  const [first, ...rest] = SQUARE.nodes;
  assert.equal(isGuessable({ ...SQUARE, nodes: [{ ...first!, grad: [1, 2] }, ...rest] }, { node: 0, row: "grad" }), false);
  assert.equal(isGuessable({ ...SQUARE, nodes: [{ ...first!, grad: null }, ...rest] }, { node: 0, row: "grad" }), false);
});
