/** Rectangles that are taken, and where one more has room. Pure geometry; a grid keeps it fast among thousands. */

import { gather } from "../../core/gathered.ts";

export interface Rect {
  readonly left: number;
  readonly top: number;
  readonly right: number;
  readonly bottom: number;
}

export interface Taken {
  /** `owner`: to whom the rectangle is not in the way. */
  add(rect: Rect, owner?: number): void;
  isFree(rect: Rect, owner?: number): boolean;
}

const CELL = 96;
/** More cells than any picture has in a column: so that one number names a cell. */
const COLUMN = 2 ** 24;

export function createTaken(rects: Iterable<Rect> = []): Taken {
  const cells = new Map<number, { readonly rect: Rect; readonly owner: number | undefined }[]>();

  function visit({ left, top, right, bottom }: Rect, see: (cell: number) => boolean): boolean {
    for (let x = Math.floor(left / CELL); x <= Math.floor(right / CELL); x += 1)
      for (let y = Math.floor(top / CELL); y <= Math.floor(bottom / CELL); y += 1) if (!see(x * COLUMN + y)) return false;
    return true;
  }

  function add(rect: Rect, owner?: number): void {
    const entry = { rect, owner };
    visit(rect, (cell) => {
      gather(cells, cell, entry);
      return true;
    });
  }

  for (const rect of rects) add(rect);
  return {
    add,
    isFree: (rect, owner) =>
      visit(rect, (cell) => {
        const others = cells.get(cell);
        return !others?.some((other) => (owner === undefined || other.owner !== owner) && overlap(rect, other.rect));
      }),
  };
}

export function overlap(one: Rect, other: Rect): boolean {
  return one.left < other.right && other.left < one.right && one.top < other.bottom && other.top < one.bottom;
}

export function within(inner: Rect, outer: Rect): boolean {
  return inner.left >= outer.left && inner.top >= outer.top && inner.right <= outer.right && inner.bottom <= outer.bottom;
}

/** Around a middle. */
export function rectAround(x: number, y: number, width: number, height: number): Rect {
  return { left: x - width / 2, top: y - height / 2, right: x + width / 2, bottom: y + height / 2 };
}
