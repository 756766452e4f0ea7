/**
 * How many wires cross between neighbouring layers, counted in O(segments · log layer) (after Barth, Jünger, Mutzel 2002), and what
 * that costs. Wires out of one node never cross there, since ports on that side are dealt out to suit; wires into one node cross in
 * front of it where their order contradicts the order of its slots.
 */
import type { Layers } from "../layers.ts";

/** The items of every layer in their order, and each item's place in its layer. */
export interface Order {
  readonly layers: Int32Array[];
  readonly places: Int32Array;
}

export function copyOrder(order: Order): Order {
  return { layers: order.layers.map((layer) => layer.slice()), places: order.places.slice() };
}

export interface Crossings {
  /** Of wires that part or meet at no common node. */
  between: number;
  /** Of two wires into one node that keeps its slots in order. */
  slots: number;
  /** Pairs of inputs of a node of any order that are the other way round. They do not cross, but read less well. */
  exchanged: number;
}

/**
 * A wire crossing a node's other input in front of it says something and is easily followed, a crossing elsewhere is only in the
 * way; an exchange in `b + a` is a matter of reading order alone.
 */
export const BETWEEN_COST = 60;
const SLOTS_COST = 45;
const EXCHANGED_COST = 1;

/** What it costs that two wires into an item arrive in the wrong order. */
export function portCost(layers: Layers, item: number): number {
  return item < layers.graph.count && layers.graph.anyOrder[item] === 1 ? EXCHANGED_COST : SLOTS_COST;
}

export function costOf(crossings: Crossings): number {
  return BETWEEN_COST * crossings.between + SLOTS_COST * crossings.slots + EXCHANGED_COST * crossings.exchanged;
}

export function countCrossings(layers: Layers, order: Order): Crossings {
  const crossings: Crossings = { between: 0, slots: 0, exchanged: 0 };
  const widest = order.layers.reduce((most, layer) => Math.max(most, layer.length), 0);
  const reached = new Int32Array(widest + 1);
  for (let rank = 1; rank < layers.rankCount; rank += 1) crossings.between += crossingsBefore(layers, order, rank, reached);
  for (let node = 0; node < layers.graph.count; node += 1) {
    const inputs = layers.inStart[node + 1]! - layers.inStart[node]!;
    if (inputs < 2) continue;
    const first = layers.inStart[node]!;
    const arrivals = (at: number): number => order.places[layers.inItems[first + at]!]!;
    const inversions =
      inputs === 2 ? Number(arrivals(0) > arrivals(1)) : inversionsOf(Array.from({ length: inputs }, (_, at) => arrivals(at)));
    crossings[layers.graph.anyOrder[node] === 1 ? "exchanged" : "slots"] += inversions;
  }
  return crossings;
}

/**
 * Pairs of segments before the layer at `rank` that start in one order and end at different items in the other. `reached` is room for a
 * binary indexed tree of the ends reached so far by segments that start higher up.
 */
function crossingsBefore(layers: Layers, order: Order, rank: number, reached: Int32Array): number {
  const width = order.layers[rank]!.length;
  reached.fill(0, 0, width + 1);
  let arrived = 0;
  let crossings = 0;
  for (const item of order.layers[rank - 1]!) {
    const first = layers.outStart[item]!;
    const last = layers.outStart[item + 1]!;
    for (let at = first; at < last; at += 1) {
      crossings += arrived;
      for (let index = order.places[layers.outItems[at]!]! + 1; index > 0; index -= index & -index) crossings -= reached[index]!;
    }
    for (let at = first; at < last; at += 1) {
      for (let index = order.places[layers.outItems[at]!]! + 1; index <= width; index += index & -index) reached[index]! += 1;
    }
    arrived += last - first;
  }
  return crossings;
}

/** Pairs in descending order, by merging ever longer sorted runs. */
function inversionsOf(values: number[]): number {
  let inversions = 0;
  let from = values;
  for (let run = 1; run < values.length; run *= 2) {
    const to: number[] = [];
    for (let start = 0; start < values.length; start += 2 * run) {
      const middle = Math.min(start + run, values.length);
      const end = Math.min(start + 2 * run, values.length);
      let left = start;
      let right = middle;
      while (left < middle || right < end) {
        if (left < middle && (right >= end || from[left]! <= from[right]!)) {
          to.push(from[left]!);
          left += 1;
        } else {
          inversions += middle - left;
          to.push(from[right]!);
          right += 1;
        }
      }
    }
    from = to;
  }
  return inversions;
}
