/**
 * Blocks: items of several layers that one straight wire joins and that therefore move as one, such as the dummies of a long edge or a
 * chain of single-input operations. Where two such wires cross in a gap one of them gives way, so blocks never cross, and which block
 * lies above which is a partial order (after Brandes and Köpf 2002).
 */

import type { Layers } from "../layers.ts";
import type { Order } from "../ordering/crossings.ts";
import { longestPaths, longestPathsOn } from "../ranking/ranks.ts";
import type { Ports } from "./ports.ts";

export interface Blocks {
  readonly count: number;
  /** By item: its block, and how far across the flow it lies from the block's position. */
  readonly blockOf: Int32Array;
  readonly offsets: Float64Array;
}

/** By segment out of an item: 1 where it is to be straight. */
export type Straight = Uint8Array;

export function straightSegments(layers: Layers, order: Order): Straight {
  const straight = new Uint8Array(layers.outItems.length);
  const mains = mainSegments(layers);
  for (let rank = 0; rank + 1 < layers.rankCount; rank += 1) {
    for (const at of straightFrom(layers, order, rank, mains)) straight[at] = 1;
  }
  return straight;
}

/** What the straight segments join. */
export function blocksOf(layers: Layers, order: Order, ports: Ports, straight: Straight): Blocks {
  const blockOf = new Int32Array(layers.itemCount).fill(-1);
  const offsets = new Float64Array(layers.itemCount);
  let count = 0;
  for (const layer of order.layers) {
    for (const item of layer) {
      if (blockOf[item] === -1) {
        blockOf[item] = count;
        count += 1;
      }
      for (let at = layers.outStart[item]!; at < layers.outStart[item + 1]!; at += 1) {
        if (straight[at] === 0) continue;
        const next = layers.outItems[at]!;
        blockOf[next] = blockOf[item]!;
        offsets[next] = offsets[item]! + level(layers, ports, item, at);
      }
    }
  }
  return { count, blockOf, offsets };
}

/** How far below its source a segment's end lies where the segment is level: ports need not be in the middle of their nodes. */
export function level(layers: Layers, ports: Ports, from: number, at: number): number {
  const edge = layers.outEdges[at]!;
  const leaving = from < layers.graph.count ? ports.leaving[edge]! : 0;
  const entering = layers.outItems[at]! < layers.graph.count ? ports.entering[edge]! : 0;
  return leaving - entering;
}

/** As many segments after the layer at `rank` as can be straight at once: those that are the main one at both ends, none crossing another. */
function straightFrom(layers: Layers, order: Order, rank: number, mains: Mains): number[] {
  const candidates: number[] = [];
  for (const from of order.layers[rank]!) {
    const at = mains.leaving[from]!;
    if (at >= 0 && mains.entering[layers.outItems[at]!] === layers.outEdges[at]!) candidates.push(at);
  }
  return longestRising(candidates, (at) => order.places[layers.outItems[at]!]!);
}

/** By item, -1 where none is the main one. */
interface Mains {
  /** The segment, among those out of all items, that goes straight on. */
  leaving: Int32Array;
  /** The edge that comes in straight. */
  entering: Int32Array;
}

/**
 * The segment that goes straight on: the only one there is; a trunk; or that of an input calculated in many more steps than the others, so that
 * a long sum runs level and does not go down like stairs. Where inputs are alike the operation is centred on them instead.
 */
function mainSegments(layers: Layers): Mains {
  const { graph } = layers;
  const leaving = new Int32Array(layers.itemCount).fill(-1);
  const entering = new Int32Array(layers.itemCount).fill(-1);
  const depths = longestPaths(graph);
  const heights = longestPathsOn(graph);
  for (let item = 0; item < layers.itemCount; item += 1) {
    leaving[item] = outstanding(layers.outStart[item]!, layers.outStart[item + 1]!, (at) =>
      graph.trunks[layers.outEdges[at]!] === 1 ? Infinity : heights[graph.targets[layers.outEdges[at]!]!]!,
    );
    const main = outstanding(
      layers.inStart[item]!,
      layers.inStart[item + 1]!,
      (at) => depths[graph.sources[layers.inEdges[at]!]!]!,
    );
    if (main >= 0) entering[item] = layers.inEdges[main]!;
  }
  return { leaving, entering };
}

/** Steps of calculation by which the main input exceeds the others. */
const LEAD = 2;

function outstanding(first: number, last: number, lengthOf: (at: number) => number): number {
  let main = -1;
  let longest = -Infinity;
  let second = -Infinity;
  for (let at = first; at < last; at += 1) {
    const length = lengthOf(at);
    if (length > longest) {
      second = longest;
      longest = length;
      main = at;
    } else second = Math.max(second, length);
  }
  return longest - second >= LEAD ? main : -1;
}

/** A longest subsequence of rising values (patience sorting). */
function longestRising<T>(list: readonly T[], keyOf: (element: T) => number): T[] {
  const tails: number[] = [];
  const previous = new Int32Array(list.length).fill(-1);
  list.forEach((element, index) => {
    const value = keyOf(element);
    let low = 0;
    let high = tails.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if (keyOf(list[tails[middle]!]!) < value) low = middle + 1;
      else high = middle;
    }
    previous[index] = low > 0 ? tails[low - 1]! : -1;
    tails[low] = index;
  });
  const result: T[] = [];
  for (let index = tails.at(-1) ?? -1; index >= 0; index = previous[index]!) result.push(list[index]!);
  return result.reverse();
}
