/** Lessons without a document: marking, goals, and what is kept of a reader's progress. */
import assert from "node:assert/strict";
import test from "node:test";
import type { Graph } from "../../static/src/core/types.ts";
import { isReached } from "../../static/src/learn/goals.ts";
import { markChoice, markNumber } from "../../static/src/learn/marking.ts";
import { pagesToReview, readProgress, rightAnswers, withAnswer, withPage } from "../../static/src/learn/reading_progress.ts";
import type { NumberData } from "../../static/src/learn/types.ts";

const NUMBER: NumberData = {
  kind: "number",
  answer: 4,
  within: 0.02,
  wrong: [3],
  mistakes: [
    [1, "one path"],
    [1.004, "another"],
    [8, "the value"],
  ],
  hints: [],
};

test("a number is right within its tolerance", () => {
  assert.equal(markNumber(NUMBER, 4.02).right, true);
  assert.equal(markNumber(NUMBER, 4.03).right, false);
  assert.equal(markNumber({ ...NUMBER, answer: 0, within: 0 }, 0).right, true);
});

test("a wrong number gets the author's thought first, then the nearest known misconception", () => {
  assert.deepEqual(markNumber(NUMBER, 3), { right: false, thought: "wrong-0", sentence: null });
  assert.equal(markNumber(NUMBER, 1.003).sentence, "another");
  assert.equal(markNumber(NUMBER, 1).sentence, "one path");
  assert.equal(markNumber(NUMBER, 5).sentence, null);
  assert.equal(markNumber(NUMBER, Number.NaN).right, false);
});

test("a choice is right by its place", () => {
  const data = { kind: "choice", right: 1, hints: [] } as const;
  assert.deepEqual(
    [0, 1].map((place) => markChoice(data, place).right),
    [false, true],
  );
});

const graph = (grad: number | string | null, data = 2): Graph =>
  ({
    nodes: [
      { name: "x", grad: 9, data },
      { name: "x", grad, data },
    ],
  }) as unknown as Graph;
const GOAL = { quantity: "gradient", name: "x", bound: "reach", wanted: 0, within: 0.05, shown: "grad(x)" } as const;

test("a goal looks at the last node of its name", () => {
  assert.equal(isReached(graph(0.05), GOAL), true);
  assert.equal(isReached(graph(-0.06), GOAL), false);
  assert.equal(isReached(graph(-1), { ...GOAL, bound: "below" }), true);
  assert.equal(isReached(graph(0), { ...GOAL, bound: "below" }), false);
  assert.equal(isReached(graph(1), { ...GOAL, bound: "above" }), true);
  assert.equal(isReached(graph(0), { ...GOAL, quantity: "value", wanted: 2 }), true);
});

test("a goal is not reached by what is not there", () => {
  assert.equal(isReached(graph(null), GOAL), false);
  assert.equal(isReached(graph("NaN"), GOAL), false);
  assert.equal(isReached(graph(0), { ...GOAL, name: "q" }), false);
});

test("progress survives being written and read", () => {
  const made = withAnswer(withPage(withPage(readProgress(null), 2), 2), "2.3", { text: "4", right: true });
  assert.deepEqual(made, { page: 2, seen: [2], answers: { "2.3": { text: "4", right: true } } });
  assert.deepEqual(readProgress(JSON.stringify(made)), made);
});

test("what storage holds by mistake is no progress", () => {
  for (const text of [
    "",
    "{",
    "3",
    "[]",
    '{"page":"1"}',
    '{"page":1,"seen":3,"answers":{}}',
    '{"page":1,"seen":[],"answers":null}',
  ]) {
    assert.deepEqual(readProgress(text), { page: 1, seen: [], answers: {} });
  }
  const kept = readProgress('{"page":2,"seen":[1,"x"],"answers":{"a":3,"b":{"text":"1","right":false}}}');
  assert.deepEqual(kept, { page: 2, seen: [1], answers: { b: { text: "1", right: false } } });
});

test("what was wrong first, or has no right answer, is to be looked at again", () => {
  const asked = [
    { question: "1.2", page: 1, title: "A" },
    { question: "2.1", page: 2, title: "B" },
    { question: "2.3", page: 2, title: "B" },
    { question: "3.1", page: 3, title: "C" },
    { question: "4.1", page: 4, title: "D" },
  ];
  let progress = withAnswer(readProgress(null), "1.2", { text: "4", right: true });
  progress = withAnswer(progress, "2.1", { text: "3", right: false });
  progress = withAnswer(progress, "2.1", { text: "4", right: true });
  progress = withAnswer(progress, "2.1", { text: "4", right: true });
  progress = withAnswer(progress, "3.1", { text: "3", right: false });
  assert.equal(rightAnswers(progress), 2);
  assert.deepEqual(
    pagesToReview(progress, asked).map(({ page }) => page),
    [2, 3, 4],
  );
});
