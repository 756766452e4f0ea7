/**
 * What a picture of a graph crosses, measured on the picture itself, whoever drew it: ours and Graphviz' are held to the same measure.
 * Pictures flow to the right.
 */

import type { Layout } from "../../../static/src/layout/types.ts";
import { flattenCurve } from "../../../static/src/layout/wire_curves.ts";

export interface Picture {
  /** Middles of the nodes, by id; nodes of one column have the same `column`. */
  nodes: Map<number, { x: number; y: number; column: number }>;
  /** Curves as flat lists of joined cubic Bézier pieces. */
  wires: { source: number; target: number; curve: readonly number[] }[];
}

export function pictureOf(layout: Layout): Picture {
  return {
    nodes: new Map(
      layout.nodes.map(({ id, x, y, width, height, rank }) => [id, { x: x + width / 2, y: y + height / 2, column: rank }]),
    ),
    wires: layout.edges,
  };
}

/**
 * Crossings by columns, as layouts count them: between two neighbouring columns, two wires cross if they start in one order and end in the
 * other. A wire counts as being in the middle of a node at its ends, so two wires of one node do not cross there.
 */
export function crossingsByColumns({ nodes, wires }: Picture): number {
  const middles: number[] = [];
  for (const { x, column } of nodes.values()) middles[column] ??= x;
  const gaps: [number, number][][] = middles.map(() => []);
  for (const { source, target, curve } of wires) {
    const from = nodes.get(source)!;
    const to = nodes.get(target)!;
    let y = from.y;
    for (let column = from.column + 1; column <= to.column; column += 1) {
      const next = column === to.column ? to.y : acrossAt(curve, middles[column]!);
      gaps[column]!.push([y, next]);
      y = next;
    }
  }
  let crossings = 0;
  for (const gap of gaps) {
    gap.forEach(([start, end], one) => {
      for (const [otherStart, otherEnd] of gap.slice(0, one)) if ((start - otherStart) * (end - otherEnd) < -1e-6) crossings += 1;
    });
  }
  return crossings;
}

/** Where a curve is, across the flow, at a point along it. */
function acrossAt(curve: readonly number[], along: number): number {
  let piece = 0;
  while (piece + 13 < curve.length && curve[piece + 6]! < along) piece += 6;
  const at = (axis: number, t: number): number => {
    const rest = 1 - t;
    const [a, b, c, d] = [0, 2, 4, 6].map((step) => curve[piece + step + axis]!) as [number, number, number, number];
    return rest ** 3 * a + 3 * rest ** 2 * t * b + 3 * rest * t ** 2 * c + t ** 3 * d;
  };
  let low = 0;
  let high = 1;
  for (let step = 0; step < 30; step += 1) {
    const middle = (low + high) / 2;
    if (at(0, middle) < along) low = middle;
    else high = middle;
  }
  return at(1, low);
}

/** Crossings as the eye sees them: places where two drawn wires pass through each other. Wires of one node part, and where several run as one they are crossed once. */
export function drawnCrossings({ wires }: Picture): number {
  const lines = wires.map(({ source, curve }) => {
    const points = flattenCurve(curve, 12);
    const box = { left: Infinity, right: -Infinity, top: Infinity, bottom: -Infinity };
    for (let at = 0; at < points.length; at += 2) {
      box.left = Math.min(box.left, points[at]!);
      box.right = Math.max(box.right, points[at]!);
      box.top = Math.min(box.top, points[at + 1]!);
      box.bottom = Math.max(box.bottom, points[at + 1]!);
    }
    return { source, points, box };
  });
  const places = new Set<string>();
  lines.forEach((one, index) => {
    for (const other of lines.slice(0, index)) {
      if (one.source === other.source) continue;
      if (one.box.right < other.box.left || other.box.right < one.box.left) continue;
      if (one.box.bottom < other.box.top || other.box.bottom < one.box.top) continue;
      const sources = [one.source, other.source].sort((a, b) => a - b);
      for (const place of intersections(one.points, other.points)) places.add(`${sources} ${place}`);
    }
  });
  return places.size;
}

/** The places, to a tenth of a unit. */
function intersections(one: readonly number[], other: readonly number[]): string[] {
  const places: string[] = [];
  for (let at = 0; at + 3 < one.length; at += 2) {
    const [ax, ay, bx, by] = [one[at]!, one[at + 1]!, one[at + 2]!, one[at + 3]!];
    for (let to = 0; to + 3 < other.length; to += 2) {
      const [cx, cy, dx, dy] = [other[to]!, other[to + 1]!, other[to + 2]!, other[to + 3]!];
      if (Math.max(ax, bx) < Math.min(cx, dx) || Math.max(cx, dx) < Math.min(ax, bx)) continue;
      const [c, d] = [area(ax, ay, bx, by, cx, cy), area(ax, ay, bx, by, dx, dy)];
      const [a, b] = [area(cx, cy, dx, dy, ax, ay), area(cx, cy, dx, dy, bx, by)];
      if (c * d >= 0 || a * b >= 0) continue;
      const part = a / (a - b);
      places.push(`${(ax + part * (bx - ax)).toFixed(1)} ${(ay + part * (by - ay)).toFixed(1)}`);
    }
  }
  return places;
}

function area(ax: number, ay: number, bx: number, by: number, x: number, y: number): number {
  return (bx - ax) * (y - ay) - (by - ay) * (x - ax);
}
