import assert from "node:assert/strict";
import test from "node:test";
import type { MisconceptionRecord } from "../../../static/src/core/types.ts";
import { type DescentStep, describeDescent, stepDown } from "../../../static/src/exercises/descent.ts";
import { questionsOf } from "../../../static/src/exercises/exercise.ts";
import { evaluate } from "../../../static/src/exercises/misconceptions.ts";
import { encourage, judge } from "../../../static/src/exercises/practice.ts";
import { buildSchedule } from "../../../static/src/timeline/schedule.ts";
import { RECORDS, SQUARE } from "../support/sample_graphs.ts";

const MISCONCEPTIONS: MisconceptionRecord[] = [
  { asked: ["value"], formula: "first + second", sentence: "The sum.", operations: ["multiply"] },
  { asked: ["value"], formula: "first * second", sentence: "The product.", operations: ["add"] },
  { asked: ["seed"], formula: "0", sentence: "Nothing at all.", operations: [] },
  { asked: ["sum"], formula: "sent", sentence: "The other path is forgotten.", operations: [] },
  { asked: ["sum"], formula: "before * sent", sentence: "Multiplied.", operations: [] },
  { asked: ["contribution"], formula: "-answer", sentence: "The sign.", operations: [] },
  { asked: ["contribution"], formula: "upstream", sentence: "Upstream alone.", operations: [] },
  { asked: ["contribution"], formula: "upstream * out", sentence: "The product itself.", operations: ["multiply"] },
  { asked: ["contribution"], formula: "upstream * out", sentence: "The output.", operations: [] },
];
const QUESTIONS = questionsOf(buildSchedule(SQUARE), "a*a + a", new Map(), MISCONCEPTIONS);

test("a program is asked for number by number, and for a sum wherever a second path arrives", () => {
  assert.deepEqual(
    QUESTIONS.map(({ kind, answer }) => [kind, answer]),
    [
      ["value", 9],
      ["value", 12],
      ["seed", 1],
      ["contribution", 1],
      ["contribution", 1],
      ["contribution", 3],
      ["sum", 4],
      ["contribution", 3],
      ["sum", 7],
    ],
  );
  assert.ok(QUESTIONS.every(({ hints }) => hints.length === 4 && new Set(hints).size === 4));
  assert.ok(QUESTIONS.every(({ hints, answer }) => hints[3].includes(String(answer))));
});

test("a hint has the program's names, not the letters of the operation's own rule", () => {
  const records = new Map(RECORDS.map((each) => [each.name, each]));
  const [, hint] = questionsOf(buildSchedule(SQUARE), "a*a + a", records, [])[5]!.hints;
  assert.ok(hint.includes("`a`"), hint);
});

test("a wrong number is answered with the misconception that leads to it", () => {
  const said = (index: number, given: number): string => judge(QUESTIONS[index]!, given).sentence;
  assert.equal(said(0, 6), "The sum.");
  assert.equal(said(1, 27), "The product.");
  assert.equal(said(2, 0), "Nothing at all.");
  assert.equal(said(4, 12), "The output.");
  assert.equal(said(5, -3), "The sign.");
  assert.equal(said(5, 1), "Upstream alone.");
  assert.equal(said(5, 9), "The product itself.");
  assert.equal(said(8, 3), "The other path is forgotten.");
  assert.equal(said(8, 12), "Multiplied.");
  assert.match(said(8, 99), /Not yet/);
});

test("a whole gradient is recognised where a part of it is asked for, and only where there are several", () => {
  const record: MisconceptionRecord = { asked: ["contribution"], formula: "whole", sentence: "The whole.", operations: [] };
  const questions = questionsOf(buildSchedule(SQUARE), "a*a + a", new Map(), [record]);
  const said = (index: number, given: number): string => judge(questions[index]!, given).sentence;
  assert.equal(said(5, 7), "The whole.");
  assert.match(said(5, 8), /Not yet/);
  assert.deepEqual(questions[3]!.misconceptions, []);
});

test("a record's formula is a term or two terms with an operator, and what it lacks is no number", () => {
  const names = { before: 6, sent: 2 };
  assert.deepEqual(
    ["0", "-sent", "before", "before + sent", "before - sent", "before * sent", "before / sent"].map((formula) =>
      evaluate(formula, names),
    ),
    [0, -2, 6, 8, 4, 12, 3],
  );
  assert.ok(["local", "before + local", "before % sent"].every((formula) => Number.isNaN(evaluate(formula, names))));
});

test("the right answer is right as people read it, and no misconception claims it", () => {
  for (const question of QUESTIONS) {
    assert.ok(judge(question, question.answer).right);
    assert.ok(judge(question, question.answer * 1.0005).right);
    for (const { value } of question.misconceptions) assert.equal(judge(question, value).right, false);
  }
});

test("a score never discourages", () => {
  assert.match(encourage({ first: 5, helped: 0, shown: 0 }), /first try/);
  assert.match(encourage({ first: 1, helped: 4, shown: 0 }), /Every number is found/);
  assert.match(encourage({ first: 0, helped: 1, shown: 4 }), /first look/);
});

/** f(x) = 2x² + 3x + 5. */
function walk(rate: number, start = 0, count = 5): DescentStep[] {
  const steps: DescentStep[] = [];
  let place = { x: start };
  for (let index = 0; index <= count; index += 1) {
    steps.push({ place, value: 2 * place.x ** 2 + 3 * place.x + 5 });
    place = stepDown(place, { x: 4 * place.x + 3 }, rate) as { x: number };
  }
  return steps;
}

test("the parabola is walked down as published: 0, −1.2, −0.48, −0.912, −0.6528, −0.80832", () => {
  const places = walk(0.4).map(({ place }) => place.x!);
  for (const [index, wanted] of [0, -1.2, -0.48, -0.912, -0.6528, -0.80832].entries())
    assert.ok(Math.abs(places[index]! - wanted) < 1e-12);
});

test("a walk is told as it went", () => {
  assert.match(describeDescent(walk(0.4)), /swings from side to side/);
  assert.match(describeDescent(walk(0.05)), /a little farther down/);
  assert.match(describeDescent(walk(0.6)), /climbs instead of falling/);
  assert.match(describeDescent(walk(0.1, -0.75)), /gradient is 0/);
  assert.match(describeDescent([...walk(0.6), { place: { x: 1e200 }, value: Infinity }]), /diverges/);
  assert.equal(describeDescent([]), "");
});
