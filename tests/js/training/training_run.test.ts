import assert from "node:assert/strict";
import test from "node:test";
import { formatNumber } from "../../../static/src/text/format.ts";
import {
  curvesOf,
  layerCurves,
  needsLogarithm,
  rangeOf,
  thinned,
  tickTexts,
  valueOn,
} from "../../../static/src/training/results/curves.ts";
import { describeRun, durationText, logLine, logText } from "../../../static/src/training/results/log.ts";
import { networkOf, strongest } from "../../../static/src/training/results/network.ts";
import { areasOf, classOf, sampled, sharesOf } from "../../../static/src/training/results/regions.ts";
import {
  advance,
  isOver,
  measuredStep,
  nearestMoment,
  placeShown,
  progressAt,
  type Run,
} from "../../../static/src/training/run.ts";
import { keptMoment } from "../../../static/src/training/shown.ts";
import type { RunEvent } from "../../../static/src/training/types.ts";
import { momentOf, progressOf, startedOf } from "../support/training_events.ts";

function runOf(...events: RunEvent[]): Run {
  return [{ type: "started", data: startedOf() } as RunEvent, ...events].reduce<Run | null>(advance, null)!;
}

const progress = (...steps: number[]): RunEvent => ({
  type: "progress",
  data: { steps: steps.map((step) => progressOf(step)), seconds_left: 3 },
});
const moment = (step: number): RunEvent => ({ type: "moment", data: momentOf(step) });

test("a run grows with its events, and each event makes a new run", () => {
  const before = runOf(moment(0), progress(0, 1));
  const after = advance(before, progress(2))!;
  assert.deepEqual([before.stepCount, after.stepCount, after.momentCount, after.secondsLeft], [2, 3, 1, 3]);
  assert.notEqual(before, after);
});

test("events that were told before a line broke change nothing", () => {
  const run = runOf(
    moment(0),
    progress(0, 1, 2),
    { type: "started", data: startedOf({ gap: true }) },
    moment(0),
    progress(1, 2, 3),
  );
  assert.deepEqual(
    run.steps.map(({ step }) => step),
    [0, 1, 2, 3],
  );
  assert.equal(run.momentCount, 1);
});

test("another run begins from nothing", () => {
  const run = advance(runOf(progress(0, 1)), { type: "started", data: startedOf({ id: "two" }) })!;
  assert.deepEqual([run.stepCount, run.state], [0, "running"]);
});

test("events without a beginning are left alone", () => {
  assert.equal(advance(null, progress(0)), null);
});

test("a finished run is over, and its last model is its last moment", () => {
  const run = runOf(moment(0), progress(0), {
    type: "finished",
    data: { ...momentOf(1), loss: 0.5, accuracy: 1, held_out_loss: null, held_out_accuracy: null },
  });
  assert.ok(isOver(run));
  assert.equal(placeShown(run, null), 1);
  assert.equal(placeShown(run, 0), 0);
});

test("the numbers at a moment are the last ones told up to it", () => {
  const run = runOf(progress(0, 5, 10));
  assert.deepEqual(
    [0, 4, 5, 99].map((step) => progressAt(run, step)?.step),
    [0, 0, 5, 10],
  );
  assert.equal(progressAt(run, -1), undefined);
});

test("any step leads to the kept moment nearest to it; a kept run stands at the last one up to it", () => {
  const run = runOf(moment(0), moment(4), moment(8));
  assert.deepEqual(
    [0, 3, 5, 100].map((step) => nearestMoment(run, step)),
    [0, 1, 1, 2],
  );
  assert.deepEqual(
    [0, 3, 4, 100].map((step) => keptMoment(run, step)?.step),
    [0, 0, 4, 8],
  );
});

test("a log line is what the originals print", () => {
  assert.equal(logLine(progressOf(10, { loss: 0.1978, accuracy: 0.98 })), "step 10 loss 0.1978, accuracy 98.0%");
  assert.equal(
    logLine(progressOf(0, { loss: 0.895844102868, accuracy: 0.5 }), true),
    "step 0 loss 0.895844102868, accuracy 50.0%",
  );
  assert.equal(logLine(progressOf(3, { loss: "NaN", accuracy: null })), "step 3 loss nan");
  assert.equal(
    logLine(progressOf(3, { accuracy: null, loss: 2, held_out_loss: 0.5, held_out_accuracy: 0.9 })),
    "step 3 loss 2, held out 0.5, 90.0%",
  );
});

test("the whole log has a line for each step", () => {
  assert.equal(
    logText(runOf(progress(0, 1)))
      .trim()
      .split("\n").length,
    2,
  );
});

