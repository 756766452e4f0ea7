/** How much of a graph is drawn: all of it, marks of it from afar, or what lies in and around the view. */
import type { Layout, PlacedEdge, PlacedNode } from "../../../layout/types.ts";
import type { DrawnGraph } from "../drawn_graph.ts";
import type { Camera } from "./camera.ts";
import type { Area } from "./views.ts";
import { FAR } from "./zooms.ts";

/** Up to here everything is drawn, whatever is in view. */
const DRAWN_WHOLE = 300;
/** What is drawn of a graph: all of it, marks of it from afar, or what lies in an area. */
export type Extent = "all" | "far" | Area;

export function extentOf(layout: Layout, camera: Camera): Extent {
  if (layout.nodes.length <= DRAWN_WHOLE) return "all";
  if (camera.transform.k < FAR) return "far";
  const { left, top, right, bottom } = camera.visible();
  // Half a view more on every side: a hand that pans comes back to it only once in a while.
  const [width, height] = [(right - left) / 2, (bottom - top) / 2];
  return { left: left - width, top: top - height, right: right + width, bottom: bottom + height };
}

export function contains(outer: Area, inner: Area): boolean {
  return outer.left <= inner.left && outer.top <= inner.top && outer.right >= inner.right && outer.bottom >= inner.bottom;
}

export function within(
  { layout, spatial }: DrawnGraph,
  extent: Extent,
): { nodes: readonly PlacedNode[]; edges: readonly PlacedEdge[] } {
  if (extent === "all") return layout;
  if (extent === "far") return { nodes: [], edges: [] };
  return { nodes: spatial.nodesWithin(extent), edges: spatial.edgesWithin(extent) };
}
