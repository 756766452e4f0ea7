/** How far a point is pushed: by small steps until its class changes where it is classified correctly, else once. */
import assert from "node:assert/strict";
import test from "node:test";
import { pushingOf } from "../../../static/src/training/pushing.ts";
import { advance, type Run } from "../../../static/src/training/run.ts";
import type { RunEvent } from "../../../static/src/training/types.ts";
import { momentOf, OPTIONS, startedOf } from "../support/training_events.ts";

/** The points of `startedOf` as the targets 0, 0, 1, 1; the last is taken for 0. */
function stateWith(inputs: readonly (readonly number[])[]) {
  const events: RunEvent[] = [
    { type: "started", data: startedOf({ examples: { inputs, targets: [0, 0, 1, 1] } }) },
    { type: "moment", data: momentOf(0, { predictions: [-1, -1, 1, -1] }) },
  ];
  return { run: events.reduce<Run | null>(advance, null)!, position: null, pushSize: 0.5, options: OPTIONS };
}

const SQUARE = [
  [0, 0],
  [2, 8],
  [0, 8],
  [2, 0],
];

test("what is classified correctly is moved by a twentieth of the least spread, as often as the server takes", () => {
  const { limits } = OPTIONS;
  assert.deepEqual(pushingOf({ ...stateWith(SQUARE), example: 2 }, "adversarial"), {
    direction: "adversarial",
    size: 0.05, // the deviation of 0, 2, 0, 2 is 1
    by_sign: true,
    steps: limits.max_input_steps,
  });
  const wide = SQUARE.map((point) => point.map((value) => value * 1e6));
  assert.equal(pushingOf({ ...stateWith(wide), example: 2 }, "adversarial").size, limits.max_input_step_size);
});

test("what is wrong already, and what is dreamt of, is moved once along the gradient", () => {
  const state = stateWith(SQUARE);
  assert.deepEqual(pushingOf({ ...state, example: 3 }, "adversarial"), { direction: "adversarial", size: 0.5 });
  assert.deepEqual(pushingOf({ ...state, example: 2 }, "dream"), { direction: "dream", size: 0.5 });
});
