/** Where nodes are in the program's text, and which node a place in the text represents. Offsets count in `graphProgram`. */

import { gather } from "../core/gathered.ts";
import type { Graph, GraphEdge, GraphNode, Span } from "../core/types.ts";
import { formatValue, lowered } from "../text/format.ts";
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
export function writtenAs({ text, span }: GraphNode, program: string): string | null {
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

/**
 * Of a node whose name was given more than once, which time it was, in digits below the line; else nothing. A program that goes on
 * calling its values `c` means c₁, then c₂.
 */
export function timeOfName(graph: Graph, node: number): string {
  let times = timesOfNames.get(graph);
  if (!times) timesOfNames.set(graph, (times = countNames(graph)));
  return times.get(node) ?? "";
}

function countNames({ nodes }: Graph): ReadonlyMap<number, string> {
  const byName = new Map<string, number[]>();
  for (const { id, name } of nodes) if (name !== null) gather(byName, name, id);
  const times = new Map<number, string>();
  for (const ids of byName.values())
    if (ids.length > 1) for (const [index, id] of ids.entries()) times.set(id, lowered(index + 1));
  return times;
}

/** What a node is called on its card: two values of one name differ by a number below the line. */
export function nodeTitle(graph: Graph, program: string, node: number): string {
  return nodeLabel(graph, program, node) + timeOfName(graph, node);
}

/** The same, in at most so many characters. */
export function shortTitle(graph: Graph, program: string, node: number, width: number): string {
  const time = timeOfName(graph, node);
  return shortLabel(graph, program, node, width - time.length) + time;
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
