/**
 * The layered layout, from request to picture: ranks, layers, order, positions, wires. Pure and deterministic: the same request gives
 * the same layout, in the page and in a worker. Works in flow coordinates (along and across the flow) and turns the picture at the end.
 */
import { blocksOf } from "./blocks.ts";
import { acrossPositions } from "./coordinates.ts";
import { digraphOf } from "./digraph.ts";
import { layersOf } from "./layers.ts";
import { orderLayers } from "./ordering.ts";
import { portsOf } from "./ports.ts";
import { ranksOf } from "./ranks.ts";
import { WireCurve } from "./routing.ts";
import type { Dock, Gaps, Layout, LayoutRequest } from "./types.ts";

export const DEFAULT_GAPS: Gaps = { layer: 56, node: 20, wire: 12, port: 14, margin: 24 };

export function layoutGraph(request: LayoutRequest): Layout {
  const gaps = { ...DEFAULT_GAPS, ...request.gaps };
  const down = request.direction === "down";
  const graph = digraphOf(request);
  const layers = layersOf(graph, ranksOf(graph));
  const { order, crossings } = orderLayers(layers);
  const nodes = Array.from(graph.requestIndex, (at) => request.nodes[at]!);
  const breadths = nodes.map((node) => (down ? node.width : node.height));
  const depths = nodes.map((node) => (down ? node.height : node.width));
  const ports = portsOf(layers, order, gaps.port, (node, side) => {
    const dock = side === "entering" ? nodes[node]!.entry : nodes[node]!.exit;
    return dock ? 1.4 * dock.radius : Math.max(0, 0.7 * breadths[node]!);
  });
  const distance = (upper: number, lower: number): number => {
    const real = upper < graph.count && lower < graph.count;
    return ((breadths[upper] ?? 0) + (breadths[lower] ?? 0)) / 2 + (real ? gaps.node : gaps.wire);
  };
  const across = acrossPositions(layers, order, ports, blocksOf(layers, order, ports), distance);
  let top = Infinity;
  let bottom = -Infinity;
  across.forEach((position, item) => {
    top = Math.min(top, position - (breadths[item] ?? 0) / 2);
    bottom = Math.max(bottom, position + (breadths[item] ?? 0) / 2);
  });
  for (let item = 0; item < across.length; item += 1) across[item]! += gaps.margin - top;
  const bulge = (dock: Dock | undefined): number => (dock ? Math.max(0, dock.radius - dock.inset) : 0);
  // columns
  const before = new Float64Array(layers.rankCount);
  const depth = new Float64Array(layers.rankCount);
  nodes.forEach((node, index) => {
    const rank = layers.ranks[index]!;
    depth[rank] = Math.max(depth[rank]!, depths[index]!);
    before[rank] = Math.max(before[rank]!, bulge(node.entry));
  });
  const starts = new Float64Array(layers.rankCount);
  let along = gaps.margin;
  for (let rank = 0; rank < layers.rankCount; rank += 1) {
    along += before[rank]!;
    starts[rank] = along;
    along += depth[rank]! + gaps.layer;
  }
  along += gaps.margin - gaps.layer;
  const nodeStart = (index: number): number => starts[layers.ranks[index]!]! + (depth[layers.ranks[index]!]! - depths[index]!) / 2;
  const placed: Layout["nodes"] = new Array(nodes.length);
  nodes.forEach((node, index) => {
    const a = nodeStart(index);
    const c = across[index]! - breadths[index]! / 2;
    placed[graph.requestIndex[index]!] = {
      id: node.id, key: node.key ?? String(node.id), x: down ? c : a, y: down ? a : c, width: node.width, height: node.height, rank: layers.ranks[index]!,
    };
  });
  const edges = request.edges.map((edge, at) => {
    const s = graph.sources[at]!;
    const t = graph.targets[at]!;
    const dockX = (dock: Dock | undefined, offset: number): number => (dock ? dock.inset - Math.sqrt(Math.max(0, dock.radius ** 2 - offset ** 2)) : 0);
    const sOff = ports.leaving[at]!;
    const tOff = ports.entering[at]!;
    const wire = new WireCurve(nodeStart(s) + depths[s]! - dockX(nodes[s]!.exit, sOff), across[s]! + sOff);
    wire.level(starts[layers.ranks[s]!]! + depth[layers.ranks[s]!]!);
    const span = layers.ranks[t]! - layers.ranks[s]!;
    for (let step = 1; step < span; step += 1) {
      const rank = layers.ranks[s]! + step;
      const y = across[layers.firstDummy[at]! + step - 1]!;
      wire.bend(starts[rank]! - before[rank]!, y);
      wire.level(starts[rank]! + depth[rank]!);
    }
    wire.bend(starts[layers.ranks[t]!]! - before[layers.ranks[t]!]!, across[t]! + tOff);
    wire.level(nodeStart(t) + dockX(nodes[t]!.entry, tOff));
    const curve = wire.points;
    if (down) for (let k = 0; k < curve.length; k += 2) [curve[k], curve[k + 1]] = [curve[k + 1]!, curve[k]!];
    return { id: edge.id, source: edge.source, target: edge.target, slot: edge.slot, curve };
  });
  const breadth = bottom - top + 2 * gaps.margin;
  return { direction: request.direction, width: down ? breadth : along, height: down ? along : breadth, nodes: placed, edges, crossings: crossings.between + crossings.slots };
}
