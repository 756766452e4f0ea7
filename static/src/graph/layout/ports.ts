/**
 * Where on a node's sides its wires dock, across the flow and relative to the node's middle. On the entering side ports stand by slot
 * (where any order will do: by where the wires come from), on the leaving side by where the wires go, so that they need not cross.
 */
import type { Order } from "./crossings.ts";
import type { Layers } from "./layers.ts";

/** By edge. */
export interface Ports {
  readonly leaving: Float64Array;
  readonly entering: Float64Array;
}

/** `room` says how long the middle part of a side is on which a node's ports may stand. */
export function portsOf(layers: Layers, order: Order, gap: number, room: (node: number, side: "entry" | "exit") => number): Ports {
  const { graph } = layers;
  const leaving = new Float64Array(graph.sources.length);
  const entering = new Float64Array(graph.sources.length);
  const portOf = new Int32Array(graph.sources.length);
  for (let node = 0; node < graph.count; node += 1) {
    const edges = graph.entering.slice(graph.enteringStart[node]!, graph.enteringStart[node + 1]!);
    if (edges.length < 2) continue;
    if (graph.anyOrder[node] === 1) {
      const from = arrivals(layers, order, node);
      // Two wires from one source keep the order of their slots: sorting is stable.
      edges.sort((a, b) => from.get(a)! - from.get(b)!);
    }
    edges.forEach((edge, port) => { portOf[edge] = port; });
    spread(edges, entering, gap, room(node, "entry"));
  }
  for (let node = 0; node < graph.count; node += 1) {
    const edges = graph.leaving.slice(graph.leavingStart[node]!, graph.leavingStart[node + 1]!);
    if (edges.length < 2) continue;
    const to = departures(layers, order, node);
    edges.sort((a, b) => to.get(a)! - to.get(b)! || portOf[a]! - portOf[b]!);
    spread(edges, leaving, gap, room(node, "exit"));
  }
  return { leaving, entering };
}

function spread(edges: Int32Array, offsets: Float64Array, gap: number, room: number): void {
  const step = Math.min(gap, room / (edges.length - 1));
  edges.forEach((edge, port) => { offsets[edge] = (port - (edges.length - 1) / 2) * step; });
}

/** Place of what each wire into a node comes from; wires led around the picture come from below. */
function arrivals(layers: Layers, order: Order, node: number): Map<number, number> {
  const from = new Map<number, number>();
  for (let at = layers.graph.enteringStart[node]!; at < layers.graph.enteringStart[node + 1]!; at += 1) from.set(layers.graph.entering[at]!, Infinity);
  for (let at = layers.inStart[node]!; at < layers.inStart[node + 1]!; at += 1) from.set(layers.inEdges[at]!, order.places[layers.inItems[at]!]!);
  return from;
}

function departures(layers: Layers, order: Order, node: number): Map<number, number> {
  const to = new Map<number, number>();
  for (let at = layers.graph.leavingStart[node]!; at < layers.graph.leavingStart[node + 1]!; at += 1) to.set(layers.graph.leaving[at]!, Number.MAX_VALUE);
  for (let at = layers.outStart[node]!; at < layers.outStart[node + 1]!; at += 1) to.set(layers.outEdges[at]!, order.places[layers.outItems[at]!]!);
  return to;
}
