/**
 * What every neuron of a network says over the plane of two features (or along one): the forward pass of the page, for pictures only. It is
 * computed here because the parameters of each moment have arrived anyway; the server's predictions check it in the tests. Knows no DOM.
 */
import { say } from "../../messages/messages.ts";
import { formatNumber } from "../../text/format.ts";
import type { MlpModel, Parameters, Started, WeightPlace } from "../types.ts";
import { type Columns, inputNames, modelInputs } from "./features.ts";
import { frozenIn } from "./freezing.ts";
import { type Layer, layersOf } from "./network.ts";

/** A neuron by its layer, from 1, and its place there, as the network draws it. */
export interface NeuronPlace {
  readonly column: number;
  readonly row: number;
}

const sigmoid = (value: number): number => 1 / (1 + Math.exp(-value));

const ACTIVATIONS: Readonly<Record<string, (value: number) => number>> = {
  linear: (value) => value,
  relu: (value) => (value > 0 ? value : 0),
  leaky_relu: (value) => (value > 0 ? value : 0.01 * value),
  tanh: Math.tanh,
  sigmoid,
  softplus: (value) => (value > 0 ? value + Math.log1p(Math.exp(-value)) : Math.log1p(Math.exp(value))),
  silu: (value) => value * sigmoid(value),
  elu: (value) => (value > 0 ? value : Math.expm1(value)),
};

/** The names of the layers' activations; null where one of them is not known here, or there are no layers. */
function activationsOf({ request }: Pick<Started, "request">, count: number): readonly string[] | null {
  const { model } = request;
  if (model.kind === "logistic") return ["sigmoid"];
  if (model.kind !== "mlp") return null;
  const { activation = "tanh", last = null } = model as MlpModel;
  const names = Array.from({ length: count }, (_, index) => (index === count - 1 ? (last ?? activation) : activation));
  return names.every((name) => name in ACTIVATIONS) ? names : null;
}

function forward(layers: readonly Layer[], names: readonly string[], inputs: Columns): readonly Columns[] {
  let values = inputs;
  return layers.map(({ weights, biases }, index) => {
    const activate = ACTIVATIONS[names[index]!]!;
    values = biases.map((bias, neuron) => {
      const sums = new Float64Array(values[0]!.length).fill(bias);
      for (const [from, row] of weights.entries()) {
        const weight = row[neuron]!;
        const column = values[from]!;
        for (let place = 0; place < sums.length; place += 1) sums[place]! += weight * column[place]!;
      }
      return sums.map(activate);
    });
    return values;
  });
}

export interface NeuronMaps {
  readonly columns: number;
  readonly rows: number;
  /** By layer, then by neuron: values in the middle of each cell, row by row from below. */
  readonly layers: readonly Columns[];
}

/** null where there are more than two features, no network, or an activation that only the server knows. */
export function neuronMaps(parameters: Parameters, started: Started, cells: number): NeuronMaps | null {
  const { bounds } = started;
  const layers = layersOf(parameters);
  const names = activationsOf(started, layers.length);
  if (bounds === null || names === null || layers[0]?.weights.length !== inputNames(started).length) return null;
  const middle = (axis: number, place: number): number =>
    bounds[axis]![0] + ((place + 0.5) * (bounds[axis]![1] - bounds[axis]![0])) / cells;
  const rows = bounds.length === 1 ? 1 : cells;
  const places = Array.from({ length: rows * cells }, (_, index) => index);
  const inputs = [places.map((index) => middle(0, index % cells))];
  if (bounds.length === 2) inputs.push(places.map((index) => middle(1, Math.floor(index / cells))));
  const columns = modelInputs(
    inputs.map((values) => Float64Array.from(values)),
    started,
  );
  if (columns === null) return null;
  return { columns: cells, rows, layers: forward(layers, names, columns) };
}

/** One neuron's values as rows from below. */
export function gridOf({ columns, rows, layers }: NeuronMaps, { column, row }: NeuronPlace): number[][] | null {
  const values = layers[column - 1]?.[row];
  if (!values) return null;
  return Array.from({ length: rows }, (_, up) => Array.from(values.subarray(up * columns, (up + 1) * columns)));
}

export interface NeuronFacts {
  /** `tanh(1.2·x − 0.4·y + 0.1)` */
  readonly equation: string;
  /** The part of the examples for which it gives no slope: 0 of a relu, all but flat of the others; null of a linear one. */
  readonly idle: number | null;
  readonly kind: "dead" | "saturated" | null;
}

