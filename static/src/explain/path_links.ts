/** How a path is written: the names of its nodes as links of a chain, and its slopes as factors. Pure. */

import { grouped, say } from "../messages/messages.ts";

/** Links of a chain that are written out at either end of a long one. */
const ENDS = 5;

/**
 * Nodes of the same name that follow one another as one, `h ×40`; the middle of a long chain as the number of links left out. `shorten` cuts
 * names; two that are alike only when they are cut are two links.
 */
export function linksOf(labels: readonly string[], shorten: (label: string) => string): (string | number)[] {
  const runs: { readonly label: string; count: number }[] = [];
  for (const label of labels) {
    const last = runs.at(-1);
    if (last?.label === label) last.count += 1;
    else runs.push({ label, count: 1 });
  }
  const links = runs.map(({ label, count }) => (count === 1 ? shorten(label) : `${shorten(label)} ×${count}`));
  if (links.length <= 2 * ENDS + 1) return links;
  return [...links.slice(0, ENDS), links.length - 2 * ENDS, ...links.slice(-ENDS)];
}

/** Digits of a count that are all written. */
const MOST_DIGITS = 12;

/** How many paths there are, of the digits of their number: a power of ten where there are very many. */
export function countOfPaths(digits: string): string {
  if (digits === "1") return say("one-path");
  if (digits.length > MOST_DIGITS) return say("about-paths", { count: digits.length - 1 });
  return say("several-paths", { count: grouped(digits) });
}

/** More factors than this are written without those that are 1: of additions alone nothing is learned by the tenth. */
const FEW_FACTORS = 6;

/** Whether paths that are listed together are written without their slopes of 1: all of them or none, else one would seem to have no others. */
export function leavesOnesOut(paths: readonly (readonly number[])[]): boolean {
  return paths.some((locals) => locals.length > FEW_FACTORS && locals.includes(1));
}

/** The slopes along a path that are written; of nothing but ones a single one. */
export function factorsOf(locals: readonly number[], withoutOnes: boolean): readonly number[] {
  const others = withoutOnes ? locals.filter((local) => local !== 1) : locals;
  return others.length > 0 ? others : [1];
}
