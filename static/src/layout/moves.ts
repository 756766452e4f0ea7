/** A layout in which nodes were moved by hand: their cards are where they were put, and their wires reach them there. Pure. */
import type { Layout, Moves, PlacedEdge, PlacedNode } from "./types.ts";

/** Along the flow, what a wire needs at least to lead from one card on to the next; with less it loops around. */
const LEAST_RUN = 24;
/** How far a wire that loops goes on in its own direction first. */
const LOOP = 60;
/** Across the flow, less than can be seen. */
const LEVEL = 0.01;

interface Shift {
  readonly x: number;
  readonly y: number;
}

const NO_SHIFT: Shift = { x: 0, y: 0 };

/** `moves` are along and across the flow, by the nodes' keys, so that they mean the same after the picture was turned. */
export function withMoves(layout: Layout, moves: Moves): Layout {
  const isDown = layout.direction === "down";
  const shifts = new Map<number, Shift>();
  for (const { id, key } of layout.nodes) {
    if (!Object.hasOwn(moves, key)) continue;
    const [along, across] = moves[key]!;
    shifts.set(id, isDown ? { x: across, y: along } : { x: along, y: across });
  }
  if (shifts.size === 0) return layout;
  const nodes = layout.nodes.map((node) => shiftedNode(node, shifts.get(node.id) ?? NO_SHIFT));
  const edges = layout.edges.map((edge) => {
    const [from, to] = [shifts.get(edge.source), shifts.get(edge.target)];
    return from || to ? { ...edge, curve: rerouted(edge.curve, from ?? NO_SHIFT, to ?? NO_SHIFT, isDown) } : edge;
  });
  return within(layout, nodes, edges);
}

function shiftedNode(node: PlacedNode, { x, y }: Shift): PlacedNode {
  return x === 0 && y === 0 ? node : { ...node, x: node.x + x, y: node.y + y };
}

/** Of what nobody has moved, which is the same throughout a drag. */
const extents = new WeakMap<Layout, ReturnType<typeof extentOf>>();

/** The picture again from 0, 0 on, with the margin that it had: what was moved over an edge moves the edge. */
function within(layout: Layout, nodes: PlacedNode[], edges: PlacedEdge[]): Layout {
  let before = extents.get(layout);
  if (!before) extents.set(layout, (before = extentOf(layout.nodes, layout.edges)));
  const after = extentOf(nodes, edges);
  const shift = { x: Math.max(0, before.left - after.left), y: Math.max(0, before.top - after.top) };
  const size = {
    width: layout.width + shift.x + Math.max(0, after.right - before.right),
    height: layout.height + shift.y + Math.max(0, after.bottom - before.bottom),
  };
  if (shift.x === 0 && shift.y === 0) return { ...layout, ...size, nodes, edges };
  return {
    ...layout,
    ...size,
    shift,
    nodes: nodes.map((node) => shiftedNode(node, shift)),
    edges: edges.map((edge) => ({ ...edge, curve: edge.curve.map((value, at) => value + (at % 2 === 0 ? shift.x : shift.y)) })),
  };
}

function extentOf(nodes: readonly PlacedNode[], edges: readonly PlacedEdge[]) {
  const extent = { left: Infinity, top: Infinity, right: -Infinity, bottom: -Infinity };
  const take = (x: number, y: number): void => {
    extent.left = Math.min(extent.left, x);
    extent.top = Math.min(extent.top, y);
    extent.right = Math.max(extent.right, x);
    extent.bottom = Math.max(extent.bottom, y);
  };
  for (const { x, y, width, height } of nodes) {
    take(x, y);
    take(x + width, y + height);
  }
  for (const { curve } of edges) for (let at = 0; at < curve.length; at += 2) take(curve[at]!, curve[at + 1]!);
  return extent;
}

/** A wire between ends that were moved: on the way that it had, as far as the ends leave it one. */
function rerouted(curve: readonly number[], from: Shift, to: Shift, isDown: boolean): number[] {
  if (from.x === to.x && from.y === to.y) return curve.map((value, at) => value + (at % 2 === 0 ? from.x : from.y));
  // Along and across the flow from here on.
  const flow = isDown ? curve.map((_, at) => curve[at ^ 1]!) : curve;
  const [start, end] = isDown
    ? [
        [from.y, from.x],
        [to.y, to.x],
      ]
    : [
        [from.x, from.y],
        [to.x, to.y],
      ];
  const wire = routed(flow, start as [number, number], end as [number, number]);
  return isDown ? wire.map((_, at) => wire[at ^ 1]!) : wire;
}

function routed(flow: readonly number[], from: readonly [number, number], to: readonly [number, number]): number[] {
  const [begin, finish] = [flow[0]!, flow.at(-2)!];
  const [start, end] = [begin + from[0], finish + to[0]];
  const wire = [start, flow[1]! + from[1]];
  if (end - start < LEAST_RUN) {
    loopTo(wire, end, flow.at(-1)! + to[1]);
    return wire;
  }
  for (let at = 6; at < flow.length; at += 6) {
    // Bends between the ends are drawn along with both, the more the nearer an end is.
    const part = (flow[at]! - begin) / (finish - begin || 1);
    bendTo(wire, flow[at]! + from[0] * (1 - part) + to[0] * part, flow[at + 1]! + from[1] * (1 - part) + to[1] * part);
  }
  return wire;
}

/** In an S with level ends, or straight on. */
function bendTo(wire: number[], along: number, across: number): void {
  const [start, from] = [wire.at(-2)!, wire.at(-1)!];
  const isLevel = Math.abs(across - from) < LEVEL;
  const reach = (along - start) / (isLevel ? 3 : 2);
  wire.push(start + reach, from, along - reach, across, along, across);
}

/** To a place that lies behind: on at first, and from before it in the end. */
function loopTo(wire: number[], along: number, across: number): void {
  const [start, from] = [wire.at(-2)!, wire.at(-1)!];
  const reach = LOOP + (start - along) / 2;
  wire.push(start + reach, from, along - reach, across, along, across);
}
