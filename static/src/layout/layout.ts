/**
 * The layered layout, from request to picture: ranks, layers, order, positions, wires. Pure and deterministic: the same request gives
 * the same layout, in the page and in a worker. Works in flow coordinates (along and across the flow) and turns the picture at the end.
 */
import { arrange, type Choices, choicesOf, isPlain } from "./choice.ts";
import { digraphOf } from "./digraph.ts";
import type { Layers } from "./layers.ts";
import type { Order } from "./ordering/crossings.ts";
import { straightSegments } from "./placement/blocks.ts";
import { type Columns, columnsOf } from "./placement/columns.ts";
import { compactBlocks } from "./placement/compaction.ts";
import { settle, springsOf } from "./placement/coordinates.ts";
import { type Ports, portsOf } from "./placement/ports.ts";
import { lanesOf, type Routes, routeWire } from "./placement/routing.ts";
import { straighten } from "./placement/straightening.ts";
import { withoutTrunks, withTrunks } from "./trunks.ts";
import type { Dock, Gaps, Layout, LayoutNode, LayoutRequest, PlacedEdge, PlacedNode } from "./types.ts";

const DEFAULT_GAPS: Gaps = { layer: 56, widening: 0.75, node: 20, wire: 12, port: 14, margin: 24 };

/** Of a dock's diameter and of a plain side, how much ports may take. */
const DOCK_ROOM = 0.7;
const SIDE_ROOM = 0.7;

/** Nodes up to which a picture is read like a text. */
const MOST_READ = 60;
/** Nodes up to which ranks and order are remembered. */
const MOST_REMEMBERED = 200;

/** The request's nodes by index, their sizes along and across the flow. */
interface Sizes {
  nodes: LayoutNode[];
  depths: number[];
  breadths: number[];
}

export function layoutGraph(request: LayoutRequest): Layout {
  const trunked = withTrunks(request);
  return withoutTrunks(layered(trunked.request), request, trunked);
}

function layered(request: LayoutRequest): Layout {
  const gaps: Gaps = { ...DEFAULT_GAPS, ...request.gaps };
  const choices = readableChoices(request);
  const sizes = sizesOf(request, choices.graph.requestIndex);
  const { layers, order, crossings } = arrange(choices, request, sizes.nodes);
  const ports = portsOf(layers, order, gaps.port, (node, side) => roomForPorts(sizes, node, side));
  const across = placeAcross(layers, order, ports, sizes, gaps);
  const columns = columnsOf(layers, across.positions, bulgingDepths(sizes), gaps.margin, gaps);
  const lanes = lanesOf(layers);
  const routes: Routes = {
    columns,
    across: across.positions,
    ports,
    ...docksOf(layers, columns, ports, sizes),
    lanes: Float64Array.from(lanes.laneOf, (lane) => across.end + gaps.wire * (lane + 1)),
  };
  return picture(request, layers, sizes, routes, {
    along: columns.end + gaps.margin,
    across: across.end + gaps.wire * lanes.count + gaps.margin,
    crossings: crossings.between + crossings.slots,
  });
}

/**
 * What a request takes at least, without the time that placing takes: columns as deep as their deepest node with the least gaps between
 * them, and the nodes of a column side by side. For a picture that keeps to none before it.
 */
export function leastSize(asked: LayoutRequest): Pick<Layout, "width" | "height"> {
  const { request } = withTrunks(asked);
  const gaps: Gaps = { ...DEFAULT_GAPS, ...request.gaps };
  const choices = readableChoices(request);
  const sizes = sizesOf(request, choices.graph.requestIndex);
  const { layers } = arrange(choices, request, sizes.nodes);
  const level = new Float64Array(layers.itemCount);
  const along = columnsOf(layers, level, bulgingDepths(sizes), gaps.margin, gaps).end + gaps.margin;
  const breadths = new Float64Array(layers.rankCount);
  for (const [node, breadth] of sizes.breadths.entries()) breadths[layers.ranks[node]!]! += breadth;
  const across = Math.max(0, ...breadths) + 2 * gaps.margin;
  return request.direction === "down" ? { width: across, height: along } : { width: along, height: across };
}

/** Ranks and order of the graph that was asked about last. They follow from its wires alone, and one graph is often tried in several sizes. */
let last: { readonly wiring: string; readonly choices: Choices } | null = null;

/** As the program reads, where nothing crosses for that: the same whatever was drawn before. */
function readableChoices(request: LayoutRequest): Choices {
  if (request.nodes.length > MOST_REMEMBERED) return choicesOf(digraphOf(request));
  const wiring = wiringOf(request);
  if (last?.wiring === wiring) return last.choices;
  const asRead = request.nodes.length <= MOST_READ ? choicesOf(digraphOf(request, true)) : null;
  const choices = asRead && isPlain(asRead) ? asRead : choicesOf(digraphOf(request));
  last = { wiring, choices };
  return choices;
}

