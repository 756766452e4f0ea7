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

export class Arrangement {
  readonly layers: Layers;
  readonly rows: Row[];
  readonly places: Int32Array;
  /** By edge: 1 while it is in the picture. */
  readonly active: Uint8Array;
  /** Rows as they were, to go back to, and the ranks whose rows these are: one list for each, as new ones would cost more than the moves. */
  readonly #keptRows: Row[];
  #keptRanks: readonly number[] = [];

  constructor(layers: Layers, order: Order) {
    this.layers = layers;
    this.rows = order.layers.map((layer) => ({ items: layer.slice(), length: layer.length }));
    this.places = order.places.slice();
    this.#keptRows = this.rows.map(({ items, length }) => ({ items: items.slice(), length }));
    this.active = layers.express.map((express) => 1 - express);
  }

  /** The order as it is at the moment, with nothing out; it changes with what is moved. */
  get order(): Order {
    return { layers: this.rows.map(({ items }) => items), places: this.places };
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

  /** Remembers the rows at these ranks, and forgets those before. */
  keep(ranks: readonly number[]): void {
    this.#keptRanks = ranks;
    for (const rank of ranks) {
      const [kept, row] = [this.#keptRows[rank]!, this.rows[rank]!];
      kept.items.set(row.items);
      kept.length = row.length;
    }
  }

  /** Ranks whose rows are no longer as they were kept. */
  changedRanks(): number[] {
    return this.#keptRanks.filter((rank) => {
      const [{ items }, row] = [this.#keptRows[rank]!, this.rows[rank]!];
      return !items.every((item, place) => item === row.items[place]);
    });
  }

  /** Puts the rows back as they were kept, and these wires in. */
  restore(edges: readonly number[]): void {
    for (const rank of this.#keptRanks) {
      const [{ items, length }, row] = [this.#keptRows[rank]!, this.rows[rank]!];
      row.items.set(items);
      row.length = length;
      for (let at = 0; at < length; at += 1) this.places[items[at]!] = at;
    }
    for (const edge of edges) this.active[edge] = 1;
  }
}
