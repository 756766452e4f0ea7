import assert from "node:assert/strict";
import test from "node:test";
import { questionsOf } from "../../../static/src/exercises/exercise.ts";
import { answered, helped, passed, questionOf, type Round, roundOf } from "../../../static/src/exercises/round.ts";
import { buildSchedule } from "../../../static/src/timeline/schedule.ts";
import { SQUARE } from "../support/sample_graphs.ts";

const QUESTIONS = questionsOf(buildSchedule(SQUARE), "a*a + a", new Map(), []);
const ROUND = roundOf(SQUARE, QUESTIONS);
const seen = ({ index, hints, tries, score }: Round) => [index, hints, tries, score.first, score.helped, score.shown];

test("a right answer leads to the next question, and counts as found at once only without a wrong try or a hint", () => {
  assert.deepEqual(seen(answered(ROUND, "9")), [1, 0, 0, 1, 0, 0]);
  assert.deepEqual(seen(answered(answered(ROUND, "8"), "9")), [1, 0, 0, 0, 1, 0]);
  assert.deepEqual(seen(answered(helped(ROUND, QUESTIONS[0]!), "9")), [1, 0, 0, 0, 1, 0]);
});

test("after two wrong tries the hints of the rule are there, and a hint that was asked for stays", () => {
  const wrong = answered(answered(ROUND, "8"), "8");
  assert.deepEqual(seen(wrong), [0, 2, 2, 0, 0, 0]);
  const hinted = helped(helped(helped(ROUND, QUESTIONS[0]!), QUESTIONS[0]!), QUESTIONS[0]!);
  assert.equal(answered(answered(hinted, "8"), "8").hints, 3);
});

test("what is no number counts as no try", () => {
  const round = answered(ROUND, "nine");
  assert.deepEqual(seen(round), seen(ROUND));
  assert.notEqual(round.remark, "");
});

test("the last hint is the answer, which counts as shown", () => {
  const question = QUESTIONS[0]!;
  const last = question.hints.reduce((round) => helped(round, question), ROUND);
  assert.deepEqual(seen(last), [1, 0, 0, 0, 0, 1]);
  assert.equal(last.remark, question.hints[3]);
});

test("answers that were passed on the timeline count as shown, all at once", () => {
  assert.equal(passed(ROUND, QUESTIONS[0]!.position - 1), ROUND);
  assert.deepEqual(seen(passed(ROUND, QUESTIONS[1]!.position)), [2, 0, 0, 0, 0, 2]);
  const end = passed(ROUND, Infinity);
  assert.deepEqual([questionOf(end), end.score.shown], [undefined, QUESTIONS.length]);
  assert.equal(answered(end, "9"), end);
});
