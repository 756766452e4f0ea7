import assert from "node:assert/strict";
import test from "node:test";
import { networkOf } from "../../../static/src/training/results/network.ts";
import { axesOf, type ChartContent } from "../../../static/src/view/training/pictures/chart_axes.ts";
import { besides } from "../../../static/src/view/training/pictures/network_pointing.ts";
import { chosenOf } from "../../../static/src/view/training/stage/plane_content.ts";

const NETWORK = networkOf(
  {
    "layer 1 · weights": [
      [1, 2],
      [3, 4],
    ],
    "layer 1 · biases": [0, 0],
    "layer 2 · weights": [[1], [2]],
    "layer 2 · biases": [0],
  },
  ["x", "y"],
)!;

const CHART: ChartContent = {
  curves: [
    {
      name: "loss",
      style: 0,
      points: [
        { step: 0, value: 100 },
        { step: 10, value: 1 },
      ],
    },
  ],
  step: 10,
  length: 10,
  isLogarithmic: true,
  flags: [],
};

test("an arrow key leads to a neuron beside, at the end of a shorter column to its last", () => {
  assert.deepEqual(besides(NETWORK, "ArrowDown", { column: 1, row: 0 }), { column: 1, row: 1 });
  assert.deepEqual(besides(NETWORK, "ArrowUp", { column: 1, row: 0 }), { column: 1, row: 0 });
  assert.deepEqual(besides(NETWORK, "ArrowRight", { column: 1, row: 1 }), { column: 2, row: 0 });
  assert.equal(besides(NETWORK, "a", { column: 1, row: 1 }), null);
});

test("a logarithmic axis has its lines at powers of ten, and draws nothing that is not above 0", () => {
  const axes = axesOf(CHART, {}, { width: 320, height: 132 });
  assert.ok(axes.ticks.length >= 2);
  assert.ok(axes.ticks.every((value) => Number.isInteger(Math.log10(value))));
  assert.deepEqual(
    [1, 0, Number.NaN].map((value) => axes.isDrawable({ step: 0, value })),
    [true, false, false],
  );
});

test("a place across is a step of the run, and a value beyond the axis is drawn at its end", () => {
  const axes = axesOf({ ...CHART, isLogarithmic: false }, { end: 1 }, { width: 320, height: 132 });
  assert.deepEqual([axes.stepAt(50), axes.stepAt(310), axes.stepAt(9999), axes.stepAt(0)], [0, 10, 10, 0]);
  assert.deepEqual([axes.within(1e9), axes.within(-1e9)], [4, 118]);
});

test("the example that is looked at is found among the points that are drawn, where it still is", () => {
  const examples = {
    inputs: [
      [1, 2],
      [3, 4],
    ],
    targets: [0, 1],
  };
  const drawn = { inputs: [[3, 4]], targets: [1] };
  assert.deepEqual(
    [chosenOf(1, examples, null), chosenOf(1, examples, drawn), chosenOf(0, examples, drawn), chosenOf(null, examples, drawn)],
    [1, 0, null, null],
  );
});
