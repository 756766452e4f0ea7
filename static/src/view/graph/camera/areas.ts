/** Where on the picture things are that the view may want to see. Knows the graph and its layout, and no document. */
import type { Layout, PlacedNode } from "../../../layout/types.ts";
import { nowBetween } from "../../../scene/moment.ts";
import { selectedEdgeOf, subjectOf } from "../../../state/selection.ts";
import type { PictureState } from "../../../state/state.ts";
import type { DrawnGraph } from "../drawn_graph.ts";
import type { Area, Place } from "./views.ts";

export function areaOf(places: readonly PlacedNode[]): Area | null {
  if (places.length === 0) return null;
  const area = { left: Infinity, top: Infinity, right: -Infinity, bottom: -Infinity };
  for (const { x, y, width, height } of places) {
    area.left = Math.min(area.left, x);
    area.top = Math.min(area.top, y);
    area.right = Math.max(area.right, x + width);
    area.bottom = Math.max(area.bottom, y + height);
  }
  return area;
}

/** Where a node is drawn, or the folded group that hides it. */
export function placeOf({ layout, scene }: DrawnGraph, node: number): PlacedNode | null {
  const drawn = scene.folding.shownAs[node];
  return layout.nodes.find(({ id }) => id === drawn) ?? null;
}

export function middleOf({ x, y, width, height }: PlacedNode): Place {
  return { x: x + width / 2, y: y + height / 2 };
}

export const holds = ({ left, top, right, bottom }: Area, { x, y }: Place): boolean =>
  left < x && x < right && top < y && y < bottom;

/** Where that is which the page speaks of: the number that is asked for, the selected edge with both ends, the node that is explained. */
export function subjectArea(shown: DrawnGraph, state: PictureState): Area {
  const { graph } = shown.schedule;
  const own = { ...state, graph };
  const edge = selectedEdgeOf(own);
  const nodes = state.asked ? [state.asked.node] : edge ? [edge.source, edge.target] : [subjectOf(own) ?? graph.output];
  return areaOf((graph.nodes[nodes[0]!] ? nodes : [graph.output]).flatMap((node) => placeOf(shown, node) ?? []))!;
}

/** What the steps of a frame are about, the widest view first: cards between which something moves with their neighbours, those alone, and those that change. */
export function areasOfSteps({ layout, schedule, scene }: DrawnGraph, from: number, to: number): Area[] {
  const steps = schedule.graph.steps.slice(Math.floor(from), to);
  const { nodes: changing, edges } = nowBetween(schedule, from, to);
  const { shownAs } = scene.folding;
  const drawn = (nodes: Iterable<number>): Set<number> => new Set([...nodes].map((node) => shownAs[node]!));
  const others = steps.flatMap(({ phase, node }) => (phase === "backward" ? [] : schedule.graph.nodes[node!]!.inputs));
  const changed = drawn(changing);
  const ends = drawn([
    ...others,
    ...[...edges].flatMap((edge) => [schedule.graph.edges[edge]!.source, schedule.graph.edges[edge]!.target]),
    ...changing,
  ]);
  const beside = new Set(ends);
  for (const { source, target } of scene.wires) {
    const [one, other] = [Math.ceil(source), Math.ceil(target)];
    if (ends.has(one)) beside.add(other);
    if (ends.has(other)) beside.add(one);
  }
  const area = (wanted: ReadonlySet<number>): Area | null => areaOf(layout.nodes.filter(({ id }) => wanted.has(Math.ceil(id))));
  return [area(beside), area(ends), area(changed)].filter((one) => one !== null);
}

/** Whether two layouts have so little in common that a view of the one says nothing of the other. */
export function isOther(before: Layout, after: Layout): boolean {
  const keys = new Set(before.nodes.map(({ key }) => key));
  const kept = after.nodes.filter(({ key }) => keys.has(key)).length;
  return 2 * kept < Math.max(before.nodes.length, after.nodes.length);
}