/** All that ranks and order depend on. */
function wiringOf({ nodes, edges }: LayoutRequest): string {
  return JSON.stringify([
    nodes.map(({ id, anyOrder }) => [id, anyOrder]),
    edges.map(({ id, source, target, slot, close }) => [id, source, target, slot, close]),
  ]);
}

function sizesOf(request: LayoutRequest, requestIndex: Int32Array): Sizes {
  const nodes = Array.from(requestIndex, (at) => request.nodes[at]!);
  const widths = nodes.map(({ width }) => width);
  const heights = nodes.map(({ height }) => height);
  return request.direction === "down"
    ? { nodes, depths: heights, breadths: widths }
    : { nodes, depths: widths, breadths: heights };
}

function roomForPorts({ nodes, breadths }: Sizes, node: number, side: "entry" | "exit"): number {
  const dock = nodes[node]![side];
  return dock ? 2 * dock.radius * DOCK_ROOM : breadths[node]! * SIDE_ROOM;
}

/** Middles of all items across the flow, the first card starting at the margin. */
function placeAcross(
  layers: Layers,
  order: Order,
  ports: Ports,
  { breadths }: Sizes,
  gaps: Gaps,
): { positions: Float64Array; end: number } {
  const { count } = layers.graph;
  if (count === 0) return { positions: new Float64Array(0), end: gaps.margin };
  const breadthOf = (item: number): number => (item < count ? breadths[item]! : 0);
  const distance = (upper: number, lower: number): number =>
    (breadthOf(upper) + breadthOf(lower)) / 2 + (upper < count && lower < count ? gaps.node : gaps.wire);
  const { separations, height } = compactBlocks(layers, order, ports, straightSegments(layers, order), { breadthOf, distance });
  const springs = springsOf(layers, ports, separations.blocks);
  const settled = settle(layers, separations, springs, height);
  straighten(layers, separations, springs, settled, height);
  const { blockOf, offsets } = separations.blocks;
  const positions = Float64Array.from(blockOf, (block, item) => settled[block]! + offsets[item]!);
  let top = Infinity;
  let bottom = -Infinity;
  positions.forEach((position, item) => {
    top = Math.min(top, position - breadthOf(item) / 2);
    bottom = Math.max(bottom, position + breadthOf(item) / 2);
  });
  return { positions: positions.map((position) => position + gaps.margin - top), end: bottom + gaps.margin - top };
}

function bulgingDepths({ nodes, depths }: Sizes): { box: number[]; before: number[]; after: number[] } {
  const bulge = (dock: Dock | undefined): number => (dock ? Math.max(0, dock.radius - dock.inset) : 0);
  return { box: depths, before: nodes.map(({ entry }) => bulge(entry)), after: nodes.map(({ exit }) => bulge(exit)) };
}

/** Where wires touch the outlines of their ends. */
function docksOf({ graph }: Layers, columns: Columns, ports: Ports, { nodes, depths }: Sizes): Pick<Routes, "leaves" | "enters"> {
  const inside = (dock: Dock | undefined, offset: number): number =>
    dock ? dock.inset - Math.sqrt(Math.max(0, dock.radius * dock.radius - offset * offset)) : 0;
  return {
    leaves: Float64Array.from(
      graph.sources,
      (node, edge) => columns.nodes[node]! + depths[node]! - inside(nodes[node]!.exit, ports.leaving[edge]!),
    ),
    enters: Float64Array.from(
      graph.targets,
      (node, edge) => columns.nodes[node]! + inside(nodes[node]!.entry, ports.entering[edge]!),
    ),
  };
}

function picture(
  request: LayoutRequest,
  layers: Layers,
  { nodes, breadths }: Sizes,
  routes: Routes,
  total: { along: number; across: number; crossings: number },
): Layout {
  const down = request.direction === "down";
  const placedNodes = new Array<PlacedNode>(nodes.length);
  nodes.forEach(({ id, key, width, height }, index) => {
    const along = routes.columns.nodes[index]!;
    const across = routes.across[index]! - breadths[index]! / 2;
    const [x, y] = down ? [across, along] : [along, across];
    placedNodes[layers.graph.requestIndex[index]!] = {
      id,
      key: key ?? String(id),
      x,
      y,
      width,
      height,
      rank: layers.ranks[index]!,
    };
  });
  const placedEdges = request.edges.map(({ id, source, target, slot }, edge): PlacedEdge => {
    const curve = routeWire(layers, routes, edge);
    return { id, source, target, slot, curve: down ? turned(curve) : curve };
  });
  const [width, height] = down ? [total.across, total.along] : [total.along, total.across];
  return { direction: request.direction, width, height, nodes: placedNodes, edges: placedEdges, crossings: total.crossings };
}

/** Along and across exchanged. */
function turned(curve: number[]): number[] {
  return curve.map((_, at) => curve[at ^ 1]!);
}
