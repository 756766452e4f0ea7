import assert from "node:assert/strict";
import test from "node:test";
import { directionOf, verdictOf } from "../../../static/src/timeline/swipe.ts";

const START = { x: 100, y: 100, time: 0 };
const after = (x: number, y: number, time: number) => verdictOf(START, { x: 100 + x, y: 100 + y, time });

test("a quick finger sideways swipes, a slow one or one that goes up pans", () => {
  assert.equal(after(-40, 5, 80), "swipe");
  assert.equal(after(-40, 5, 200), "pan");
  assert.equal(after(10, 40, 80), "pan");
  assert.equal(after(40, 40, 80), "pan");
});

test("a finger that has hardly moved is waited for, but not for ever", () => {
  assert.equal(after(5, 5, 60), "waiting");
  assert.equal(after(0, 0, 1000), "pan");
});

test("to the left goes on", () => {
  assert.equal(directionOf(START, { ...START, x: 20 }), "next");
  assert.equal(directionOf(START, { ...START, x: 180 }), "previous");
});
