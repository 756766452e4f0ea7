/** Points as text in columns, and back: for the field that takes pasted data. The server reads the text; this writes it. Knows no DOM. */
import type { Examples, OwnPoints } from "./types.ts";

/** A header, then a line for each point, its target last. */
export function csvOf(features: readonly string[], { inputs, targets }: Examples): string {
  const lines = inputs.map((row, index) => [...row, targets[index]!].join(","));
  return `${[...features, "class"].join(",")}\n${lines.join("\n")}\n`;
}

/**
 * How many classes the last column of a table has, by the server's rule: words, 0, 1, 2, …, or −1 and 1 are classes, all else are numbers
 * (null). Undefined where there is no target yet. Only chooses a set-up: whether the table can be read is the server's to say.
 */
export function classesOfText(csv: string): number | null | undefined {
  const rows = csv
    .split(/\r?\n/)
    .map((line) => line.split(/[,;\t]/).map((cell) => cell.trim()))
    .filter((cells) => cells.some((cell) => cell !== ""));
  const isNumber = (cell: string): boolean => cell !== "" && Number.isFinite(Number(cell));
  const hasHeading = rows.length > 0 && !rows[0]!.slice(0, -1).some(isNumber);
  const targets = rows.slice(hasHeading ? 1 : 0).map((cells) => cells.at(-1)!);
  if (targets.length === 0) return undefined;
  if (!targets.some(isNumber)) return Math.max(2, new Set(targets).size);
  const found = [...new Set(targets.map(Number))].sort((one, other) => one - other);
  if (found.length === 2 && found[0] === -1 && found[1] === 1) return 2;
  return found.length <= 10 && found.every((value, place) => value === place) ? Math.max(2, found.length) : null;
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
