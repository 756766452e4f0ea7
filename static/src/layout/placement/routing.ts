/**
 * Wires as curves: level within the columns, where they pass beside cards, and one S-shaped piece in each gap between columns. An S with
 * level ends never leaves the box of its ends, so a wire touches no card but its own. Wires without dummies run in lanes below all cards.
 */

import type { Layers } from "../layers.ts";
import type { Turn } from "./bands.ts";
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
  /** By rank and edge: where wires go around the end of a band, see bands.ts. */
  turns: ReadonlyMap<number, ReadonlyMap<number, Turn>>;
}

/** Across the flow, less than can be seen: a wire that climbs no more is level. */
const LEVEL = 0.01;
/** The radius of a turn, and how far from its ends a quarter of a circle has its control points. */
const TURN = 6;
const QUARTER = 0.5523;

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
      enter(rank, across[firstDummy[edge]! + rank - ranks[source]! - 1]!);
      levelTo(wire, columns.ends[rank]!);
    }
  }
  enter(ranks[target]!, across[target]! + ports.entering[edge]!);
  levelTo(wire, routes.enters[edge]!);
  return wire;

  function enter(rank: number, to: number): void {
    const turn = routes.turns.get(rank)?.get(edge);
    if (turn) turnTo(wire, turn, columns.starts[rank]!, to);
    else bendTo(wire, columns.starts[rank]!, to);
  }
}

/** Around the end of a band: on, aside, back beside it, aside, and on again. */
function turnTo(wire: number[], { away, lane, on }: Turn, along: number, across: number): void {
  const from = wire.at(-1)!;
  const corners: [number, number][] = [
    [away, from],
    [away, lane],
    [on, lane],
    [on, across],
    [along, across],
  ];
  for (let at = 0; at < corners.length - 1; at += 1) cornerAt(wire, corners[at]!, corners[at + 1]!);
  straightTo(wire, ...corners.at(-1)!);
}

/** Straight towards a corner, and round it into the way to the next one. */
function cornerAt(wire: number[], [along, across]: [number, number], [nextAlong, nextAcross]: [number, number]): void {
  const [startAlong, startAcross] = [wire.at(-2)!, wire.at(-1)!];
  const before = Math.hypot(along - startAlong, across - startAcross);
  const after = Math.hypot(nextAlong - along, nextAcross - across);
  const radius = Math.min(TURN, before, after / 2);
  if (radius < LEVEL) return straightTo(wire, along, across);
  const [inAlong, inAcross] = [(along - startAlong) / before, (across - startAcross) / before];
  const [outAlong, outAcross] = [(nextAlong - along) / after, (nextAcross - across) / after];
  straightTo(wire, along - radius * inAlong, across - radius * inAcross);
  const rest = radius * (1 - QUARTER);
  wire.push(along - rest * inAlong, across - rest * inAcross, along + rest * outAlong, across + rest * outAcross);
  wire.push(along + radius * outAlong, across + radius * outAcross);
}

function straightTo(wire: number[], along: number, across: number): void {
  const [start, from] = [wire.at(-2)!, wire.at(-1)!];
  if (Math.hypot(along - start, across - from) < LEVEL) return;
  const [thirdAlong, thirdAcross] = [(along - start) / 3, (across - from) / 3];
  wire.push(start + thirdAlong, from + thirdAcross, along - thirdAlong, across - thirdAcross, along, across);
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
