import assert from "node:assert/strict";
import test from "node:test";
import { ailmentOf, ailmentsOf, healthInWords, isSeen } from "../../../static/src/scene/health.ts";
import { buildSchedule } from "../../../static/src/timeline/schedule.ts";
import { edge, graphOf, node } from "../support/graphs.ts";
import { BLOCKED, SQUARE } from "../support/sample_graphs.ts";

/** x through one operation whose slope is given. */
const through = (local: number, grad: number | "NaN" = local) =>
  graphOf({
    output: 1,
    nodes: [node(0, { name: "x", grad }), node(1, { op: "tanh", inputs: [0], role: "output", grad: 1 })],
    edges: [edge(0, 0, 1, 0, { local, contribution: local, how: "scale" })],
  });

test("numbers in good health are not spoken of", () => {
  assert.equal(ailmentsOf(SQUARE).size, 0);
  assert.match(healthInWords(SQUARE), /^nothing is blocked/);
});

test("an operation that lets nothing through is blocked, and one that lets little through is flat", () => {
  assert.equal(ailmentsOf(BLOCKED).get(1), "blocked");
  assert.equal(ailmentsOf(through(0.009)).get(1), "flat");
  assert.equal(ailmentsOf(through(0.011)).get(1), undefined);
});

test("gradients that vanish, explode or are no numbers are told apart, and a zero is none of them", () => {
  const of = (grad: number | "NaN") => ailmentsOf(through(0.5, grad)).get(0);
  assert.deepEqual(
    [of(1e-7), of(-1e-7), of(1001), of("NaN"), of(0), of(1)],
    ["vanishing", "vanishing", "exploding", "not finite", undefined, undefined],
  );
});

test("of all that is folded in a card the worst is told, with its number", () => {
  const ailments = new Map([
    [1, "vanishing"],
    [2, "blocked"],
    [3, "blocked"],
  ] as const);
  assert.equal(ailmentOf(ailments, [1, 2, 3]), "2 blocked");
  assert.equal(ailmentOf(ailments, [1]), "vanishing");
  assert.equal(ailmentOf(ailments, [7]), null);
});

test("nothing is said before the timeline has come to it", () => {
  const schedule = buildSchedule(SQUARE);
  assert.deepEqual([isSeen(schedule, 0, 6), isSeen(schedule, 0, 7)], [false, true]);
});
