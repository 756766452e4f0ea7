/**
 * What of a grid of predictions is drawn as filled areas: bands on both sides of the boundary between two classes, or one area for each
 * of several. Only thresholds and grids; the outlines are the view's. Knows no DOM.
 */
import type { JsonNumber } from "../../core/types.ts";
import type { Encoding, Grid } from "../types.ts";

/** One filled area: where `values` are at least `threshold`. Areas of one side lie within one another. */
export interface Area {
  /** Which class it speaks for: 1 or 0 beside a boundary, else the class' number. */
  readonly target: number;
  /** How far from the boundary, from 0 up: the deeper, the surer. */
  readonly depth: number;
  readonly threshold: number;
  /** Row by row from the lowest up; the same list for all areas of one side. */
  readonly values: readonly number[];
}

/** How sure a prediction is, shown by its distance from the boundary, for each way in which losses read predictions. */
const BANDS: Readonly<Record<Encoding, readonly number[]>> = {
  sign: [0, 0.25, 0.5, 1, 2],
  logit: [0, 0.5, 1, 2, 4],
  probability: [0, 0.1, 0.2, 0.3, 0.4],
  "one-hot": [0.5],
};

export const DEEPEST = 4;

/** A model that diverged predicts no numbers there; it counts as far on neither side. */
function numbers(grid: Grid): number[] {
  return grid
    .flatMap((row) => row.map((value: JsonNumber) => Number(value)))
    .map((value) => (Number.isNaN(value) ? -1e300 : Math.max(-1e300, Math.min(1e300, value))));
}

/** Every cell the mean of itself and its neighbours: classes are whole numbers, whose outlines would be stairs. */
function smoothed(values: readonly number[], columns: number, rows: number): number[] {
  const around = [-1, 0, 1];
  return values.map((_, index) => {
    const [row, column] = [Math.floor(index / columns), index % columns];
    const near = around
      .flatMap((up) => around.map((across) => [row + up, column + across] as const))
      .filter(([r, c]) => r >= 0 && r < rows && c >= 0 && c < columns);
    return near.reduce((sum, [r, c]) => sum + values[r * columns + c]!, 0) / near.length;
  });
}

/** The band of a whole side where surer and less sure places are not distinguished. */
const WHOLE_SIDE = 2;

export function areasOf(
  grid: Grid,
  encoding: Encoding,
  boundary: number | null,
  classes: number | null,
  isDiscrete = false,
): Area[] {
  const values = numbers(grid);
  if (boundary === null) {
    const [columns, rows] = [grid[0]?.length ?? 0, grid.length];
    return Array.from({ length: classes ?? 0 }, (_, target) => ({
      target,
      depth: 0,
      threshold: 0.5,
      values: smoothed(
        values.map((value) => (value === target ? 1 : 0)),
        columns,
        rows,
      ),
    }));
  }
  const above = values.map((value) => value - boundary);
  const below = above.map((value) => -value);
  const side = (target: number, list: readonly number[]): Area[] =>
    isDiscrete
      ? [{ target, depth: WHOLE_SIDE, threshold: 0, values: list }]
      : BANDS[encoding].map((threshold, depth) => ({ target, depth, threshold, values: list }));
  return [...side(0, below), ...side(1, above)];
}

export interface Sampled {
  /** Middles of cells, from the left and from the top. */
  readonly across: readonly number[];
  readonly up: readonly number[];
  /** By row from the top. */
  readonly values: readonly (readonly JsonNumber[])[];
}

/** A few evenly spread cells of the grid, for reading: pictures in numbers. A curve has one row. */
export function sampled(grid: Grid, bounds: readonly (readonly [number, number])[], most: number): Sampled {
  const places = (count: number): number[] =>
    Array.from({ length: Math.min(count, most) }, (_, index) => Math.floor(((index + 0.5) * count) / Math.min(count, most)));
  const middle = (axis: number, place: number, count: number): number =>
    bounds[axis]![0] + ((place + 0.5) * (bounds[axis]![1] - bounds[axis]![0])) / count;
  const [columns, rows] = [places(grid[0]!.length), places(grid.length).toReversed()];
  return {
    across: columns.map((place) => middle(0, place, grid[0]!.length)),
    up: bounds.length > 1 ? rows.map((place) => middle(1, place, grid.length)) : [],
    values: rows.map((row) => columns.map((column) => grid[row]![column]!)),
  };
}

/** The class that a prediction means: the side of the boundary, or of several classes its number. */
export function classOf(prediction: number, boundary: number | null): number {
  return boundary === null ? prediction : prediction > boundary ? 1 : 0;
}

/** The parts of the plane by class, as shares of 1, for those who do not see it. */
export function sharesOf(grid: Grid, boundary: number | null, classes: number): number[] {
  const values = numbers(grid);
  return Array.from(
    { length: classes },
    (_, target) => values.filter((value) => classOf(value, boundary) === target).length / values.length,
  );
}
