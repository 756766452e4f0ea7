/** Where the parts of a network are in its drawing, and how strong they are drawn. Knows no document. */
import { type Network, strongest, type Weight } from "../../../training/results/network.ts";
import type { NeuronPlace } from "../../../training/results/neurons.ts";

export interface Size {
  readonly width: number;
  readonly height: number;
}

export interface Margins {
  readonly left: number;
  readonly right: number;
}

export interface Point {
  readonly x: number;
  readonly y: number;
}

/** Where neurons are, from the middle of the first column and the upper margin. */
export interface Places {
  /** The middle of a neuron. */
  x(column: number, row: number): number;
  y(column: number, row: number): number;
  /** The side of a neuron's map. */
  side(column: number): number;
  /** From the middle of a column to the outer edge of its maps. */
  reach(column: number): number;
  /** How far apart the neurons of a column are, and those of the fullest one. */
  gap(column: number): number;
  readonly closest: number;
}

/** Which weights of a neuron are frozen, its bias last; null where none is. */
export type Frozen = ((place: NeuronPlace) => readonly boolean[]) | null;

/** More lines than this are a smear, and slow. */
const MAX_WEIGHTS = 700;
const LARGEST_MAP = 96;
const SMALLEST_WIDE_MAP = 12;
/** Neurons further apart than this are no column. */
const WIDEST_GAP = 120;
/** Parts of the distance between two neurons of a column, and between two columns, that maps take; weights have the rest. */
const SHARE_UP = 0.92;
const SHARE_ACROSS = 0.72;
/** Of two neurons that stand one above the other in a column of two rows: between them the weights of one in the other row pass. */
const SHARE_UP_OF_TWO = 0.86;
const BETWEEN_TWO = 4;
/** A column of two rows is harder to follow: its maps must be so much larger. */
const WORTH_TWO = 1.15;
const LARGEST_CIRCLE = 12;
/** Of a feature beside maps. */
const FEATURE_RADIUS = 5;
export const MARGIN = 16;
/** Between a neuron and its name, and the width of one of its letters, which is 12 pixels high. */
export const NAME_GAP = 6;
const LETTER = 7.5;
/** Where the square of a frozen weight is on its line. */
const FROZEN_AT = 0.7;

/** The weights that are drawn. */
export const drawnWeights = ({ weights }: Network): readonly Weight[] => strongest(weights, MAX_WEIGHTS);

/** As much room on both sides as the names of the features and of the outputs take. */
export function marginsOf({ sizes, neurons }: Network, { width, height }: Size, hasMaps: boolean): Margins {
  const last = sizes.length - 1;
  const { reach } = placesOf(sizes, width, height - 2 * MARGIN, hasMaps);
  const widthOf = (column: number): number =>
    LETTER * Math.max(...neurons.filter((neuron) => neuron.column === column).map(({ name }) => name.length));
  return {
    left: widthOf(0) + NAME_GAP + LARGEST_CIRCLE,
    right: widthOf(last) + NAME_GAP + (hasMaps ? reach(last) : LARGEST_CIRCLE),
  };
}

export const placesWithin = ({ sizes }: Network, { width, height }: Size, { left, right }: Margins, hasMaps: boolean): Places =>
  placesOf(sizes, width - left - right, height - 2 * MARGIN, hasMaps);

/** How the neurons of one column stand: one above the other, or in two rows by turns, which leaves their maps almost twice the room. */
interface Column {
  readonly gap: number;
  readonly side: number;
  readonly isOfTwo: boolean;
}

function columnOf(count: number, step: number, height: number, mayBeOfTwo: boolean): Column {
  const gap = Math.min(WIDEST_GAP, height / count);
  const across = Math.max(SMALLEST_WIDE_MAP, step * SHARE_ACROSS);
  const one: Column = { gap, side: Math.min(LARGEST_MAP, gap * SHARE_UP, across), isOfTwo: false };
  const gapOfTwo = Math.min(WIDEST_GAP, height / (count + 1));
  const side = Math.min(LARGEST_MAP, 2 * gapOfTwo * SHARE_UP_OF_TWO, (across - BETWEEN_TWO) / 2);
  return mayBeOfTwo && side > WORTH_TWO * one.side ? { gap: gapOfTwo, side, isOfTwo: true } : one;
}

/** Where neurons are in a box, by column and row. */
function placesOf(sizes: readonly number[], width: number, height: number, hasMaps: boolean): Places {
  const step = width / Math.max(1, sizes.length - 1);
  const columns = sizes.map((count, column) => columnOf(count, step, height, hasMaps && column > 0 && column < sizes.length - 1));
  const aside = (column: number): number => (columns[column]!.isOfTwo ? (columns[column]!.side + BETWEEN_TWO) / 2 : 0);
  return {
    x: (column, row) => column * step + (row % 2 === 0 ? -1 : 1) * aside(column),
    y: (column, row) => height / 2 + (row - (sizes[column]! - 1) / 2) * columns[column]!.gap,
    side: (column) => columns[column]!.side,
    reach: (column) => aside(column) + columns[column]!.side / 2,
    gap: (column) => columns[column]!.gap,
    closest: Math.min(...columns.map(({ gap }) => gap)),
  };
}

