import assert from "node:assert/strict";
import test from "node:test";
import { createStore } from "../../../static/src/core/store.ts";
import type { Graph } from "../../../static/src/core/types.ts";
import { questionsOf } from "../../../static/src/exercises/exercise.ts";
import { breakGraph } from "../../../static/src/exercises/pitfalls.ts";
import { recordsByName } from "../../../static/src/explain/captions.ts";
import { badge, narrate } from "../../../static/src/explain/narration.ts";
import { cardMoment, widthScales, wireMoment } from "../../../static/src/scene/moment.ts";
import { movableNames, toggleForwardMode } from "../../../static/src/state/directions.ts";
import { createEvaluator } from "../../../static/src/state/evaluation/evaluation.ts";
import type { Answer } from "../../../static/src/state/evaluation/machine.ts";
import { positionAfter } from "../../../static/src/state/evaluation/next_graph.ts";
import { changesOf, jumpToNode } from "../../../static/src/timeline/playback.ts";
import { buildSchedule, phaseAt } from "../../../static/src/timeline/schedule.ts";
import { manualClock } from "../support/clock.ts";
import { stateOf } from "../support/graphs.ts";
import { RECORDS, SQUARE, SQUARE_PROGRAM } from "../support/sample_graphs.ts";

/** a*a + a at 3 with a pass that moves a: 1, then 3 + 3 = 6, then 6 + 1 = 7. */
const MOVED: Graph = {
  ...SQUARE,
  steps: [
    ...SQUARE.steps,
    { phase: "tangent", direction: 0, node: 0, tangent: 1, terms: [] },
    {
      phase: "tangent",
      direction: 0,
      node: 1,
      tangent: 6,
      terms: [
        { edge: 0, sent: 3 },
        { edge: 1, sent: 3 },
      ],
    },
    {
      phase: "tangent",
      direction: 0,
      node: 2,
      tangent: 7,
      terms: [
        { edge: 2, sent: 6 },
        { edge: 3, sent: 1 },
      ],
    },
  ],
  directions: [{ seeds: { a: 1 }, derivative: 7 }],
  costs: { reverse: { passes: 1, multiplications: 2, additions: 2 }, forward: { passes: 1, multiplications: 2, additions: 2 } },
};
const schedule = buildSchedule(MOVED);
const records = recordsByName(RECORDS);
const told = (position: number, step: "contribution" | "phase" = "contribution"): string =>
  narrate({ schedule, records, program: SQUARE_PROGRAM }, position, step);

test("forward mode is a phase of its own after the backward pass", () => {
  assert.deepEqual(
    [0, 2, 3, 7, 8, 10].map((position) => phaseAt(schedule, position)),
    ["forward", "forward", "backward", "backward", "tangent", "tangent"],
  );
  assert.deepEqual([...schedule.boundaries.phase], [0, 2, 2 + 2 / 3, 7, 10]);
  assert.equal(badge(schedule, 7), "BACKWARD 5/5");
  assert.equal(badge(schedule, 9), "FORWARD MODE 2/3");
});

test("each direction is a phase and its frames are no one else's", () => {
  const twice: Graph = {
    ...MOVED,
    steps: [...MOVED.steps, ...MOVED.steps.slice(7).map((step) => ({ ...step, direction: 1 }))],
    directions: [MOVED.directions![0]!, { seeds: { b: 1 }, derivative: 7 }],
  };
  const { boundaries, passes } = buildSchedule(twice);
  assert.deepEqual([...boundaries.phase], [0, 2, 2 + 2 / 3, 7, 10, 13]);
  assert.deepEqual(
    passes.map(({ from, to }) => [from, to]),
    [
      [7, 10],
      [10, 13],
    ],
  );
  assert.ok(boundaries.level.includes(10));
});

test("cards show tangents as far as the pass has got, and gradients again before it", () => {
  const slope = (node: number, position: number) => {
    const { grad, slope: kind } = cardMoment(schedule, MOVED.nodes[node]!, position, 4);
    return [kind, grad!.text];
  };
  assert.deepEqual(slope(0, 7), ["gradient", "7"]);
  assert.deepEqual(slope(0, 8), ["tangent", "1"]);
  assert.deepEqual(slope(1, 8), ["tangent", "—"]);
  assert.deepEqual(slope(2, 10), ["tangent", "7"]);
});

