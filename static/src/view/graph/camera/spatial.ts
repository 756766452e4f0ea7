/** Finds what of a layout lies in an area or near a point, without looking at all of it. Made once for each layout. */
import { type QuadtreeLeaf, quadtree } from "d3-quadtree";
import type { Layout, PlacedEdge, PlacedNode } from "../../../layout/types.ts";
import { distanceToCurve } from "../../../layout/wire_curves.ts";
import type { Area } from "./views.ts";

export interface Spatial {
  nodesWithin(area: Area): PlacedNode[];
  edgesWithin(area: Area): PlacedEdge[];
  /** The node at a point, or the nearest one within `radius` of its middle. */
  nearest(x: number, y: number, radius: number): PlacedNode | null;
  /** Of the edges that are wanted the one that passes a point most closely, within `radius`. */
  nearestEdge(x: number, y: number, radius: number, isWanted: (edge: PlacedEdge) => boolean): PlacedEdge | null;
}

const middleX = ({ x, width }: PlacedNode): number => x + width / 2;
const middleY = ({ y, height }: PlacedNode): number => y + height / 2;

export function spatialOf(layout: Layout): Spatial {
  const tree = quadtree<PlacedNode>(layout.nodes as PlacedNode[], middleX, middleY);
  const reachX = layout.nodes.reduce((most, { width }) => Math.max(most, width / 2), 0);
  const reachY = layout.nodes.reduce((most, { height }) => Math.max(most, height / 2), 0);
  const bounds = boundsOfEdges(layout.edges);

  function nodesWithin({ left, top, right, bottom }: Area): PlacedNode[] {
    const found: PlacedNode[] = [];
    tree.visit((quad, x0, y0, x1, y1) => {
      if (x0 > right + reachX || x1 < left - reachX || y0 > bottom + reachY || y1 < top - reachY) return true;
      if (quad.length) return false;
      for (let leaf: QuadtreeLeaf<PlacedNode> | undefined = quad; leaf; leaf = leaf.next) {
        const { x, y, width, height } = leaf.data;
        if (x < right && x + width > left && y < bottom && y + height > top) found.push(leaf.data);
      }
      return false;
    });
    return found;
  }

  function edgesWithin({ left, top, right, bottom }: Area): PlacedEdge[] {
    return layout.edges.filter((_, edge) => {
      const at = 4 * edge;
      return bounds[at]! < right && bounds[at + 2]! > left && bounds[at + 1]! < bottom && bounds[at + 3]! > top;
    });
  }

  return {
    nodesWithin,
    edgesWithin,
    nearestEdge(x, y, radius, isWanted) {
      let [nearest, distance] = [null as PlacedEdge | null, radius];
      for (const edge of edgesWithin({ left: x - radius, top: y - radius, right: x + radius, bottom: y + radius })) {
        const away = isWanted(edge) ? distanceToCurve(edge.curve, x, y) : Infinity;
        if (away < distance) [nearest, distance] = [edge, away];
      }
      return nearest;
    },
    nearest(x, y, radius) {
      const [under] = nodesWithin({ left: x, top: y, right: x, bottom: y });
      return under ?? tree.find(x, y, radius) ?? null;
    },
  };
}

/** Left, top, right and bottom of each; a curve lies within the bounds of its control points. */
function boundsOfEdges(edges: readonly PlacedEdge[]): Float64Array {
  const bounds = new Float64Array(4 * edges.length);
  for (const [edge, { curve }] of edges.entries()) {
    let [left, top, right, bottom] = [Infinity, Infinity, -Infinity, -Infinity];
    for (let index = 0; index < curve.length; index += 2) {
      left = Math.min(left, curve[index]!);
      right = Math.max(right, curve[index]!);
      top = Math.min(top, curve[index + 1]!);
      bottom = Math.max(bottom, curve[index + 1]!);
    }
    bounds.set([left, top, right, bottom], 4 * edge);
  }
  return bounds;
}
