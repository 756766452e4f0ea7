/** A wire cut short: at one end, so that an arrowhead can be there and not on top of the line; or to what can be seen. Pure arithmetic on the layout's curves. */
import { lengthAt, type Track } from "../layout/wire_curves.ts";

/** Steps by which the way along an end piece is measured. */
const STEPS = 16;

function point(curve: readonly number[], at: number, t: number): [x: number, y: number] {
  const rest = 1 - t;
  const axis = (shift: 0 | 1): number =>
    rest ** 3 * curve[at + shift]! +
    3 * rest * rest * t * curve[at + 2 + shift]! +
    3 * rest * t * t * curve[at + 4 + shift]! +
    t ** 3 * curve[at + 6 + shift]!;
  return [axis(0), axis(1)];
}

/** The parameter at which a piece that starts at `at` has run for `distance`; at most its middle, so that something remains. */
function parameterAfter(curve: readonly number[], at: number, distance: number): number {
  let [x, y] = point(curve, at, 0);
  let gone = 0;
  for (let step = 1; step <= STEPS / 2; step += 1) {
    const [nextX, nextY] = point(curve, at, step / STEPS);
    const length = Math.hypot(nextX - x, nextY - y);
    if (gone + length >= distance) return (step - 1 + (distance - gone) / length) / STEPS;
    gone += length;
    [x, y] = [nextX, nextY];
  }
  return 0.5;
}

function reversed(curve: readonly number[]): number[] {
  const turned: number[] = [];
  for (let index = curve.length - 2; index >= 0; index -= 2) turned.push(curve[index]!, curve[index + 1]!);
  return turned;
}

/** The curve from a parameter of its first piece on. */
function after(curve: readonly number[], t: number): number[] {
  const between = (one: number, other: number): number => one + (other - one) * t;
  const rest = curve.slice();
  for (const axis of [0, 1]) {
    const [a, b, c, d] = [0, 2, 4, 6].map((at) => curve[at + axis]!) as [number, number, number, number];
    const [ab, bc, cd] = [between(a, b), between(b, c), between(c, d)];
    const [abc, bcd] = [between(ab, bc), between(bc, cd)];
    rest[axis] = between(abc, bcd);
    rest[2 + axis] = bcd;
    rest[4 + axis] = cd;
  }
  return rest;
}

/** The curve without the first `distance` of its way. */
export function trimStart(curve: readonly number[], distance: number): number[] {
  return after(curve, parameterAfter(curve, 0, distance));
}

/** The curve without the last `distance` of its way. */
export function trimEnd(curve: readonly number[], distance: number): number[] {
  return reversed(trimStart(reversed(curve), distance));
}

/** What a stage shows, and a little more. */
export interface Window {
  readonly left: number;
  readonly top: number;
  readonly right: number;
  readonly bottom: number;
}

/** A part of a wire, and how much of its way comes before it. */
export interface Seen {
  readonly curve: readonly number[];
  readonly skipped: number;
}

/** To what part of a piece it is cut: a hundred thousand pixels to a hundred. */
const FINEST = 2 ** -10;

/**
 * What lies in a window of a wire that it shows, with all between. A wire may be a thousand times as long as a screen is wide, and a
 * browser draws each dash of it.
 */
export function seenPart(track: Track, { left, top, right, bottom }: Window): Seen {
  const isSeen = (x: number, y: number, toX: number, toY: number): boolean =>
    Math.max(x, toX) >= left && Math.min(x, toX) <= right && Math.max(y, toY) >= top && Math.min(y, toY) <= bottom;
  /** In pieces, how much comes before what is seen. Pieces rise or fall throughout, so they lie between their ends. */
  const unseen = (curve: readonly number[]): number => {
    let at = 0;
    while (at + 8 < curve.length && !isSeen(...point(curve, at, 0), ...point(curve, at, 1))) at += 6;
    let t = 0;
    for (let part = 0.5; part >= FINEST; part /= 2) if (!isSeen(...point(curve, at, 0), ...point(curve, at, t + part))) t += part;
    return at / 6 + t;
  };
  const ends = Array.from({ length: (track.curve.length + 4) / 6 }, (_, end) => track.curve.slice(6 * end, 6 * end + 2));
  if (ends.every(([x, y]) => isSeen(x!, y!, x!, y!))) return { curve: track.curve, skipped: 0 };
  const rest = (curve: readonly number[], pieces: number): number[] => after(curve.slice(6 * Math.floor(pieces)), pieces % 1);
  const before = unseen(track.curve);
  const begun = reversed(rest(track.curve, before));
  return { curve: reversed(rest(begun, unseen(begun))), skipped: lengthAt(track, before) };
}
