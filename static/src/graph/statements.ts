/**
 * What single statements of a program compute, as groups: `data_loss`, `losses`. Where a statement does the same over and over, each of
 * the repetitions is one as well. Pure; knows no DOM.
 */
import type { Graph } from "../core/types.ts";
import { isAbreast } from "./alike.ts";
import { type Draft, type Item, runOf } from "./group_drafts.ts";
import { lineAndColumn, nodeLabel } from "./places.ts";

/** A statement of fewer values is not worth a group of its own. */
const SMALLEST_STATEMENT = 4;
/** As often at least is the same done by what is taken for repetitions, */
const FEWEST_REPETITIONS = 4;
/** each of which is at most so many things long. */
const LONGEST_REPETITION = 48;

/**
 * What one statement computes becomes a group of the name that it gives: a number's, or else that on its left, as in
 * `losses = [… for …]`. `drafts` gets the groups that are made, in which there may be too much again.
 */
export function gatherStatements(graph: Graph, program: string, items: readonly Item[], drafts: Draft[]): Item[] {
  const lineOf = lineFinder(graph, program);
  const gathered: Item[] = [];
  let pending: Item[] = [];
  for (const item of items) {
    pending.push(item);
    if ("draft" in item || graph.nodes[item.node]!.name === null) continue;
    const line = lineOf(item);
    const isOfStatement = (each: Item): boolean => lineOf(each) === line;
    const own = line === null ? [] : pending.filter(isOfStatement);
    // What is all there is would be a group in which nothing but another one is.
    if (own.length < SMALLEST_STATEMENT || own.length === items.length) gathered.push(...pending);
    else {
      const statement = runOf(graph, own, "statement", nodeLabel(graph, program, item.node));
      gathered.push(...pending.filter((each) => !isOfStatement(each)), { draft: statement });
      drafts.push(statement);
    }
    pending = [];
  }
  return withoutNames(graph, program, [...gathered, ...pending], lineOf, drafts);
}

/** Neighbours of one statement that gives no number a name of its own, such as `losses = [… for …]`. */
function withoutNames(
  graph: Graph,
  program: string,
  items: readonly Item[],
  lineOf: (item: Item) => number | null,
  drafts: Draft[],
): Item[] {
  const startOf = statementStarts(program);
  const statementOf = (item: Item): number | null => {
    const line = isSingle(item) ? lineOf(item) : null;
    return line === null ? null : startOf[line - 1]!;
  };
  const gathered: Item[] = [];
  for (let begin = 0; begin < items.length; ) {
    const start = statementOf(items[begin]!);
    let end = begin + 1;
    while (end < items.length && start !== null && statementOf(items[end]!) === start) end += 1;
    const own = items.slice(begin, end);
    const name = start === null ? null : nameGivenBy(program, start);
    if (own.length < SMALLEST_STATEMENT || name === null) gathered.push(...own);
    else {
      const parts = repeated(graph, own, program.slice(start!), name, drafts);
      if (own.length === items.length) return parts;
      const [only] = parts;
      // What nothing but a stack is in would be opened only to be opened again.
      const isStack = parts.length === 1 && "draft" in only!;
      const group = isStack ? only : { draft: runOf(graph, parts, "statement", name) };
      if (!isStack) drafts.push(group.draft);
      gathered.push(group);
    }
    begin = end;
  }
  return gathered;
}

/** A group of a statement's name is not put in another one. */
function isSingle(item: Item): boolean {
  return "node" in item || (item.draft.kind !== "statement" && item.draft.kind !== "stack");
}

/** By line, from 0: the offset at which the statement begins that it belongs to, which parentheses carry over lines. */
function statementStarts(program: string): number[] {
  const starts: number[] = [];
  let [depth, offset, start] = [0, 0, 0];
  for (const line of program.split("\n")) {
    if (depth <= 0) [depth, start] = [0, offset];
    starts.push(start);
    const code = line.replace(/"[^"]*"|'[^']*'/g, "").replace(/#.*/, "");
    depth += (code.match(/[([{]/g)?.length ?? 0) - (code.match(/[)\]}]/g)?.length ?? 0);
    offset += line.length + 1;
  }
  return starts;
}

/** The name that the statement on a line, from 1, gives to what it computes; null where it gives none. */
export function nameOnLine(program: string, line: number): string | null {
  return nameGivenBy(program, statementStarts(program)[line - 1]!);
}

/** `losses` of `losses = [`, `self.h` of `self.h += `; null where a statement gives no name. */
function nameGivenBy(program: string, start: number): string | null {
  return /^[ \t]*([A-Za-z_][\w.]{0,30})[ \t]*(?:[-+*/@%&|^]|\*\*|\/\/)?=(?!=)/.exec(program.slice(start))?.[1] ?? null;
}

