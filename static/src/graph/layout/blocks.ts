/**
 * Blocks: items of several layers that one straight wire joins and that therefore move as one, such as the dummies of a long edge or a
 * chain of single-input operations. Where two such wires cross in a gap one of them gives way, so blocks never cross, and which block
 * lies above which is a partial order (after Brandes and Köpf 2002).
 */
import type { Order } from "./crossings.ts";
import type { Layers } from "./layers.ts";
import type { Ports } from "./ports.ts";

export interface Blocks {
  readonly count: number;
  /** By item: its block, and how far across the flow it lies from the block's position. */
  readonly blockOf: Int32Array;
  readonly offsets: Float64Array;
}

export function blocksOf(layers: Layers, order: Order, ports: Ports): Blocks {
  const blockOf = new Int32Array(layers.itemCount).fill(-1);
  const offsets = new Float64Array(layers.itemCount);
  let count = 0;
  for (let rank = 0; rank < layers.rankCount; rank += 1) {
    if (rank > 0) {
      for (const segment of straightSegments(layers, order, rank - 1)) {
        const from = segment.from;
        const to = layers.outItems[segment.at]!;
        const edge = layers.outEdges[segment.at]!;
        const leaving = from < layers.graph.count ? ports.leaving[edge]! : 0;
        const entering = to < layers.graph.count ? ports.entering[edge]! : 0;
        blockOf[to] = blockOf[from]!;
        offsets[to] = offsets[from]! + leaving - entering;
      }
    }
    for (const item of order.layers[rank]!) {
      if (blockOf[item] !== -1) continue;
      blockOf[item] = count;
      count += 1;
    }
  }
  return { count, blockOf, offsets };
}

interface Segment {
  from: number;
  /** Where it stands among the segments out of `from`. */
  at: number;
}

/** As many segments after the layer at `rank` as can be straight at once: those with no other at either end, none crossing another. */
function straightSegments(layers: Layers, order: Order, rank: number): Segment[] {
  const candidates: Segment[] = [];
  for (const from of order.layers[rank]!) {
    const at = layers.outStart[from]!;
    if (layers.outStart[from + 1]! - at !== 1) continue;
    const to = layers.outItems[at]!;
    if (layers.inStart[to + 1]! - layers.inStart[to]! === 1) candidates.push({ from, at });
  }
  return longestRising(candidates, ({ at }) => order.places[layers.outItems[at]!]!);
}

/** A longest subsequence of rising values (patience sorting). */
export function longestRising<T>(list: readonly T[], valueOf: (element: T) => number): T[] {
  const tails: number[] = [];
  const previous = new Int32Array(list.length).fill(-1);
  list.forEach((element, index) => {
    const value = valueOf(element);
    let low = 0;
    let high = tails.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if (valueOf(list[tails[middle]!]!) < value) low = middle + 1;
      else high = middle;
    }
    previous[index] = low > 0 ? tails[low - 1]! : -1;
    tails[low] = index;
  });
  const result: T[] = [];
  for (let index = tails.at(-1) ?? -1; index >= 0; index = previous[index]!) result.push(list[index]!);
  return result.reverse();
}
