/**
 * Wires as curves: level within the columns, where they pass beside cards, and one S-shaped piece in each gap between columns. An S with
 * level ends never leaves the box of its ends, so a wire touches no card but its own. Wires without dummies run in lanes below all cards.
 */

import type { Layers } from "../layers.ts";
import type { Columns } from "./columns.ts";
import type { Ports } from "./ports.ts";

/** All that wires go by, in flow coordinates. */
export interface Routes {
  columns: Columns;
  /** By item. */
  across: Float64Array;
  ports: Ports;
  /** By edge: where along the flow it leaves its source and enters its target. */
  leaves: Float64Array;
  enters: Float64Array;
  /** By node: where the lane of its wires without dummies runs. */
  lanes: Float64Array;
}

/** Across the flow, less than can be seen: a wire that climbs no more is level. */
const LEVEL = 0.01;
/** A wire's curve: along and across in turn. */
export function routeWire(layers: Layers, routes: Routes, edge: number): number[] {
  const { graph, ranks, firstDummy } = layers;
  const { columns, across, ports } = routes;
  const source = graph.sources[edge]!;
  const target = graph.targets[edge]!;
  const wire = [routes.leaves[edge]!, across[source]! + ports.leaving[edge]!];
  levelTo(wire, columns.ends[ranks[source]!]!);
  if (layers.express[edge] === 1) {
    bendTo(wire, columns.starts[ranks[source]! + 1]!, routes.lanes[source]!);
    levelTo(wire, columns.ends[ranks[target]! - 1]!);
  } else {
    for (let rank = ranks[source]! + 1; rank < ranks[target]!; rank += 1) {
      bendTo(wire, columns.starts[rank]!, across[firstDummy[edge]! + rank - ranks[source]! - 1]!);
      levelTo(wire, columns.ends[rank]!);
    }
  }
  bendTo(wire, columns.starts[ranks[target]!]!, across[target]! + ports.entering[edge]!);
  levelTo(wire, routes.enters[edge]!);
  return wire;
}

/** Straight on to `along`; what is level already becomes longer. */
function levelTo(wire: number[], along: number, across = wire.at(-1)!): void {
  if (along - wire.at(-2)! < LEVEL) return;
  if (wire.length > 2 && Math.abs(wire.at(-7)! - wire.at(-1)!) < LEVEL) wire.length -= 6;
  const start = wire.at(-2)!;
  const from = wire.at(-1)!;
  const third = (along - start) / 3;
  wire.push(start + third, from, along - third, across, along, across);
}

/** In an S, or straight on, to a point further along. */
function bendTo(wire: number[], along: number, across: number): void {
  const start = wire.at(-2)!;
  const from = wire.at(-1)!;
  if (Math.abs(across - from) < LEVEL) {
    levelTo(wire, along, across);
    return;
  }
  const middle = (start + along) / 2;
  wire.push(middle, from, middle, across, along, across);
}

/** A lane for each node that has wires without dummies, as near to the picture as others leave room; and how many there are. */
export function lanesOf(layers: Layers): { laneOf: Int32Array; count: number } {
  const { graph, ranks, rankCount } = layers;
  const laneOf = new Int32Array(graph.count).fill(-1);
  const endings: number[][] = Array.from({ length: rankCount }, () => []);
  const startings: number[][] = Array.from({ length: rankCount }, () => []);
  for (let node = 0; node < graph.count; node += 1) {
    let furthest = -1;
    for (let at = graph.leavingStart[node]!; at < graph.leavingStart[node + 1]!; at += 1) {
      const edge = graph.leaving[at]!;
      if (layers.express[edge] === 1) furthest = Math.max(furthest, ranks[graph.targets[edge]!]!);
    }
    if (furthest < 0) continue;
    startings[ranks[node]!]!.push(node);
    endings[furthest]!.push(node);
  }
  const free: number[] = [];
  let count = 0;
  for (let rank = 0; rank < rankCount; rank += 1) {
    for (const node of endings[rank]!) free.push(laneOf[node]!);
    for (const node of startings[rank]!) laneOf[node] = free.pop() ?? count++;
  }
  return { laneOf, count };
}
