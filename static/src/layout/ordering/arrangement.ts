/**
 * An order being worked on: rows of items from which wires and nodes can be taken out and put in elsewhere. Wires that are out are
 * not counted by anyone. Notes when each row last changed, so that what cannot have changed need not be tried again.
 */

import type { Layers } from "../layers.ts";
import type { Order } from "./crossings.ts";

export interface Row {
  /** Items in order; only the first `length` are there at the moment. */
  readonly items: Int32Array;
  length: number;
}

/** Rows as they were, to go back to. */
export type Snapshot = Map<number, Row>;

export class Arrangement {
  readonly layers: Layers;
  readonly rows: Row[];
  readonly places: Int32Array;
  /** By edge: 1 while it is in the picture. */
  readonly active: Uint8Array;

  constructor(layers: Layers, order: Order) {
    this.layers = layers;
    this.rows = order.layers.map((layer) => ({ items: layer.slice(), length: layer.length }));
    this.places = order.places.slice();
    this.active = layers.express.map((express) => 1 - express);
  }

  order(): Order {
    return { layers: this.rows.map((row) => row.items.slice()), places: this.places.slice() };
  }

  takeOut(item: number): void {
    const row = this.rows[this.layers.ranks[item]!]!;
    const place = this.places[item]!;
    row.items.copyWithin(place, place + 1, row.length);
    row.length -= 1;
    for (let at = place; at < row.length; at += 1) this.places[row.items[at]!] = at;
  }

  putIn(item: number, slot: number): void {
    const row = this.rows[this.layers.ranks[item]!]!;
    row.items.copyWithin(slot + 1, slot, row.length);
    row.items[slot] = item;
    row.length += 1;
    for (let at = slot; at < row.length; at += 1) this.places[row.items[at]!] = at;
  }

  takeOutWire(edge: number): void {
    const { firstDummy, ranks, graph } = this.layers;
    this.active[edge] = 0;
    const first = firstDummy[edge]!;
    if (first < 0) return;
    const dummies = ranks[graph.targets[edge]!]! - ranks[graph.sources[edge]!]! - 1;
    for (let step = 0; step < dummies; step += 1) this.takeOut(first + step);
  }

  keep(ranks: Iterable<number>): Snapshot {
    const kept: Snapshot = new Map();
    for (const rank of ranks) {
      const row = this.rows[rank]!;
      if (!kept.has(rank)) kept.set(rank, { items: row.items.slice(), length: row.length });
    }
    return kept;
  }

  restore(kept: Snapshot, edges: readonly number[]): void {
    for (const [rank, { items, length }] of kept) {
      const row = this.rows[rank]!;
      row.items.set(items);
      row.length = length;
      for (let at = 0; at < length; at += 1) this.places[items[at]!] = at;
    }
    for (const edge of edges) this.active[edge] = 1;
  }
}