test("a sentence says where the run stands", () => {
  assert.match(describeRun(runOf(moment(0)), null), /Before the first of 10 steps/);
  assert.equal(describeRun(runOf(moment(0), progress(0, 1), moment(1)), null), "Step 1 of 10: loss 0.5, 50 % right.");
  assert.match(
    describeRun(runOf(progress(0), { type: "diverged", data: { began: 4, problem: null as never, suggestion: null } }), null),
    /from step 4 on/,
  );
});

test("numbers of before a change are told as such, and the charts stand at their step", () => {
  const run = runOf(moment(0), progress(0), moment(1));
  const edit = { place: { parameter: "weights", path: [0] }, before: 1, after: 3 };
  const edited = { ...run, setups: [...run.setups, { step: 1, started: run.started, edit }] };
  assert.equal(describeRun(edited, null), "Step 1 of 10; at step 0, before the change: loss 1, 50 % right.");
  assert.deepEqual([measuredStep(run, 1), measuredStep(edited, 1), measuredStep(edited, 0)], [1, 0, 0]);
  const grown = advance(edited, progress(1, 1))!;
  assert.equal(measuredStep(grown, 1), 1);
});

test("time left is told as people tell it", () => {
  assert.deepEqual([0.2, 8.4, 80].map(durationText), ["under a second", "8 s", "1 min 20 s"]);
});

test("thinning keeps the ends and every spike", () => {
  const points = Array.from({ length: 5000 }, (_, step) => ({
    step,
    value: step === 1234 ? 50 : step === 4321 ? -50 : Math.sin(step),
  }));
  const kept = thinned(points, 300);
  assert.ok(kept.length <= 302);
  assert.equal(kept[0]!.step, 0);
  assert.equal(kept.at(-1)!.step, 4999);
  assert.ok(kept.some(({ value }) => value === 50) && kept.some(({ value }) => value === -50));
  assert.deepEqual(
    kept.map(({ step }) => step),
    kept.map(({ step }) => step).toSorted((one, other) => one - other),
  );
});

test("one spike at the start does not press the rest of a curve flat", () => {
  const points = [
    { step: 0, value: 1e6 },
    ...Array.from({ length: 99 }, (_, index) => ({ step: index + 1, value: 1 + index / 100 })),
  ];
  const [low, high] = rangeOf([{ name: "loss", points, style: 0 }], false);
  assert.ok(low >= 0 && high < 10);
});

test("a loss that runs away is drawn whole, on a logarithmic axis; one that falls from a spike is not", () => {
  const curve = (...values: number[]) => ({ name: "loss", points: values.map((value, step) => ({ step, value })), style: 0 });
  assert.ok(needsLogarithm([curve(0.9, 1.2, 1e8)]));
  assert.ok(needsLogarithm([curve(0.9, 0.5), curve(1, 2e4, Infinity)]));
  assert.ok(!needsLogarithm([curve(1e6, 1, 0.9)]));
  assert.ok(!needsLogarithm([curve(0, 1, 1e8)]));
});

test("a logarithmic axis leaves out what has no logarithm, and a curve of nothing has an axis all the same", () => {
  const points = [
    { step: 0, value: 0 },
    { step: 1, value: 0.01 },
    { step: 2, value: NaN },
    { step: 3, value: 10 },
  ];
  const [low, high] = rangeOf([{ name: "loss", points, style: 0 }], true);
  assert.ok(low > 0 && low <= 0.01 && high >= 10);
  assert.deepEqual(rangeOf([], true), [0.001, 1]);
});

test("curves have what was computed and leave out what was not", () => {
  const run = runOf({
    type: "progress",
    data: {
      steps: [progressOf(0, { held_out_loss: 2 }), progressOf(1), progressOf(2, { held_out_loss: 1 })],
      seconds_left: null,
    },
  });
  const [learnt, heldOut] = curvesOf(run, "loss");
  assert.equal(learnt!.points.length, 3);
  assert.deepEqual(heldOut!.points, [
    { step: 0, value: 2 },
    { step: 2, value: 1 },
  ]);
  assert.equal(valueOn(heldOut!, 1), 2);
  assert.equal(valueOn(heldOut!, -1), null);
});

test("layers come in the order of the network, each with a way of its own to be drawn", () => {
  const run = runOf({
    type: "progress",
    data: { steps: [progressOf(0, { gradient_norms: { "layer 2": 2, "layer 1": 1 } })], seconds_left: null },
  });
  assert.deepEqual(
    layerCurves(run, "gradient_norms").map(({ name, style, points }) => [name, style, points[0]!.value]),
    [
      ["layer 1", 0, 1],
      ["layer 2", 1, 2],
    ],
  );
});

