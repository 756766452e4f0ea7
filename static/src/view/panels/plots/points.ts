/** The points of a plot: how many, between which numbers, and the one question that asks for all of them. */

import { type Range, rangeFor } from "../../../core/ranges.ts";
import type { Graph, GraphNode, JsonNumber, Value } from "../../../core/types.ts";
import type { DescentStep } from "../../../exercises/descent.ts";
import { type InputNumber, withElement } from "../../../explain/elements.ts";
import type { State } from "../../../state/state.ts";
import { isScalar } from "../../../text/format.ts";
import { requestWith } from "../question.ts";

const CURVE_POINTS = 201;
const GRID_POINTS = 45;
/** So many numbers are computed for one drawing: of a larger graph fewer points. */
const MOST_NUMBERS = 4_000_000;
/** A program with tensors is run again for each point: so many values are made within the time that the server gives. */
const MOST_MADE_AGAIN = 250_000;
/** An array is sent whole for each point: so many numbers of it are within what a request may be. */
const MOST_SENT = 300_000;
/** A curve, and a map along either side, of fewer points shows nothing. */
export const FEWEST_POINTS = 9;

export interface BatchAnswer {
  readonly values: readonly JsonNumber[];
  readonly gradients: Readonly<Record<string, readonly JsonNumber[]>>;
}

function spread({ smallest, largest }: Range, count: number): number[] {
  return Array.from({ length: count }, (_, index) => smallest + ((largest - smallest) * index) / (count - 1));
}

/** How many points along each input are computed for one drawing. */
export function pointsFor({ nodes }: Graph, inputs: readonly InputNumber[]): number {
  const sizeOf = ({ shape }: GraphNode): number => shape.reduce((size, length) => size * length, 1);
  const numbers = nodes.reduce((sum, node) => sum + sizeOf(node), 0);
  const again = nodes.some(({ shape }) => shape.length > 0) ? MOST_MADE_AGAIN / nodes.length : CURVE_POINTS ** 2;
  const sent = Math.max(...inputs.map(({ id }) => sizeOf(nodes[id]!)));
  const most = Math.min(again, MOST_NUMBERS / Math.max(1, numbers), MOST_SENT / sent);
  return Math.floor(inputs.length === 1 ? Math.min(CURVE_POINTS, most) : Math.min(GRID_POINTS, Math.sqrt(most)));
}

/** The usual range of a slider, but narrower around small numbers: a curve shows its bend there. */
export function nearRange(value: number): Range {
  const usual = rangeFor(value);
  return Math.abs(value) <= 4 && usual.largest === 10 ? { smallest: -5, largest: 5, step: 0.1 } : usual;
}

/** The inputs with the numbers of a place in them. */
export function inputsAt(
  { graph, inputs }: State,
  moved: readonly InputNumber[],
  place: DescentStep["place"],
): Record<string, Value> {
  const all: Record<string, Value> = { ...inputs };
  for (const { owner, id, index, name } of moved)
    all[owner] = withElement(all[owner] ?? graph!.nodes[id]!.data, index, place[name]!);
  return all;
}

/** The output at points of the ranges, those of the first input running fastest. */
export function pointsQuestion(
  state: State,
  inputs: readonly InputNumber[],
  ranges: readonly Range[],
  output: object,
  count: number = pointsFor(state.graph!, inputs),
): object {
  const [x, y] = ranges.map((range) => spread(range, count));
  const [across, up] = inputs.map(({ name }) => name);
  const grid = (y ?? [NaN]).flatMap((value) => x!.map((at) => ({ [across!]: at, ...(up ? { [up]: value } : {}) })));
  const each = grid.map((place) => inputsAt(state, inputs, place));
  // A list is a value for each point; so an array, also one that does not move, is sent for each of them.
  const sent = Object.entries(each[0]!).map(([name, value]) => {
    const isSame = isScalar(value) && inputs.every(({ owner }) => owner !== name);
    return [name, isSame ? value : each.map((place) => place[name]!)];
  });
  return requestWith(state, { inputs: Object.fromEntries(sent), wrt: [], ...output });
}

/** The program without the numbers that the inputs have in it: what makes the curve. */
export function programShape({ graph, graphProgram }: State): string {
  const literals = (graph?.nodes ?? [])
    .flatMap(({ literal }) => (literal ? [literal] : []))
    .sort((one, other) => other[0] - one[0]);
  return literals.reduce((text, [start, end]) => text.slice(0, start) + text.slice(end), graphProgram);
}
