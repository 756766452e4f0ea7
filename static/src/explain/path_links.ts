/** How a path is written: the names of its nodes as links of a chain, and its slopes as factors. Pure. */

import { grouped, say } from "../messages/messages.ts";

/** Links of a chain that are written out at either end of a long one. */
const ENDS = 5;

/**
 * Nodes of the same name that follow one another as one: `h₄₀ … h₁` where each has a number, `h (40 times)` where they are alike, since `×40`
 * would be read as a slope. The middle of a long chain is the number of links left out. `bare` are the labels without the numbers of their
 * names. `shorten` cuts names; two that are alike only when they are cut are two links.
 */
export function linksOf(
  labels: readonly string[],
  bare: readonly string[],
  shorten: (label: string) => string,
): (string | number)[] {
  const runs: { readonly name: string; readonly labels: string[] }[] = [];
  for (const [place, label] of labels.entries()) {
    const last = runs.at(-1);
    if (last !== undefined && last.name === bare[place]) last.labels.push(label);
    else runs.push({ name: bare[place]!, labels: [label] });
  }
  const links = runs.flatMap((run) => linksOfRun(run.labels, shorten));
  if (links.length <= 2 * ENDS + 1) return links;
  return [...links.slice(0, ENDS), links.length - 2 * ENDS, ...links.slice(-ENDS)];
}

function linksOfRun(labels: readonly string[], shorten: (label: string) => string): string[] {
  const [first, last] = [labels[0]!, labels.at(-1)!];
  if (new Set(labels).size === 1)
    return labels.length === 1 ? [shorten(first)] : [say("path-run", { name: shorten(first), count: labels.length })];
  return labels.length === 2 ? [shorten(first), shorten(last)] : [`${shorten(first)} … ${shorten(last)}`];
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
