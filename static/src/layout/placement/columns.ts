/**
 * Positions along the flow: where each column begins and ends, and each node in it. Columns are as deep as their deepest node; the gap
 * after one is wider where wires climb steeply in it. Knows nothing of what lies across.
 */
import type { Layers } from "../layers.ts";
import type { Gaps } from "../types.ts";

export interface Columns {
  /** By rank: from where on cards, and what bulges out of them, may be; and from where on no more. */
  readonly starts: Float64Array;
  readonly ends: Float64Array;
  /** By node: where its box begins. */
  readonly nodes: Float64Array;
  /** Where the last column ends. */
  readonly end: number;
}

export interface Depths {
  /** By node: how deep its box is along the flow, and how far a dock bulges out of it before and after. */
  readonly box: ArrayLike<number>;
  readonly before: ArrayLike<number>;
  readonly after: ArrayLike<number>;
}

/** A gap grows most where a wire climbs this many times its width. */
const STEEP = 9;

export function columnsOf(
  layers: Layers,
  across: Float64Array,
  depths: Depths,
  start: number,
  gaps: Pick<Gaps, "layer" | "widening">,
): Columns {
  const { graph, rankCount, ranks } = layers;
  const box = new Float64Array(rankCount);
  const before = new Float64Array(rankCount);
  const after = new Float64Array(rankCount);
  for (let node = 0; node < graph.count; node += 1) {
    const rank = ranks[node]!;
    box[rank] = Math.max(box[rank]!, depths.box[node]!);
    before[rank] = Math.max(before[rank]!, depths.before[node]!);
    after[rank] = Math.max(after[rank]!, depths.after[node]!);
  }
  const climbs = climbsAfter(layers, across);
  const starts = new Float64Array(rankCount);
  const ends = new Float64Array(rankCount);
  let along = start;
  for (let rank = 0; rank < rankCount; rank += 1) {
    starts[rank] = along;
    ends[rank] = along + before[rank]! + box[rank]! + after[rank]!;
    along = ends[rank]! + gaps.layer * (1 + gaps.widening * Math.min(1, climbs[rank]! / (STEEP * gaps.layer)));
  }
  const nodes = new Float64Array(graph.count);
  for (let node = 0; node < graph.count; node += 1) {
    const rank = ranks[node]!;
    // A leaf is at the end of its column, next to its user.
    const leaf = graph.enteringStart[node] === graph.enteringStart[node + 1];
    nodes[node] = starts[rank]! + before[rank]! + (box[rank]! - depths.box[node]!) * (leaf ? 1 : 0.5);
  }
  return { starts, ends, nodes, end: ends[rankCount - 1] ?? start };
}

/** By rank, how far across the steepest wire goes in the gap after it. */
function climbsAfter(layers: Layers, across: Float64Array): Float64Array {
  const climbs = new Float64Array(layers.rankCount);
  for (let item = 0; item < layers.itemCount; item += 1) {
    const rank = layers.ranks[item]!;
    for (let at = layers.outStart[item]!; at < layers.outStart[item + 1]!; at += 1) {
      climbs[rank] = Math.max(climbs[rank]!, Math.abs(across[item]! - across[layers.outItems[at]!]!));
    }
  }
  return climbs;
}
