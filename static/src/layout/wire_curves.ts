/**
 * Wires as curves: the SVG path of a flat list of cubic Bézier pieces, and the point and heading at any fraction of its length.
 * Pure arithmetic in place of the DOM's getPointAtLength, so that tokens can be tested, drawn on a canvas and computed in a worker.
 */

export interface PointOnCurve {
  x: number;
  y: number;
  /** Heading in radians, 0 to the right and growing clockwise, as SVG turns. */
  angle: number;
}

/** A curve with its length measured: cumulative length after each of the equal parameter steps of each piece. */
export interface Track {
  readonly curve: readonly number[];
  readonly lengths: Float64Array;
  readonly length: number;
}

/** Parameter steps per piece: the error in length is below a thousandth for the S-shaped pieces the layout makes. */
const STEPS = 24;
/** Strokes per piece for asking how near a place is. */
const STROKES = 12;

/** The `d` of an SVG path. Numbers keep two decimals: a hundredth of a pixel, and short enough to export. */
export function curvePath(curve: readonly number[]): string {
  const pair = (at: number): string => `${shorten(curve[at]!)},${shorten(curve[at + 1]!)}`;
  let path = `M${pair(0)}`;
  for (let at = 2; at < curve.length; at += 6) path += `C${pair(at)} ${pair(at + 2)} ${pair(at + 4)}`;
  return path;
}

function shorten(value: number): string {
  return String(Math.round(value * 100) / 100);
}

function along(curve: readonly number[], piece: number, axis: 0 | 1, t: number): number {
  const at = piece * 6 + axis;
  const rest = 1 - t;
  return (
    rest * rest * rest * curve[at]! +
    3 * rest * rest * t * curve[at + 2]! +
    3 * rest * t * t * curve[at + 4]! +
    t * t * t * curve[at + 6]!
  );
}

function slope(curve: readonly number[], piece: number, axis: 0 | 1, t: number): number {
  const at = piece * 6 + axis;
  const rest = 1 - t;
  return (
    3 * rest * rest * (curve[at + 2]! - curve[at]!) +
    6 * rest * t * (curve[at + 4]! - curve[at + 2]!) +
    3 * t * t * (curve[at + 6]! - curve[at + 4]!)
  );
}

/** Measure a curve once; then `pointAlong` answers for any fraction. */
export function measureCurve(curve: readonly number[]): Track {
  const pieces = (curve.length - 2) / 6;
  const lengths = new Float64Array(pieces * STEPS + 1);
  let x = curve[0]!;
  let y = curve[1]!;
  for (let index = 1; index < lengths.length; index += 1) {
    const piece = Math.floor((index - 1) / STEPS);
    const t = (index - piece * STEPS) / STEPS;
    const nextX = along(curve, piece, 0, t);
    const nextY = along(curve, piece, 1, t);
    lengths[index] = lengths[index - 1]! + Math.hypot(nextX - x, nextY - y);
    x = nextX;
    y = nextY;
  }
  return { curve, lengths, length: lengths[lengths.length - 1]! };
}

/** The way up to a place that is counted in pieces: 2.5 is in the middle of the third one. */
export function lengthAt({ lengths }: Track, pieces: number): number {
  const at = Math.min(pieces * STEPS, lengths.length - 1);
  const before = Math.floor(at);
  return lengths[before]! + (at - before) * ((lengths[before + 1] ?? 0) - lengths[before]!);
}

/** Where one is after `fraction` (0 source, 1 target) of a wire's length, and where one is heading: towards the target. */
export function pointAlong(track: Track, fraction: number): PointOnCurve {
  const { curve, lengths } = track;
  const wanted = Math.min(1, Math.max(0, fraction)) * track.length;
  let low = 0;
  let high = lengths.length - 2;
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if (lengths[middle]! <= wanted) low = middle;
    else high = middle - 1;
  }
  const step = lengths[low + 1]! - lengths[low]!;
  const within = step > 0 ? (wanted - lengths[low]!) / step : 0;
  const piece = Math.floor(low / STEPS);
  const t = (low - piece * STEPS + within) / STEPS;
  return {
    x: along(curve, piece, 0, t),
    y: along(curve, piece, 1, t),
    angle: Math.atan2(slope(curve, piece, 1, t), slope(curve, piece, 0, t)),
  };
}

/** How far a place is from a curve, drawn as straight strokes: an S-shaped piece is nowhere more than a hundredth of its length beside them. */
export function distanceToCurve(curve: readonly number[], x: number, y: number): number {
  const points = flattenCurve(curve, STROKES);
  let nearest = Infinity;
  for (let at = 0; at + 3 < points.length; at += 2) {
    const [startX, startY] = [points[at]!, points[at + 1]!];
    const [dx, dy] = [points[at + 2]! - startX, points[at + 3]! - startY];
    const part = ((x - startX) * dx + (y - startY) * dy) / (dx * dx + dy * dy || 1);
    const along = Math.min(1, Math.max(0, part));
    nearest = Math.min(nearest, Math.hypot(startX + along * dx - x, startY + along * dy - y));
  }
  return nearest;
}

/** The curve as straight strokes, for hit tests and for counting what crosses what. */
export function flattenCurve(curve: readonly number[], stepsPerPiece: number): number[] {
  const points = [curve[0]!, curve[1]!];
  for (let piece = 0; piece * 6 + 2 < curve.length; piece += 1) {
    for (let step = 1; step <= stepsPerPiece; step += 1) {
      points.push(along(curve, piece, 0, step / stepsPerPiece), along(curve, piece, 1, step / stepsPerPiece));
    }
  }
  return points;
}
