import assert from "node:assert/strict";
import test from "node:test";
import {
  AT_FIRST,
  type Effect,
  type Evaluation,
  type EvaluationEvent,
  next,
} from "../../../static/src/state/evaluation/machine.ts";
import type { State } from "../../../static/src/state/state.ts";
import { graphOf, stateOf } from "../support/graphs.ts";

const PAGE = stateOf({ program: "x*y" });
const NOW = { kind: "now" } as const;
const unreachable = (number: number, seconds: number | null = null): EvaluationEvent => ({
  kind: "answer",
  number,
  answer: { kind: "unreachable", sentence: "No.", seconds },
});

/** What the events lead to, one after the other, and all that was to be done on the way. */
function after(events: readonly EvaluationEvent[], page: State = PAGE): { evaluation: Evaluation; effects: readonly Effect[] } {
  let evaluation = AT_FIRST;
  const effects: Effect[] = [];
  for (const event of events) {
    const step = next(evaluation, event, page);
    evaluation = step.evaluation;
    effects.push(...step.effects);
  }
  return { evaluation, effects };
}
const ofKind = <Kind extends Effect["kind"]>(effects: readonly Effect[], kind: Kind) =>
  effects.filter((each): each is Extract<Effect, { kind: Kind }> => each.kind === kind);

test("a step changes nothing that it was given", () => {
  const frozen = Object.freeze({ ...AT_FIRST, underway: Object.freeze([]) });
  const { evaluation } = next(frozen, NOW, Object.freeze(PAGE));
  assert.deepEqual([frozen.asked, evaluation.asked, evaluation.underway.length], [0, 1, 1]);
});

test("four requests are under way at most, and the fifth follows the first answer", () => {
  const { evaluation, effects } = after([NOW, NOW, NOW, NOW, NOW]);
  assert.equal(ofKind(effects, "ask").length, 4);
  assert.equal(evaluation.wantsMore, true);
  const answered = next(evaluation, { kind: "answer", number: 1, answer: { kind: "graph", graph: graphOf({}) } }, PAGE);
  assert.deepEqual(answered.effects.at(-1), { kind: "then", event: { kind: "more" } });
  assert.equal(ofKind(next(answered.evaluation, { kind: "more" }, PAGE).effects, "ask").length, 1);
});

test("an answer withdraws what was asked before it, and one that was withdrawn is nothing any more", () => {
  const { evaluation, effects } = after([NOW, NOW, NOW, unreachable(2)]);
  assert.deepEqual(
    ofKind(effects, "withdraw").map(({ number }) => number),
    [1, 3],
  );
  const late = next(evaluation, { kind: "answer", number: 1, answer: { kind: "graph", graph: graphOf({}) } }, PAGE);
  assert.deepEqual(late, { evaluation, effects: [] });
});

test("each failure waits longer, a server's own wish included, and an answer forgets them", () => {
  const waits = (events: readonly EvaluationEvent[]) =>
    ofKind(after(events).effects, "start")
      .filter(({ timer }) => timer === "retry")
      .map(({ milliseconds }) => milliseconds);
  assert.deepEqual(waits([NOW, unreachable(1), NOW, unreachable(2), NOW, unreachable(3, 30)]), [1000, 2000, 30_000]);
  const answer = { kind: "answer", number: 2, answer: { kind: "graph", graph: graphOf({}) } } as const;
  assert.deepEqual(waits([NOW, unreachable(1), NOW, answer, NOW, unreachable(3)]), [1000, 1000]);
});

test("nothing is asked of an empty program", () => {
  const { evaluation, effects } = after([NOW], stateOf({ program: " " }));
  assert.deepEqual(ofKind(effects, "ask"), []);
  assert.equal(evaluation.asked, 0);
});
