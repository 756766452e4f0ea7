import assert from "node:assert/strict";
import test from "node:test";
import { directionOf, verdictOf } from "../../../static/src/timeline/swipe.ts";

const START = { x: 100, y: 100, time: 0 };
const after = (x: number, y: number, time: number, isWide: boolean) => verdictOf(START, { x: 100 + x, y: 100 + y, time }, isWide);

test("where more of the picture is beside what is in view, a quick finger sideways swipes and a slow one pans", () => {
  assert.equal(after(-40, 5, 80, true), "swipe");
  assert.equal(after(-40, 5, 200, true), "pan");
  assert.equal(after(10, 40, 80, true), "pan");
  assert.equal(after(40, 30, 80, true), "pan");
});

test("where all of the picture is in view, a finger sideways swipes however slowly, and in an arc", () => {
  for (const time of [80, 250, 500, 3000]) {
    assert.equal(after(-40, 5, time, false), "swipe");
    assert.equal(after(40, 30, time, false), "swipe");
    assert.equal(after(10, 40, time, false), "pan");
    assert.equal(after(30, 40, time, false), "pan");
  }
});

test("a finger that has hardly moved is waited for, where it may pan not for ever", () => {
  assert.equal(after(5, 5, 60, true), "waiting");
  assert.equal(after(0, 0, 1000, true), "pan");
  assert.equal(after(5, 5, 1000, false), "waiting");
});

test("to the left goes on, and back to where it began goes nowhere", () => {
  assert.equal(directionOf(START, { ...START, x: 20 }), "next");
  assert.equal(directionOf(START, { ...START, x: 180 }), "previous");
  assert.equal(directionOf(START, { ...START, x: 110 }), null);
});