test("wires carry slope times tangent, towards the output", () => {
  const { flow, label } = wireMoment(schedule, widthScales(schedule), MOVED.edges[2]!, 10, 4);
  assert.deepEqual([flow, label], ["tangent", "6"]);
  assert.equal(wireMoment(schedule, widthScales(schedule), MOVED.edges[2]!, 9, 4).flow, "idle");
});

test("every step of a pass is told as a dual number, and its end as what reverse mode found", () => {
  assert.equal(told(8), "Forward mode: `a` gets tangent 1, every other input 0; as a dual number it is `3 + 1ε`.");
  assert.equal(told(9), "`a*a` has tangent `3 × 1 + 3 × 1` = 6; as a dual number it is `9 + 6ε`.");
  assert.equal(
    told(10),
    "`y` has tangent `1 × 6 + 1 × 1` = 7, equal to the gradient of `a`. With a single input either mode takes one pass.",
  );
  assert.match(told(7), /Every gradient is complete\.$/);
});

test("many inputs take many passes, and a mistake in reverse mode is found out", () => {
  const many = buildSchedule({
    ...MOVED,
    costs: { ...MOVED.costs!, forward: { passes: 1337, multiplications: 1, additions: 1 } },
  });
  assert.match(
    narrate({ schedule: many, records, program: SQUARE_PROGRAM }, 10, "contribution"),
    /1,337 input elements: 1,337 forward passes or one in reverse/,
  );
  const broken = buildSchedule(breakGraph(MOVED, "overwrite"));
  assert.match(
    narrate({ schedule: broken, records, program: SQUARE_PROGRAM }, broken.length, "contribution"),
    /= 7, but reverse mode gives 3\./,
  );
});

test("practice asks for none of it, breakpoints stop at it, and a node is found in its pass", () => {
  const steps = questionsOf(schedule, SQUARE_PROGRAM, records, []).map(({ position }) => position);
  assert.ok(steps.length > 0 && steps.every((position) => position <= 7));
  assert.deepEqual(changesOf(schedule, [1]), [1, 4, 9]);
  assert.equal(jumpToNode(stateOf({ graph: MOVED, position: 8 }), 1).position, 9);
});

test("where forward mode is switched on or off the timeline stands at its beginning", () => {
  assert.equal(positionAfter(SQUARE, 7, MOVED), 7);
  assert.equal(positionAfter(MOVED, 10, SQUARE), 7);
  assert.equal(positionAfter(MOVED, 9, MOVED), 9);
  assert.equal(positionAfter(null, 9, MOVED), 9);
});

test("the key switches it on for the selected input, else for the first", () => {
  assert.deepEqual(movableNames(SQUARE), ["a"]);
  assert.deepEqual(toggleForwardMode(stateOf({ graph: SQUARE })), { directions: ["a"] });
  assert.deepEqual(toggleForwardMode(stateOf({ graph: SQUARE, directions: ["a"] })), { directions: [] });
});

/** What the page asks for beside the graph of a text that it has not shown before. */
const OF_A_NEW_TEXT = { partial: true, reading: true };

test("a direction whose name is gone is given up and the question asked again", async () => {
  const store = createStore(stateOf({ program: "y", directions: ["x"] }));
  const requests: unknown[] = [];
  const refused: Answer = {
    kind: "problems",
    problems: [{ code: "unknown-input", severity: "error", message: "", hint: null, span: null }],
  };
  const evaluator = createEvaluator(
    store,
    (request) => {
      requests.push(request);
      return { answer: Promise.resolve(refused), cancel: () => {} };
    },
    manualClock(),
  );
  evaluator.now();
  await new Promise((done) => setImmediate(done));
  assert.deepEqual(requests, [
    { program: "y", directions: [{ x: 1 }], ...OF_A_NEW_TEXT },
    { program: "y", ...OF_A_NEW_TEXT },
  ]);
});

test("an element that the program has no more is given up, and its own output asked for again", async () => {
  const store = createStore(stateOf({ program: "y", output: "y[3]" }));
  const requests: unknown[] = [];
  const refused: Answer = {
    kind: "problems",
    problems: [{ code: "unknown-output", severity: "error", message: "", hint: null, span: null }],
  };
  const evaluator = createEvaluator(
    store,
    (request) => {
      requests.push(request);
      return { answer: Promise.resolve(refused), cancel: () => {} };
    },
    manualClock(),
  );
  evaluator.now();
  await new Promise((done) => setImmediate(done));
  assert.deepEqual(requests, [
    { program: "y", output: "y[3]", ...OF_A_NEW_TEXT },
    { program: "y", ...OF_A_NEW_TEXT },
  ]);
  assert.equal(store.get().output, null);
});
