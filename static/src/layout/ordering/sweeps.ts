/**
 * One pass over all layers that reorders each by where its neighbours in the layer before (or after) are: by barycentre or by
 * median, ties in their present order. Linear but for sorting.
 */

import type { Layers } from "../layers.ts";
import type { Order } from "./crossings.ts";

/** Up to so many numbers are sorted by insertion. */
const LONGEST_INSERTION = 24;

export type Measure = "barycentre" | "median";

/** Orders each layer by the sources of its items, from the second layer on. */
export function sweepForward(layers: Layers, order: Order, measure: Measure): void {
  const wishes = new Float64Array(layers.itemCount);
  const scratch = scratchFor(order);
  const placeOf = (at: number): number => order.places[layers.inItems[at]!]!;
  for (let rank = 1; rank < layers.rankCount; rank += 1) {
    for (const item of order.layers[rank]!)
      wishes[item] = wish(layers.inStart[item]!, layers.inStart[item + 1]!, placeOf, measure);
    reorder(order, rank, wishes, scratch);
  }
}

/** Orders each layer by the ports its items lead to, from the last but one back. */
export function sweepBackward(layers: Layers, order: Order, measure: Measure): void {
  const wishes = new Float64Array(layers.itemCount);
  const scratch = scratchFor(order);
  // The entering ports of a whole layer, counted through: where those of each item begin.
  const bases = new Int32Array(layers.itemCount);
  const placeOf = (at: number): number => bases[layers.outItems[at]!]! + layers.outPorts[at]!;
  for (let rank = layers.rankCount - 2; rank >= 0; rank -= 1) {
    let ports = 0;
    for (const item of order.layers[rank + 1]!) {
      bases[item] = ports;
      ports += item < layers.graph.count ? layers.graph.enteringStart[item + 1]! - layers.graph.enteringStart[item]! : 1;
    }
    for (const item of order.layers[rank]!)
      wishes[item] = wish(layers.outStart[item]!, layers.outStart[item + 1]!, placeOf, measure);
    reorder(order, rank, wishes, scratch);
  }
}

/** Where an item would like to be; -1 where it has no neighbour on that side. */
function wish(first: number, last: number, placeOf: (at: number) => number, measure: Measure): number {
  const degree = last - first;
  if (degree === 0) return -1;
  if (degree === 1) return placeOf(first);
  if (degree === 2) return (placeOf(first) + placeOf(first + 1)) / 2;
  if (measure === "barycentre") {
    let sum = 0;
    for (let at = first; at < last; at += 1) sum += placeOf(at);
    return sum / degree;
  }
  const places = new Float64Array(degree);
  for (let at = first; at < last; at += 1) places[at - first] = placeOf(at);
  places.sort();
  return (places[(degree - 1) >> 1]! + places[degree >> 1]!) / 2;
}

/** Room for sorting one layer. */
interface Scratch {
  readonly keys: Float64Array;
  readonly before: Int32Array;
}

function scratchFor({ layers }: Order): Scratch {
  const widest = layers.reduce((most, layer) => Math.max(most, layer.length), 0);
  return { keys: new Float64Array(widest), before: new Int32Array(widest) };
}

/** Sorts a layer by its items' wishes; an item without one keeps its place, as in `dot`. */
function reorder(order: Order, rank: number, wishes: Float64Array, { keys, before }: Scratch): void {
  const layer = order.layers[rank]!;
  const size = layer.length;
  // One number per item sorts natively: the wish in 1024ths, then the present place.
  let movable = 0;
  for (let place = 0; place < size; place += 1) {
    const wanted = wishes[layer[place]!]!;
    if (wanted < 0) continue;
    keys[movable] = Math.round(wanted * 1024) * size + place;
    movable += 1;
  }
  sortNumbers(keys, movable);
  before.set(layer);
  let next = 0;
  for (let place = 0; place < size; place += 1) {
    if (wishes[before[place]!]! >= 0) {
      const item = before[keys[next]! % size]!;
      layer[place] = item;
      next += 1;
    }
    order.places[layer[place]!] = place;
  }
}

/** Sorts the first `count` numbers of a list; few of them, as in most layers of a long graph, by insertion. */
function sortNumbers(list: Float64Array, count: number): void {
  if (count > LONGEST_INSERTION) {
    list.subarray(0, count).sort();
    return;
  }
  for (let at = 1; at < count; at += 1) {
    const value = list[at]!;
    let to = at;
    for (; to > 0 && list[to - 1]! > value; to -= 1) list[to] = list[to - 1]!;
    list[to] = value;
  }
}