/** Beyond this a tanh passes on less than a twentieth of its gradient: 1 − 0.975² = 0.049. */
const FLAT_TANH = 0.975;
/** The same of a sigmoid: 4 · 0.0125 · 0.9875 = 0.049 of its steepest slope. */
const FLAT_SIGMOID = 0.0125;

const IDLE: Readonly<Record<string, (value: number) => boolean>> = {
  relu: (value) => value === 0,
  tanh: (value) => Math.abs(value) > FLAT_TANH,
  sigmoid: (value) => Math.min(value, 1 - value) < FLAT_SIGMOID,
};

/** One number that a neuron adds up with: a weight by where it comes from, or its bias. */
export interface NeuronWeight {
  readonly label: string;
  readonly place: WeightPlace;
  readonly value: number;
}

/** The weights of a neuron and its bias, each with its place among the parameters; empty where they are no network's. */
export function neuronWeights(parameters: Parameters, started: Started, { column, row }: NeuronPlace): NeuronWeight[] {
  const layer = layersOf(parameters)[column - 1];
  if (layer?.biases[row] === undefined) return [];
  const isLogistic = "w[0]" in parameters;
  const weights = layer.weights.map((values, from) => ({
    label: column === 1 ? inputNames(started)[from]! : `n${from + 1}`,
    place: isLogistic ? { parameter: `w[${from}]`, path: [] } : { parameter: `${layer.name} · weights`, path: [from, row] },
    value: values[row]!,
  }));
  const bias = isLogistic ? { parameter: "b", path: [] } : { parameter: `${layer.name} · biases`, path: [row] };
  return [...weights, { label: say("bias"), place: bias, value: layer.biases[row] }];
}

/** For every neuron which of its weights are frozen, as `neuronWeights` lists them; null where none is anywhere. */
export function frozenWeights(parameters: Parameters, started: Started): ((place: NeuronPlace) => readonly boolean[]) | null {
  if (!started.request.frozen?.length) return null;
  const isFrozen = frozenIn(started.request, started);
  return (place) => neuronWeights(parameters, started, place).map((weight) => isFrozen(weight.place));
}

/** The numbers of the examples, or of the first so many, by column. */
function columnsOf({ examples, features }: Started, most = Infinity): Columns {
  const inputs = examples.inputs.slice(0, most);
  return features.map((_, axis) => Float64Array.from(inputs, (example) => example[axis]!));
}

/** As many examples as show how often a neuron is idle. */
const IDLE_EXAMPLES = 300;

/** By hidden layer, for each neuron the share of examples for which it gives no slope; null where `neuronMaps` has none, or no such kind. */
export function idleShares(parameters: Parameters, started: Started): readonly (readonly number[])[] | null {
  const layers = layersOf(parameters).slice(0, -1);
  const names = activationsOf(started, layers.length + 1)?.slice(0, -1);
  if (!names?.every((name) => name in IDLE) || layers.length === 0) return null;
  const features = modelInputs(columnsOf(started, IDLE_EXAMPLES), started);
  if (features === null) return null;
  return forward(layers, names, features).map((neurons, index) =>
    neurons.map((values) => values.filter(IDLE[names[index]!]!).length / values.length),
  );
}

/** What there is to say of a neuron; null where `neuronMaps` has none. */
export function neuronFacts(parameters: Parameters, started: Started, { column, row }: NeuronPlace): NeuronFacts | null {
  const layers = layersOf(parameters);
  const names = activationsOf(started, layers.length);
  const layer = layers[column - 1];
  if (names === null || !layer || layer.biases[row] === undefined) return null;
  const features = modelInputs(columnsOf(started), started);
  if (features === null) return null;
  const name = names[column - 1]!;
  const values = forward(layers.slice(0, column), names, features)[column - 1]![row]!;
  const isIdle = IDLE[name];
  const froms = column === 1 ? inputNames(started) : layer.weights.map((_, from) => `n${from + 1}`);
  const terms = layer.weights.map((weights, from) => ({ weight: weights[row]!, name: froms[from]! }));
  const sum = [...terms.map(({ weight, name: from }) => [weight, `·${from}`] as const), [layer.biases[row], ""] as const]
    .map(([number, suffix], index) => {
      const size = `${formatNumber(Math.abs(number), 3)}${suffix}`;
      if (index === 0) return number < 0 ? `−${size}` : size;
      return `${number < 0 ? "−" : "+"} ${size}`;
    })
    .join(" ");
  return {
    equation: name === "linear" ? sum : `${name}(${sum})`,
    idle: isIdle && values.length > 0 ? values.filter(isIdle).length / values.length : null,
    kind: isIdle ? (name === "relu" ? "dead" : "saturated") : null,
  };
}
