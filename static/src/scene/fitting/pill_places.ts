/** Where the pills that explain a frame have room: beside the card that they are about, in view, and on nothing else. Pure geometry. */
import type { Direction } from "../../layout/types.ts";
import { type Rect, rectAround, type Taken, within } from "./free_places.ts";

export interface Size {
  readonly width: number;
  readonly height: number;
}

/** Further and further from the card, where there is no room right beside it. */
const DISTANCES = [1, 3, 6, 10];

/**
 * The place of a pill; null where it has no room. Tries first the sides of the cards on which no wires are, and along a side first its middle,
 * then its ends.
 */
export function pillPlace(
  cards: readonly Rect[],
  { width, height }: Size,
  gap: number,
  direction: Direction,
  bounds: Rect,
  taken: Taken,
): Rect | null {
  for (const distance of DISTANCES) {
    for (const card of cards) {
      const boxes = around(card, width, height, gap * distance, direction);
      const free = boxes.find((box) => within(box, bounds) && taken.isFree(box));
      if (free) return free;
    }
  }
  return null;
}

function around({ left, top, right, bottom }: Rect, width: number, height: number, gap: number, direction: Direction): Rect[] {
  const [middleX, middleY] = [(left + right) / 2, (top + bottom) / 2];
  const [below, above] = [bottom + gap + height / 2, top - gap - height / 2];
  const [after, before] = [right + gap + width / 2, left - gap - width / 2];
  const along = [middleX, left + width / 2, right - width / 2];
  const level = [
    ...along.map((x) => rectAround(x, below, width, height)),
    ...along.map((x) => rectAround(x, above, width, height)),
  ];
  const beside = [rectAround(after, middleY, width, height), rectAround(before, middleY, width, height)];
  return [
    ...(direction === "right" ? [...level, ...beside] : [...beside, ...level]),
    ...[above, below].flatMap((y) => [after, before].map((x) => rectAround(x, y, width, height))),
  ];
}
