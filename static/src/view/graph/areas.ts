/** Where on the picture things are that the view may want to see. Knows the graph and its layout, and no document. */
import type { Layout, PlacedNode } from "../../graph/layout/types.ts";
import { nowOf } from "../../graph/moment.ts";
import type { Area, Place } from "./camera.ts";
import { DRAWN_WHOLE, READABLE } from "./extent.ts";
import type { Shown } from "./shown.ts";

export function openingZoom({ nodes }: Layout): number {
  return nodes.length > DRAWN_WHOLE ? READABLE : READABLE * 0.8;
}

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
export function placeOf({ layout, scene }: Shown, node: number): PlacedNode | null {
  const drawn = scene.folding.shownAs[node];
  return layout.nodes.find(({ id }) => id === drawn) ?? null;
}

export function middleOf({ x, y, width, height }: PlacedNode): Place {
  return { x: x + width / 2, y: y + height / 2 };
}

export function outputArea(shown: Shown): Area {
  const place = placeOf(shown, shown.schedule.graph.output);
  return areaOf(place ? [place] : [])!;
}

/** The cards between which the steps of a frame move something, and those whose numbers they change. */
export function areasOfSteps({ layout, schedule, scene }: Shown, from: number, to: number): [Area | null, Area | null] {
  const steps = schedule.graph.steps.slice(from, to);
  const { nodes: changing, edges } = nowOf(schedule, steps);
  const { shownAs } = scene.folding;
  const drawn = (nodes: Iterable<number>): Set<number> => new Set([...nodes].map((node) => shownAs[node]!));
  const others = steps.flatMap(({ phase, node }) => (phase === "backward" ? [] : schedule.graph.nodes[node!]!.inputs));
  const changed = drawn(changing);
  const ends = drawn([...others, ...[...edges].map((edge) => schedule.graph.edges[edge]!.target), ...changing]);
  const area = (wanted: ReadonlySet<number>): Area | null => areaOf(layout.nodes.filter(({ id }) => wanted.has(id)));
  return [area(ends), area(changed)];
}

/** Whether two layouts have so little in common that a view of the one says nothing of the other. */
export function isOther(before: Layout, after: Layout): boolean {
  const keys = new Set(before.nodes.map(({ key }) => key));
  const kept = after.nodes.filter(({ key }) => keys.has(key)).length;
  return 2 * kept < Math.max(before.nodes.length, after.nodes.length);
}
