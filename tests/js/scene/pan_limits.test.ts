import assert from "node:assert/strict";
import test from "node:test";
import { backToCards, panLimits } from "../../../static/src/scene/fitting/pan_limits.ts";

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

test("a view into an empty corner goes back to the nearest card, one between cards stays", () => {
  // A row below one card: two corners are empty.
  const cards = [0, 400, 800].map((x) => ({ x, y: 600, width: 100, height: 40 }));
  cards.push({ x: 400, y: 0, width: 100, height: 40 });
  const view = (left: number, top: number, width = 300) => ({ left, top, right: left + width, bottom: top + 200 });
  assert.deepEqual(backToCards(view(-100, 0), cards), { x: 302, y: 0 });
  assert.deepEqual(backToCards(view(202, 0), cards), { x: 0, y: 0 });
  assert.deepEqual(backToCards(view(-100, 500), cards), { x: 0, y: 0 });
  assert.deepEqual(backToCards(view(-250, 380), cards), { x: 52, y: 62 });
  assert.deepEqual(backToCards(view(450, 450, 320), cards), { x: 0, y: 0 });
  assert.deepEqual(backToCards(view(300, 200), cards), { x: 0, y: 0 });
  assert.deepEqual(backToCards(view(-100, 0, 60), cards), { x: 0, y: 0 });
});
