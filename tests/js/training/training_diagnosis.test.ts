import assert from "node:assert/strict";
import test from "node:test";
import { createAdvice } from "../../../static/src/training/results/advice.ts";
import { conditionOf } from "../../../static/src/training/results/condition.ts";
import { diagnose } from "../../../static/src/training/results/diagnosis.ts";
import { advance, type Run } from "../../../static/src/training/run.ts";
import { withValue } from "../../../static/src/training/setup.ts";
import type { StudioState } from "../../../static/src/training/state.ts";
import type { Moment, Progress, Started, TrainingRequest } from "../../../static/src/training/types.ts";
import { momentOf, OPTIONS, progressOf, REQUEST, startedOf } from "../support/training_events.ts";

const RIGHT = [-1, -1, 1, 1];
const LENGTH = 200;

const range = (from: number, make: (step: number) => Partial<Progress>): Progress[] =>
  Array.from({ length: LENGTH }, (_, place) => progressOf(from + place, make(from + place)));

/** A paused run of 200 steps, and of as many with other data where there is a `second`. */
function runOf(started: Started, first: Progress[], predictions: readonly number[], second: Progress[] = []): Run {
  let run = advance(null, { type: "started", data: started })!;
  const tell = (steps: Progress[]): void => {
    run = advance(run, { type: "progress", data: { steps, seconds_left: null } })!;
    run = advance(run, { type: "moment", data: momentOf(steps.at(-1)!.step + 1, { predictions }) })!;
  };
  tell(first);
  if (second.length > 0) {
    run = advance(run, { type: "changed", data: { ...started, step: LENGTH } })!;
    tell(second);
  }
  return advance(run, { type: "state", data: { state: "paused" } })!;
}

const newest = (run: Run): Moment => run.moments.at(-1)!;

test("a loss on other points held out, before the data were changed, is no sign of overfitting", () => {
  const before = range(0, () => ({ loss: 1, held_out_loss: 0.1 }));
  const steady = range(LENGTH, () => ({ loss: 0.5, held_out_loss: 0.5 }));
  const run = runOf(startedOf(), before, RIGHT, steady);
  assert.equal(diagnose(run, newest(run), REQUEST, OPTIONS), null);
});

test("overfitting to the changed data is found, with the lowest loss since then", () => {
  const before = range(0, () => ({ loss: 1, held_out_loss: 0.1 }));
  const rising = range(LENGTH, (step) => ({ loss: 100 / step, held_out_loss: 0.3 + Math.abs(step - 230) / 200 }));
  const run = runOf(startedOf(), before, RIGHT, rising);
  const finding = diagnose(run, newest(run), REQUEST, OPTIONS);
  assert.equal(finding?.name, "overfitting");
  assert.deepEqual(finding.proof, { step: 230 });
});

test("a gradient is compared with those of the same setup only", () => {
  const before = range(0, () => ({ gradient_norm: 100 }));
  const run = runOf(
    startedOf(),
    before,
    RIGHT,
    range(LENGTH, () => ({ gradient_norm: 2 })),
  );
  const condition = conditionOf(run, run.setups.at(-1)!.started, newest(run));
  assert.deepEqual([condition?.since, condition?.slope], [LENGTH, 1]);
});

const STRAIGHT: TrainingRequest = { ...REQUEST, model: { ...REQUEST.model, layers: [1] } as TrainingRequest["model"] };
const stuck = range(0, () => ({ loss: 1 }));

for (const [classes, sentence] of [
  [2, "the boundary is a straight line"],
  [null, "the prediction is a straight line (a plane with several inputs)"],
] as const)
  test(`without a hidden layer ${classes === null ? "a model of numbers" : "a classifier"} is explained in its own words`, () => {
    const run = runOf(startedOf({ request: STRAIGHT, classes }), stuck, [0.5, 0.5, 0.5, 0.5]);
    const finding = diagnose(run, newest(run), STRAIGHT, OPTIONS);
    assert.equal(finding?.name, "narrow");
    assert.ok(finding.text.includes(sentence), finding.text);
  });

test("a share of steps is written as English does", () => {
  const run = runOf(
    startedOf(),
    range(0, (step) => ({ loss: 1 + (step % 2) })),
    [1, 1, 1, 1],
  );
  const finding = diagnose(run, newest(run), REQUEST, OPTIONS);
  assert.match(finding!.text, /^The loss rises in [0-9]+% of the steps/u);
});

test("a remedy that is pressed keeps what was changed since it was drawn", () => {
  const run = { ...runOf(startedOf({ request: STRAIGHT }), stuck, [0.5, 0.5, 0.5, 0.5]), state: "running" } as Run;
  const state = {
    run,
    request: STRAIGHT,
    options: OPTIONS,
    isPreview: false,
    problems: [],
    position: null,
  } as unknown as StudioState;
  const advice = createAdvice(() => 0);
  const drawn = advice.findingOf(state)!;
  const penalized = { ...state, request: withValue(STRAIGHT, "l1", 0.25) };
  assert.equal(advice.pressed(penalized, drawn.label)?.request?.l1, 0.25);
  const faster = { ...state, request: withValue(STRAIGHT, "optimizer.learning_rate", 0.5) };
  assert.equal(advice.pressed(faster, drawn.label), null, "the run has not taken it up yet");
  assert.equal(advice.pressed(state, "another label"), null);
});

test("while a run goes on with the same setup, it is judged once in a while", () => {
  let time = 0;
  const advice = createAdvice(() => time);
  const run = { ...runOf(startedOf({ request: STRAIGHT }), stuck, [0.5, 0.5, 0.5, 0.5]), state: "running" } as Run;
  const state = {
    run,
    request: STRAIGHT,
    options: OPTIONS,
    isPreview: false,
    problems: [],
    position: null,
  } as unknown as StudioState;
  const first = advice.findingOf(state);
  const later = { ...state, run: advance(run, { type: "moment", data: momentOf(LENGTH + 1, { predictions: RIGHT }) })! };
  time = 999;
  assert.equal(advice.findingOf(later), first);
  time = 1000;
  assert.equal(advice.findingOf(later), null);
});
