/** Points as text in columns, and back: for the field that takes pasted data. The server reads the text; this writes it. Knows no DOM. */
import type { Examples, OwnPoints } from "./types.ts";

/** A header, then a line for each point, its target last. */
export function csvOf(features: readonly string[], { inputs, targets }: Examples): string {
  const lines = inputs.map((row, index) => [...row, targets[index]!].join(","));
  return `${[...features, "class"].join(",")}\n${lines.join("\n")}\n`;
}

/** Points with one more of them. */
export function withPoint(points: OwnPoints, at: readonly number[], target: number): OwnPoints {
  const rounded = at.map((value) => Number(value.toFixed(3)));
  const classes = Math.max(points.classes ?? 2, target + 1);
  return { inputs: [...points.inputs, rounded], targets: [...points.targets, target], classes };
}

export function withoutPoint(points: OwnPoints, index: number): OwnPoints {
  const others = <Item>(list: readonly Item[]): Item[] => list.filter((_, place) => place !== index);
  return { inputs: others(points.inputs), targets: others(points.targets), classes: points.classes };
}

/** The point within a distance of a place, measured in parts of each axis' length; null where none is near. */
export function nearestPoint(
  points: readonly (readonly number[])[],
  at: readonly number[],
  bounds: readonly (readonly [number, number])[],
  reach: number,
): number | null {
  let best: number | null = null;
  let closest = reach;
  for (const [index, point] of points.entries()) {
    const distance = Math.hypot(...bounds.map(([low, high], axis) => (point[axis]! - at[axis]!) / (high - low)));
    if (distance >= closest) continue;
    closest = distance;
    best = index;
  }
  return best;
}
