/** What a node's value would be if an input were nudged, beside what it is. Pure. */
import type { Graph } from "../core/types.ts";
import { DIGITS, formatNumber, isScalar, strength, toNumber } from "../text/format.ts";

/** The effect of a nudge may be too small for the digits that cards have. */
const MORE_DIGITS = 6;

/** Whether two graphs have the same nodes, so that they can be laid side by side: a program that decides by its numbers may take another way. */
export function isSameShape(before: Graph, after: Graph): boolean {
  return before.nodes.length === after.nodes.length && before.nodes.every(({ op }, id) => op === after.nodes[id]!.op);
}

/** `→ 70.31`, of a tensor its largest change; null where nothing changes. */
export function ghostOf(before: Graph, after: Graph, node: number): string | null {
  const [was, is] = [before.nodes[node]?.data, after.nodes[node]?.data];
  if (was === undefined || is === undefined || JSON.stringify(was) === JSON.stringify(is)) return null;
  const [earlier, later] = [was, is].map((each) => (isScalar(each) ? toNumber(each) : strength(each))) as [number, number];
  const short = formatNumber(later, DIGITS);
  return `→ ${short === formatNumber(earlier, DIGITS) ? formatNumber(later, MORE_DIGITS) : short}`;
}
