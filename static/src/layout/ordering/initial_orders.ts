/**
 * First orders of the layers, to be improved by sweeps: depth-first walks, which draw a tree without a crossing and read as the
 * program does, from the outputs back or from the leaves on.
 */

import type { Layers } from "../layers.ts";
import type { Order } from "./crossings.ts";

/** Items in the order in which a walk comes upon them, gathered by layer. */
class Gathering {
  readonly #layers: Layers;
  readonly #next: Int32Array;
  readonly #order: Order;

  constructor(layers: Layers) {
    this.#layers = layers;
    this.#next = new Int32Array(layers.rankCount);
    const lists: Int32Array[] = [];
    for (let rank = 0; rank < layers.rankCount; rank += 1) {
      lists.push(new Int32Array(layers.memberStart[rank + 1]! - layers.memberStart[rank]!));
    }
    this.#order = { layers: lists, places: new Int32Array(layers.itemCount).fill(-1) };
  }

  has(item: number): boolean {
    return this.#order.places[item] !== -1;
  }

  add(item: number): void {
    const rank = this.#layers.ranks[item]!;
    const place = this.#next[rank]!;
    this.#order.layers[rank]![place] = item;
    this.#order.places[item] = place;
    this.#next[rank] = place + 1;
  }

  done(): Order {
    return this.#order;
  }
}

/** Depth first from the last nodes back to the leaves, inputs in their order: `a*b + c` reads a, b, c downwards. */
export function orderFromOutputs(layers: Layers): Order {
  const roots: number[] = [];
  for (let node = layers.graph.count - 1; node >= 0; node -= 1) {
    if (layers.graph.leavingStart[node] === layers.graph.leavingStart[node + 1]) roots.push(node);
  }
  roots.reverse();
  for (let node = 0; node < layers.graph.count; node += 1) roots.push(node);
  return walk(layers, roots, layers.inStart, layers.inItems);
}

/** Depth first from the leaves on, users by the order of the request. */
export function orderFromLeaves(layers: Layers): Order {
  const roots = Array.from({ length: layers.graph.count }, (_, node) => node);
  return walk(layers, roots, layers.outStart, layers.outItems);
}

function walk(layers: Layers, roots: readonly number[], start: Int32Array, neighbours: Int32Array): Order {
  const gathering = new Gathering(layers);
  for (const root of roots) {
    const stack = [root];
    while (stack.length > 0) {
      const item = stack.pop()!;
      if (gathering.has(item)) continue;
      gathering.add(item);
      for (let at = start[item + 1]! - 1; at >= start[item]!; at -= 1) stack.push(neighbours[at]!);
    }
  }
  return gathering.done();
}
