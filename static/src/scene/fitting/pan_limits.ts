/** How far a hand may move the picture, so that none loses it. Pure. */
import type { Rect } from "./free_places.ts";

/**
 * The first and the last place at which a picture of some length may begin in a space, one axis at a time, in pixels of the screen.
 *
 * A finger, which also swipes, leaves in view all of what fits; a longer picture may have as much emptiness beside it as it has more, up to half the
 * space. A mouse may push more aside, where something is to be drawn or laid beside the picture, but half of it, or of the space, is kept.
 */
export function panLimits(length: number, space: number, isFinger: boolean): readonly [number, number] {
  const kept = Math.min(length, space) / 2;
  if (!isFinger) return [kept - length, space - kept];
  if (length <= space) return [0, space - length];
  const beside = Math.min(space / 2, length - space);
  return [space - length - beside, beside];
}

export interface Shift {
  readonly x: number;
  readonly y: number;
}

/** Where a card is on the picture. */
export interface CardPlace extends Shift {
  readonly width: number;
  readonly height: number;
}

const NONE: Shift = { x: 0, y: 0 };
/** A card that comes back into view is so far from its edge: on the edge itself it may be counted as beyond. */
const EDGE = 2;

/**
 * How far a view has to go back so that a card is whole in it; nowhere between cards, where who goes on comes to the next one. Corners of a
 * picture, which is as wide as its widest row, may be empty.
 */
export function backToCards(view: Rect, cards: readonly CardPlace[]): Shift {
  const [width, height] = [view.right - view.left, view.bottom - view.top];
  const isWhole = ({ x, y, width, height }: CardPlace): boolean =>
    x >= view.left && y >= view.top && x + width <= view.right && y + height <= view.bottom;
  if (cards.some(isWhole) || isBetween(view, cards)) return NONE;
  const beyond = (first: number, last: number, from: number, to: number): number =>
    first < from ? first - EDGE - from : last > to ? last + EDGE - to : 0;
  const shifts = cards
    .filter((card) => card.width + 2 * EDGE <= width && card.height + 2 * EDGE <= height)
    .map((card) => ({
      x: beyond(card.x, card.x + card.width, view.left, view.right),
      y: beyond(card.y, card.y + card.height, view.top, view.bottom),
    }));
  const [first = NONE, ...others] = shifts;
  return others.reduce((best, each) => (Math.hypot(each.x, each.y) < Math.hypot(best.x, best.y) ? each : best), first);
}

/** Whether there are cards on both sides of a view, straight on. */
function isBetween(view: Rect, cards: readonly CardPlace[]): boolean {
  const beside = cards.filter(({ y, height }) => y < view.bottom && y + height > view.top);
  const along = cards.filter(({ x, width }) => x < view.right && x + width > view.left);
  return (
    (beside.some(({ x }) => x < view.left) && beside.some(({ x, width }) => x + width > view.right)) ||
    (along.some(({ y }) => y < view.top) && along.some(({ y, height }) => y + height > view.bottom))
  );
}
