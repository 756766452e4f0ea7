/** Where the parts of a network are in its drawing, and how strong they are drawn. Knows no document. */
import { type Network, type Places, placesOf, strongest, type Weight } from "../../../training/results/network.ts";
import type { NeuronPlace } from "../../../training/results/neurons.ts";

export interface Size {
  readonly width: number;
  readonly height: number;
}

export interface Margins {
  readonly left: number;
  readonly right: number;
}

/** Which weights of a neuron are frozen, its bias last; null where none is. */
export type Frozen = ((place: NeuronPlace) => readonly boolean[]) | null;

/** More lines than this are a smear, and slow. */
const MAX_WEIGHTS = 700;
const LARGEST_MAP = 44;
export const LARGEST_CIRCLE = 9;
export const MARGIN = 16;
/** Between a neuron and its name, and the width of one of its letters, which is 12 pixels high. */
export const NAME_GAP = 6;
const LETTER = 7.5;
/** Where the square of a frozen weight is on its line: a curve that is level at both ends. */
const AT = 0.7;
const BEND = 1.5 * AT * (1 - AT) + AT ** 3;
const HEIGHT_AT_BEND = 3 * (1 - AT) * AT ** 2 + AT ** 3;

/** The weights that are drawn. */
export const drawnWeights = ({ weights }: Network): readonly Weight[] => strongest(weights, MAX_WEIGHTS);

/** As much room on both sides as the names of the features and of the outputs take. */
export function marginsOf({ sizes, neurons }: Network, { width, height }: Size): Margins {
  const side = mapSide(placesOf(sizes, width, height - 2 * MARGIN)) / 2;
  const widthOf = (column: number): number =>
    LETTER * Math.max(...neurons.filter((neuron) => neuron.column === column).map(({ name }) => name.length));
  return {
    left: widthOf(0) + NAME_GAP + LARGEST_CIRCLE,
    right: widthOf(sizes.length - 1) + NAME_GAP + Math.max(side, LARGEST_CIRCLE),
  };
}

export const placesWithin = ({ sizes }: Network, { width, height }: Size, { left, right }: Margins): Places =>
  placesOf(sizes, width - left - right, height - 2 * MARGIN);

/** The middles of the squares on what is frozen: on each line that is drawn, and at the upper right of a neuron whose bias is. */
export function frozenCentres(
  network: Network,
  places: Places,
  isFrozen: Frozen,
  hasMaps: boolean,
): readonly { readonly x: number; readonly y: number }[] {
  if (!isFrozen) return [];
  const side = hasMaps ? mapSide(places) / 2 : LARGEST_CIRCLE;
  const ofWeights = drawnWeights(network).filter(({ column, from, to }) => isFrozen({ column: column + 1, row: to })[from]);
  const biases = network.neurons.filter(({ column, row }) => column > 0 && isFrozen({ column, row }).at(-1));
  return [
    ...ofWeights.map(({ column, from, to }) => ({
      x: along(places.x(column), places.x(column + 1), BEND),
      y: along(places.y(column, from), places.y(column + 1, to), HEIGHT_AT_BEND),
    })),
    ...biases.map(({ column, row }) => ({ x: places.x(column) + side + 1, y: places.y(column, row) - side - 1 })),
  ];
}

/** The side of a neuron's map: neighbours in a column have a gap between them, neighbours in a row room for their weights. */
export function mapSide({ closest, x }: Places): number {
  return Math.min(LARGEST_MAP, closest * 0.92, Math.max(12, (x(1) - x(0)) * 0.72));
}

const along = (start: number, end: number, share: number): number => start + share * (end - start);

/** From 0 to 1; what is no number is drawn strongest, for it ought to be seen. */
export function strengthOf(value: number, largest: number): number {
  const share = Math.abs(value) / largest;
  return Number.isNaN(share) ? 1 : Math.min(1, share);
}
