/**
 * The order of an earlier layout carried over to an edited graph, so that what remains does not jump: nodes found again by key, and wires
 * between them, keep their order; what is new is placed by its neighbours.
 */
import { groupBy } from "./digraph.ts";
import type { Layers } from "./layers.ts";
import type { Order } from "./ordering/crossings.ts";
import type { Layout, LayoutNode, PlacedEdge, PlacedNode } from "./types.ts";

/** Nodes of the graph, by index, as they stood; undefined where they are new. */
export type Remembered = readonly (PlacedNode | undefined)[];

export function remember(previous: Layout, nodes: readonly LayoutNode[]): Remembered {
  const byKey = new Map(previous.nodes.map((node) => [node.key, node]));
  return nodes.map(({ id, key }) => byKey.get(key ?? String(id)));
}

/** How many edges between remembered nodes span as many ranks as they did. */
export function likeness(layers: Layers, remembered: Remembered): number {
  const { graph, ranks } = layers;
  let alike = 0;
  for (let edge = 0; edge < graph.sources.length; edge += 1) {
    const source = graph.sources[edge]!;
    const target = graph.targets[edge]!;
    const before = (remembered[target]?.rank ?? Infinity) - (remembered[source]?.rank ?? -Infinity);
    if (before === ranks[target]! - ranks[source]!) alike += 1;
  }
  return alike;
}

export function orderAsBefore(layers: Layers, remembered: Remembered, previous: Layout, slots: ArrayLike<number>): Order {
  const across = new Float64Array(layers.itemCount).fill(NaN);
  remembered.forEach((node, index) => {
    if (node) across[index] = middleOf(node, previous);
  });
  recallWires(layers, remembered, previous, slots, across);
  fillIn(layers, across);
  // Items by position, those of equal position by index; then gathered by rank, which keeps that order.
  const sorted = Int32Array.from(across.keys()).sort((a, b) => across[a]! - across[b]! || a - b);
  const [gathered, start] = groupBy(
    sorted.map((item) => layers.ranks[item]!),
    layers.rankCount,
  );
  const places = new Int32Array(layers.itemCount);
  const lists: Int32Array[] = [];
  for (let rank = 0; rank < layers.rankCount; rank += 1) {
    const layer = gathered.subarray(start[rank]!, start[rank + 1]!).map((at) => sorted[at]!);
    layer.forEach((item, place) => {
      places[item] = place;
    });
    lists.push(layer);
  }
  return { layers: lists, places };
}

function middleOf({ x, y, width, height }: PlacedNode, { direction }: Layout): number {
  return direction === "down" ? x + width / 2 : y + height / 2;
}

/** Dummies of wires that span the same ranks as before are where the wire passed. */
function recallWires(
  layers: Layers,
  remembered: Remembered,
  previous: Layout,
  slots: ArrayLike<number>,
  across: Float64Array,
): void {
  const { graph, ranks, firstDummy } = layers;
  const wires = new Map(previous.edges.map((edge) => [`${edge.source} ${edge.target} ${edge.slot}`, edge]));
  const columns = columnMiddles(previous);
  for (let edge = 0; edge < graph.sources.length; edge += 1) {
    const source = remembered[graph.sources[edge]!];
    const target = remembered[graph.targets[edge]!];
    const span = ranks[graph.targets[edge]!]! - ranks[graph.sources[edge]!]!;
    if (firstDummy[edge]! < 0 || !source || !target || target.rank - source.rank !== span) continue;
    const wire = wires.get(`${source.id} ${target.id} ${slots[edge]}`);
    if (!wire) continue;
    for (let step = 1; step < span; step += 1) {
      across[firstDummy[edge]! + step - 1] = acrossAt(wire, columns[source.rank + step]!, previous);
    }
  }
}

/** By rank, the middle of its column along the flow. */
function columnMiddles(previous: Layout): number[] {
  const middles: number[] = [];
  for (const { x, y, width, height, rank } of previous.nodes)
    middles[rank] = previous.direction === "down" ? y + height / 2 : x + width / 2;
  return middles;
}

/** Where a wire was across the flow at a point along it: it is level wherever it passes a column. */
function acrossAt({ curve }: PlacedEdge, along: number, { direction }: Layout): number {
  const alongAxis = direction === "down" ? 1 : 0;
  let at = 0;
  while (at + 7 < curve.length - 1 && curve[at + 6 + alongAxis]! < along) at += 6;
  return curve[at + 6 + 1 - alongAxis]!;
}

/** What is new takes the mean of its neighbours: of its users first, then of its inputs; a dummy of both. */
function fillIn(layers: Layers, across: Float64Array): void {
  const unknown = Array.from(across.keys()).filter((item) => Number.isNaN(across[item]!));
  unknown.sort((a, b) => layers.ranks[b]! - layers.ranks[a]!);
  for (const item of unknown) across[item] = meanOf(layers.outStart, layers.outItems, item, across);
  unknown.reverse();
  for (const item of unknown) {
    const behind = meanOf(layers.inStart, layers.inItems, item, across);
    if (Number.isNaN(across[item]!)) across[item] = behind;
    else if (!Number.isNaN(behind)) across[item] = (across[item]! + behind) / 2;
  }
  for (const item of unknown) if (Number.isNaN(across[item]!)) across[item] = 0;
}

function meanOf(start: Int32Array, neighbours: Int32Array, item: number, across: Float64Array): number {
  let sum = 0;
  let count = 0;
  for (let at = start[item]!; at < start[item + 1]!; at += 1) {
    const position = across[neighbours[at]!]!;
    if (Number.isNaN(position)) continue;
    sum += position;
    count += 1;
  }
  return count > 0 ? sum / count : NaN;
}
