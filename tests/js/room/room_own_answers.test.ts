/** One's own answers, to look back on. */
import assert from "node:assert/strict";
import test from "node:test";
import { type OwnAnswer, readAnswers, rightAmong, withAnswer } from "../../../static/src/room/own_answers.ts";

const answer = (poll: number, correct: boolean | null): OwnAnswer => ({
  poll,
  prompt: "?",
  own: "1",
  expected: "",
  correct,
  misconception: null,
});

test("a question has one answer, the last that is known, in the order in which they were asked", () => {
  const answers = [answer(2, null), answer(1, true), answer(2, false)].reduce(withAnswer, [] as readonly OwnAnswer[]);
  assert.deepEqual(
    answers.map(({ poll, correct }) => [poll, correct]),
    [
      [1, true],
      [2, false],
    ],
  );
  assert.deepEqual(rightAmong([...answers, answer(3, null)]), { right: 1, marked: 2 });
});

test("what is remembered belongs to one class, and what cannot be read is nothing", () => {
  const text = JSON.stringify({ code: "KMPR42", answers: [answer(1, true)] });
  assert.equal(readAnswers(text, "KMPR42").length, 1);
  assert.deepEqual(readAnswers(text, "XXXXXX"), []);
  for (const broken of [null, "", "{", "[]", "7", '{"code":"KMPR42"}']) assert.deepEqual(readAnswers(broken, "KMPR42"), []);
});
