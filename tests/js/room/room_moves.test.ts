/** How answers changed between two votes. */
import assert from "node:assert/strict";
import test from "node:test";
import { flowOf, rightOf } from "../../../static/src/room/changed_votes.ts";
import type { Move } from "../../../static/src/room/messages.ts";

const move = (before: string, after: string, count: number): Move => ({
  before,
  after,
  count,
  before_correct: before === "31",
  after_correct: after === "31",
  misconception: null,
});

const MOVES = [move("21", "31", 5), move("31", "31", 3), move("10", "21", 1), move("21", "21", 1)];

test("the right answer is on top at both sides, then the most frequent", () => {
  const { before, after } = flowOf(MOVES);
  assert.deepEqual(
    before.map(({ label, count }) => [label, count]),
    [
      ["31", 3],
      ["21", 6],
      ["10", 1],
    ],
  );
  assert.deepEqual(
    after.map(({ label, count }) => [label, count]),
    [
      ["31", 8],
      ["21", 2],
    ],
  );
});

test("bands cover each side without gap or overlap, and each is as wide at both ends", () => {
  const { bands } = flowOf(MOVES);
  for (const side of ["left", "right"] as const) {
    const parts = bands.map((band) => band[side]).sort(([one], [other]) => one - other);
    let end = 0;
    for (const [from, to] of parts) {
      assert.ok(Math.abs(from - end) < 1e-9);
      end = to;
    }
    assert.ok(Math.abs(end - 1) < 1e-9);
  }
  for (const { move: each, left, right } of bands) {
    assert.ok(Math.abs(left[1] - left[0] - each.count / 10) < 1e-9);
    assert.ok(Math.abs(right[1] - right[0] - each.count / 10) < 1e-9);
  }
});

test("right answers are counted in both votes", () => {
  assert.deepEqual(rightOf(MOVES), [3, 8]);
});
