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

/** `all`, `none`, or what differs from how the graph opens by itself: `+train/;-train/step #2/`. null where there is nothing to say. */
export function writeFolds(folds: Folds, graph: Graph | null, program: string): string | null {
  const keys = graph === null ? Object.keys(folds) : groupTreeOf(graph, program).groups.map(({ key }) => key).filter((key) => key in folds);
  if (keys.length === 0 && !(ALL in folds)) return null;
  const isWhole = graph !== null && keys.length === groupTreeOf(graph, program).groups.length;
  if (ALL in folds && keys.length === 0) return folds[ALL] ? "all" : "none";
  for (const [word, open] of Object.entries(WORDS)) if (isWhole && keys.every((key) => folds[key] === open)) return word;
  const text = keys.map((key) => `${folds[key] ? "+" : "-"}${escaped(key)}`).join(";");
  return text.length > LONGEST ? null : text;
}

/** null where the text makes no sense. */
export function readFolds(text: string): Folds | null {
  if (text in WORDS) return { [ALL]: WORDS[text as keyof typeof WORDS] };
  const folds: Record<string, boolean> = {};
  for (const part of text.split(";")) {
    if (!/^[+-]./u.test(part)) return null;
    try {
      folds[decodeURIComponent(part.slice(1))] = part.startsWith("+");
    } catch {
      return null;
    }
  }
  return folds;
}