/** A feature keeps a small circle beside maps; a neuron without one has a circle. */
export function radiusOf(places: Places, column: number, hasMaps: boolean): number {
  if (!hasMaps) return Math.max(2.5, Math.min(LARGEST_CIRCLE, places.closest * 0.36));
  return column === 0 ? Math.min(FEATURE_RADIUS, places.gap(0) / 2) : places.side(column) / 2;
}

/** The ends of a weight's line. */
export function endsOf({ column, from, to }: Omit<Weight, "value">, places: Places): readonly [Point, Point] {
  return [
    { x: places.x(column, from), y: places.y(column, from) },
    { x: places.x(column + 1, to), y: places.y(column + 1, to) },
  ];
}

/** A place of a line that is level at both ends, at a part of it from 0 to 1. */
export function pointOn([start, end]: readonly [Point, Point], part: number): Point {
  const across = 1.5 * part * (1 - part) + part ** 3;
  const up = 3 * (1 - part) * part ** 2 + part ** 3;
  return { x: start.x + across * (end.x - start.x), y: start.y + up * (end.y - start.y) };
}

/** Lines are as thin as a hair: one is pointed at this far from it. */
const REACH_OF_POINTER = 7;
const HALVINGS = 12;

/** The weight whose line is nearest to a place, and the place on it; null where none is near. */
export function weightAt(
  network: Network,
  places: Places,
  { x, y }: Point,
): { readonly index: number; readonly at: Point } | null {
  let best: { readonly index: number; readonly at: Point } | null = null;
  let least = REACH_OF_POINTER;
  for (const [index, weight] of drawnWeights(network).entries()) {
    const ends = endsOf(weight, places);
    if (x < ends[0].x || x > ends[1].x) continue;
    let [low, high] = [0, 1];
    for (let round = 0; round < HALVINGS; round += 1) {
      const middle = (low + high) / 2;
      if (pointOn(ends, middle).x < x) low = middle;
      else high = middle;
    }
    const [at, before, after] = [low, Math.max(0, low - 0.01), Math.min(1, low + 0.01)].map((part) => pointOn(ends, part)) as [
      Point,
      Point,
      Point,
    ];
    // A steep line is nearer than it is above or below.
    const distance = (Math.abs(at.y - y) * (after.x - before.x)) / (Math.hypot(after.x - before.x, after.y - before.y) || 1);
    if (distance < least) [least, best] = [distance, { index, at }];
  }
  return best;
}

/** A number of 11 pixels has this height, with air. */
const NUMBER_HEIGHT = 13;

/** The weights that come into a neuron, each with the place of its number: behind the neuron it comes from; of two that would overlap the stronger. */
export function numbersOf(
  network: Network,
  places: Places,
  { column, row }: NeuronPlace,
  hasMaps: boolean,
): readonly { readonly weight: Weight; readonly at: Point }[] {
  const incoming = network.weights.filter((weight) => weight.column === column - 1 && weight.to === row);
  const from = column - 1;
  const isOfCircles = from === 0 || !hasMaps;
  const edge = columnMiddle(places, from) + (isOfCircles ? radiusOf(places, from, hasMaps) : places.reach(from));
  const strong = [...incoming].sort((one, other) => Math.abs(other.value) - Math.abs(one.value));
  const found: { readonly weight: Weight; readonly at: Point }[] = [];
  for (const weight of strong) {
    const at = { x: edge + 4, y: places.y(from, weight.from) };
    if (found.every((other) => Math.abs(other.at.y - at.y) >= NUMBER_HEIGHT)) found.push({ weight, at });
  }
  return found;
}

const columnMiddle = (places: Places, column: number): number => (places.x(column, 0) + places.x(column, 1)) / 2;

/** The middles of the squares on what is frozen: on each line that is drawn, and at the upper right of a neuron whose bias is. */
export function frozenCentres(network: Network, places: Places, isFrozen: Frozen, hasMaps: boolean): readonly Point[] {
  if (!isFrozen) return [];
  const ofWeights = drawnWeights(network).filter(({ column, from, to }) => isFrozen({ column: column + 1, row: to })[from]);
  const biases = network.neurons.filter(({ column, row }) => column > 0 && isFrozen({ column, row }).at(-1));
  return [
    ...ofWeights.map((weight) => pointOn(endsOf(weight, places), FROZEN_AT)),
    ...biases.map(({ column, row }) => {
      const side = hasMaps ? places.side(column) / 2 : LARGEST_CIRCLE;
      return { x: places.x(column, row) + side + 1, y: places.y(column, row) - side - 1 };
    }),
  ];
}

/** From 0 to 1; what is no number is drawn strongest, for it ought to be seen. */
export function strengthOf(value: number, largest: number): number {
  const share = Math.abs(value) / largest;
  return Number.isNaN(share) ? 1 : Math.min(1, share);
}
