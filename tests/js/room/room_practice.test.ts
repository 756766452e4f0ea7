import assert from "node:assert/strict";
import test from "node:test";
import type { Exercise } from "../../../static/src/room/messages.ts";
import {
  encouragement,
  nextOpen,
  progressRows,
  progressSums,
  redactionOfExercise,
  standingOf,
} from "../../../static/src/room/practice.ts";
import { receive } from "../../../static/src/room/room.ts";
import { guestWith, snapshot } from "../support/rooms.ts";

function exercise(number: number, rest: Partial<Exercise> = {}): Exercise {
  return {
    number,
    program: "a = 3\n-a",
    asked: "gradient of a",
    name: "a",
    node: 0,
    answer: null,
    correct: false,
    tries: 0,
    ...rest,
  };
}

const RIGHT = { correct: true, tries: 1 };
const SET = { practice: 4, count: 3, level: 1 };

test("how an exercise stands follows from whether it is right and how often it was tried", () => {
  const standings = [{}, { tries: 2 }, RIGHT, { correct: true, tries: 3 }].map((rest) => standingOf(exercise(1, rest)));
  assert.deepEqual(standings, [".", "x", "1", "+"]);
});

test("the next exercise is the first after this one that is open, going round, and there is none where all are right", () => {
  const given = [exercise(1), exercise(2, RIGHT), exercise(3), exercise(4, RIGHT)];
  assert.deepEqual(
    [0, 1, 3, 4].map((after) => nextOpen(given, after)),
    [1, 3, 1, 1],
  );
  assert.equal(nextOpen([exercise(1, RIGHT)], 1), null);
  assert.equal(nextOpen([], 0), null);
});

test("the gradient is withheld until it was found", () => {
  assert.deepEqual(redactionOfExercise(exercise(1, { node: 2 })), { node: 2, quantity: "gradient" });
  assert.equal(redactionOfExercise(exercise(1, RIGHT)), null);
});

test("the table has everybody by name, also who has not looked yet, and adds up", () => {
  const guests = [guestWith(1, { nickname: "Zoe" }), guestWith(2, { nickname: "Ada" }), guestWith(3, { nickname: "Max" })];
  const rows = progressRows({ ...SET, grid: { 1: "1+1", 2: "x1?" } }, guests);
  assert.deepEqual(
    rows.map(({ nickname, standings }) => [nickname, standings.join("")]),
    [
      ["Ada", "x1."],
      ["Max", "..."],
      ["Zoe", "1+1"],
    ],
  );
  assert.deepEqual(progressSums(rows), { finished: 1, right: 4, of: 9 });
});

test("a page learns of a set and of its end, and hears progress of its own set only", () => {
  const before = receive(null, snapshot({ you: { role: "host", guest: null } })).room!;
  assert.equal(before.practice, null);
  const begun = receive(before, { type: "changes", revision: 2, practice: SET }).room!;
  const heard = receive(begun, { type: "practice", ...SET, grid: { 7: "1.." } }).room!;
  assert.deepEqual(heard.progress?.grid, { 7: "1.." });
  assert.equal(receive(heard, { type: "practice", ...SET, practice: 3, grid: {} }).room, heard);
  const another = receive(heard, { type: "changes", revision: 3, practice: { ...SET, practice: 5 } }).room!;
  assert.equal(another.progress, null);
  assert.equal(receive(heard, { type: "changes", revision: 3, practice: null }).room!.practice, null);
});

test("whoever comes to the end is encouraged", () => {
  assert.match(encouragement([exercise(1, RIGHT)]), /each at the first try/);
  assert.match(encouragement([exercise(1, { correct: true, tries: 4 })]), /remembered best/);
});
