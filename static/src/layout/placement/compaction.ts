/**
 * Lets straight wires bend where they make the picture high: rigid blocks can hold columns far apart that would fit side by side. What
 * forces the height is a chain of items one below the other, which changes columns along blocks; such a block is cut.
 */

import type { Layers } from "../layers.ts";
import type { Order } from "../ordering/crossings.ts";
import { blocksOf, type Straight } from "./blocks.ts";
import type { Ports } from "./ports.ts";
import { highest, type Room, type Separations, separationsOf } from "./separations.ts";

/** Times the height of the highest column that straight wires may cost, and one card more. */
const TOLERANCE = 1.2;
/** Up to so many items blocks are cut one at a time where it helps; beyond, all that are longer than one of these lengths. */
const CAREFUL_ITEMS = 4_000;
const LENGTHS = [16, 4];
/** Items that may be looked at when being careful. */
const WORK = 200_000;

/** Blocks of as many of the straight segments as fit, the distances between them, and a height to stay within. */
export function compactBlocks(
  layers: Layers,
  order: Order,
  ports: Ports,
  straight: Straight,
  room: Room,
): { separations: Separations; height: number } {
  const card = room.breadthOf(layers.graph.count - 1);
  const tolerated = TOLERANCE * highestColumn(order, room) + card;
  const careful = layers.itemCount <= CAREFUL_ITEMS;
  const attempts = careful ? WORK / layers.itemCount : LENGTHS.length;
  for (let attempt = 0; ; attempt += 1) {
    const separations = separationsOf(order, blocksOf(layers, order, ports, straight), room);
    const { positions, height } = highest(separations);
    const result = { separations, height: Math.max(height, tolerated) };
    if (height <= tolerated || attempt >= attempts) return result;
    if (!careful) limitLengths(layers, order, straight, LENGTHS[attempt]!);
    else if (!cut(layers, straight, forcingChain(separations, positions))) return result;
  }
}

/** Cuts all blocks into pieces of so many segments at most. */
function limitLengths(layers: Layers, order: Order, straight: Straight, longest: number): void {
  const lengths = new Int32Array(layers.itemCount);
  for (const layer of order.layers) {
    for (const item of layer) {
      for (let at = layers.outStart[item]!; at < layers.outStart[item + 1]!; at += 1) {
        if (straight[at] === 0) continue;
        if (lengths[item] === longest) straight[at] = 0;
        else lengths[layers.outItems[at]!] = lengths[item]! + 1;
      }
    }
  }
}

function highestColumn(order: Order, room: Room): number {
  let highest = 0;
  for (const layer of order.layers) {
    let height = (room.breadthOf(layer[0]!) + room.breadthOf(layer.at(-1)!)) / 2;
    for (let place = 1; place < layer.length; place += 1) height += room.distance(layer[place - 1]!, layer[place]!);
    highest = Math.max(highest, height);
  }
  return highest;
}

/** The way up from what lies lowest, as the items at which it enters each block from below and leaves it above. */
function forcingChain(
  { upper, lower, gaps, blocks, below }: Separations,
  positions: Float64Array,
): [enters: number, leaves: number][] {
  const forcedBy = new Int32Array(blocks.count).fill(-1);
  for (let at = 0; at < upper.length; at += 1) {
    const block = blocks.blockOf[lower[at]!]!;
    if (positions[blocks.blockOf[upper[at]!]!]! + gaps[at]! >= positions[block]! - 1e-6) forcedBy[block] = at;
  }
  let block = 0;
  for (let other = 1; other < blocks.count; other += 1)
    if (positions[other]! + below[other]! > positions[block]! + below[block]!) block = other;
  const chain: [number, number][] = [];
  let enters = -1;
  for (let at = forcedBy[block]!; at >= 0; at = forcedBy[blocks.blockOf[upper[at]!]!]!) {
    if (enters >= 0) chain.push([enters, lower[at]!]);
    enters = upper[at]!;
  }
  return chain;
}

/** Cuts the longest passage along a block in such a chain; says whether there was one. */
function cut(layers: Layers, straight: Straight, chain: readonly [enters: number, leaves: number][]): boolean {
  let longest = 0;
  let ends: [number, number] | null = null;
  for (const [enters, leaves] of chain) {
    const ranks = Math.abs(layers.ranks[enters]! - layers.ranks[leaves]!);
    if (ranks <= longest) continue;
    longest = ranks;
    ends = layers.ranks[enters]! < layers.ranks[leaves]! ? [enters, leaves] : [leaves, enters];
  }
  if (ends) straight[bestCut(layers, straight, ...ends)] = 0;
  return ends !== null;
}

/** Where to bend a straight line between two of its items: next to a node, where wires bend anyway, or else at its end. */
function bestCut(layers: Layers, straight: Straight, first: number, last: number): number {
  let best = -1;
  for (let item = first; item !== last; ) {
    let at = layers.outStart[item]!;
    while (straight[at] === 0) at += 1;
    const next = layers.outItems[at]!;
    if (best < 0 || item < layers.graph.count || next < layers.graph.count) best = at;
    item = next;
  }
  return best;
}
