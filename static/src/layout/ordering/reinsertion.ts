/**
 * The strong improvement step for small graphs: takes out a wire, a node with its wires or a whole side calculation, and puts it
 * back where it crosses least. This finds what exchanges of neighbours cannot, as a long wire has to move in many layers at once.
 */

import type { Layers } from "../layers.ts";
import { Arrangement } from "./arrangement.ts";
import { copyOrder, type Order } from "./crossings.ts";
import { EdgePaths } from "./edge_paths.ts";

/** Side calculations are moved as a whole up to this many nodes. */
const GROUP_SIZE = 24;

/** Nodes that move together, the first one to its best place and the others to suit; or none, but one wire is routed again. */
interface Move {
  nodes: number[];
  edges: number[];
  ranks: number[];
}

export class Reinsertion {
  readonly #layers: Layers;
  readonly #moves: Move[];
  readonly #on: Arrangement;
  readonly #paths: EdgePaths;
  /** By rank: when it last changed; by move: when it was last tried. What has not changed since need not be tried again. */
  readonly #changed: Int32Array;
  readonly #tried: Int32Array;
  /** By node: 1 while it is out. */
  readonly #out: Uint8Array;
  /** Room for the costs of a layer's slots. */
  readonly #slotCosts: Int32Array;
  #now = 1;
  #kept: Order | null = null;

  /** `fixed` says which nodes keep their order among themselves; wires are moved all the same. */
  constructor(layers: Layers, order: Order, fixed: (node: number) => boolean = () => false) {
    this.#layers = layers;
    this.#moves = movesOf(layers).filter(({ nodes }) => !nodes.some(fixed));
    this.#on = new Arrangement(layers, order);
    this.#paths = new EdgePaths(this.#on);
    this.#changed = new Int32Array(layers.rankCount).fill(this.#now);
    this.#tried = new Int32Array(this.#moves.length);
    this.#out = new Uint8Array(layers.graph.count);
    this.#slotCosts = new Int32Array(order.layers.reduce((most, layer) => Math.max(most, layer.length), 0) + 1);
  }

  /** The order as it is at the moment; it changes with what is moved. */
  get order(): Order {
    return this.#on.order;
  }

  /** Slots and items looked at so far. */
  get work(): number {
    return this.#paths.work;
  }

