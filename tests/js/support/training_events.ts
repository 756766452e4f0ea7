/** Runs and options for the unit tests of the studio: a short run as the server tells it, and just enough to choose from. */
import type { Moment, Options, Progress, Setting, Started, TrainingRequest } from "../../../static/src/training/types.ts";

export const REQUEST: TrainingRequest = {
  data: { name: "moons", count: 4, noise: 0.1, seed: 1 },
  model: { kind: "mlp", layers: [2, 1], activation: "tanh", last: "linear", seed: 0 },
  loss: "hinge",
  optimizer: { name: "sgd", learning_rate: 1 },
  steps: 10,
};

export function startedOf(rest: Partial<Started> = {}): Started {
  return {
    id: "one",
    request: REQUEST,
    features: ["x", "y"],
    classes: 2,
    examples: {
      inputs: [
        [0, 0],
        [1, 1],
        [0, 1],
        [1, 0],
      ],
      targets: [0, 0, 1, 1],
    },
    held_out: null,
    layers: ["layer 1", "layer 2"],
    parameters: [],
    parameter_count: 9,
    bounds: [
      [-1, 2],
      [-1, 2],
    ],
    keep_every: 1,
    watch_every: 1,
    class_names: null,
    learning_rates: [1, 1],
    boundary: 0,
    ...rest,
  };
}

export function progressOf(step: number, rest: Partial<Progress> = {}): Progress {
  return {
    step,
    loss: 1 / (step + 1),
    learning_rate: 1,
    gradient_norm: 1,
    accuracy: 0.5,
    gradient_norms: null,
    update_ratios: null,
    held_out_loss: null,
    held_out_accuracy: null,
    ...rest,
  };
}

export function momentOf(step: number, rest: Partial<Moment> = {}): Moment {
  return { step, parameters: {}, regions: null, predictions: null, ...rest };
}

const number = (name: string, value: number, kind: "real" | "whole" = "real") => ({
  name,
  title: name.replaceAll("_", " "),
  meaning: name,
  low: 0,
  high: null,
  default: value,
  kind,
});

const setupOf = (loss: string, outputs: number): Setting => ({
  model: { kind: "mlp", layers: [8, outputs], activation: "tanh", last: "linear", seed: 0 },
  loss,
  optimizer: { name: "adam", learning_rate: 0.1 },
  standardize: true,
  endless: true,
});

const sketch = { inputs: [[0, 0]], targets: [0] };

export const OPTIONS: Options = {
  features: [
    { name: "x", title: "x", operation: null, columns: [0] },
    { name: "y", title: "y", operation: null, columns: [1] },
    { name: "x^2", title: "x²", operation: "square", columns: [0] },
    { name: "x*y", title: "x·y", operation: "multiply", columns: [0, 1] },
    { name: "sin(y)", title: "sin y", operation: "sin", columns: [1] },
  ],
  datasets: [
    {
      name: "moons",
      title: "Moons",
      sentence: "",
      sketch,
      features: ["x", "y"],
      classes: 2,
      setup: setupOf("hinge", 1),
      numbers: [number("count", 100, "whole"), number("noise", 0.1), number("seed", 0, "whole")],
    },
    {
      name: "blobs",
      title: "Blobs",
      sentence: "",
      sketch,
      features: ["x", "y"],
      classes: 3,
      setup: setupOf("cross_entropy", 3),
      numbers: [number("count", 90, "whole"), number("seed", 0, "whole")],
    },
    {
      name: "sine",
      title: "Sine",
      sentence: "",
      sketch,
      features: ["x"],
      classes: null,
      setup: setupOf("mean_squared_error", 1),
      numbers: [number("count", 500, "whole")],
    },
  ],
  activations: ["relu", "tanh", "sigmoid", "linear"],
  losses: [
    { name: "hinge", title: "Hinge", sentence: "", encoding: "sign", of_numbers: false },
    { name: "mean_squared_error", title: "Squared", sentence: "", encoding: "sign", of_numbers: true },
    { name: "binary_cross_entropy", title: "Cross-entropy", sentence: "", encoding: "probability", of_numbers: false },
    { name: "cross_entropy", title: "Of several", sentence: "", encoding: "one-hot", of_numbers: false },
  ],
  optimizers: [
    { name: "sgd", title: "SGD", sentence: "", numbers: [number("learning_rate", 0.01), number("momentum", 0)] },
    { name: "adam", title: "Adam", sentence: "", numbers: [number("learning_rate", 0.001), number("beta1", 0.9)] },
  ],
  schedules: [{ name: "constant", title: "Constant", sentence: "", numbers: [] }],
  pitfalls: [{ name: "wrong-sign", title: "Wrong sign", sentence: "It climbs." }],
  setups: { two: setupOf("hinge", 1), several: setupOf("cross_entropy", 3), numbers: setupOf("mean_squared_error", 1) },
  presets: [{ name: "small", title: "Small", sentence: "", expected: "", request: REQUEST }],
  limits: { max_training_steps: 1000, max_input_step_size: 1000, max_input_steps: 200 },
};
