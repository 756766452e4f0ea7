/**
 * Wires of a node that is used at many depths, such as a weight of a recurrent network: they share one trunk along the flow, from which each
 * branches off before its target. Side by side they would take as much room as all the rest. A trunk is a chain of points that are laid
 * out as nodes without size, so order and positions need to know nothing of it.
 */
import type { Layout, LayoutEdge, LayoutNode, LayoutRequest, PlacedEdge } from "./types.ts";
import { measureCurve } from "./wire_curves.ts";

/** Depths at which a node is used, from which on its wires share a trunk. */
const FEWEST_DEPTHS = 8;
/** Nodes up to which wires are followed one by one. */
const MOST_NODES = 2_000;
/** Between the ids of points, which lie below that of their first target. */
const ID_STEP = 2 ** -20;

/** The request with trunks in it, and by place in the request's edges the ones that lead there, in order; those are null where nothing changed. */
export interface Trunked {
  readonly request: LayoutRequest;
  readonly ways: readonly (readonly number[])[] | null;
}

export function withTrunks(request: LayoutRequest): Trunked {
  const hubs = request.nodes.length > MOST_NODES ? [] : hubsOf(request);
  if (hubs.length === 0) return { request, ways: null };
  const edges: LayoutEdge[] = [...request.edges];
  const points: LayoutNode[] = [];
  const ways = request.edges.map((_, at) => [at]);
  let edgeId = Math.max(...request.edges.map(({ id }) => id));
  for (const { node, levels } of hubs) {
    let source = node.id;
    const trunk: number[] = [];
    const taken = points.length;
    for (const [index, level] of levels.slice(1).entries()) {
      // Below its first target and above the point before it: an input has a smaller id than its user.
      const first = Math.min(...levels.slice(index + 1).flatMap(({ wires }) => wires.map((at) => request.edges[at]!.target)));
      const id = first - ID_STEP * (taken + levels.length - index);
      points.push({ id, key: `${node.key ?? node.id} on its way, ${index}`, width: 0, height: 0 });
      edgeId += 1;
      trunk.push(edges.length);
      edges.push({ id: edgeId, source, target: id, slot: 0, trunk: true });
      for (const at of level.wires) {
        edges[at] = { ...request.edges[at]!, source: id };
        ways[at] = [...trunk, at];
      }
      source = id;
    }
  }
  return { request: { ...request, nodes: [...request.nodes, ...points], edges }, ways };
}

/** The layout of what was asked for: without points, and each wire whole. */
export function withoutTrunks(layout: Layout, { nodes, edges }: LayoutRequest, { ways }: Trunked): Layout {
  if (ways === null) return layout;
  const whole = edges.map(({ id, source, target, slot }, at): PlacedEdge => {
    const [first, ...rest] = ways[at]!.map((part) => layout.edges[part]!.curve);
    const last = rest.at(-1);
    const curve = first!.concat(...rest.map((part) => part.slice(2)));
    return { id, source, target, slot, curve, ...(last && { alone: measureCurve(last).length }) };
  });
  return { ...layout, nodes: layout.nodes.slice(0, nodes.length), edges: whole };
}

interface Hub {
  readonly node: LayoutNode;
  /** Where it is used, by depth: the edges by their places in the request. */
  readonly levels: readonly { readonly wires: readonly number[] }[];
}

function hubsOf({ nodes, edges }: LayoutRequest): Hub[] {
  const wiresOf = new Map<number, number[]>();
  for (const [at, { source }] of edges.entries()) {
    const wires = wiresOf.get(source);
    if (wires) wires.push(at);
    else wiresOf.set(source, [at]);
  }
  const used = nodes.filter(({ id }) => (wiresOf.get(id)?.length ?? 0) >= FEWEST_DEPTHS).sort((one, other) => one.id - other.id);
  if (used.length === 0) return [];
  const depths = depthsOf(nodes, edges);
  return used.flatMap((node) => {
    const levels = new Map<number, { wires: number[] }>();
    for (const at of wiresOf.get(node.id)!) {
      const depth = depths.get(edges[at]!.target)!;
      const level = levels.get(depth);
      if (level) level.wires.push(at);
      else levels.set(depth, { wires: [at] });
    }
    if (levels.size < FEWEST_DEPTHS) return [];
    return [{ node, levels: [...levels].sort(([one], [other]) => one - other).map(([, level]) => level) }];
  });
}

/** By id, the most steps from an input. */
function depthsOf(nodes: readonly LayoutNode[], edges: readonly LayoutEdge[]): Map<number, number> {
  const depths = new Map(nodes.map(({ id }) => [id, 0]));
  // Ids ascend along every edge, so that a source is settled before its targets are reached.
  for (const { source, target } of [...edges].sort((one, other) => one.target - other.target))
    depths.set(target, Math.max(depths.get(target)!, depths.get(source)! + 1));
  return depths;
}
