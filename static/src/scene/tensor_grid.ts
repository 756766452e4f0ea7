/** Tensors as grids of cells to be coloured: rows and columns of parts of the largest magnitude, zero always in the middle. Pure. */
import type { Value } from "../core/types.ts";
import { flatten, shapeOf, strength } from "../text/format.ts";

export interface Heat {
  readonly rows: number;
  readonly columns: number;
  /** Row by row, each −1 to 1, or NaN where the number is not finite. */
  readonly cells: readonly number[];
  /** The magnitude of the strongest colour; 0 where there is none. */
  readonly largest: number;
}

/** Rows and columns that a card shows. */
export const CARD_CELLS = { rows: 6, columns: 12 };
/** The side of a cell, and the width of all, at most. */
export const LARGEST_CELL = 9;
export const WIDEST = 62;

/** How a value lies on a grid: its last axis along a row, all others down; a list is one row. */
export function gridOf(value: Value): { rows: number; columns: number } {
  const shape = shapeOf(value);
  const columns = shape.at(-1) ?? 1;
  return { rows: shape.slice(0, -1).reduce((product, length) => product * length, 1), columns };
}

/**
 * At most so many rows and columns: of what falls together in a cell, the largest magnitude is shown. Numbers of up to `roundOff` count as the
 * 0 that they are but for rounding.
 */
export function heatOf(value: Value, mostRows: number, mostColumns: number, roundOff = 0): Heat {
  const grid = gridOf(value);
  const numbers = flatten(value);
  const rows = Math.min(grid.rows, mostRows);
  const columns = Math.min(grid.columns, mostColumns);
  const cells = new Array<number>(rows * columns).fill(0);
  const finite = numbers.filter(Number.isFinite);
  const most = Math.abs(strength(finite));
  const largest = most > roundOff ? most : 0;
  for (const [index, number] of numbers.entries()) {
    const row = Math.floor((Math.floor(index / grid.columns) * rows) / grid.rows);
    const column = Math.floor(((index % grid.columns) * columns) / grid.columns);
    const at = row * columns + column;
    if (!Number.isFinite(number) || Number.isNaN(cells[at])) cells[at] = NaN;
    else if (largest > 0 && Math.abs(number) > Math.max(roundOff, Math.abs(cells[at]!) * largest)) cells[at] = number / largest;
  }
  return { rows, columns, cells, largest };
}

/** `[2, 0]` for the fifth of a 3×2: where an element is, along every axis. */
export function indexOf(value: Value, place: number): number[] {
  const shape = shapeOf(value);
  const index: number[] = [];
  let rest = place;
  for (const length of shape.toReversed()) {
    index.unshift(rest % length);
    rest = Math.floor(rest / length);
  }
  return index;
}
