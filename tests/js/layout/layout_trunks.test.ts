/** Wires of a node that is used at many depths share a trunk. */
import assert from "node:assert/strict";
import test from "node:test";
import { layoutGraph, leastSize } from "../../../static/src/layout/layout.ts";
import type { Layout } from "../../../static/src/layout/types.ts";
import { flattenCurve } from "../../../static/src/layout/wire_curves.ts";
import { recurrent, requestOf } from "../support/layout_graphs.ts";

const STEPS = 40;

/** How many different points the wires of a node pass through at this distance along the flow. */
function placesOf({ edges }: Layout, node: number, along: number): number {
  const places = new Set<number>();
  for (const { source, curve } of edges) {
    if (source !== node) continue;
    const points = flattenCurve(curve, 16);
    const at = points.findIndex((value, index) => index % 2 === 0 && value >= along);
    if (at >= 0) places.add(Math.round(points[at + 1]!));
  }
  return places.size;
}

test("all wires of a weight that each step uses run as one until each branches off", () => {
  const layout = layoutGraph(requestOf(recurrent(STEPS)));
  const least = Math.min(...layout.nodes.map(({ x }) => x));
  for (const part of [0.2, 0.4, 0.6, 0.8]) {
    const along = least + part * (layout.width - 2 * least);
    // The trunk, and where one is leaving it, its branch.
    for (const node of [0, 1]) assert.ok(placesOf(layout, node, along) <= 2, `${placesOf(layout, node, along)} at ${along}`);
  }
});

test("what a wire has for itself is where it left the trunk", () => {
  const { edges, nodes } = layoutGraph(requestOf(recurrent(12)));
  const shared = edges.filter(({ alone }) => alone !== undefined);
  // Of each weight's twelve wires the first goes there at once.
  assert.equal(shared.length, 22);
  const boxes = new Map(nodes.map((node) => [node.id, node]));
  for (const { target, alone } of shared) assert.ok(alone! > 20 && alone! < 3 * boxes.get(target)!.width);
});

test("a picture of many steps is no higher than one of few", () => {
  const [few, many] = [7, STEPS].map((steps) => layoutGraph(requestOf(recurrent(steps))));
  assert.ok(many!.height <= few!.height, `${many!.height} against ${few!.height}`);
  assert.ok(leastSize(requestOf(recurrent(STEPS))).height <= many!.height);
});

test("a node used at a few depths has its wires side by side", () => {
  const layout = layoutGraph(requestOf(recurrent(7)));
  assert.ok(placesOf(layout, 0, layout.width * 0.4) > 2);
});
