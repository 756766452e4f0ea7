import assert from "node:assert/strict";
import test from "node:test";
import { broughtAt, toneOf } from "../../../static/src/explain/tone.ts";
import { SQUARE } from "../support/sample_graphs.ts";

test("a larger number sounds higher, a negative one rough, and none leaves what can be heard", () => {
  assert.deepEqual(toneOf(1), { pitch: 440, rough: false });
  assert.ok(toneOf(10).pitch! > toneOf(2).pitch! && toneOf(2).pitch! > toneOf(0.1).pitch!);
  assert.equal(toneOf(-3).rough, true);
  assert.deepEqual([toneOf(1e30).pitch, toneOf(1e-30).pitch], [3520, 110]);
  assert.equal(toneOf([0.5, -2]).rough, true);
});

test("zero and what does not exist are a click", () => {
  for (const value of [0, "NaN", "Infinity"] as const) assert.equal(toneOf(value).pitch, null);
});

test("a step sounds as the number that it brings", () => {
  assert.equal(broughtAt(SQUARE, 0), null);
  assert.equal(broughtAt(SQUARE, 1), 9);
  assert.equal(broughtAt(SQUARE, 3), 1);
  assert.equal(broughtAt(SQUARE, 6), 3);
});
