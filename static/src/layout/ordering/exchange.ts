/**
 * Local improvement of an order: neighbours in a layer that cross less the other way round change places. It never makes an order
 * worse; on request neighbours that cross equally often change places once, which leads out of a dead end.
 */

import type { Layers } from "../layers.ts";
import type { Order } from "./crossings.ts";
import { Ends } from "./neighbours.ts";

/** Swaps neighbours while that saves cost, at most `passes` times over all layers. */
export function transpose(layers: Layers, order: Order, passes: number, evenIfEqual = false): void {
  const ends = new Ends(layers, order);
  let dirty = new Uint8Array(layers.rankCount).fill(1);
  for (let pass = 0; pass < passes; pass += 1) {
    const next = new Uint8Array(layers.rankCount);
    let changed = false;
    for (let rank = 0; rank < layers.rankCount; rank += 1) {
      if (dirty[rank] === 0 || !transposeLayer(order, rank, ends, evenIfEqual && pass === 0)) continue;
      changed = true;
      next.fill(1, Math.max(0, rank - 1), rank + 2);
    }
    if (!changed) break;
    dirty = next;
  }
}

function transposeLayer(order: Order, rank: number, ends: Ends, evenIfEqual: boolean): boolean {
  const layer = order.layers[rank]!;
  ends.refresh(rank);
  let saved = 0;
  for (let place = 0; place + 1 < layer.length; place += 1) {
    const upper = layer[place]!;
    const lower = layer[place + 1]!;
    const gain = ends.gain(upper, lower, rank);
    if (gain < 0 || (gain === 0 && !evenIfEqual)) continue;
    saved += gain;
    layer[place] = lower;
    layer[place + 1] = upper;
    order.places[lower] = place;
    order.places[upper] = place + 1;
  }
  return saved > 0;
}