test("areas of one side lie within one another, and both sides mirror each other", () => {
  const areas = areasOf(
    [
      [-2, -0.1],
      [0.3, 5],
    ],
    "sign",
    0,
    2,
  );
  const covered = (target: number): number[] =>
    areas
      .filter((area) => area.target === target)
      .map(({ values, threshold }) => values.filter((value) => value >= threshold).length);
  assert.deepEqual(covered(0), [2, 1, 1, 1, 1]);
  assert.deepEqual(covered(1), [2, 2, 1, 1, 1]);
});

test("without degrees of certainty each side is one area, with the same boundary", () => {
  const grid = [
    [-3, -0.1],
    [0.1, 3],
  ];
  const areas = areasOf(grid, "sign", 0, 2, true);
  assert.deepEqual(
    areas.map(({ target, threshold }) => [target, threshold]),
    [
      [0, 0],
      [1, 0],
    ],
  );
  assert.deepEqual(areas[1]!.values, [-3, -0.1, 0.1, 3]);
});

test("probabilities part at a half; several classes have an area each", () => {
  assert.deepEqual(
    [0.4, 0.5, 0.6].map((value) => classOf(value, 0.5)),
    [0, 0, 1], // on the boundary it is class 0, as for the losses of the engine
  );
  const grid = Array.from({ length: 9 }, () => [0, 0, 0, 1, 1, 1, 2, 2, 2]);
  const areas = areasOf(grid, "one-hot", null, 3);
  assert.deepEqual(
    areas.map(({ target, values }) => [target, values.filter((value) => value >= 0.5).length]),
    [
      [0, 27],
      [1, 27],
      [2, 27],
    ],
  );
  assert.deepEqual(
    sharesOf(
      [
        [0, 1],
        [2, 2],
      ],
      null,
      3,
    ),
    [0.25, 0.25, 0.5],
  );
});

test("a picture in numbers has the cells' middles, the top row first", () => {
  const { across, up, values } = sampled(
    [
      [1, 2],
      [3, 4],
    ],
    [
      [0, 4],
      [0, 2],
    ],
    9,
  );
  assert.deepEqual(
    [across, up, values],
    [
      [1, 3],
      [1.5, 0.5],
      [
        [3, 4],
        [1, 2],
      ],
    ],
  );
  assert.deepEqual(sampled([[0, 1, 2, 3, 4, 5, 6, 7, 8]], [[0, 9]], 3), { across: [1.5, 4.5, 7.5], up: [], values: [[1, 4, 7]] });
});

test("a model that predicts no numbers is drawn on neither side, without an error", () => {
  const areas = areasOf(
    [
      ["NaN", "Infinity"],
      ["-Infinity", 1],
    ],
    "sign",
    0,
    2,
  );
  assert.ok(areas.every(({ values }) => values.every(Number.isFinite)));
});

test("a network is read off the names of its parameters", () => {
  const network = networkOf(
    {
      "layer 1 · weights": [
        [1, 2, 3],
        [4, 5, 6],
      ],
      "layer 1 · biases": [0, 0, 1],
      "layer 2 · weights": [[7], [8], [9]],
      "layer 2 · biases": [0.5],
    },
    ["x", "y"],
  )!;
  assert.deepEqual(network.sizes, [2, 3, 1]);
  assert.deepEqual(network.weights.find(({ column, from, to }) => column === 0 && from === 1 && to === 2)?.value, 6);
  assert.equal(network.neurons.at(-1)!.name, "output");
  const logistic = networkOf({ "w[0]": -1, "w[1]": 1, b: 2 }, ["x", "y"])!;
  assert.deepEqual([logistic.sizes, logistic.neurons.at(-1)!.bias], [[2, 1], 2]);
  assert.equal(networkOf({ w1: 1.7, w2: 0.2 }, ["x"]), null);
});

test("of too many weights the strongest are drawn", () => {
  const weights = Array.from({ length: 100 }, (_, to) => ({ column: 0, from: 0, to, value: -to }));
  assert.deepEqual(
    strongest(weights, 2).map(({ value }) => value),
    [-98, -99],
  );
});

test("an axis whose numbers differ in digits that are not written has distances from the first", () => {
  assert.deepEqual(tickTexts([0.5, 1, 1.5], formatNumber), ["0.5", "1", "1.5"]);
  const close = tickTexts([0.89312, 0.89312 + 1e-9, 0.89312 + 2e-9], formatNumber);
  assert.equal(close[0], "0.8931");
  assert.equal(new Set(close).size, 3);
  assert.match(close[2]!, /^\+2(\.0)?e−9$/);
  assert.deepEqual(tickTexts([], formatNumber), []);
});
