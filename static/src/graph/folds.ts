/**
 * What the reader has folded and unfolded, as links carry it. Groups are identified by their keys, which survive edits (graph/groups.ts). Pure.
 */

import type { Graph } from "../core/types.ts";
import { type Group, groupTreeOf } from "./groups.ts";

/**
 * By key of a group: true is open. `ALL` represents every group that is not named. The key of a stack with a number after it, such as
 * `model ×/3`, is true for the member that the stack's card shows.
 */
export type Folds = Readonly<Record<string, boolean>>;

export const ALL = "*";

const WORDS = { all: true, none: false } as const;
/** A link says no more about folding than this many characters: beyond, the picture opens as it does by itself. */
const LONGEST = 1_500;

/** What records that the card of a stack shows its member at a place, counted from 0. */
function shownKey({ key }: Group, place: number): string {
  return `${key}${place + 1}`;
}

/** The place of the member that the card of a stack shows; null where nobody has chosen one. */
export function placeShown(folds: Folds, stack: Group): number | null {
  const place = stack.members.findIndex((_, index) => folds[shownKey(stack, index)] === true);
  return place < 0 ? null : place;
}

/** `place` null: none is chosen any longer. */
export function withShown(folds: Folds, stack: Group, place: number | null): Folds {
  const keys = new Set(stack.members.map((_, index) => shownKey(stack, index)));
  const others = Object.fromEntries(Object.entries(folds).filter(([key]) => !keys.has(key)));
  return place === null ? others : { ...others, [shownKey(stack, place)]: true };
}

const escaped = (key: string): string => key.replace(/[;%]/g, encodeURIComponent);

/** `all`, `none`, what differs from that or from how the graph opens by itself: `+train/;-train/step #2/`. null where there is nothing to say. */
export function writeFolds(folds: Folds, graph: Graph | null, program: string): string | null {
  const groups =
    graph === null
      ? null
      : groupTreeOf(graph, program).groups.flatMap((group) => [
          group.key,
          ...group.members.map((_, place) => shownKey(group, place)),
        ]);
  // What was folded in another program has no place in a link to this one.
  const keys = (groups ?? Object.keys(folds)).filter((key) => key !== ALL && key in folds);
  const word = Object.entries(WORDS).find(([, open]) => folds[ALL] === open)?.[0];
  const parts = [...(word ? [word] : []), ...keys.map((key) => `${folds[key] ? "+" : "-"}${escaped(key)}`)];
  const text = parts.join(";");
  return text === "" || text.length > LONGEST ? null : text;
}

/** null where the text makes no sense. */
export function readFolds(text: string): Folds | null {
  const folds: Record<string, boolean> = {};
  for (const part of text.split(";")) {
    if (part in WORDS) folds[ALL] = WORDS[part as keyof typeof WORDS];
    else if (!/^[+-]./u.test(part)) return null;
    else {
      try {
        folds[decodeURIComponent(part.slice(1))] = part.startsWith("+");
      } catch {
        return null;
      }
    }
  }
  return folds;
}
