/**
 * The same question put to Graphviz, and its answer as a layout of ours: places and wires are dot's, the ends of the wires dock where our
 * cards have their circles. Pure text and arithmetic; who runs Graphviz is not known here.
 */
import { DEFAULT_GAPS } from "./layout.ts";
import type { Dock, Layout, LayoutEdge, LayoutNode, LayoutRequest, PlacedEdge, PlacedNode } from "./types.ts";

/** Graphviz counts sizes in inches of 72 points, and places in points. */
const INCH = 72;
/** Of a circle's diameter, how much the ports on it may take. */
const DOCK_ROOM = 0.7;

/** As much of Graphviz' JSON as is read. y grows upwards there. */
export interface DotAnswer {
  readonly bb: string;
  readonly objects?: readonly { readonly name: string; readonly pos: string }[];
  readonly edges?: readonly { readonly id: string; readonly pos: string }[];
}

/** The request in the language of dot. Every input is a port of its own, so that slots keep their order where that matters. */
export function dotOf({ nodes, edges, direction, gaps }: LayoutRequest): string {
  const inputs = inputsByTarget(edges);
  const entry = direction === "down" ? "n" : "w";
  const line = (node: LayoutNode): string => {
    const { width, height } = boxOf(node, direction);
    const size = `width=${width / INCH},height=${height / INCH}`;
    const count = inputs.get(node.id)?.length ?? 0;
    if (count < 2 || node.anyOrder) return `"${node.id}" [${size}]`;
    const fields = Array.from({ length: count }, (_, port) => `<p${port}>`).join("|");
    return `"${node.id}" [${size},shape=record,label="{{${fields}}|}"]`;
  };
  const wire = ({ id, source, target }: LayoutEdge): string => {
    const siblings = inputs.get(target)!;
    const receiver = nodes.find((node) => node.id === target)!;
    const port = siblings.length < 2 || receiver.anyOrder ? "" : `:p${siblings.indexOf(id)}:${entry}`;
    return `"${source}" -> "${target}"${port} [id=${id}]`;
  };
  return [
    "digraph {",
    `graph [rankdir=${direction === "down" ? "TB" : "LR"},nodesep=${(gaps?.node ?? DEFAULT_GAPS.node) / INCH},ranksep=${(gaps?.layer ?? DEFAULT_GAPS.layer) / INCH},outputorder=nodesfirst]`,
    'node [shape=box,fixedsize=true,label=""]',
    "edge [arrowhead=none]",
    ...nodes.map(line),
    ...edges.map(wire),
    "}",
  ].join("\n");
}

/** By target, its edges in the order of the slots. */
function inputsByTarget(edges: readonly LayoutEdge[]): Map<number, number[]> {
  const found = new Map<number, LayoutEdge[]>();
  for (const edge of edges) found.set(edge.target, [...(found.get(edge.target) ?? []), edge]);
  return new Map(
    [...found].map(([target, own]) => [target, own.sort((one, other) => one.slot - other.slot).map(({ id }) => id)]),
  );
}

const bulge = (dock: Dock | undefined): number => (dock ? Math.max(0, dock.radius - dock.inset) : 0);

/** A card with what bulges out of it, which dot has to keep free as well. */
function boxOf(
  { width, height, entry, exit }: LayoutNode,
  direction: LayoutRequest["direction"],
): { width: number; height: number } {
  const more = 2 * Math.max(bulge(entry), bulge(exit));
  return direction === "down" ? { width, height: height + more } : { width: width + more, height };
}

