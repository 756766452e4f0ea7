import assert from "node:assert/strict";
import test from "node:test";
import { panLimits } from "../../../static/src/scene/fitting/pan_limits.ts";

/** How much of a picture is in view at either limit. */
function seen(length: number, space: number, isFinger: boolean): number[] {
  return panLimits(length, space, isFinger).map((at) => Math.min(space, at + length) - Math.max(0, at));
}

test("a finger leaves in view all of what fits, and of more at least half of the space", () => {
  assert.deepEqual(seen(300, 400, true), [300, 300]);
  assert.deepEqual(seen(400, 400, true), [400, 400]);
  assert.deepEqual(seen(500, 400, true), [300, 300]);
  assert.deepEqual(seen(4000, 400, true), [200, 200]);
});

test("a mouse keeps half of the picture or of the space", () => {
  assert.deepEqual(seen(300, 400, false), [150, 150]);
  assert.deepEqual(seen(4000, 400, false), [200, 200]);
});

test("a picture that grows under two fingers does not jump where it begins to be larger than the space", () => {
  const [below, above] = [panLimits(399.99, 400, true), panLimits(400.01, 400, true)];
  for (const side of [0, 1]) assert.ok(Math.abs(below[side]! - above[side]!) < 0.1);
});
