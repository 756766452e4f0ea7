/**
 * The graph cut into layers: nodes and, where an edge spans several ranks, a dummy in each rank between, so that every segment joins
 * neighbouring layers. Nodes and dummies alike are items (nodes first, by index). Knows no sizes and decides no order.
 */
import { type Digraph, groupBy } from "./digraph.ts";

export interface Layers {
  readonly graph: Digraph;
  readonly itemCount: number;
  readonly rankCount: number;
  /** By item. */
  readonly ranks: Int32Array;
  /** Items by rank, dummies after nodes: `members[memberStart[r] .. memberStart[r + 1]]`. */
  readonly members: Int32Array;
  readonly memberStart: Int32Array;
  /** By edge: its first dummy (the next ranks' follow it one by one), -1 where it has none. */
  readonly firstDummy: Int32Array;
  /** By dummy (item minus node count): its edge. */
  readonly dummyEdge: Int32Array;
  /** By edge: 1 where it would need more dummies than can be afforded, and is led around the picture instead. */
  readonly express: Uint8Array;
  /** Segments into each item by port: `inItems` says where from, `inEdge` which edge. */
  readonly inStart: Int32Array;
  readonly inItems: Int32Array;
  readonly inEdges: Int32Array;
  /** Segments out of each item: where to, at which port there, and which edge. */
  readonly outStart: Int32Array;
  readonly outItems: Int32Array;
  readonly outPorts: Int32Array;
  readonly outEdges: Int32Array;
}

/** Dummies per node and edge that keep time and memory linear. Beyond them the longest edges go without: more would cross more and shorten nothing. */
const DUMMIES_PER_ELEMENT = 0.5;
/** Small graphs have as many as they need. */
const FREE_DUMMIES = 20_000;

export function layersOf(graph: Digraph, nodeRanks: Int32Array): Layers {
  const { count, sources, targets } = graph;
  const edgeCount = sources.length;
  const longest = longestAffordable(graph, nodeRanks);
  const firstDummy = new Int32Array(edgeCount).fill(-1);
  const express = new Uint8Array(edgeCount);
  let itemCount = count;
  for (let edge = 0; edge < edgeCount; edge += 1) {
    const span = nodeRanks[targets[edge]!]! - nodeRanks[sources[edge]!]!;
    if (span > longest) express[edge] = 1;
    else if (span > 1) {
      firstDummy[edge] = itemCount;
      itemCount += span - 1;
    }
  }
  const ranks = new Int32Array(itemCount);
  ranks.set(nodeRanks);
  const dummyEdge = new Int32Array(itemCount - count);
  for (let edge = 0; edge < edgeCount; edge += 1) {
    const first = firstDummy[edge]!;
    if (first < 0) continue;
    const start = nodeRanks[sources[edge]!]!;
    const span = nodeRanks[targets[edge]!]! - start;
    for (let step = 1; step < span; step += 1) {
      ranks[first + step - 1] = start + step;
      dummyEdge[first + step - 1 - count] = edge;
    }
  }
  let rankCount = 0;
  for (const rank of nodeRanks) rankCount = Math.max(rankCount, rank + 1);
  const [members, memberStart] = groupBy(ranks, rankCount);
  const segments = segmentsOf(graph, itemCount, firstDummy, express, nodeRanks);
  return { graph, itemCount, rankCount, ranks, members, memberStart, firstDummy, dummyEdge, express, ...segments };
}

/** The longest span whose dummies, with those of all shorter ones, stay within what is affordable. */
function longestAffordable(graph: Digraph, ranks: Int32Array): number {
  const affordable = Math.max(FREE_DUMMIES, DUMMIES_PER_ELEMENT * (graph.count + graph.sources.length));
  const edgesBySpan: number[] = [];
  for (let edge = 0; edge < graph.sources.length; edge += 1) {
    const span = ranks[graph.targets[edge]!]! - ranks[graph.sources[edge]!]!;
    edgesBySpan[span] = (edgesBySpan[span] ?? 0) + 1;
  }
  let total = 0;
  for (let span = 1; span < edgesBySpan.length; span += 1) {
    total += (edgesBySpan[span] ?? 0) * (span - 1);
    if (total > affordable) return span - 1;
  }
  return edgesBySpan.length;
}

/** What an edge of several ranks is cut into, as lists by item in both directions. */
function segmentsOf(
  graph: Digraph,
  itemCount: number,
  firstDummy: Int32Array,
  express: Uint8Array,
  ranks: Int32Array,
): Pick<Layers, "inStart" | "inItems" | "inEdges" | "outStart" | "outItems" | "outPorts" | "outEdges"> {
  // An edge has one segment more than it has dummies.
  let segmentCount = itemCount - graph.count;
  for (const skipped of express) segmentCount += 1 - skipped;
  const from = new Int32Array(segmentCount);
  const to = new Int32Array(segmentCount);
  const ports = new Int32Array(segmentCount);
  const edges = new Int32Array(segmentCount);
  let segment = 0;
  // Targets ascending and ports ascending within, so that grouping by target keeps the order of the ports.
  for (let target = 0; target < graph.count; target += 1) {
    for (let at = graph.enteringStart[target]!; at < graph.enteringStart[target + 1]!; at += 1) {
      const edge = graph.entering[at]!;
      if (express[edge] === 1) continue;
      const span = ranks[target]! - ranks[graph.sources[edge]!]!;
      let item = graph.sources[edge]!;
      for (let step = 1; step <= span; step += 1) {
        const next = step === span ? target : firstDummy[edge]! + step - 1;
        from[segment] = item;
        to[segment] = next;
        ports[segment] = step === span ? at - graph.enteringStart[target]! : 0;
        edges[segment] = edge;
        segment += 1;
        item = next;
      }
    }
  }
  const [bySource, outStart] = groupBy(from, itemCount);
  const [byTarget, inStart] = groupBy(to, itemCount);
  return {
    inStart,
    inItems: picked(from, byTarget),
    inEdges: picked(edges, byTarget),
    outStart,
    outItems: picked(to, bySource),
    outPorts: picked(ports, bySource),
    outEdges: picked(edges, bySource),
  };
}

/** The entries of a list at these places. */
function picked(list: Int32Array, places: Int32Array): Int32Array {
  const entries = new Int32Array(places.length);
  for (let at = 0; at < places.length; at += 1) entries[at] = list[places[at]!]!;
  return entries;
}
