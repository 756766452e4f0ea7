/** The heat map: answers counted where in the graph they are about. */
import assert from "node:assert/strict";
import test from "node:test";
import { heatOf } from "../../../static/src/room/heat.ts";
import type { AnswerGroup, HostPoll, Question } from "../../../static/src/room/messages.ts";

const group = (answer: AnswerGroup["answer"], count: number, correct: boolean, misconception: string | null = null) => ({
  answer,
  label: String(answer),
  count,
  correct,
  misconception,
});

function poll(
  number: number,
  question: Question,
  groups: readonly AnswerGroup[],
  expected: HostPoll["expected"] = null,
): HostPoll {
  const answered = groups.reduce((sum, { count }) => sum + count, 0);
  const right = groups.reduce((sum, { count, correct }) => sum + (correct ? count : 0), 0);
  const tally = { answered, correct: right, groups, others: 0 };
  return {
    poll: number,
    question,
    state: "closed",
    answered,
    expected,
    tally,
    about: { program: "a*b", inputs: {}, output: null },
  };
}

const GRADIENT = { type: "number", prompt: "", node: 0, quantity: "gradient" } as const;
const EDGE = { type: "edge", prompt: "", position: 3 } as const;

test("a node has how many were wrong about it, by the last question, with the thinking behind it", () => {
  const first = poll(1, GRADIENT, [group("1", 5, false)]);
  const second = poll(2, GRADIENT, [group("3", 6, true), group("2", 4, false, "one path only")]);
  assert.deepEqual(heatOf([first, second], "a*b"), [
    { spot: { node: 0 }, answered: 10, right: 6, wrong: 4, why: "one path only" },
  ]);
});

test("an edge has those who chose it among all who answered, over all questions; one that is right is there though nobody did", () => {
  const first = poll(1, EDGE, [group(2, 3, true), group(1, 2, false)], [2, 4]);
  assert.deepEqual(heatOf([first, poll(2, EDGE, [group(1, 1, true)], [1])], "a*b"), [
    { spot: { edge: 2 }, answered: 5, right: 3, wrong: 0, why: null },
    { spot: { edge: 1 }, answered: 6, right: 1, wrong: 2, why: null },
    { spot: { edge: 4 }, answered: 5, right: 0, wrong: 0, why: null },
  ]);
});

test("questions about another program, or about no place, are on no graph", () => {
  assert.deepEqual(heatOf([poll(1, GRADIENT, [group("1", 5, false)])], "a+b"), []);
  assert.deepEqual(heatOf([poll(1, { type: "text", prompt: "Why?" }, [group("so", 2, false)])], "a*b"), []);
  assert.deepEqual(heatOf([poll(1, GRADIENT, [])], "a*b"), []);
});
