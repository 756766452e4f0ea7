/**
 * Where on a node's sides its wires dock, across the flow and relative to the node's middle. On the entering side ports stand by slot
 * (where any order will do: by where the wires come from), on the leaving side by where the wires go, so that they need not cross.
 */

import { sortPart } from "../digraph.ts";
import type { Layers } from "../layers.ts";
import type { Order } from "../ordering/crossings.ts";

/** By edge. */
export interface Ports {
  readonly leaving: Float64Array;
  readonly entering: Float64Array;
}

/** `room` says how long the middle part of a side is on which a node's ports may be. */
export function portsOf(
  layers: Layers,
  order: Order,
  gap: number,
  room: (node: number, side: "entry" | "exit") => number,
): Ports {
  const { graph } = layers;
  const leaving = new Float64Array(graph.sources.length);
  const entering = new Float64Array(graph.sources.length);
  const portOf = new Int32Array(graph.sources.length);
  const from = arrivals(layers, order);
  const inputs = graph.entering.slice();
  for (let node = 0; node < graph.count; node += 1) {
    const first = graph.enteringStart[node]!;
    const last = graph.enteringStart[node + 1]!;
    if (last - first < 2) continue;
    // Two wires from one source keep the order of their slots: sorting is stable.
    if (graph.anyOrder[node] === 1) sortPart(inputs, first, last, from);
    for (let at = first; at < last; at += 1) portOf[inputs[at]!] = at - first;
    spread(inputs, first, last, entering, gap, room(node, "entry"));
  }
  const to = departures(layers, order);
  const users = graph.leaving.slice();
  for (let node = 0; node < graph.count; node += 1) {
    const first = graph.leavingStart[node]!;
    const last = graph.leavingStart[node + 1]!;
    if (last - first < 2) continue;
    // By where they go; two wires to one node, by their ports there.
    sortPart(users, first, last, portOf);
    sortPart(users, first, last, to);
    spread(users, first, last, leaving, gap, room(node, "exit"));
  }
  return { leaving, entering };
}

function spread(edges: Int32Array, first: number, last: number, offsets: Float64Array, gap: number, room: number): void {
  const middle = (last - first - 1) / 2;
  const step = Math.min(gap, room / (last - first - 1));
  for (let at = first; at < last; at += 1) offsets[edges[at]!] = (at - first - middle) * step;
}

/** By edge, the place of what it comes from in the layer before its target; wires led around the picture come from below. */
function arrivals({ graph, inStart, inItems, inEdges }: Layers, { places }: Order): Float64Array {
  const from = new Float64Array(graph.sources.length).fill(Infinity);
  for (let at = 0; at < inStart[graph.count]!; at += 1) from[inEdges[at]!] = places[inItems[at]!]!;
  return from;
}

/** By edge, the place of what it goes to in the layer after its source; wires led around the picture go below. */
function departures({ graph, outStart, outItems, outEdges }: Layers, { places }: Order): Float64Array {
  const to = new Float64Array(graph.sources.length).fill(Infinity);
  for (let at = 0; at < outStart[graph.count]!; at += 1) to[outEdges[at]!] = places[outItems[at]!]!;
  return to;
}
