/** Outlines of the areas of a grid as paths, by d3-contour; the cells of the grid fill the drawing. Knows neither run nor state. */
import { contours } from "d3-contour";
import type { Area } from "../../training/regions.ts";
import { short } from "./shapes.ts";

/** The path of an area in a square of so many units; up is up. */
export function outlineOfArea({ values, threshold }: Area, columns: number, rows: number, size: number): string {
  const made = contours().size([columns, rows]).contour(values as number[], threshold);
  // d3-contour's cells have their values in their middles, as the server's have.
  const x = (column: number): string => short((column / columns) * size);
  const y = (row: number): string => short(size - (row / rows) * size);
  const ring = (points: readonly (readonly number[])[]): string => `M${points.map(([column, row]) => `${x(column!)},${y(row!)}`).join("L")}Z`;
  return made.coordinates.flatMap((polygon) => polygon.map(ring)).join("");
}