export function layoutFromDot(request: LayoutRequest, answer: DotAnswer): Layout {
  const { direction } = request;
  const margin = request.gaps?.margin ?? DEFAULT_GAPS.margin;
  const [left, bottom, right, top] = answer.bb.split(",").map(Number) as [number, number, number, number];
  const place = (text: string): [number, number] => {
    const [x, y] = text.split(",").map(Number) as [number, number];
    return [x - left + margin, top - y + margin];
  };
  const middles = new Map((answer.objects ?? []).map(({ name, pos }) => [Number(name), place(pos)]));
  const along = direction === "down" ? 1 : 0;
  const ranks = [...new Set([...middles.values()].map((middle) => Math.round(middle[along])))].sort((one, other) => one - other);
  const nodes = request.nodes.map(({ id, key, width, height }): PlacedNode => {
    const [x, y] = middles.get(id)!;
    return {
      id,
      key: key ?? String(id),
      x: x - width / 2,
      y: y - height / 2,
      width,
      height,
      rank: ranks.indexOf(Math.round(middles.get(id)![along])),
    };
  });
  const curves = new Map((answer.edges ?? []).map(({ id, pos }) => [Number(id), pos.split(" ").flatMap(place)]));
  const docked = dockWires(request, new Map(nodes.map((node) => [node.id, node])), curves);
  return { direction, width: right - left + 2 * margin, height: top - bottom + 2 * margin, nodes, edges: docked, crossings: 0 };
}

/** Curves whose ends are on our cards: in the order in which dot's wires come in and go out. */
function dockWires(
  { nodes, edges, direction, gaps }: LayoutRequest,
  places: ReadonlyMap<number, PlacedNode>,
  curves: ReadonlyMap<number, number[]>,
): PlacedEdge[] {
  const gap = gaps?.port ?? DEFAULT_GAPS.port;
  const across = direction === "down" ? 0 : 1;
  const kinds = new Map(nodes.map((node) => [node.id, node]));
  const moved = new Map([...curves].map(([id, curve]) => [id, [...curve]]));
  const dock = (side: "entry" | "exit"): void => {
    const ends = new Map<number, LayoutEdge[]>();
    for (const edge of edges) {
      const node = side === "entry" ? edge.target : edge.source;
      ends.set(node, [...(ends.get(node) ?? []), edge]);
    }
    for (const [id, wires] of ends) {
      const node = kinds.get(id)!;
      const isFixed = side === "entry" && !node.anyOrder;
      const cameFrom = ({ id: edge }: LayoutEdge): number => moved.get(edge)!.at(side === "entry" ? across - 4 : across + 2)!;
      wires.sort((one, other) => (isFixed ? one.slot - other.slot : cameFrom(one) - cameFrom(other) || one.slot - other.slot));
      for (const [index, wire] of wires.entries()) {
        const point = portOf(places.get(id)!, node[side], side, index - (wires.length - 1) / 2, {
          gap,
          count: wires.length,
          direction,
        });
        moveEnd(moved.get(wire.id)!, side, point);
      }
    }
  };
  dock("entry");
  dock("exit");
  return edges.map(({ id, source, target, slot }) => ({ id, source, target, slot, curve: moved.get(id)! }));
}

/** A place on the outline of a card's circle, or on its plain side. */
function portOf(
  { x, y, width, height }: PlacedNode,
  dock: Dock | undefined,
  side: "entry" | "exit",
  step: number,
  { gap, count, direction }: { gap: number; count: number; direction: LayoutRequest["direction"] },
): [number, number] {
  const [depth, breadth] = direction === "down" ? [height, width] : [width, height];
  const room = dock ? 2 * dock.radius * DOCK_ROOM : breadth * DOCK_ROOM;
  const offset = step * Math.min(gap, count > 1 ? room / (count - 1) : 0);
  const inside = dock ? dock.inset - Math.sqrt(Math.max(0, dock.radius ** 2 - offset ** 2)) : 0;
  const along = side === "entry" ? inside : depth - inside;
  return direction === "down" ? [x + width / 2 + offset, y + along] : [x + along, y + height / 2 + offset];
}

/** Moves the end of a curve with the control point next to it, so that it arrives from where it came. */
function moveEnd(curve: number[], side: "entry" | "exit", [x, y]: readonly [number, number]): void {
  const [end, control] = side === "entry" ? [curve.length - 2, curve.length - 4] : [0, 2];
  const [dx, dy] = [x - curve[end]!, y - curve[end + 1]!];
  for (const at of [end, control]) {
    curve[at] = curve[at]! + dx;
    curve[at + 1] = curve[at + 1]! + dy;
  }
}
