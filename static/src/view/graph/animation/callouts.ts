/** What is in front of the graph: the pills that explain the current frame, and the tokens that travel. */

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
  /** The wire that it is on, where that has room; else it is beside. */
  readonly on?: Track;
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
        const box =
          (callout.on && placeOn(callout.on, sized, bounds, taken)) ??
          pillPlace(callout.beside, sized, (metrics.digit / 2) * size, direction, bounds, taken);
        if (box) taken.add(box);
        return box ? [{ ...callout, box }] : [];
      });
      const pills = callouts(placed.length);
      for (const [index, { text, sign, box }] of placed.entries()) {
        pills[index]!.write(text, metrics);
        const [x, y] = [(box.left + box.right) / 2, (box.top + box.bottom) / 2];
        pills[index]!.place(x, y, size, `callout ${signClass(sign)}`);
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

function placeOn(track: Track, { width, height }: Size, bounds: Rect, taken: Taken): Rect | undefined {
  return ON_WIRE.map((part) => {
    const { x, y } = pointAlong(track, part);
    return rectAround(x, y, width, height);
  }).find((box) => within(box, bounds) && taken.isFree(box));
}

interface Pill {
  write(text: string, metrics: Metrics): Size;
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
    place(x, y, size, classNames) {
      setAttribute(group, "transform", size === 1 ? at(x, y) : `${at(x, y)}scale(${size})`);
      setAttribute(group, "class", classNames);
    },
  };
  return { pill, group };
}
