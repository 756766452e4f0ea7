/**
 * By which ways the contributions to a node's gradient came from the output: each edge belongs to the way of one contribution, or is shared by
 * several. The two largest contributions have hues of their own; a single one has none. Pure.
 */
import type { Graph, GraphEdge } from "../core/types.ts";
import { isZero, strength } from "../text/format.ts";

/** `one` and `two`: the two largest contributions; `rest`: any other; `shared`: where several went, and all of a single one. */
export type Hue = "one" | "two" | "rest" | "shared";

export interface Ways {
  /** By edge along which a part of the gradient came. */
  readonly hues: ReadonlyMap<number, Hue>;
  /** The contributions themselves, the edges that end at the node, in the order of the graph. */
  readonly ends: readonly number[];
}

const BITS: readonly Hue[] = ["one", "two", "rest"];

export function waysOf({ nodes, edges }: Graph, node: number): Ways {
  const ends = edges.filter(({ source, contribution }) => source === node && contribution !== null);
  const largest = [...ends].sort((one, other) => sizeOf(other) - sizeOf(one) || one.id - other.id);
  const bits = new Map(largest.map(({ id }, index) => [id, ends.length === 1 ? 4 : 1 << Math.min(index, 2)]));
  const reached = new Uint8Array(nodes.length);
  const found = new Map<number, number>();
  // An input has a smaller number than its user: what is reached of a node is settled before its own edges are looked at.
  const ascending = edges.filter(({ source }) => source >= node).sort((one, other) => one.source - other.source);
  for (const { id, source, target, contribution } of ascending) {
    const own = source === node ? (bits.get(id) ?? 0) : contribution === null || isZero(contribution) ? 0 : reached[source]!;
    if (own === 0) continue;
    found.set(id, own);
    reached[target]! |= own;
  }
  const hueOf = (own: number): Hue => (ends.length === 1 ? "shared" : (BITS[[1, 2, 4].indexOf(own)] ?? "shared"));
  return { hues: new Map([...found].map(([id, own]) => [id, hueOf(own)])), ends: ends.map(({ id }) => id) };
}

function sizeOf({ contribution }: GraphEdge): number {
  const size = Math.abs(strength(contribution!));
  return Number.isNaN(size) ? Infinity : size;
}
