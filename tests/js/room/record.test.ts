/** The file of a class, opened again: what is in it, and nothing that a stranger's file can break. */
import assert from "node:assert/strict";
import test from "node:test";
import { countedAnswers, readRecord, recordedMark } from "../../../static/src/room/record/record.ts";

const GIVEN = { correct: true, misconception: null, tries: 1, late: false };
const FILE = {
  record: 2,
  room: "KMPR42",
  title: "Monday",
  people: [
    { guest: 2, nickname: "Bob" },
    { guest: 1, nickname: "Ada" },
  ],
  polls: [
    {
      poll: 9,
      question: { type: "choice", prompt: "Which?" },
      answers: [
        { ...GIVEN, guest: 1, nickname: "Ada", answer: [0], label: "grows" },
        { ...GIVEN, guest: 2, nickname: "Bob", answer: [1], label: "shrinks", correct: false, misconception: "Why." },
      ],
    },
  ],
  practice: [
    {
      practice: 1,
      answers: [
        { ...GIVEN, guest: 1, number: 1, answer: "3", tries: 2 },
        { guest: 1, number: 2, answer: null, tries: 0, correct: false },
      ],
    },
  ],
  lessons: [
    {
      lesson: "Slopes",
      answers: [
        { ...GIVEN, student: 2, question: "10.1", answer: "5", late: true },
        { ...GIVEN, student: 2, question: "2.1", answer: "0", label: "left", correct: null },
      ],
    },
  ],
};

test("a record has everybody, and what each answered to what was asked", () => {
  const record = readRecord(JSON.stringify(FILE))!;
  assert.deepEqual([record.code, record.title], ["KMPR42", "Monday"]);
  assert.deepEqual(
    [...record.people],
    [
      [1, "Ada"],
      [2, "Bob"],
    ],
  );
  assert.deepEqual(
    record.questions.map(({ kind, of, place, prompt, answers }) => [kind, of, place, prompt, answers.map(recordedMark).join("")]),
    [
      ["poll", "", "1", "Which?", "1x"],
      ["practice", "1", "1", "", "+"],
      ["lesson", "Slopes", "2.1", "", "o"],
      ["lesson", "Slopes", "10.1", "", "+"],
    ],
  );
  assert.deepEqual(
    record.questions.flatMap(({ answers }) => answers.map(({ text }) => text)),
    ["grows", "shrinks", "3", "left", "5"],
  );
});

test("equal answers are counted together, the most frequent first", () => {
  const answers = readRecord(JSON.stringify(FILE))!.questions[0]!.answers;
  assert.deepEqual(countedAnswers([...answers, answers[1]!]), [
    { label: "shrinks", correct: false, thought: "Why.", count: 2 },
    { label: "grows", correct: true, thought: "", count: 1 },
  ]);
});

test("files of servers before the list of people name those who have answered", () => {
  const { people: _, record: __, ...old } = FILE;
  assert.deepEqual([...readRecord(JSON.stringify(old))!.people.values()], ["Ada", "Bob"]);
});

test("what is no file of a class is none, and what is broken in one is left out", () => {
  for (const text of ["", "[]", "null", "{}", '{"room": 1, "polls": []}', '{"room": "X"}', "no JSON"])
    assert.equal(readRecord(text), null);
  const broken = {
    ...FILE,
    title: { toString: 1 },
    people: [null, 7, { guest: "x", nickname: ["<img>"] }],
    polls: [null, { question: 5, answers: [{ guest: 1, label: { a: 1 }, tries: "many" }, "x"] }],
    practice: "no",
    lessons: [{ answers: { length: 3 } }],
  };
  const record = readRecord(JSON.stringify(broken))!;
  assert.equal(record.title, "");
  assert.deepEqual(record.questions, [
    {
      kind: "poll",
      of: "",
      place: "1",
      prompt: "",
      answers: [{ student: 1, text: "", correct: null, misconception: "", tries: 0, late: false }],
    },
  ]);
});
