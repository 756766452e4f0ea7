/** Where nodes are in the program's text, and which node a place in the text represents. Offsets count in `graphProgram`. */

import { gather } from "../core/gathered.ts";
import type { Graph, GraphEdge, GraphNode, Span } from "../core/types.ts";
import { formatValue, lowered } from "../text/format.ts";
import { LONGEST_NUMBERED, numbered, type Operand, operandOf, variablesIn } from "../text/repeated_names.ts";
import { type Shortener, shortenerOf } from "../text/short_names.ts";

/** The node of the smallest stretch of text that holds the offset; of equal stretches, the later node. */
export function nodeAt(graph: Graph, offset: number): number | null {
  let found: number | null = null;
  let smallest = Infinity;
  const consider = (start: number, end: number, node: number): void => {
    if (offset < start || offset >= end || end - start > smallest) return;
    smallest = end - start;
    found = node;
  };
  for (const node of graph.nodes) if (node.span) consider(node.span[0], node.span[1], node.id);
  for (const [start, end, node] of graph.mentions) consider(start, end, node);
  return found;
}

/** Every stretch of text that represents the node, in the order of the text. */
export function spansOf(graph: Graph, node: number): Span[] {
  const spans: Span[] = graph.mentions.filter((mention) => mention[2] === node).map(([start, end]) => [start, end]);
  const own = graph.nodes[node]?.span;
  if (own && !spans.some(([start, end]) => start === own[0] && end === own[1])) spans.push(own);
  return spans.sort((first, second) => first[0] - second[0]);
}

/** The text that a node was made from, or what it computes where it has none to itself; null where the program never wrote it. */
function writtenAs({ text, span }: GraphNode, program: string): string | null {
  return text ?? (span ? program.slice(span[0], span[1]) : null);
}

/** What a node is called: its name, the text it was made from, or its number where the program never wrote it. */
export function nodeLabel(graph: Graph, program: string, node: number): string {
  const { name, op, data } = graph.nodes[node]!;
  return name ?? writtenAs(graph.nodes[node]!, program)?.replace(/\s+/g, " ") ?? op ?? formatValue(data);
}

const shorteners = new WeakMap<Graph, Shortener>();

/** What cuts the names of a graph so that they differ as before. */
export function namesOf(graph: Graph): Shortener {
  let shorten = shorteners.get(graph);
  if (!shorten) shorteners.set(graph, (shorten = shortenerOf(graph.nodes.flatMap(({ name }) => name ?? []))));
  return shorten;
}

/** What a node is called, in at most so many characters. */
export function shortLabel(graph: Graph, program: string, node: number, width: number): string {
  return namesOf(graph)(nodeLabel(graph, program, node), width);
}

const timesOfNames = new WeakMap<Graph, ReadonlyMap<number, string>>();

function timesOf(graph: Graph): ReadonlyMap<number, string> {
  let times = timesOfNames.get(graph);
  if (!times) timesOfNames.set(graph, (times = countNames(graph)));
  return times;
}

/**
 * Of a node whose name was given more than once, which time it was, in digits below the line; else nothing. A program that goes on
 * calling its values `c` means c₁, then c₂.
 */
export function timeOfName(graph: Graph, node: number): string {
  return timesOf(graph).get(node) ?? "";
}

function countNames({ nodes }: Graph): ReadonlyMap<number, string> {
  const byName = new Map<string, number[]>();
  for (const { id, name } of nodes) if (name !== null) gather(byName, name, id);
  const times = new Map<number, string>();
  for (const ids of byName.values())
    if (ids.length > 1) for (const [index, id] of ids.entries()) times.set(id, lowered(index + 1));
  return times;
}

const titles = new WeakMap<Graph, { readonly program: string; readonly byNode: Map<number, string> }>();

/** What a node is called on its card, and wherever it is read of: two values of one name differ by a number below the line, `d₂`, `2*d₁`. */
export function nodeTitle(graph: Graph, program: string, node: number): string {
  if (graph.nodes[node]!.name !== null) return nodeLabel(graph, program, node) + timeOfName(graph, node);
  let known = titles.get(graph);
  if (known?.program !== program) titles.set(graph, (known = { program, byNode: new Map() }));
  let title = known.byNode.get(node);
  if (title === undefined) {
    title = numberedText(graph, program, node)?.replace(/\s+/g, " ") ?? nodeLabel(graph, program, node);
    known.byNode.set(node, title);
  }
  return title;
}

/** The same, in at most so many characters. */
export function shortTitle(graph: Graph, program: string, node: number, width: number): string {
  if (graph.nodes[node]!.name === null) return namesOf(graph)(nodeTitle(graph, program, node), width);
  const time = timeOfName(graph, node);
  return shortLabel(graph, program, node, width - time.length) + time;
}

