/**
 * The request's graph as flat arrays: nodes and edges by index, so that the phases work on numbers alone.
 * Indices follow the ids, and an input has a smaller id than its user, so every edge leads from a smaller index to a larger one.
 */
import type { LayoutRequest } from "./types.ts";

export interface Digraph {
  readonly count: number;
  /** Index of the request's node at each index, ids ascending. */
  readonly requestIndex: Int32Array;
  /** By edge, in the order of the request. */
  readonly sources: Int32Array;
  readonly targets: Int32Array;
  /** Edges by target, slots ascending: `entering[enteringStart[v] .. enteringStart[v + 1]]`. The place in this list is the port. */
  readonly entering: Int32Array;
  readonly enteringStart: Int32Array;
  /** Edges by source, in the order of the request. */
  readonly leaving: Int32Array;
  readonly leavingStart: Int32Array;
  /** By edge: what its length counts for when nodes are ranked. */
  readonly weights: Int32Array;
  /** By node: 1 where its inputs may dock in any order. */
  readonly anyOrder: Uint8Array;
}

/** A close edge is not made longer for the sake of fewer others than that. */
const CLOSE_WEIGHT = 1000;

export function digraphOf(request: LayoutRequest): Digraph {
  const { nodes, edges } = request;
  const requestIndex = Int32Array.from(nodes.keys()).sort((a, b) => nodes[a]!.id - nodes[b]!.id);
  const indexOf = new Map<number, number>();
  requestIndex.forEach((at, index) => indexOf.set(nodes[at]!.id, index));
  if (indexOf.size !== nodes.length) throw new Error("Two nodes of a layout have the same id.");
  const sources = new Int32Array(edges.length);
  const targets = new Int32Array(edges.length);
  edges.forEach((edge, at) => {
    const source = indexOf.get(edge.source);
    const target = indexOf.get(edge.target);
    if (source === undefined || target === undefined) throw new Error(`Edge ${edge.id} has an end that is no node of the layout.`);
    if (source >= target) throw new Error(`Edge ${edge.id} leads back: an input needs a smaller id than its user.`);
    sources[at] = source;
    targets[at] = target;
  });
  const [entering, enteringStart] = groupBy(targets, nodes.length);
  const [leaving, leavingStart] = groupBy(sources, nodes.length);
  for (let node = 0; node < nodes.length; node += 1) {
    entering.subarray(enteringStart[node]!, enteringStart[node + 1]!).sort((a, b) => edges[a]!.slot - edges[b]!.slot);
  }
  const weights = Int32Array.from(edges, ({ close }) => (close === true ? CLOSE_WEIGHT : 1));
  const anyOrder = Uint8Array.from(requestIndex, (at) => (nodes[at]!.anyOrder === true ? 1 : 0));
  return { count: nodes.length, requestIndex, sources, targets, entering, enteringStart, leaving, leavingStart, weights, anyOrder };
}

/** Places 0, 1, 2, .. gathered by group, keeping their order within a group; `start[g]` is where group g begins. */
export function groupBy(groups: Int32Array, groupCount: number): [members: Int32Array, start: Int32Array] {
  const start = new Int32Array(groupCount + 1);
  for (const group of groups) start[group + 1]! += 1;
  for (let group = 0; group < groupCount; group += 1) start[group + 1]! += start[group]!;
  const next = start.slice();
  const members = new Int32Array(groups.length);
  groups.forEach((group, place) => {
    members[next[group]!] = place;
    next[group]! += 1;
  });
  return [members, start];
}
