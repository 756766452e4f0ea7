import assert from "node:assert/strict";
import test from "node:test";
import { gridOf, neuronFacts, neuronMaps, neuronWeights } from "../../../static/src/training/results/neurons.ts";
import { OPTIONS, REQUEST, startedOf } from "../support/training_events.ts";

/** A network of 2-2-1 neurons, and what the engine's `MatrixMLP` makes of four points with each activation, inputs standardized. */
const PARAMETERS = {
  "layer 1 · weights": [
    [-0.524, 0.208],
    [0.088, 0.251],
  ],
  "layer 1 · biases": [-0.26, -0.869],
  "layer 2 · weights": [[-0.974], [0.675]],
  "layer 2 · biases": [-0.481],
};
const OUTPUTS: Readonly<Record<string, readonly number[]>> = {
  linear: [-1.223436, -0.8980480000000002, -0.721158, -0.39576999999999996],
  relu: [-0.481, -0.481, -0.721158, -0.39576999999999996],
  leaky_relu: [-0.48842436, -0.48517047999999996, -0.721158, -0.39576999999999996],
  tanh: [-0.9650022437500116, -0.7002079859273902, -0.7000433417421112, -0.4061137092738999],
  sigmoid: [-0.7936894256546358, -0.7180493283534042, -0.6891337392133032, -0.6098714387320668],
  softplus: [-0.9411433385722258, -0.8107148944681837, -0.8252367188224121, -0.6370811352405501],
  silu: [-0.6286579618959354, -0.5267033135914685, -0.634559052813126, -0.42141769486917313],
  elu: [-0.8772519478660441, -0.6495014440622588, -0.721158, -0.39576999999999996],
};

const started = (activation: string, last: string | null = "linear") =>
  startedOf({
    request: { ...REQUEST, model: { kind: "mlp", layers: [2, 1], activation, last } },
    bounds: [
      [-1, 1],
      [-3, 3],
    ],
    standardized: { mean: [0.5, -1], scale: [2, 0.5] },
  });

test("every neuron's map is the engine's, from the lowest row up", () => {
  for (const [activation, outputs] of Object.entries(OUTPUTS)) {
    const maps = neuronMaps(PARAMETERS, started(activation), 2)!;
    const grid = gridOf(maps, { column: 2, row: 0 })!.flat();
    for (const [place, value] of outputs.entries()) assert.ok(Math.abs(grid[place]! - value) < 1e-12, `${activation} ${place}`);
    assert.equal(gridOf(maps, { column: 1, row: 1 })!.flat().length, 4);
    assert.equal(gridOf(maps, { column: 3, row: 0 }), null);
  }
});

test("a neuron that is given features is drawn over the points' own numbers, and named by its features", () => {
  const [mean, scale] = [
    [1, -0.5, 0.25],
    [2, 0.5, 4],
  ];
  const given = startedOf({
    request: { ...REQUEST, features: ["x^2", "x*y", "sin(y)"], model: { kind: "mlp", layers: [1], activation: "linear" } },
    inputs: [OPTIONS.features[2]!, OPTIONS.features[3]!, OPTIONS.features[4]!],
    examples: { inputs: [[0.5, 2]], targets: [0] },
    bounds: [
      [-1, 1],
      [-3, 3],
    ],
    standardized: { mean: mean!, scale: scale! },
  });
  const parameters = { "layer 1 · weights": [[0.5], [-2], [3]], "layer 1 · biases": [0.1] };
  const at = (x: number, y: number): number =>
    0.1 + 0.5 * ((x * x - 1) / 2) - 2 * ((x * y + 0.5) / 0.5) + 3 * ((Math.sin(y) - 0.25) / 4);
  const values = gridOf(neuronMaps(parameters, given, 2)!, { column: 1, row: 0 })!.flat();
  const places = [at(-0.5, -1.5), at(0.5, -1.5), at(-0.5, 1.5), at(0.5, 1.5)];
  for (const [place, value] of places.entries()) assert.ok(Math.abs(values[place]! - value) < 1e-12, `${place}`);
  assert.equal(neuronFacts(parameters, given, { column: 1, row: 0 })!.equation, "0.5·x² − 2·x·y + 3·sin y + 0.1");
  assert.deepEqual(
    neuronWeights(parameters, given, { column: 1, row: 0 }).map(({ label }) => label),
    ["x²", "x·y", "sin y", "bias"],
  );
  const unknown = { ...given, inputs: [{ title: "?", operation: "gamma", columns: [0] }] };
  assert.equal(neuronMaps({ ...parameters, "layer 1 · weights": [[1]] }, unknown, 2), null);
});

test("there are no maps of what cannot be drawn, or of an activation that only the server knows", () => {
  assert.equal(neuronMaps(PARAMETERS, started("gelu"), 2), null);
  assert.equal(neuronMaps(PARAMETERS, startedOf({ bounds: null }), 2), null);
  assert.equal(neuronMaps({ w: 1, b: 2 }, started("tanh"), 2), null);
});

test("a neuron is told by its equation, and by the points for which it passes nothing on", () => {
  const parameters = {
    "layer 1 · weights": [
      [1, -2],
      [0.5, -20],
    ],
    "layer 1 · biases": [-0.25, -1],
    "layer 2 · weights": [[3], [-4]],
    "layer 2 · biases": [0.5],
  };
  const plain = (activation: string) =>
    startedOf({ request: { ...REQUEST, model: { kind: "mlp", layers: [2, 1], activation, last: "linear" } } });
  assert.deepEqual(neuronFacts(parameters, plain("relu"), { column: 1, row: 0 }), {
    equation: "relu(1·x + 0.5·y − 0.25)",
    idle: 0.25,
    kind: "dead",
  });
  assert.equal(neuronFacts(parameters, plain("relu"), { column: 1, row: 1 })!.idle, 1, "dead for every point");
  const saturated = neuronFacts(parameters, plain("tanh"), { column: 1, row: 1 })!;
  assert.deepEqual([saturated.kind, saturated.idle], ["saturated", 0.75]);
  assert.deepEqual(neuronFacts(parameters, plain("relu"), { column: 2, row: 0 }), {
    equation: "3·n1 − 4·n2 + 0.5",
    idle: null,
    kind: null,
  });
});