/** The text that a node was made from, with the names in it as on the cards: `d₁ + c`. null where the program never wrote it. */
export function numberedText(graph: Graph, program: string, node: number): string | null {
  const text = writtenAs(graph.nodes[node]!, program);
  if (text === null || !hasRepeatedNames(graph) || text.length > LONGEST_NUMBERED) return text;
  return numbered(text, operandsOf(graph, program, node, text.length));
}

/** Inputs that are given again have names of their own, `x#2`, so that gradients can be kept apart by them. */
function hasRepeatedNames(graph: Graph): boolean {
  return timesOf(graph).size > 0 || graph.nodes.some(({ name }) => name?.includes("#"));
}

/** What a node's text reads, as it reads it: named values, through those without a name; `most` values are looked at. */
function operandsOf(graph: Graph, program: string, id: number, most: number): Operand[] {
  const { span, text, inputs } = graph.nodes[id]!;
  const found: Operand[] = [];
  const waiting = [...inputs].reverse();
  for (let seen = 0; waiting.length > 0 && seen < most; seen += 1) {
    const next = waiting.pop()!;
    const node = graph.nodes[next]!;
    // A text that was made of its inputs has all of them in it.
    const isInside = text !== undefined || (span && node.span && span[0] <= node.span[0] && node.span[1] <= span[1]);
    if (node.name !== null) found.push(operandOf(node.name, timeOfName(graph, next)));
    else if (!isInside) found.push({ name: "", number: "" });
    else if (node.op === null) found.push(...variablesIn(writtenAs(node, program) ?? "").map(() => ({ name: "", number: "" })));
    else waiting.push(...[...node.inputs].reverse());
  }
  return found;
}

interface Letters {
  readonly program: string | null;
  readonly letter: string;
}

const upstreamLetters = new WeakMap<Graph, Letters>();
const outputLetters = new WeakMap<Graph, Letters>();

/** The first of some letters that is no name already. */
function freeLetter(letters: string, graph: Graph, program: string | null, known: WeakMap<Graph, Letters>): string {
  let found = known.get(graph);
  if (found?.program !== program) {
    const taken = new Set([...graph.nodes.map(({ name }) => name), ...(program?.slice(0, LONGEST_READ).match(WORD) ?? [])]);
    known.set(graph, (found = { program, letter: [...letters].find((each) => !taken.has(each)) ?? letters[0]! }));
  }
  return found.letter;
}

/** Characters of a program that are looked at for its words. */
const LONGEST_READ = 1000;
const WORD = /[\p{L}_][\p{L}\p{N}_]*/gu;

/** What rules call the gradient that arrives: G, or another letter where the program has a use for that. */
export const upstreamLetter = (graph: Graph): string => freeLetter("GUQR", graph, null, upstreamLetters);

/** What derivatives call an output without a name, whatever its expression: f, or another letter; null for every other node. */
export function outputLetter(graph: Graph, program: string, node: number): string | null {
  if (node !== graph.output || graph.nodes[node]!.name !== null || graph.nodes[node]!.op === null) return null;
  return freeLetter("fFyzuvgh", graph, program, outputLetters);
}

/** The slots of an edge's target in which its source is: two for each edge of `a*a`. */
export function twinSlots({ nodes }: Graph, { source, target }: GraphEdge): number[] {
  return nodes[target]!.inputs.flatMap((input, slot) => (input === source ? [slot] : []));
}

/** Whether the source of an edge takes part in its target by another way as well, so that ∂target/∂source is more than what this edge multiplies by. */
export function isUsedOtherwise({ nodes }: Graph, { source, target, slot }: GraphEdge): boolean {
  const waiting = nodes[target]!.inputs.filter((_, other) => other !== slot);
  const seen = new Set<number>();
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    if (next === source) return true;
    // Inputs have smaller numbers than what uses them.
    if (next < source || seen.has(next)) continue;
    seen.add(next);
    waiting.push(...nodes[next]!.inputs);
  }
  return false;
}

/** Line and column (both from 1) of an offset, as people name a place in a text. */
export function lineAndColumn(program: string, offset: number): { line: number; column: number } {
  const starts = lineStarts(program);
  let [low, high] = [0, starts.length];
  while (high - low > 1) {
    const middle = (low + high) >> 1;
    if (starts[middle]! <= offset) low = middle;
    else high = middle;
  }
  return { line: low + 1, column: Math.min(offset, program.length) - starts[low]! + 1 };
}

/** The last program that was asked about, of which many places are asked. */
let lines: { readonly program: string; readonly starts: readonly number[] } = { program: "", starts: [0] };

/** The offset at which each line begins. */
function lineStarts(program: string): readonly number[] {
  if (lines.program !== program) {
    const starts = [0];
    for (let end = program.indexOf("\n"); end >= 0; end = program.indexOf("\n", end + 1)) starts.push(end + 1);
    lines = { program, starts };
  }
  return lines.starts;
}
