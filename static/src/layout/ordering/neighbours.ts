/**
 * What it would save if two items of one layer stood the other way round: the unit of exchange steps, since swapping two neighbours
 * changes no other crossings. Linear in the two items' segments.
 */

import type { Layers } from "../layers.ts";
import { BETWEEN_COST, type Order, portCost } from "./crossings.ts";

/** Ports are distinguished up to this many per node; what is beyond counts as one. */
const PORT_BITS = 10;
const PORT_MASK = (1 << PORT_BITS) - 1;

/** Where the segments of a layer's items end at the neighbouring layers, sorted for comparing. */
export class Ends {
  readonly #layers: Layers;
  readonly #order: Order;
  /** By incoming segment: place of its source. By outgoing: place of its end and, in the low bits, the port there. */
  readonly #before: Int32Array;
  readonly #after: Int32Array;

  constructor(layers: Layers, order: Order) {
    this.#layers = layers;
    this.#order = order;
    this.#before = new Int32Array(layers.inItems.length);
    this.#after = new Int32Array(layers.outItems.length);
  }

  /** Reads where the segments of a layer's items end now: before comparing, and again when a neighbouring layer has changed. */
  refresh(rank: number): void {
    const [layers, before, after] = [this.#layers, this.#before, this.#after];
    const { places } = this.#order;
    for (const item of this.#order.layers[rank]!) {
      const inFirst = layers.inStart[item]!;
      const inLast = layers.inStart[item + 1]!;
      for (let at = inFirst; at < inLast; at += 1) before[at] = places[layers.inItems[at]!]!;
      if (inLast - inFirst > 1) sortPart(before, inFirst, inLast);
      const outFirst = layers.outStart[item]!;
      const outLast = layers.outStart[item + 1]!;
      for (let at = outFirst; at < outLast; at += 1) {
        after[at] = (places[layers.outItems[at]!]! << PORT_BITS) | Math.min(layers.outPorts[at]!, PORT_MASK);
      }
      if (outLast - outFirst > 1) sortPart(after, outFirst, outLast);
    }
  }

  /** Cost saved by having `lower` above `upper` instead of below it (negative: cost added). */
  gain(upper: number, lower: number, rank: number): number {
    const { inStart, outStart } = this.#layers;
    return (
      this.#gainBefore(inStart[upper]!, inStart[upper + 1]!, inStart[lower]!, inStart[lower + 1]!) +
      this.#gainAfter(outStart[upper]!, outStart[upper + 1]!, outStart[lower]!, outStart[lower + 1]!, rank)
    );
  }

  #gainBefore(upperFirst: number, upperLast: number, lowerFirst: number, lowerLast: number): number {
    const before = this.#before;
    // In long graphs nearly every item is a dummy, with one segment before it.
    if (upperLast - upperFirst === 1 && lowerLast - lowerFirst === 1) {
      return Math.sign(before[upperFirst]! - before[lowerFirst]!) * BETWEEN_COST;
    }
    let balance = 0;
    let less = lowerFirst;
    let notMore = lowerFirst;
    for (let at = upperFirst; at < upperLast; at += 1) {
      const place = before[at]!;
      while (less < lowerLast && before[less]! < place) less += 1;
      while (notMore < lowerLast && before[notMore]! <= place) notMore += 1;
      balance += less - lowerFirst - (lowerLast - notMore);
    }
    return balance * BETWEEN_COST;
  }

  #gainAfter(upperFirst: number, upperLast: number, lowerFirst: number, lowerLast: number, rank: number): number {
    const after = this.#after;
    let balance = 0;
    let atPorts = 0;
    let less = lowerFirst;
    let notMore = lowerFirst;
    for (let at = upperFirst; at < upperLast; at += 1) {
      const place = after[at]! >> PORT_BITS;
      while (less < lowerLast && after[less]! >> PORT_BITS < place) less += 1;
      while (notMore < lowerLast && after[notMore]! >> PORT_BITS <= place) notMore += 1;
      balance += less - lowerFirst - (lowerLast - notMore);
      if (less === notMore) continue;
      const each = portCost(this.#layers, this.#order.layers[rank + 1]![place]!);
      for (let shared = less; shared < notMore; shared += 1) atPorts += Math.sign(after[at]! - after[shared]!) * each;
    }
    return balance * BETWEEN_COST + atPorts;
  }
}

/** Most parts are of one, two or three numbers, for which the general way takes far longer. */
function sortPart(list: Int32Array, first: number, last: number): void {
  if (last - first > 12) {
    list.subarray(first, last).sort();
    return;
  }
  for (let at = first + 1; at < last; at += 1) {
    const value = list[at]!;
    let to = at;
    for (; to > first && list[to - 1]! > value; to -= 1) list[to] = list[to - 1]!;
    list[to] = value;
  }
}
