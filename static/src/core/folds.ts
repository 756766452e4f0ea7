/**
 * What the reader has folded and unfolded, as links carry it. Groups are told by their keys, which survive edits (graph/groups.ts). Pure.
 */
import { groupTreeOf } from "../graph/groups.ts";
import type { Graph } from "./types.ts";

/** By key of a group: true is open. `ALL` stands for every group that is not named. */
export type Folds = Readonly<Record<string, boolean>>;

export const ALL = "*";

const WORDS = { all: true, none: false } as const;
/** A link says no more about folding than this many characters: beyond, the picture opens as it does by itself. */
const LONGEST = 1_500;

const escaped = (key: string): string => key.replace(/[;%]/g, encodeURIComponent);

/** `all`, `none`, what differs from that or from how the graph opens by itself: `+train/;-train/step #2/`. null where there is nothing to say. */
export function writeFolds(folds: Folds, graph: Graph | null, program: string): string | null {
  const groups = graph === null ? null : groupTreeOf(graph, program).groups.map(({ key }) => key);
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
