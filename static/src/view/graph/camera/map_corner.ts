/** In which corner of the view a small map covers neither a card nor the place of a wire's number. Pure geometry. */
import type { PlacedNode } from "../../../layout/types.ts";
import { overlap, type Rect } from "../../../scene/fitting/free_places.ts";

/** From the lower right, where it is by preference. */
export const CORNERS = ["bottom right", "bottom left", "top left", "top right"] as const;
export type Corner = (typeof CORNERS)[number];

/** `width`, `height` and `margin` as the picture counts; null where something is in every corner. */
export function freeCorner(
  nodes: readonly PlacedNode[],
  view: Rect,
  { width, height }: { readonly width: number; readonly height: number },
  margin: number,
  labels: readonly Rect[] = [],
): Corner | null {
  const isLabelFree = (place: Rect): boolean => !labels.some((label) => overlap(place, label));
  return (
    CORNERS.find((corner) => {
      const place = cornerOf(corner, view, width + margin, height + margin);
      return isFree(nodes, place, margin) && isLabelFree(place);
    }) ?? null
  );
}

export function cornerOf(corner: Corner, { left, top, right, bottom }: Rect, width: number, height: number): Rect {
  const isRight = corner.endsWith("right");
  const isBottom = corner.startsWith("bottom");
  return {
    left: isRight ? right - width : left,
    right: isRight ? right : left + width,
    top: isBottom ? bottom - height : top,
    bottom: isBottom ? bottom : top + height,
  };
}

function isFree(nodes: readonly PlacedNode[], corner: Rect, margin: number): boolean {
  return !nodes.some(({ x, y, width, height }) =>
    overlap(corner, { left: x - 2 * margin, right: x + width + margin, top: y - 2 * margin, bottom: y + height + margin }),
  );
}
