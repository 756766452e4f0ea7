/**
 * Positions across the flow: blocks are drawn towards what their wires join, and pushed apart to keep their distances, in turns.
 * Each turn is linear: a pass from above pushes down what is too close, a pass from below pushes up, and the mean of the two keeps
 * all distances (they are linear) and shares the room evenly, so that an operation comes to stand centred on its inputs.
 */
import type { Blocks } from "./blocks.ts";
import type { Order } from "./crossings.ts";
import type { Layers } from "./layers.ts";
import type { Ports } from "./ports.ts";

/** Distances to keep: block `lower[i]` at least `gaps[i]` below block `upper[i]`, sorted so that a block's own come before it is passed on. */
interface Separations {
  upper: Int32Array;
  lower: Int32Array;
  gaps: Float64Array;
}

/** Wires between blocks: straight where block `right[i]` is `offsets[i]` below block `left[i]`. */
interface Springs {
  left: Int32Array;
  right: Int32Array;
  offsets: Float64Array;
  weights: Float64Array;
}

const TURN_WORK = 3_000_000;
const MOST_TURNS = 120;

export function acrossPositions(
  layers: Layers,
  order: Order,
  ports: Ports,
  blocks: Blocks,
  distance: (upper: number, lower: number) => number,
): Float64Array {
  const separations = separationsOf(order, blocks, distance);
  const springs = springsOf(layers, ports, blocks);
  const positions = new Float64Array(blocks.count);
  const turns = Math.max(6, Math.min(MOST_TURNS, Math.floor(TURN_WORK / (layers.itemCount + springs.left.length))));
  const wishes = new Float64Array(blocks.count);
  for (let turn = 0; turn < turns; turn += 1) {
    wish(springs, positions, wishes);
    spread(separations, wishes, positions);
  }
  return Float64Array.from(blocks.blockOf, (block, item) => positions[block]! + blocks.offsets[item]!);
}

function separationsOf(order: Order, { count, blockOf, offsets }: Blocks, distance: (upper: number, lower: number) => number): Separations {
  const upper: number[] = [];
  const lower: number[] = [];
  const gaps: number[] = [];
  for (const layer of order.layers) {
    for (let place = 1; place < layer.length; place += 1) {
      const above = layer[place - 1]!;
      const below = layer[place]!;
      upper.push(blockOf[above]!);
      lower.push(blockOf[below]!);
      gaps.push(distance(above, below) + offsets[above]! - offsets[below]!);
    }
  }
  return sortedDown(count, upper, lower, gaps);
}

/** Separations in an order in which, going down, all that lie above a block come before those below it. */
function sortedDown(count: number, upper: readonly number[], lower: readonly number[], gaps: readonly number[]): Separations {
  const waiting = new Int32Array(count);
  const start = new Int32Array(count + 1);
  for (const block of lower) waiting[block]! += 1;
  for (const block of upper) start[block + 1]! += 1;
  for (let block = 0; block < count; block += 1) start[block + 1]! += start[block]!;
  const next = start.slice();
  const byUpper = new Int32Array(upper.length);
  upper.forEach((block, at) => {
    byUpper[next[block]!] = at;
    next[block]! += 1;
  });
  const result: Separations = { upper: new Int32Array(upper.length), lower: new Int32Array(upper.length), gaps: new Float64Array(upper.length) };
  const ready: number[] = [];
  for (let block = 0; block < count; block += 1) if (waiting[block] === 0) ready.push(block);
  let placed = 0;
  for (let block = ready.pop(); block !== undefined; block = ready.pop()) {
    for (let at = start[block]!; at < start[block + 1]!; at += 1) {
      const separation = byUpper[at]!;
      const below = lower[separation]!;
      result.upper[placed] = block;
      result.lower[placed] = below;
      result.gaps[placed] = gaps[separation]!;
      placed += 1;
      waiting[below]! -= 1;
      if (waiting[below] === 0) ready.push(below);
    }
  }
  if (placed !== upper.length) throw new Error("Blocks of a layout lie above each other in a circle.");
  return result;
}

function springsOf(layers: Layers, ports: Ports, { blockOf, offsets }: Blocks): Springs {
  const left: number[] = [];
  const right: number[] = [];
  const lengths: number[] = [];
  const weights: number[] = [];
  for (let from = 0; from < layers.itemCount; from += 1) {
    for (let at = layers.outStart[from]!; at < layers.outStart[from + 1]!; at += 1) {
      const to = layers.outItems[at]!;
      if (blockOf[from] === blockOf[to]) continue;
      const edge = layers.outEdges[at]!;
      const leaving = from < layers.graph.count ? ports.leaving[edge]! : 0;
      const entering = to < layers.graph.count ? ports.entering[edge]! : 0;
      left.push(blockOf[from]!);
      right.push(blockOf[to]!);
      lengths.push(offsets[from]! + leaving - offsets[to]! - entering);
      weights.push(1);
    }
  }
  return { left: Int32Array.from(left), right: Int32Array.from(right), offsets: Float64Array.from(lengths), weights: Float64Array.from(weights) };
}

/** Where each block would be if only its wires counted. */
function wish(springs: Springs, positions: Float64Array, wishes: Float64Array): void {
  const total = new Float64Array(positions.length);
  wishes.fill(0);
  for (let at = 0; at < springs.left.length; at += 1) {
    const left = springs.left[at]!;
    const right = springs.right[at]!;
    const weight = springs.weights[at]!;
    wishes[right]! += weight * (positions[left]! + springs.offsets[at]!);
    wishes[left]! += weight * (positions[right]! - springs.offsets[at]!);
    total[left]! += weight;
    total[right]! += weight;
  }
  for (let block = 0; block < positions.length; block += 1) {
    // Half the way: neighbours that move at once would swing around each other.
    wishes[block] = total[block]! > 0 ? (wishes[block]! / total[block]! + positions[block]!) / 2 : positions[block]!;
  }
}

/** The wishes, pushed apart from above and from below, and the mean of both. */
function spread({ upper, lower, gaps }: Separations, wishes: Float64Array, positions: Float64Array): void {
  const up = wishes.slice();
  positions.set(wishes);
  for (let at = 0; at < upper.length; at += 1) {
    const least = positions[upper[at]!]! + gaps[at]!;
    if (positions[lower[at]!]! < least) positions[lower[at]!] = least;
  }
  for (let at = upper.length - 1; at >= 0; at -= 1) {
    const most = up[lower[at]!]! - gaps[at]!;
    if (up[upper[at]!]! > most) up[upper[at]!] = most;
  }
  for (let block = 0; block < positions.length; block += 1) positions[block] = (positions[block]! + up[block]!) / 2;
}
