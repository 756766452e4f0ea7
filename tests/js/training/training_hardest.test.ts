import assert from "node:assert/strict";
import test from "node:test";
import { hardest } from "../../../static/src/training/results/hardest.ts";
import { startedOf } from "../support/training_events.ts";

test("the points with the largest loss come first: the furthest on the wrong side, or from the target", () => {
  const two = startedOf({ examples: { inputs: [[0], [1], [2], [3]], targets: [0, 0, 1, 1] } });
  assert.deepEqual(hardest(two, [-2, 0.5, -1, 4], "margin", 3), [2, 1, 0]);
  assert.deepEqual(hardest(two, [-2, 0.5, -1, 4], "distance", 3), [3, 2, 1]);
  assert.deepEqual(hardest(two, [-2, 0.5, -1, 4], "margin", 3, true), [2, 1], "beyond the margin there is no loss");
  const logits = { ...two, boundary: 0.5 };
  assert.deepEqual(hardest(logits, [0.1, 0.9, 0.45, 0.99], "margin", 2), [1, 2]);
});

test("numbers are held against their targets; of several classes only the misclassified are offered", () => {
  const examples = { inputs: [[0], [1], [2]], targets: [1, 5, 2] };
  assert.deepEqual(hardest(startedOf({ classes: null, boundary: null, examples }), [1, 1, 3], "distance", 2), [1, 2]);
  const several = startedOf({ classes: 6, boundary: null, examples });
  assert.deepEqual(hardest(several, [1, 1, 2], "margin", 3), [1]);
});
