/** A lesson in class: on which page one is, which questions the dashboard has, and what the live channel tells of it. */
import assert from "node:assert/strict";
import test from "node:test";
import { answeredQuestions, calledQuestion, pageFor, type RoomLesson } from "../../../static/src/room/lessons/lesson.ts";
import type { ServerMessage } from "../../../static/src/room/messages.ts";
import { receive } from "../../../static/src/room/room.ts";

const LESSON: RoomLesson = { title: "T", pages: 7, begun: "now", mode: "together", page: 3, first: 2, last: 5, revealed: {} };

test("a question is called by its number in the lesson, as soon as the pages are known", () => {
  const pages = [{ asked: ["1.2"] }, { asked: [] }, { asked: ["3.1", "3.4"] }];
  assert.deepEqual(
    ["1.2", "3.4", "4.1"].map((question) => calledQuestion(pages, question)),
    ["1", "3", "4.1"],
  );
  assert.equal(calledQuestion([{}], "1.2"), "1.2");
});

test("together everybody is on the teacher's page, alone on the nearest that is open", () => {
  assert.equal(pageFor(LESSON, 6), 3);
  const own: RoomLesson = { ...LESSON, mode: "own" };
  assert.deepEqual(
    [1, 2, 4, 7].map((page) => pageFor(own, page)),
    [2, 2, 4, 5],
  );
});

test("the columns of the dashboard are in the order of the lesson", () => {
  const grid = {
    "1": { page: 2, marks: { "10.1": "1", "2.10": "x" } },
    "2": { page: null, marks: { "2.9": "+", "2.10": "1" } },
  } as const;
  assert.deepEqual(answeredQuestions({ grid }), ["2.9", "2.10", "10.1"]);
  assert.deepEqual(answeredQuestions({ grid: {} }), []);
});

test("a room knows its lesson, its end, and for the host the dashboard", () => {
  const snapshot = {
    type: "snapshot",
    epoch: "e",
    revision: 1,
    room: { code: "C", settings: { title: "T" }, view: {}, poll: null, lesson: LESSON },
    you: { role: "host" },
    count: 0,
  } as unknown as ServerMessage;
  const first = receive(null, snapshot).room!;
  assert.equal(first.lesson?.page, 3);
  const led = receive(first, { type: "changes", revision: 2, lesson: { ...LESSON, page: 4 } }).room!;
  assert.equal(led.lesson?.page, 4);
  assert.equal(receive(led, { type: "changes", revision: 3, view: {} }).room!.lesson?.page, 4);
  assert.equal(receive(led, { type: "changes", revision: 3, lesson: null }).room!.lesson, null);
  const grid = { "1": { page: 1, marks: {} } };
  const dashboard = { grid, tries: { "1.2": 3 }, answered: { "1.2": 2 } };
  assert.deepEqual(receive(led, { type: "lesson", ...dashboard }).room!.dashboard, dashboard);
  const counts = receive(led, { type: "lesson", answered: { "1.2": 2 } }).room!.dashboard;
  assert.deepEqual(counts, { grid: {}, tries: {}, answered: { "1.2": 2 } }, "a remote control has the counts alone");
});
