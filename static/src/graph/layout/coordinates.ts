/**
 * Positions across the flow: blocks are drawn towards what their wires join, and pushed apart to keep their distances, in turns.
 * Each turn is linear: a pass from above pushes down what is too close, a pass from below pushes up, and the mean of the two keeps
 * all distances (they are linear) and shares the room evenly, so that an operation comes to stand centred on its inputs.
 */
import { type Blocks, level } from "./blocks.ts";
import type { Layers } from "./layers.ts";
import type { Ports } from "./ports.ts";
import { highest, lowest, type Separations } from "./separations.ts";

/** Wires between blocks: straight where block `right[i]` is `offsets[i]` below block `left[i]`. */
export interface Springs {
  left: Int32Array;
  right: Int32Array;
  offsets: Float64Array;
}

const TURN_WORK = 1_500_000;
const MOST_TURNS = 150;
/** An operation is drawn to its inputs so many times as much as to its users. */
const INPUT_WEIGHT = 3;
const FEWEST_TURNS = 6;

/** Positions by block, none reaching above 0 or below `height`. */
export function settle(layers: Layers, separations: Separations, springs: Springs, height: number): Float64Array {
  const high = highest(separations).positions;
  const low = lowest(separations, height);
  const positions = high.map((position, block) => (position + low[block]!) / 2);
  const turns = Math.max(FEWEST_TURNS, Math.min(MOST_TURNS, Math.floor(TURN_WORK / layers.itemCount)));
  const wishes = new Float64Array(positions.length);
  const masses = new Float64Array(positions.length).fill(0.25);
  for (const block of springs.left) masses[block]! += 1;
  for (const block of springs.right) masses[block]! += INPUT_WEIGHT;
  for (let turn = 0; turn < turns; turn += 1) {
    wish(springs, positions, wishes);
    // What wishes itself within its bounds is not pushed beyond them, since the bounds keep their distances too.
    for (let block = 0; block < wishes.length; block += 1) wishes[block] = Math.min(low[block]!, Math.max(high[block]!, wishes[block]!));
    if (turn < turns / 6 || turn === turns - 1) spread(separations, wishes, positions);
    else { positions.set(wishes); relax(separations, masses, positions); }
  }
  return positions;
}

export function springsOf(layers: Layers, ports: Ports, { blockOf, offsets }: Blocks): Springs {
  const springs: Springs = {
    left: new Int32Array(layers.outItems.length),
    right: new Int32Array(layers.outItems.length),
    offsets: new Float64Array(layers.outItems.length),
  };
  let count = 0;
  for (let from = 0; from < layers.itemCount; from += 1) {
    for (let at = layers.outStart[from]!; at < layers.outStart[from + 1]!; at += 1) {
      const to = layers.outItems[at]!;
      if (blockOf[from] === blockOf[to]) continue;
      springs.left[count] = blockOf[from]!;
      springs.right[count] = blockOf[to]!;
      springs.offsets[count] = offsets[from]! + level(layers, ports, from, at) - offsets[to]!;
      count += 1;
    }
  }
  return { left: springs.left.subarray(0, count), right: springs.right.subarray(0, count), offsets: springs.offsets.subarray(0, count) };
}

/** Where each block would be if only its wires counted. */
function wish({ left, right, offsets }: Springs, positions: Float64Array, wishes: Float64Array): void {
  const wires = new Float64Array(positions.length);
  wishes.fill(0);
  for (let at = 0; at < left.length; at += 1) {
    wishes[right[at]!]! += INPUT_WEIGHT * (positions[left[at]!]! + offsets[at]!);
    wishes[left[at]!]! += positions[right[at]!]! - offsets[at]!;
    wires[left[at]!]! += 1;
    wires[right[at]!]! += INPUT_WEIGHT;
  }
  for (let block = 0; block < positions.length; block += 1) {
    // Half the way: neighbours that move at once would swing around each other.
    wishes[block] = wires[block]! > 0 ? (wishes[block]! / wires[block]! + positions[block]!) / 2 : positions[block]!;
  }
}

/** The wishes, pushed apart from above and from below, and the mean of both. */
function spread({ upper, lower, gaps, blocks: { blockOf } }: Separations, wishes: Float64Array, positions: Float64Array): void {
  const up = wishes.slice();
  positions.set(wishes);
  for (let at = 0; at < upper.length; at += 1) {
    const block = blockOf[lower[at]!]!;
    const least = positions[blockOf[upper[at]!]!]! + gaps[at]!;
    if (positions[block]! < least) positions[block] = least;
  }
  for (let at = upper.length - 1; at >= 0; at -= 1) {
    const block = blockOf[upper[at]!]!;
    const most = up[blockOf[lower[at]!]!]! - gaps[at]!;
    if (up[block]! > most) up[block] = most;
  }
  for (let block = 0; block < positions.length; block += 1) positions[block] = (positions[block]! + up[block]!) / 2;
}

/** Pushes apart what is too close, pair by pair, down and up again; of two blocks the one with fewer wires gives way more. */
function relax({ upper, lower, gaps, blocks: { blockOf } }: Separations, masses: Float64Array, positions: Float64Array): void {
  const count = upper.length;
  for (let step = 0; step < 2 * count; step += 1) {
    const at = step < count ? step : 2 * count - 1 - step;
    const over = blockOf[upper[at]!]!;
    const under = blockOf[lower[at]!]!;
    const missing = positions[over]! + gaps[at]! - positions[under]!;
    if (missing <= 0) continue;
    const share = masses[under]! / (masses[over]! + masses[under]!);
    positions[over]! -= missing * share;
    positions[under]! += missing * (1 - share);
  }
}
