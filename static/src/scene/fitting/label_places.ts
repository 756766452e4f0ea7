/**
 * Where the numbers beside wires are: near the head of the wire, where its whole width has room between the cards and beside other wires.
 * A number that has no room is left out; one that is covered in part would be read as another number. Pure.
 */
import { type PointOnCurve, pointAlong, type Track } from "../../layout/wire_curves.ts";
import { createTaken, type Rect, rectAround, type Taken } from "./free_places.ts";

export interface Labelled {
  readonly id: number;
  readonly track: Track;
  /** The side of its heading that is tried first: 1 left, −1 right. */
  readonly side: 1 | -1;
  /** Width of a sign before its number; 0 where there is none. */
  readonly sign?: number;
  /** How much of the wire, up to its head, is no other's: its number is there. All of it where absent. */
  readonly alone?: number | undefined;
  /** By how many letters it is widened, where nothing is in the way. */
  readonly longer?: number;
}

export interface LabelPlace {
  /** Where the text begins, ends or has its middle, as `anchor` says. */
  readonly x: number;
  readonly y: number;
  readonly anchor: "start" | "middle" | "end";
  readonly side: 1 | -1;
  readonly box: Rect;
  /** Width that its number has; a longer one is left out. */
  readonly room: number;
  /** Whether it is on the wire, with a ground of its own. */
  readonly isOn?: boolean;
  /** How far along the wire it is, 0 at the source and 1 at the head. */
  readonly fraction: number;
}

/** Between a wire and its number; and where there is no room so near, as long as no wire is between them. */
const GAP = 5;
const WIDE_GAPS = [10, 15, 20];
/** So much nearer a number is to its own wire than to any other, wherever there is such a place. */
const NEARER = 5;
/** Part of a text that is before its anchor. */
const BEFORE = { start: 0, middle: 0.5, end: 1 };
/** From one try to the next along a wire, and how many at most. */
const STRIDE = 7;
const MOST_TRIES = 40;
/** How far apart the points are that represent a wire, of which others keep clear. */
const POINT = 6;

/** The lines of wires, each its own: what is written beside one keeps clear of those of others. */
export function linesOf(wires: readonly Labelled[]): Taken {
  const lines = createTaken();
  for (const { id, track } of wires) for (const point of pointsOf(track)) lines.add(point, id);
  return lines;
}

interface Sizes {
  readonly widths: readonly number[];
  readonly height: number;
  /** Of one letter more. */
  readonly more?: number;
}

/**
 * By wire; those without room are absent. `widths` are those of numbers, the largest first: where the longest has no room, there may be some
 * for a shorter one. `taken` holds what labels must not cover; `first` is how far from its head a wire's tries begin.
 */
export function labelPlaces(
  wires: readonly Labelled[],
  { widths, height, more = 0 }: Sizes,
  taken: Taken,
  first: number,
  lines: Taken = linesOf(wires),
): Map<number, LabelPlace> {
  const places = new Map<number, LabelPlace>();
  // The shortest have the fewest places to choose from.
  const sorted = [...wires].sort((one, other) => one.track.length - other.track.length || one.id - other.id);
  for (const width of widths)
    for (const wire of sorted) {
      if (places.has(wire.id)) continue;
      const found = bestPlace(wire, { width, height }, taken, first, lines);
      if (!found) continue;
      places.set(wire.id, found);
      taken.add(found.box, wire.id);
    }
  for (const { id, longer = 0 } of sorted) {
    const place = places.get(id);
    if (!place || place.room !== widths[0]) continue;
    for (let letters = 1; letters <= longer; letters += 1) {
      const { left, right, ...rest } = places.get(id)!.box;
      const end = BEFORE[place.anchor] * more;
      const box = { ...rest, left: left - end, right: right + more - end };
      // No other wire comes nearer to it, nor its own, by a width that no other number has to give way for.
      if (!taken.isFree(box, id) || !lines.isFree(grown(box, NEARER), id) || !(place.isOn || lines.isFree(box))) break;
      places.set(id, { ...place, box, room: place.room + letters * more });
      taken.add(box, id);
    }
  }
  return places;
}