/** A list of one `for` has as many elements as repetitions; the text begins with its statement. */
const ONE_LIST = /^[ \t]*[\w.]+[ \t]*=[ \t]*\[(?:(?!\bfor\b)[^\n[])*\bfor\b(?:(?!\bfor\b)[^\n])*\][ \t]*(?:#.*)?(?:\n|$)/;

/** The repetitions of what is done over and over side by side, each as a group: `losses[0]`; what is not repeated stays. */
function repeated(graph: Graph, items: readonly Item[], text: string, name: string, drafts: Draft[]): Item[] {
  const kinds = items.map((item) => kindOf(graph, item));
  const gathered: Item[] = [];
  for (let begin = 0; begin < items.length; ) {
    const { period, count } = mostRepeated(kinds, begin);
    const end = begin + Math.max(1, period * count);
    const parts = Array.from({ length: period > 1 ? count : 0 }, (_, place) =>
      items.slice(begin + place * period, begin + (place + 1) * period),
    );
    if (parts.length > 0) {
      const left = joinFeeding(graph, gathered, parts);
      const members = parts.map((part, place) => repetition(graph, part, text, name, place));
      if (areAbreast(graph, members)) {
        const stack = stackOf(graph, members, name);
        drafts.push(stack, ...members);
        return [...left, { draft: stack }, ...items.slice(end)];
      }
    }
    gathered.push(...items.slice(begin, end));
    begin = end;
  }
  return gathered;
}

function repetition(graph: Graph, items: readonly Item[], text: string, name: string, place: number): Draft {
  return { ...runOf(graph, items, "iteration", name), title: ONE_LIST.test(text) ? `${name}[${place}]` : `${name} ${place + 1}` };
}

/** Moves what has been made for one of the repetitions alone, such as what `zip` has taken from an array, to it; returns the others. */
function joinFeeding(graph: Graph, before: readonly Item[], parts: Item[][]): Item[] {
  const usedIn = new Map<number, number | null>();
  for (const [place, part] of parts.entries())
    for (const item of part)
      for (const input of "node" in item ? graph.nodes[item.node]!.inputs : [])
        usedIn.set(input, (usedIn.get(input) ?? place) === place ? place : null);
  return before.filter((item) => {
    const place = "node" in item ? usedIn.get(item.node) : null;
    if (typeof place === "number") parts[place]!.unshift(item);
    return typeof place !== "number";
  });
}

function stackOf(graph: Graph, members: readonly Draft[], name: string): Draft {
  const items = members.map((draft) => ({ draft }));
  return { ...runOf(graph, items, "stack", `${name} ×`), members };
}

/** What two repetitions have in common at the same place. */
function kindOf(graph: Graph, item: Item): string {
  if ("draft" in item) return `${item.draft.name} ${item.draft.values} ${item.draft.span ?? ""}`;
  const { op, span } = graph.nodes[item.node]!;
  return `${op} ${span ?? ""}`;
}

/** The period with which most of what follows is repeated, the shortest of equal ones, and how often; a period of 0 where nothing is. */
function mostRepeated(kinds: readonly string[], begin: number): { period: number; count: number } {
  let best = { period: 0, count: 0 };
  for (let period = 1; period <= LONGEST_REPETITION && begin + period * FEWEST_REPETITIONS <= kinds.length; period += 1) {
    let end = begin + period;
    while (end < kinds.length && kinds[end] === kinds[end - period]) end += 1;
    const count = Math.floor((end - begin) / period);
    if (count >= FEWEST_REPETITIONS && count * period > best.count * best.period) best = { period, count };
  }
  return best;
}

function areAbreast(graph: Graph, parts: readonly Draft[]): boolean {
  const memberOf = new Int32Array(graph.nodes.length).fill(-1);
  const mark = (draft: Draft, place: number): void => {
    for (const node of draft.nodes) memberOf[node] = place;
    for (const child of draft.children) mark(child, place);
  };
  for (const [place, part] of parts.entries()) mark(part, place);
  return isAbreast(graph, parts, memberOf);
}

/** Finds the line of the program on which a node or a group was made, looking up each place of the program once. */
function lineFinder(graph: Graph, program: string): (item: Item) => number | null {
  const lines = new Map<number, number>();
  return (item) => {
    const start = ("node" in item ? graph.nodes[item.node]!.span : item.draft.span)?.[0];
    if (start === undefined) return null;
    const known = lines.get(start);
    if (known !== undefined) return known;
    const { line } = lineAndColumn(program, start);
    lines.set(start, line);
    return line;
  };
}
