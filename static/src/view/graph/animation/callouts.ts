/** What is in front of the graph: the pills that explain the current frame, and the tokens that travel. */

import type { Hue } from "../../../explain/ways.ts";
import type { Direction } from "../../../layout/types.ts";
import { pointAlong, type Track } from "../../../layout/wire_curves.ts";
import { type Rect, rectAround, type Taken, within } from "../../../scene/fitting/free_places.ts";
import type { Metrics } from "../../../scene/fitting/metrics.ts";
import { pillPlace, type Size } from "../../../scene/fitting/pill_places.ts";
import { append, at, type Group, setAttribute, setText, signClass } from "../../shared/svg.ts";

export interface Callout {
  readonly text: string;
  readonly sign: -1 | 0 | 1;
  /** The cards that it may be beside, the best one first. */
  readonly beside: readonly Rect[];
  /** The wire whose number it is: it is on that or near it, with a line to it, and has the colours of a wire's number unless it explains. */
  readonly on?: Track;
  readonly isNumber?: boolean;
  /** The contribution that it is. */
  readonly hue?: Hue | null;
  /** Whether no other wire is there: a number on that would be read as its. */
  readonly isClear?: (box: Rect) => boolean;
}

/** Where pills may be. */
export interface Room {
  readonly direction: Direction;
  readonly bounds: Rect;
  readonly taken: Taken;
}

export interface Token {
  readonly track: Track;
  /** 0 at the wire's source, 1 at its target. */
  readonly fraction: number;
  readonly text: string;
  readonly sign: -1 | 0 | 1;
  readonly backward: boolean;
}

export interface Front {
  /** `size`: how much larger than the picture the pills are drawn. Those without room are left out: the sentence of the frame says the same. */
  explain(callouts: readonly Callout[], metrics: Metrics, size: number, room: Room): void;
  move(tokens: readonly Token[], metrics: Metrics, size: number): void;
}

export function createFront(layer: Group): Front {
  const calloutLayer = append(layer.node()!, "g", { class: "callouts" });
  const tokenLayer = append(layer.node()!, "g", { class: "tokens" });
  const callouts = createPills(calloutLayer, "callout");
  const tokens = createPills(tokenLayer, "token");
  return {
    explain(wanted, metrics, size, { direction, bounds, taken }) {
      const placed = wanted.flatMap((callout) => {
        const { width, height } = sizeOfPill(callout.text, metrics);
        const sized = { width: width * size, height: height * size };
        const near = callout.on && placeNear(callout, callout.on, sized, bounds, taken);
        const box = near?.box ?? pillPlace(callout.beside, sized, (metrics.digit / 2) * size, direction, bounds, taken);
        if (box) taken.add(box);
        return box ? [{ ...callout, box, foot: near?.foot }] : [];
      });
      const pills = callouts(placed.length);
      for (const [index, { text, sign, box, foot, isNumber, hue }] of placed.entries()) {
        pills[index]!.write(text, metrics);
        const [x, y] = [(box.left + box.right) / 2, (box.top + box.bottom) / 2];
        pills[index]!.place(x, y, size, `callout ${signClass(sign)}${isNumber ? " of-wire" : ""}${hue ? ` way-${hue}` : ""}`);
        pills[index]!.point(foot ? { x: (foot.x - x) / size, y: (foot.y - y) / size } : null);
      }
    },
    move(wanted, metrics, size) {
      const pills = tokens(wanted.length);
      for (const [index, token] of wanted.entries()) {
        const { width, height } = pills[index]!.write(token.text, metrics);
        const { x, y } = pointBetweenCards(token, width * size, height * size);
        pills[index]!.place(x, y, size, `token ${token.backward ? "backward" : "forward"} ${signClass(token.sign)}`);
      }
    },
  };
}

/** Parts of a wire at which a pill on it is tried: from the middle to both ends. */
const ON_WIRE = [0.5, 0.6, 0.4, 0.7, 0.3, 0.8, 0.2];

/** How far from a wire its number is tried, in heights of the pill: as far as beyond the cards at both ends of a short one. */
const OFF_WIRE = Array.from({ length: 29 }, (_, index) => 1 + index / 4);
/** From one look at the way to the next, along the line that leads from a pill to its wire. */
const LEAD = 4;

interface NearWire {
  readonly box: Rect;
  /** Where the line to the wire ends; absent on the wire itself. */
  readonly foot?: { readonly x: number; readonly y: number };
}