function bestPlace(
  wire: Labelled,
  size: { readonly width: number; readonly height: number },
  taken: Taken,
  first: number,
  lines: Taken,
): LabelPlace | null {
  const isNearest = ({ box, gap }: Try): boolean => lines.isFree(grown(box, gap + NEARER), wire.id);
  const isBest = (one: Try): boolean => lines.isFree(one.box) && isNearest(one);
  const freeAt = (gap: number): Try[] =>
    [...triesOf(wire, size, first, gap)].flatMap((place) => (taken.isFree(place.box) ? [{ place, box: place.box, gap }] : []));
  const near: Try[] = [];
  for (const place of triesOf(wire, size, first, GAP)) {
    const one = { place, box: place.box, gap: GAP };
    if (!taken.isFree(one.box)) continue;
    // Mostly one of the first, and no other has to be looked at.
    if (isBest(one)) return place;
    near.push(one);
  }
  const free = near.length > 0 ? near : WIDE_GAPS.flatMap((gap) => freeAt(gap).filter(({ box }) => lines.isFree(box)));
  const found = free.find(isBest) ?? free.find(isNearest) ?? onOrBeside();
  return found?.place ?? null;

  function onOrBeside(): Try | undefined {
    const on = onIt(wire, size, first).flatMap((place) => (taken.isFree(place.box) ? [{ place, box: place.box, gap: 0 }] : []));
    return (
      on.find(isNearest) ??
      free.find(({ box }) => lines.isFree(box)) ??
      free.find(({ box }) => lines.isFree(box, wire.id)) ??
      on.find(({ box }) => lines.isFree(box, wire.id)) ??
      free[0]
    );
  }
}

interface Try {
  readonly place: LabelPlace;
  readonly box: Rect;
  /** From the wire to the box. */
  readonly gap: number;
}

function grown({ left, top, right, bottom }: Rect, by: number): Rect {
  return { left: left - by, top: top - by, right: right + by, bottom: bottom + by };
}

function pointsOf(track: Track): Rect[] {
  const count = Math.max(2, Math.ceil(track.length / POINT));
  return Array.from({ length: count + 1 }, (_, index) => {
    const { x, y } = pointAlong(track, index / count);
    return rectAround(x, y, 1, 1);
  });
}

function triesIn(room: number): number {
  return Math.max(1, Math.min(MOST_TRIES, Math.floor(room / STRIDE)));
}

/** From the head of a wire backwards, on the one side and on the other; a wire hardly longer than its number has room at its middle, if any. */
function* triesOf(
  { track, side, sign = 0, alone = track.length }: Labelled,
  { width, height }: { readonly width: number; readonly height: number },
  first: number,
  gap: number,
): Generator<LabelPlace> {
  const size = { width: width + sign, height };
  const room = alone - 2 * first;
  const count = triesIn(room);
  const backs = Array.from({ length: room <= 0 ? 0 : count }, (_, index) => first + index * STRIDE);
  for (const back of [...backs, alone / 2]) {
    const fraction = 1 - back / Math.max(1, track.length);
    const point = pointAlong(track, fraction);
    for (const one of [side, -side] as const) yield { ...placeBeside(point, one as 1 | -1, size, gap), fraction, room: width };
  }
}

/** On the wire itself, its middle first: type has a ground of its own there, and is read across the line. */
function onIt(
  { track, sign = 0, alone = track.length }: Labelled,
  { width, height }: { readonly width: number; readonly height: number },
  first: number,
): LabelPlace[] {
  const room = alone - 2 * first;
  const count = triesIn(room);
  const places = Array.from({ length: count }, (_, index) => {
    const away = (Math.ceil(index / 2) * (index % 2 === 0 ? 1 : -1) * room) / count;
    const fraction = 1 - (alone / 2 - (room <= 0 ? 0 : away)) / Math.max(1, track.length);
    const { x, y } = pointAlong(track, fraction);
    return {
      x,
      y,
      anchor: "middle",
      side: 1,
      isOn: true,
      box: rectAround(x, y, width + sign, height),
      fraction,
      room: width,
    } as const;
  });
  return places;
}

/** Beside the line and not on it; along a steep line the text begins, or ends, at it. */
function placeBeside(
  { x, y, angle }: PointOnCurve,
  side: 1 | -1,
  { width, height }: { width: number; height: number },
  gap: number,
): Omit<LabelPlace, "fraction" | "room"> {
  const [normalX, normalY] = [side * Math.sin(angle), -side * Math.cos(angle)];
  const away = (Math.abs(normalX) * width + Math.abs(normalY) * height) / 2 + gap;
  const box = rectAround(x + normalX * away, y + normalY * away, width, height);
  const anchor = Math.abs(normalX) < 0.5 ? "middle" : normalX > 0 ? "start" : "end";
  return { x: box.left + width * BEFORE[anchor], y: (box.top + box.bottom) / 2, anchor, side, box };
}
