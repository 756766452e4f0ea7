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
  /** Edges by target, slots ascending, or where any order will do as the program reads (see `digraphOf`): `entering[enteringStart[v] .. enteringStart[v + 1]]`. The place in this list is the port. */
  readonly entering: Int32Array;
  readonly enteringStart: Int32Array;
  /** Edges by source, in the order of the request. */
  readonly leaving: Int32Array;
  readonly leavingStart: Int32Array;
  /** By edge: what its length counts for when nodes are ranked. */
  readonly weights: Int32Array;
  /** By edge: 1 where it is a part of a trunk. */
  readonly trunks: Uint8Array;
  /** By node: 1 where its inputs may dock in any order. */
  readonly anyOrder: Uint8Array;
}

/** A close edge is not made longer for the sake of fewer others than that. */
const CLOSE_WEIGHT = 1000;

/** Nearly all parts are of one, two or three members, for which the general sort takes far longer. */
const LONGEST_INSERTION = 12;

/** `asRead`: inputs that may be exchanged are in the order in which the program begins what they are made from, instead of that of their slots. */
export function digraphOf(request: LayoutRequest, asRead = false): Digraph {
  const { nodes, edges } = request;
  const requestIndex = Int32Array.from(nodes.keys());
  // Ids nearly always ascend as they come.
  if (nodes.some(({ id }, at) => at > 0 && id < nodes[at - 1]!.id)) requestIndex.sort((a, b) => nodes[a]!.id - nodes[b]!.id);
  const indexOf = new Map<number, number>();
  for (const [index, at] of requestIndex.entries()) indexOf.set(nodes[at]!.id, index);
  if (indexOf.size !== nodes.length) throw new Error("Two nodes of a layout have the same id.");
  const sources = new Int32Array(edges.length);
  const targets = new Int32Array(edges.length);
  edges.forEach((edge, at) => {
    const source = indexOf.get(edge.source);
    const target = indexOf.get(edge.target);
    if (source === undefined || target === undefined)
      throw new Error(`Edge ${edge.id} has an end that is no node of the layout.`);
    if (source >= target) throw new Error(`Edge ${edge.id} leads back: an input needs a smaller id than its user.`);
    sources[at] = source;
    targets[at] = target;
  });
  const [entering, enteringStart] = groupBy(targets, nodes.length);
  const [leaving, leavingStart] = groupBy(sources, nodes.length);
  const slots = Float64Array.from(edges, ({ slot }) => slot);
  for (let node = 0; node < nodes.length; node += 1) sortPart(entering, enteringStart[node]!, enteringStart[node + 1]!, slots);
  const anyOrder = Uint8Array.from(requestIndex, (at) => (nodes[at]!.anyOrder === true ? 1 : 0));
  if (asRead) orderAsRead(sources, entering, enteringStart, anyOrder);
  const weights = Int32Array.from(edges, ({ close }) => (close === true ? CLOSE_WEIGHT : 1));
  const trunks = Uint8Array.from(edges, ({ trunk }) => (trunk === true ? 1 : 0));
  return {
    count: nodes.length,
    requestIndex,
    sources,
    targets,
    entering,
    enteringStart,
    leaving,
    leavingStart,
    weights,
    trunks,
    anyOrder,
  };
}

/** Sorts inputs that may be exchanged by the first leaf of the program that each is made from: what reads first is drawn first. */
function orderAsRead(sources: Int32Array, entering: Int32Array, enteringStart: Int32Array, anyOrder: Uint8Array): void {
  const first = Int32Array.from(anyOrder.keys());
  for (let node = 0; node < first.length; node += 1)
    for (let at = enteringStart[node]!; at < enteringStart[node + 1]!; at += 1)
      first[node] = Math.min(first[node]!, first[sources[entering[at]!]!]!);
  const firstOfEdge = Int32Array.from(sources, (source) => first[source]!);
  for (let node = 0; node < first.length; node += 1)
    if (anyOrder[node] === 1) sortPart(entering, enteringStart[node]!, enteringStart[node + 1]!, firstOfEdge);
}

/** Sorts a part of a list by a key of its members, keeping the order of equals. */
export function sortPart(list: Int32Array, first: number, last: number, keys: ArrayLike<number>): void {
  if (last - first > LONGEST_INSERTION) {
    list.subarray(first, last).sort((a, b) => (keys[a]! < keys[b]! ? -1 : keys[a]! > keys[b]! ? 1 : 0));
    return;
  }
  for (let at = first + 1; at < last; at += 1) {
    const member = list[at]!;
    const key = keys[member]!;
    let to = at;
    for (; to > first && keys[list[to - 1]!]! > key; to -= 1) list[to] = list[to - 1]!;
    list[to] = member;
  }
}

/** Places 0, 1, 2, .. gathered by group, keeping their order within a group; `start[g]` is where group g begins. */
export function groupBy(groups: Int32Array, groupCount: number): [members: Int32Array, start: Int32Array] {
  const start = new Int32Array(groupCount + 1);
  for (const group of groups) start[group + 1]! += 1;
  for (let group = 0; group < groupCount; group += 1) start[group + 1]! += start[group]!;
  const next = start.slice();
  const members = new Int32Array(groups.length);
  for (let place = 0; place < groups.length; place += 1) {
    const group = groups[place]!;
    members[next[group]!] = place;
    next[group]! += 1;
  }
  return [members, start];
}
