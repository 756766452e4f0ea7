/** What a node's value would be if an input were nudged, beside what it is. Pure. */
import type { Graph } from "../core/types.ts";
import { formatNumber, isScalar, strength, toNumber } from "../text/format.ts";

/** A nudge is small, so its effect needs more digits than a card has. */
const DIGITS = 6;

/** Whether two graphs have the same nodes, so that they can be laid side by side: a program that decides by its numbers may take another way. */
export function isSameShape(before: Graph, after: Graph): boolean {
  return before.nodes.length === after.nodes.length && before.nodes.every(({ op }, id) => op === after.nodes[id]!.op);
}

/** `→ 70.3103`, of a tensor its largest change; null where nothing changes. */
export function ghostOf(before: Graph, after: Graph, node: number): string | null {
  const [was, is] = [before.nodes[node]?.data, after.nodes[node]?.data];
  if (was === undefined || is === undefined || JSON.stringify(was) === JSON.stringify(is)) return null;
  return `→ ${formatNumber(isScalar(is) ? toNumber(is) : strength(is), DIGITS)}`;
}