function placeNear(callout: Callout, track: Track, size: Size, bounds: Rect, taken: Taken): NearWire | undefined {
  const isFree = (box: Rect): boolean => within(box, bounds) && taken.isFree(box);
  for (const part of ON_WIRE) {
    const { x, y } = pointAlong(track, part);
    const box = rectAround(x, y, size.width, size.height);
    if (isFree(box)) return { box };
  }
  const places = [...placesOff(track, size)];
  const isFound = ({ box, way }: OffWire): boolean => isFree(box) && way.every((step) => taken.isFree(step));
  return places.find((place) => callout.isClear?.(place.box) && isFound(place)) ?? places.find(isFound);
}

interface OffWire extends NearWire {
  /** What the line to the wire passes. */
  readonly way: readonly Rect[];
}

/** Away from a wire at its sides, or straight up, down and to both sides between the cards; the nearest first. */
function* placesOff(track: Track, { width, height }: Size): Generator<OffWire> {
  for (const off of OFF_WIRE)
    for (const part of ON_WIRE) {
      const foot = pointAlong(track, part);
      const [across, down] = [-Math.sin(foot.angle), Math.cos(foot.angle)];
      for (const [dx, dy] of [
        [-across, -down],
        [across, down],
        [0, -1],
        [0, 1],
        [-1, 0],
        [1, 0],
      ] as const) {
        // As far from the edge of the pill in every direction.
        const away = off * height + (Math.abs(dx) * (width - height)) / 2;
        const at = (distance: number): [number, number] => [foot.x + dx * distance, foot.y + dy * distance];
        const way = Array.from({ length: Math.floor(away / LEAD) }, (_, index) => rectAround(...at(index * LEAD), 1, 1));
        yield { box: rectAround(...at(away), width, height), foot, way };
      }
    }
}

interface Pill {
  write(text: string, metrics: Metrics): Size;
  /** A line from its middle to a point, as seen from there. */
  point(to: { readonly x: number; readonly y: number } | null): void;
  place(x: number, y: number, size: number, className: string): void;
}

/** Pills are kept and used again: a token must not be created sixty times a second. */
function createPills(parent: SVGGElement, className: string): (count: number) => Pill[] {
  const pills: { pill: Pill; group: SVGGElement }[] = [];
  return (count) => {
    while (pills.length < count) pills.push(createPill(parent, className));
    for (const [index, { group }] of pills.entries()) setAttribute(group, "visibility", index < count ? "visible" : "hidden");
    return pills.slice(0, count).map(({ pill }) => pill);
  };
}

function sizeOfPill(text: string, metrics: Metrics): Size {
  const height = metrics.rowHeight + 3;
  return { height, width: Math.max(height, Array.from(text).length * metrics.digit + metrics.digit * 1.8) };
}

/** On its way a token keeps clear of the cards at both ends, as far as the wire is long enough. */
function pointBetweenCards({ track, fraction }: Token, width: number, height: number): { x: number; y: number } {
  const end = (at: number): number => {
    const { angle } = pointAlong(track, at);
    const reach = (Math.abs(Math.cos(angle)) * width + Math.abs(Math.sin(angle)) * height) / 2;
    return Math.min(0.45, reach / Math.max(1, track.length));
  };
  const [first, last] = [end(0), 1 - end(1)];
  return pointAlong(track, first + (last - first) * fraction);
}

function createPill(parent: SVGGElement, className: string): { pill: Pill; group: SVGGElement } {
  const group = append(parent, "g", { class: className });
  const lead = append(group, "path", { class: "lead" });
  const box = append(group, "rect");
  const text = append(group, "text", { "text-anchor": "middle" });
  const pill: Pill = {
    write(content, metrics) {
      const { width, height } = sizeOfPill(content, metrics);
      setText(text, content);
      const attributes = { x: -width / 2, y: -height / 2, width, height, rx: height / 2 };
      for (const [name, value] of Object.entries(attributes)) setAttribute(box, name, String(value));
      return { width, height };
    },
    point(to) {
      setAttribute(lead, "d", to ? `M0,0L${to.x.toFixed(1)},${to.y.toFixed(1)}` : "");
    },
    place(x, y, size, classNames) {
      setAttribute(group, "transform", size === 1 ? at(x, y) : `${at(x, y)}scale(${size})`);
      setAttribute(group, "class", classNames);
    },
  };
  return { pill, group };
}
