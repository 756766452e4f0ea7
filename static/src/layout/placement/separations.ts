/**
 * The distances that blocks must keep across the flow, in an order that lets one pass over them settle all: going down the list, what
 * lies above a block comes before it. So each question about the distances is answered in linear time.
 */

import { groupBy } from "../digraph.ts";
import type { Order } from "../ordering/crossings.ts";
import type { Blocks } from "./blocks.ts";

/** Free space across the flow: how much of it an item takes, and how far apart the middles of two neighbours must be. */
export interface Room {
  breadthOf(item: number): number;
  distance(upper: number, lower: number): number;
}

export interface Separations {
  /** Item `lower[i]`'s block has to be at least `gaps[i]` below that of `upper[i]`. */
  readonly upper: Int32Array;
  readonly lower: Int32Array;
  /** The blocks of these items. */
  readonly over: Int32Array;
  readonly under: Int32Array;
  readonly gaps: Float64Array;
  readonly blocks: Blocks;
  /** By block: how far it reaches above and below its position. */
  readonly above: Float64Array;
  readonly below: Float64Array;
}

export function separationsOf(order: Order, blocks: Blocks, room: Room): Separations {
  const { blockOf, offsets } = blocks;
  const pairs = blockOf.length - order.layers.filter((layer) => layer.length > 0).length;
  const upper = new Int32Array(pairs);
  const lower = new Int32Array(pairs);
  let pair = 0;
  const above = new Float64Array(blocks.count).fill(-Infinity);
  const below = new Float64Array(blocks.count).fill(-Infinity);
  for (const layer of order.layers) {
    for (let place = 0; place < layer.length; place += 1) {
      const item = layer[place]!;
      const block = blockOf[item]!;
      const half = room.breadthOf(item) / 2;
      above[block] = Math.max(above[block]!, half - offsets[item]!);
      below[block] = Math.max(below[block]!, half + offsets[item]!);
      if (place === 0) continue;
      upper[pair] = layer[place - 1]!;
      lower[pair] = item;
      pair += 1;
    }
  }
  const sorted = sortedDown(blocks, upper, lower);
  const down = {
    upper: new Int32Array(pairs),
    lower: new Int32Array(pairs),
    over: new Int32Array(pairs),
    under: new Int32Array(pairs),
    gaps: new Float64Array(pairs),
  };
  for (let at = 0; at < pairs; at += 1) {
    const high = upper[sorted[at]!]!;
    const low = lower[sorted[at]!]!;
    down.upper[at] = high;
    down.lower[at] = low;
    down.over[at] = blockOf[high]!;
    down.under[at] = blockOf[low]!;
    down.gaps[at] = room.distance(high, low) + offsets[high]! - offsets[low]!;
  }
  return { ...down, blocks, above, below };
}

/** Separations in an order in which all that lie above a block come before those below it. */
function sortedDown({ count, blockOf }: Blocks, upper: Int32Array, lower: Int32Array): Int32Array {
  const [byUpper, start] = groupBy(
    upper.map((item) => blockOf[item]!),
    count,
  );
  const waiting = new Int32Array(count);
  for (const item of lower) waiting[blockOf[item]!]! += 1;
  const ready: number[] = [];
  for (let block = 0; block < count; block += 1) if (waiting[block] === 0) ready.push(block);
  const sorted = new Int32Array(upper.length);
  let placed = 0;
  for (let block = ready.pop(); block !== undefined; block = ready.pop()) {
    for (let at = start[block]!; at < start[block + 1]!; at += 1) {
      sorted[placed] = byUpper[at]!;
      placed += 1;
      const next = blockOf[lower[byUpper[at]!]!]!;
      waiting[next]! -= 1;
      if (waiting[next] === 0) ready.push(next);
    }
  }
  if (placed !== upper.length) throw new Error("Blocks of a layout lie above each other in a circle.");
  return sorted;
}

/** By block, the highest position it can have where nothing may reach above 0; and how low all then reaches. */
export function highest({ over, under, gaps, above, below }: Separations): { positions: Float64Array; height: number } {
  const positions = above.slice();
  for (let at = 0; at < over.length; at += 1) {
    const least = positions[over[at]!]! + gaps[at]!;
    if (positions[under[at]!]! < least) positions[under[at]!] = least;
  }
  let height = 0;
  for (let block = 0; block < positions.length; block += 1) height = Math.max(height, positions[block]! + below[block]!);
  return { positions, height };
}

/** By block, the lowest position it can have where it may not reach below its height. */
export function lowest({ over, under, gaps, below }: Separations, height: number): Float64Array {
  const positions = below.map((reach) => height - reach);
  for (let at = over.length - 1; at >= 0; at -= 1) {
    const most = positions[under[at]!]! - gaps[at]!;
    if (positions[over[at]!]! > most) positions[over[at]!] = most;
  }
  return positions;
}
