/** Outlines of the areas of a grid as paths, by d3-contour; the cells of the grid fill the drawing. Knows neither run nor state. */
import { contours } from "d3-contour";
import type { Area } from "../../../training/results/regions.ts";
import { short } from "./shapes.ts";

/** The grid with its edge repeated around it, so that outlines close outside of the picture. */
function padded(values: readonly number[], columns: number, rows: number): number[] {
  const inner = (place: number, count: number): number => Math.max(0, Math.min(count - 1, place - 1));
  return Array.from({ length: (columns + 2) * (rows + 2) }, (_, index) => {
    const [row, column] = [Math.floor(index / (columns + 2)), index % (columns + 2)];
    return values[inner(row, rows) * columns + inner(column, columns)]!;
  });
}

const paddings = new WeakMap<readonly number[], number[]>();

/** The path of an area in a square of so many units; up is up. */
export function outlineOfArea({ values, threshold }: Area, columns: number, rows: number, size: number): string {
  let wide = paddings.get(values);
  if (!wide) paddings.set(values, (wide = padded(values, columns, rows)));
  const made = contours()
    .size([columns + 2, rows + 2])
    .contour(wide, threshold);
  // d3-contour's cells have their values in their middles, as the server's have.
  const x = (column: number): string => short(((column - 1) / columns) * size);
  const y = (row: number): string => short(size - ((row - 1) / rows) * size);
  const ring = (points: readonly (readonly number[])[]): string =>
    `M${points.map(([column, row]) => `${x(column!)},${y(row!)}`).join("L")}Z`;
  return made.coordinates.flatMap((polygon) => polygon.map(ring)).join("");
}
