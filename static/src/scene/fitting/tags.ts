/** Where the tags at the edges of a card are. Pure geometry. */

import { widthOfText } from "../../core/card_sizes.ts";
import { say } from "../../messages/messages.ts";
import type { Rect } from "./free_places.ts";

/** A tag in parts of its type's size: both ends, and its height. */
const TAG = { ends: 1, height: 1.2 };
/** Half the width of a wire with its arrow, beside which no tag begins. */
const WIRE_ROOM = 6;

export type TagKind = "ailment" | "difference" | "ghost" | "right";

/** What the row of a card's name has free behind the name. */
export interface FreeInRow {
  readonly width: number;
  readonly right: number;
  /** The middle of the row. */
  readonly middle: number;
  /** Whether other cards are so near that words at its edge would cover what is between them. */
  readonly isCrowded: boolean;
}

/** `beside`: whether a wire enters or leaves in the middle of the edge that it is at, and it must be at its right, beyond the card if need be. */
export function tagBox(
  kind: TagKind,
  words: string,
  type: number,
  card: { width: number; height: number },
  beside: boolean,
): Rect {
  const width = widthOfText(words, "bold", type) + type * TAG.ends;
  const left = kind === "ailment" ? 6 : card.width - (beside ? Math.min(width, card.width / 2 - WIRE_ROOM) : width);
  const top = { ailment: card.height - 0.58 * type, right: card.height + 1, difference: -1.08 * type, ghost: -1.04 * type }[kind];
  return { left, top, right: left + width, bottom: top + type * TAG.height };
}

/**
 * In what a card differs from that of another graph, `≠ value`, or what its value would be, `→ 2.01`, and where that stands: behind the name,
 * so that it covers no number beside a wire; else at the edge of the card. Of a difference for which there is no room the sign alone.
 */
export function tagInRow(
  kind: "difference" | "ghost",
  words: string,
  type: number,
  card: { width: number; height: number },
  free: FreeInRow,
): { readonly words: string; readonly box: Rect } {
  const shortest = kind === "difference" && free.isCrowded ? Array.from(words)[0]! : words;
  for (const shown of [words, shortest]) {
    const { left, right } = tagBox(kind, shown, type, card, false);
    if (right - left > free.width) continue;
    const half = (type * TAG.height) / 2;
    const box = { left: free.right - (right - left), right: free.right, top: free.middle - half, bottom: free.middle + half };
    return { words: shown, box };
  }
  return { words: shortest, box: tagBox(kind, shortest, type, card, kind === "difference") };
}

/** The right number beside a wrong one. */
export function correctionText(right: string): string {
  return say("card-right", { right });
}
