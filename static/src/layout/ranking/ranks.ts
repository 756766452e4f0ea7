/**
 * Ranks: the column of every node. An edge leads to a higher rank, and the sum of all edge lengths is small, so that a leaf is
 * next to its first user and a side calculation next to where it is used. Knows no sizes, no order within a column.
 */
import type { Digraph } from "../digraph.ts";
import { shortenByNetworkSimplex } from "./network_simplex.ts";

/** Nodes and edges up to which the shortest total length is sought exactly; each step of that costs a pass over the graph. */
const EXACT_SIZE = 4000;
/** Nodes and edges up to which more than one way to rank is worth a look. */
const SEVERAL_SIZE = 1200;

/**
 * Ranks to choose from, the most natural ones first. Where several have the same total length, one may lead to fewer crossings than the
 * others, so small graphs get those that are reached from different beginnings.
 */
export function rankingsOf(graph: Digraph): Int32Array[] {
  const size = graph.count + graph.sources.length;
  const pulled = longestPaths(graph);
  pullTowardsUsers(graph, pulled);
  if (size > EXACT_SIZE) return [fromZero(pulled)];
  const beginnings = [pulled];
  if (size <= SEVERAL_SIZE)
    beginnings.push(
      longestPaths(graph),
      longestPathsOn(graph).map((steps) => -steps),
    );
  const rankings: Int32Array[] = [];
  for (const ranks of beginnings) {
    shortenByNetworkSimplex(graph, ranks);
    fromZero(ranks);
    if (!rankings.some((other) => other.every((rank, node) => rank === ranks[node]))) rankings.push(ranks);
  }
  return rankings;
}

function fromZero(ranks: Int32Array): Int32Array {
  let lowest = Infinity;
  for (const rank of ranks) lowest = Math.min(lowest, rank);
  for (let node = 0; node < ranks.length; node += 1) ranks[node]! -= lowest;
  return ranks;
}

/** By node, the most steps from a leaf: every node as early as its inputs allow. */
export function longestPaths(graph: Digraph): Int32Array {
  const ranks = new Int32Array(graph.count);
  for (let node = 0; node < graph.count; node += 1) {
    for (let at = graph.enteringStart[node]!; at < graph.enteringStart[node + 1]!; at += 1) {
      const source = graph.sources[graph.entering[at]!]!;
      ranks[node] = Math.max(ranks[node]!, ranks[source]! + 1);
    }
  }
  return ranks;
}

/** By node, the most steps on to an output. */
export function longestPathsOn(graph: Digraph): Int32Array {
  const steps = new Int32Array(graph.count);
  for (let node = graph.count - 1; node >= 0; node -= 1) {
    for (let at = graph.leavingStart[node]!; at < graph.leavingStart[node + 1]!; at += 1) {
      steps[node] = Math.max(steps[node]!, steps[graph.targets[graph.leaving[at]!]!]! + 1);
    }
  }
  return steps;
}

/**
 * Moves a node up to its first user where that shortens more edges than it lengthens. An input used nowhere else comes along at no
 * cost if it gains nothing by staying, so a whole side calculation moves as one, in one pass over the graph and one back.
 */
function pullTowardsUsers(graph: Digraph, ranks: Int32Array): void {
  const { count, enteringStart, leavingStart } = graph;
  const comesAlong = new Uint8Array(count);
  const gains = new Uint8Array(count);
  for (let node = 0; node < count; node += 1) {
    let lengthened = 0;
    for (let at = enteringStart[node]!; at < enteringStart[node + 1]!; at += 1) {
      if (comesAlong[graph.sources[graph.entering[at]!]!] === 0) lengthened += graph.weights[graph.entering[at]!]!;
    }
    let shortened = 0;
    for (let at = leavingStart[node]!; at < leavingStart[node + 1]!; at += 1) shortened += graph.weights[graph.leaving[at]!]!;
    gains[node] = shortened > lengthened ? 1 : 0;
    comesAlong[node] = shortened >= lengthened && hasOneUser(graph, node) ? 1 : 0;
  }
  for (let node = count - 1; node >= 0; node -= 1) {
    const first = leavingStart[node]!;
    const last = leavingStart[node + 1]!;
    if (first === last || (gains[node] === 0 && comesAlong[node] === 0)) continue;
    let earliest = Infinity;
    for (let at = first; at < last; at += 1) earliest = Math.min(earliest, ranks[graph.targets[graph.leaving[at]!]!]!);
    ranks[node] = earliest - 1;
  }
}

function hasOneUser(graph: Digraph, node: number): boolean {
  const first = graph.leavingStart[node]!;
  const last = graph.leavingStart[node + 1]!;
  if (first === last) return false;
  const user = graph.targets[graph.leaving[first]!]!;
  for (let at = first + 1; at < last; at += 1) if (graph.targets[graph.leaving[at]!] !== user) return false;
  return true;
}
