/**
 * Positions across the flow: blocks are drawn towards what their wires join, and pushed apart to keep their distances, in turns, each of
 * them linear. First the distances are kept exactly: a pass from above pushes down what is too close, a pass from below pushes up, and
 * the mean of the two keeps all distances as well, since these are linear. That brings everything near its place; then forces and pushes
 * are brought into balance, so that an operation is centred on its inputs.
 */

import { groupBy } from "../digraph.ts";
import type { Layers } from "../layers.ts";
import { type Blocks, level } from "./blocks.ts";
import type { Ports } from "./ports.ts";
import { highest, lowest, type Separations } from "./separations.ts";

/** Wires between blocks: level where block `right[i]` is `offsets[i]` below block `left[i]`. */
export interface Springs {
  readonly left: Int32Array;
  readonly right: Int32Array;
  readonly offsets: Float64Array;
  /** Ends of springs by block: a spring's left end by its number, its right end by that plus the number of springs. */
  readonly ends: Int32Array;
  readonly endStart: Int32Array;
}

/** Items that may be looked at, and turns at most and at least. */
const TURN_WORK = 1_500_000;
const MAX_TURNS = 300;
const FEWEST_TURNS = 6;
/** Turns at the beginning that keep all distances exactly, and so bring everything near its place. */
const EXACT_PART = 1 / 6;
/** An operation is drawn to its inputs so many times as much as to its users. */
const INPUT_WEIGHT = 3;
/** What holds a block without wires where it is. */
const IDLE_WEIGHT = 0.01;

/** Positions by block, about within 0 and the block's height. */
export function settle(layers: Layers, separations: Separations, springs: Springs, height: number): Float64Array {
  const high = highest(separations).positions;
  const low = lowest(separations, height);
  const positions = high.map((position, block) => (position + low[block]!) / 2);
  const turns = Math.max(FEWEST_TURNS, Math.min(MAX_TURNS, Math.floor(TURN_WORK / layers.itemCount)));
  const weights = weightsOf(springs, positions.length);
  for (let turn = 0; turn < turns; turn += 1) {
    const settling = turn < turns * EXACT_PART;
    pull(springs, weights, positions, settling ? (turn % 2 === 0 ? "forward" : "backward") : "together");
    // What is within its bounds is not pushed beyond them, since the bounds keep their distances too.
    for (let block = 0; block < positions.length; block += 1)
      positions[block] = Math.min(low[block]!, Math.max(high[block]!, positions[block]!));
    if (settling) spread(separations, positions);
    else relax(separations, weights, positions);
  }
  // Pair by pair leaves a little missing here and there.
  spread(separations, positions);
  return positions;
}

export function springsOf(layers: Layers, ports: Ports, { count, blockOf, offsets }: Blocks): Springs {
  const left = new Int32Array(layers.outItems.length);
  const right = new Int32Array(layers.outItems.length);
  const lengths = new Float64Array(layers.outItems.length);
  let springs = 0;
  for (let from = 0; from < layers.itemCount; from += 1) {
    for (let at = layers.outStart[from]!; at < layers.outStart[from + 1]!; at += 1) {
      const to = layers.outItems[at]!;
      if (blockOf[from] === blockOf[to]) continue;
      left[springs] = blockOf[from]!;
      right[springs] = blockOf[to]!;
      lengths[springs] = offsets[from]! + level(layers, ports, from, at) - offsets[to]!;
      springs += 1;
    }
  }
  const both = new Int32Array(springs * 2);
  both.set(left.subarray(0, springs));
  both.set(right.subarray(0, springs), springs);
  const [ends, endStart] = groupBy(both, count);
  return {
    left: left.subarray(0, springs),
    right: right.subarray(0, springs),
    offsets: lengths.subarray(0, springs),
    ends,
    endStart,
  };
}

/** Where a block has to be for the wire at one of its ends to be level. */
export function levelFor(end: number, { left, right, offsets }: Springs, positions: Float64Array): number {
  if (end < left.length) return positions[right[end]!]! - offsets[end]!;
  return positions[left[end - left.length]!]! + offsets[end - left.length]!;
}

/** By block, how much all its wires pull; a little more than nothing where there are none. */
function weightsOf({ left, right }: Springs, count: number): Float64Array {
  const weights = new Float64Array(count).fill(IDLE_WEIGHT);
  for (const block of left) weights[block]! += 1;
  for (const block of right) weights[block]! += INPUT_WEIGHT;
  return weights;
}

/**
 * Moves each block to the mean of where its wires want it: one after the other along or against the flow, which gets far in few turns;
 * or all at once and half the way, in which forces and the pushes of neighbours balance in the end.
 */
function pull(springs: Springs, weights: Float64Array, positions: Float64Array, way: "forward" | "backward" | "together"): void {
  const count = positions.length;
  const seen = way === "together" ? positions.slice() : positions;
  for (let step = 0; step < count; step += 1) {
    const block = way === "backward" ? count - 1 - step : step;
    let sum = IDLE_WEIGHT * seen[block]!;
    for (let at = springs.endStart[block]!; at < springs.endStart[block + 1]!; at += 1) {
      const end = springs.ends[at]!;
      sum += (end < springs.left.length ? 1 : INPUT_WEIGHT) * levelFor(end, springs, seen);
    }
    const wish = sum / weights[block]!;
    positions[block] = way === "together" ? (wish + seen[block]!) / 2 : wish;
  }
}

/** Pushes everything apart from above, and from below, and takes the mean of both. */
function spread({ over, under, gaps }: Separations, positions: Float64Array): void {
  const up = positions.slice();
  for (let at = 0; at < over.length; at += 1) {
    const block = under[at]!;
    const least = positions[over[at]!]! + gaps[at]!;
    if (positions[block]! < least) positions[block] = least;
  }
  for (let at = over.length - 1; at >= 0; at -= 1) {
    const block = over[at]!;
    const most = up[under[at]!]! - gaps[at]!;
    if (up[block]! > most) up[block] = most;
  }
  for (let block = 0; block < positions.length; block += 1) positions[block] = (positions[block]! + up[block]!) / 2;
}

/** Pushes apart what is too close, pair by pair, down and up again; of two blocks the one that is pulled less gives way more. */
function relax({ over, under, gaps }: Separations, weights: Float64Array, positions: Float64Array): void {
  const count = over.length;
  for (let step = 0; step < 2 * count; step += 1) {
    const at = step < count ? step : 2 * count - 1 - step;
    const upper = over[at]!;
    const lower = under[at]!;
    const missing = positions[upper]! + gaps[at]! - positions[lower]!;
    if (missing <= 0) continue;
    const share = weights[lower]! / (weights[upper]! + weights[lower]!);
    positions[upper]! -= missing * share;
    positions[lower]! += missing * (1 - share);
  }
}