  /** Goes on from another order; what is alike in both is not tried again. */
  startFrom(order: Order): void {
    this.#now += 1;
    this.#on.rows.forEach((row, rank) => {
      const layer = order.layers[rank]!;
      if (row.items.every((item, place) => item === layer[place])) return;
      row.items.set(layer);
      layer.forEach((item, place) => {
        this.#on.places[item] = place;
      });
      this.#changed[rank] = this.#now;
    });
  }

  /** Remembers the present order as one on which nothing more is to be tried, and returns it. */
  keep(): Order {
    this.#kept = copyOrder(this.#on.order);
    this.#tried.fill(this.#now);
    return this.#kept;
  }

  /** Goes back to what was kept. */
  goBack(): void {
    if (!this.#kept) return;
    this.startFrom(this.#kept);
    this.#tried.fill(this.#now);
  }

  /** Makes moves until none saves anything, or until the work is beyond `limit`. */
  run(limit: number): void {
    for (let saved = true; saved; ) {
      saved = false;
      for (let index = 0; index < this.#moves.length && this.work < limit; index += 1) {
        const move = this.#moves[index]!;
        if (!move.ranks.some((rank) => this.#changed[rank]! > this.#tried[index]!)) continue;
        this.#now += 1;
        if (this.#attempt(move)) saved = true;
        this.#tried[index] = this.#now;
      }
    }
  }

  /** Takes out the nodes, in the order given, and puts them back one by one, each where it then crosses least, whatever comes of it. */
  disturb(nodes: number[]): void {
    const move = nodesMove(this.#layers, nodes);
    this.#on.keep(move.ranks);
    for (const edge of move.edges) this.#on.takeOutWire(edge);
    this.#now += 1;
    this.#putBack(move, Infinity);
    this.#noteChanges();
  }

  #noteChanges(): void {
    for (const rank of this.#on.changedRanks()) this.#changed[rank] = this.#now;
  }

  /** Makes a move if it saves anything; says whether it did. */
  #attempt(move: Move): boolean {
    if (!move.edges.some((edge) => this.#paths.present(edge) > 0)) return false;
    this.#on.keep(move.ranks);
    let before = 0;
    for (const edge of move.edges) {
      // One by one, so that crossings of the move's own wires count once.
      before += this.#paths.present(edge);
      this.#on.takeOutWire(edge);
    }
    if (this.#putBack(move, before) >= before) {
      this.#on.restore(move.edges);
      return false;
    }
    this.#noteChanges();
    return true;
  }

  /** Puts nodes and wires back in; stops early, with a cost no lower than `limit`, where it does not pay. */
  #putBack(move: Move, limit: number): number {
    const { graph } = this.#layers;
    let cost = 0;
    if (move.nodes.length === 0) return this.#paths.insert(move.edges[0]!);
    const places = move.nodes.map((node) => this.#on.places[node]!);
    const out = this.#out;
    for (const node of move.nodes) {
      this.#on.takeOut(node);
      out[node] = 1;
    }
    for (let at = 0; at < move.nodes.length && cost < limit; at += 1) {
      const node = move.nodes[at]!;
      out[node] = 0;
      const ready = move.edges.filter((edge) => {
        if (graph.sources[edge] === node) return out[graph.targets[edge]!] === 0;
        return graph.targets[edge] === node && out[graph.sources[edge]!] === 0;
      });
      const [slot, least] = this.#bestSlot(node, ready, places[at]!);
      if (cost + least >= limit) {
        cost = limit;
        break;
      }
      this.#on.putIn(node, slot);
      for (const edge of ready) cost += this.#paths.insert(edge);
    }
    for (const node of move.nodes) out[node] = 0;
    return cost;
  }

  /** Where a node's wires together cross least, not counting each other; of equals the one it comes from. */
  #bestSlot(node: number, edges: readonly number[], place: number): [slot: number, cost: number] {
    const rank = this.#layers.ranks[node]!;
    const slots = this.#on.rows[rank]!.length + 1;
    const costs = this.#slotCosts.fill(0, 0, slots);
    for (const edge of edges) {
      const own = this.#layers.graph.targets[edge] === node ? this.#paths.forward(edge, rank) : this.#paths.backward(edge, rank);
      for (let slot = 0; slot < slots; slot += 1) costs[slot]! += own[slot]!;
    }
    let best = Math.min(place, slots - 1);
    for (let slot = 0; slot < slots; slot += 1) if (costs[slot]! < costs[best]!) best = slot;
    return [best, costs[best]!];
  }
}

function movesOf(layers: Layers): Move[] {
  const { graph } = layers;
  const moves: Move[] = [];
  for (let node = graph.count - 1; node >= 0; node -= 1) {
    moves.push(nodesMove(layers, [node]));
    const group = sideCalculation(layers, node);
    if (group.length > 1 && group.length <= GROUP_SIZE) moves.push(nodesMove(layers, group));
  }
  for (let edge = 0; edge < graph.sources.length; edge += 1) {
    if (layers.firstDummy[edge]! >= 0) moves.push({ nodes: [], edges: [edge], ranks: ranksOfEdges(layers, [edge]) });
  }
  return moves;
}

function nodesMove(layers: Layers, nodes: number[]): Move {
  const { graph } = layers;
  const edges = new Set<number>();
  for (const node of nodes) {
    for (let at = graph.enteringStart[node]!; at < graph.enteringStart[node + 1]!; at += 1) edges.add(graph.entering[at]!);
    for (let at = graph.leavingStart[node]!; at < graph.leavingStart[node + 1]!; at += 1) edges.add(graph.leaving[at]!);
  }
  const own = Array.from(edges).filter((edge) => layers.express[edge] === 0);
  return { nodes, edges: own, ranks: ranksOfEdges(layers, own) };
}

function ranksOfEdges({ graph, ranks }: Layers, edges: readonly number[]): number[] {
  const all = new Set<number>();
  for (const edge of edges) {
    for (let rank = ranks[graph.sources[edge]!]!; rank <= ranks[graph.targets[edge]!]!; rank += 1) all.add(rank);
  }
  return Array.from(all);
}

/** A node with the inputs that nothing else uses, and theirs. */
function sideCalculation({ graph }: Layers, node: number): number[] {
  const group = [node];
  for (let next = 0; next < group.length && group.length <= GROUP_SIZE; next += 1) {
    const user = group[next]!;
    for (let at = graph.enteringStart[user]!; at < graph.enteringStart[user + 1]!; at += 1) {
      const source = graph.sources[graph.entering[at]!]!;
      let usedElsewhere = false;
      for (let out = graph.leavingStart[source]!; out < graph.leavingStart[source + 1]!; out += 1) {
        if (graph.targets[graph.leaving[out]!] !== user) usedElsewhere = true;
      }
      if (!usedElsewhere && !group.includes(source)) group.push(source);
    }
  }
  return group;
}
