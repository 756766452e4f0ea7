/**
 * Network simplex (Gansner, Koutsofios, North, Vo 1993) for the ranks of one graph: the shortest total edge length there is.
 * A spanning tree of tight edges holds the ranks; a tree edge that would rather be longer is exchanged for one that stops it.
 * Each exchange costs one pass over the graph and their number is bounded, so it is meant for small graphs; stopped early, the
 * ranks are valid all the same.
 */
import type { Digraph } from "../digraph.ts";

/** Passes over the graph that may be spent, as nodes and edges looked at. */
const WORK = 4_000_000;

interface Tree {
  /** Edge to the parent, -1 at the root of a component. */
  parentEdge: Int32Array;
  parent: Int32Array;
  /** Nodes in depth-first order, parents first; a subtree is the run `first[v] .. last[v]` of it. */
  order: Int32Array;
  first: Int32Array;
  last: Int32Array;
}

export function shortenByNetworkSimplex(graph: Digraph, ranks: Int32Array): void {
  const inTree = new Uint8Array(graph.sources.length);
  let work = growTightTree(graph, ranks, inTree);
  const cost = graph.count + graph.sources.length;
  for (; work < WORK; work += 3 * cost) {
    const tree = rootTree(graph, inTree);
    const below = mostWanting(graph, tree);
    if (below < 0) return;
    exchange(graph, ranks, inTree, tree, below);
  }
}

/** Marks a spanning tree of tight edges in every component, shifting what hangs together until the next edge is tight. */
function growTightTree(graph: Digraph, ranks: Int32Array, inTree: Uint8Array): number {
  const { count, sources, targets } = graph;
  const component = new Int32Array(count).fill(-1);
  let work = 0;
  for (let root = 0; root < count; root += 1) {
    if (component[root] !== -1) continue;
    const members = [root];
    component[root] = root;
    for (let scanned = 0; ; ) {
      for (; scanned < members.length; scanned += 1) {
        forEachEdge(graph, members[scanned]!, (edge, other) => {
          if (component[other] !== -1 || ranks[targets[edge]!]! - ranks[sources[edge]!]! !== 1) return;
          component[other] = root;
          inTree[edge] = 1;
          members.push(other);
        });
      }
      const [shift, nearest] = nearestOutside(graph, ranks, component, members);
      work += graph.count + graph.sources.length;
      if (nearest < 0) break;
      for (const member of members) ranks[member]! += shift;
      const joined = component[sources[nearest]!] === -1 ? sources[nearest]! : targets[nearest]!;
      component[joined] = root;
      inTree[nearest] = 1;
      members.push(joined);
    }
  }
  return work;
}

function forEachEdge(graph: Digraph, node: number, visit: (edge: number, other: number) => void): void {
  for (let at = graph.enteringStart[node]!; at < graph.enteringStart[node + 1]!; at += 1) {
    const edge = graph.entering[at]!;
    visit(edge, graph.sources[edge]!);
  }
  for (let at = graph.leavingStart[node]!; at < graph.leavingStart[node + 1]!; at += 1) {
    const edge = graph.leaving[at]!;
    visit(edge, graph.targets[edge]!);
  }
}

/** The edge out of the tree with the least slack, and the shift of the tree that makes it tight. */
function nearestOutside(graph: Digraph, ranks: Int32Array, component: Int32Array, members: readonly number[]): [number, number] {
  let nearest = -1;
  let least = Infinity;
  let shift = 0;
  for (const member of members) {
    forEachEdge(graph, member, (edge, other) => {
      if (component[other] !== -1) return;
      const slack = ranks[graph.targets[edge]!]! - ranks[graph.sources[edge]!]! - 1;
      if (slack >= least) return;
      least = slack;
      nearest = edge;
      shift = graph.sources[edge] === member ? slack : -slack;
    });
  }
  return [shift, nearest];
}

function rootTree(graph: Digraph, inTree: Uint8Array): Tree {
  const { count } = graph;
  const parentEdge = new Int32Array(count).fill(-1);
  const parent = new Int32Array(count).fill(-1);
  const order = new Int32Array(count);
  const first = new Int32Array(count).fill(-1);
  const last = new Int32Array(count);
  let placed = 0;
  for (let root = 0; root < count; root += 1) {
    if (first[root] !== -1) continue;
    const stack = [root];
    while (stack.length > 0) {
      const node = stack.pop()!;
      first[node] = placed;
      order[placed] = node;
      placed += 1;
      forEachEdge(graph, node, (edge, other) => {
        if (inTree[edge] === 0 || edge === parentEdge[node]) return;
        parentEdge[other] = edge;
        parent[other] = node;
        stack.push(other);
      });
    }
  }
  for (let node = 0; node < count; node += 1) last[node] = first[node]!;
  for (let place = count - 1; place >= 0; place -= 1) {
    const node = order[place]!;
    const above = parent[node]!;
    if (above >= 0) last[above] = Math.max(last[above]!, last[node]!);
  }
  return { parentEdge, parent, order, first, last };
}

/** The node whose subtree gains most by moving away from its parent (the most negative cut value); -1 where none gains. */
function mostWanting(graph: Digraph, tree: Tree): number {
  const { count } = graph;
  // Weight of the edges leaving a subtree minus that of those entering it: edges within cancel, so sums over the subtree suffice.
  const balance = new Int32Array(count);
  for (let edge = 0; edge < graph.sources.length; edge += 1) {
    balance[graph.sources[edge]!]! += graph.weights[edge]!;
    balance[graph.targets[edge]!]! -= graph.weights[edge]!;
  }
  let best = -1;
  let lowest = 0;
  for (let place = count - 1; place >= 0; place -= 1) {
    const node = tree.order[place]!;
    const edge = tree.parentEdge[node]!;
    if (edge < 0) continue;
    balance[tree.parent[node]!]! += balance[node]!;
    const cut = graph.sources[edge] === node ? balance[node]! : -balance[node]!;
    if (cut < lowest) {
      lowest = cut;
      best = node;
    }
  }
  return best;
}

/** Moves the subtree below away from its parent until another edge between the two is tight, and puts that edge into the tree. */
function exchange(graph: Digraph, ranks: Int32Array, inTree: Uint8Array, tree: Tree, below: number): void {
  const left = tree.parentEdge[below]!;
  const backwards = graph.sources[left] === below;
  const from = tree.first[below]!;
  const to = tree.last[below]!;
  let entering = -1;
  let least = Infinity;
  for (let place = from; place <= to; place += 1) {
    const node = tree.order[place]!;
    forEachEdge(graph, node, (edge, other) => {
      const outside = tree.first[other]! < from || tree.first[other]! > to;
      if (!outside || (graph.targets[edge] === node) !== backwards) return;
      const slack = ranks[graph.targets[edge]!]! - ranks[graph.sources[edge]!]! - 1;
      if (slack < least) {
        least = slack;
        entering = edge;
      }
    });
  }
  inTree[left] = 0;
  inTree[entering] = 1;
  const shift = backwards ? -least : least;
  for (let place = from; place <= to; place += 1) ranks[tree.order[place]!]! += shift;
}
