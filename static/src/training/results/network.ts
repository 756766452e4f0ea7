/**
 * A network as columns of neurons and the weights between them, read off the parameters' names: layers of matrices (`layer 1 · weights`),
 * or the single neuron of a logistic regression (`w[0]`, `b`). Knows no DOM.
 */
import type { Value } from "../../core/types.ts";
import { say } from "../../messages/messages.ts";
import { flatten, shapeOf } from "../../text/format.ts";
import type { Parameters, WeightPlace } from "../types.ts";

export interface Neuron {
  /** 0 holds the features. */
  readonly column: number;
  readonly row: number;
  readonly name: string;
  readonly bias: number | null;
}

export interface Weight {
  readonly column: number;
  /** Rows in `column` and in the next one. */
  readonly from: number;
  readonly to: number;
  readonly value: number;
}

export interface Network {
  /** Neurons by column. */
  readonly sizes: readonly number[];
  readonly neurons: readonly Neuron[];
  readonly weights: readonly Weight[];
}

const LAYER = /^(layer \d+) · weights$/;

export interface Layer {
  readonly name: string;
  /** By input, then by neuron. */
  readonly weights: readonly (readonly number[])[];
  readonly biases: readonly number[];
}

function matrix(value: Value): number[][] {
  const [rows = 1, columns = 1] = shapeOf(value);
  const numbers = flatten(value);
  return Array.from({ length: rows }, (_, row) => numbers.slice(row * columns, (row + 1) * columns));
}

export function layersOf(parameters: Parameters): Layer[] {
  const names = Object.keys(parameters).flatMap((name) => LAYER.exec(name)?.[1] ?? []);
  if (names.length > 0)
    return names.map((name) => ({
      name,
      weights: matrix(parameters[`${name} · weights`]!),
      biases: flatten(parameters[`${name} · biases`] ?? []),
    }));
  const weights = Object.keys(parameters).filter((name) => /^w\[\d+\]$/.test(name));
  if (weights.length === 0 || parameters.b === undefined) return [];
  return [{ name: "neuron", weights: weights.map((name) => [Number(parameters[name])]), biases: [Number(parameters.b)] }];
}

const PARTS: Readonly<Record<string, () => string>> = {
  weights: () => say("parameter-weights"),
  biases: () => say("parameter-biases"),
};

const NUMBERED: Readonly<Record<string, (number: number) => string>> = {
  layer: (number) => say("parameter-layer", { number }),
  neuron: (number) => say("parameter-neuron", { number }),
};

/** The server's name of a layer, a neuron or a parameter in the words of the page: `layer 1 · weights`. Names of a program stay as they are. */
export function parameterName(name: string): string {
  return name
    .split(" · ")
    .map((part, _, { length }) => {
      const [, kind = "", number] = /^(\w+) (\d+)$/.exec(part) ?? [];
      if (kind in NUMBERED) return NUMBERED[kind]!(Number(number));
      return (length > 1 ? PARTS[part]?.() : undefined) ?? part;
    })
    .join(" · ");
}

/** `layer 1 · weights[0, 2]`, counted from 0 as the parameters are. */
export function placeText({ parameter, path }: WeightPlace): string {
  const name = parameterName(parameter);
  return path.length === 0 ? name : `${name}[${path.join(", ")}]`;
}

/** What a neuron is called, by its layer, from 1, and its place there. */
const neuronName = (layer: number, row: number): string => say("neuron-of-layer", { layer, neuron: row + 1 });

/** null where the parameters are no network: a program's own. */
export function networkOf(parameters: Parameters, features: readonly string[]): Network | null {
  const layers = layersOf(parameters);
  if (layers.length === 0 || layers[0]!.weights.length !== features.length) return null;
  const inputs = features.map((name, row): Neuron => ({ column: 0, row, name, bias: null }));
  const neurons = layers.flatMap(({ biases }, index) =>
    biases.map(
      (bias, row): Neuron => ({
        column: index + 1,
        row,
        name:
          index < layers.length - 1
            ? neuronName(index + 1, row)
            : biases.length === 1
              ? say("output")
              : say("output-number", { row }),
        bias,
      }),
    ),
  );
  const weights = layers.flatMap(({ weights: rows }, column) =>
    rows.flatMap((row, from) => row.map((value, to): Weight => ({ column, from, to, value }))),
  );
  return { sizes: [features.length, ...layers.map(({ biases }) => biases.length)], neurons: [...inputs, ...neurons], weights };
}

/** The strongest weights, at most so many, in their own order: more lines than that are a grey smear. */
export function strongest(weights: readonly Weight[], most: number): readonly Weight[] {
  if (weights.length <= most) return weights;
  const sizes = weights.map(({ value }) => Math.abs(value)).sort((one, other) => other - one);
  const least = sizes[most - 1]!;
  return weights.filter(({ value }) => Math.abs(value) >= least).slice(0, most);
}
