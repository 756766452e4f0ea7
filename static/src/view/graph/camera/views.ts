/** What is seen of a picture from where one looks, and from where a part of it is seen. Pure. */
import { type ZoomTransform, zoomIdentity } from "d3-zoom";
import { backToCards, type CardPlace, panLimits } from "../../../scene/fitting/pan_limits.ts";
import type { Size } from "./observed_size.ts";

export interface Place {
  readonly x: number;
  readonly y: number;
}

export interface Area {
  readonly left: number;
  readonly top: number;
  readonly right: number;
  readonly bottom: number;
}

const NOWHERE: Place = { x: 0, y: 0 };

export const centreOf = ({ left, top, right, bottom }: Area): Place => ({ x: (left + right) / 2, y: (top + bottom) / 2 });

/** What is in view on a stage of that size. */
export function seenFrom(from: ZoomTransform, { width, height }: Size): Area {
  const [left, top] = from.invert([0, 0]);
  const [right, bottom] = from.invert([width, height]);
  return { left, top, right, bottom };
}

/** The view of a picture with a place of it in the middle, as far as the picture reaches: nothing is gained by looking past its edge. */
export function viewOf(picture: Size, { x, y }: Place, k: number, { width, height }: Size): ZoomTransform {
  const shift = (space: number, length: number, middle: number): number =>
    length * k <= space ? (space - length * k) / 2 : Math.min(0, Math.max(space - length * k, space / 2 - k * middle));
  return zoomIdentity.translate(shift(width, picture.width, x), shift(height, picture.height, y)).scale(k);
}

/** How far a picture has to move for an area to be in view; null where that is larger than the view. */
export function wayTo(area: Area, seen: Area): Place | null {
  if (area.right - area.left > seen.right - seen.left || area.bottom - area.top > seen.bottom - seen.top) return null;
  return {
    x: area.left < seen.left ? seen.left - area.left : area.right > seen.right ? seen.right - area.right : 0,
    y: area.top < seen.top ? seen.top - area.top : area.bottom > seen.bottom ? seen.bottom - area.bottom : 0,
  };
}

export interface Reach {
  readonly picture: Size;
  readonly size: Size;
  readonly isFinger: boolean;
  /** One of them stays in view; null where that need not be. */
  readonly cards: readonly CardPlace[] | null;
}

/** The view that a hand asks for, as far as the picture stays in sight. What was out of reach before may stay, but goes no further. */
export function withinReach(wanted: ZoomTransform, now: ZoomTransform, { picture, size, isFinger, cards }: Reach): ZoomTransform {
  const isSame = wanted.k === now.k;
  const keep = (asked: number, before: number, length: number, space: number): number => {
    const [first, last] = panLimits(length * wanted.k, space, isFinger);
    return Math.min(isSame ? Math.max(last, before) : last, Math.max(isSame ? Math.min(first, before) : first, asked));
  };
  const x = keep(wanted.x, now.x, picture.width, size.width);
  const y = keep(wanted.y, now.y, picture.height, size.height);
  const reached = zoomIdentity.translate(x, y).scale(wanted.k);
  if (cards === null) return reached;
  const back = (from: ZoomTransform): Place => backToCards(seenFrom(from, size), cards);
  const { x: across, y: down } = isSame ? back(reached) : NOWHERE;
  // Where no card is whole already, such as after a look at wires close by, the first move is no jump.
  const isLost = across !== 0 || down !== 0;
  const was = isLost ? back(now) : NOWHERE;
  return isLost && was.x === 0 && was.y === 0 ? reached.translate(-across, -down) : reached;
}
