/** Graphviz' arrangement as a layout of ours: the same cards, and wires that end on them. */
import assert from "node:assert/strict";
import test from "node:test";
import { Graphviz } from "@hpcc-js/wasm-graphviz";
import { type DotAnswer, dotOf, layoutFromDot } from "../../../static/src/layout/dot.ts";
import type { LayoutRequest, PlacedNode } from "../../../static/src/layout/types.ts";
import { randomExpressions, requestOf, workedExamples } from "../support/layout_graphs.ts";

const graphviz = await Graphviz.load();
const tidy = (request: LayoutRequest) => layoutFromDot(request, JSON.parse(graphviz.dot(dotOf(request), "json")) as DotAnswer);

/** How far a point lies outside of a card. */
function outside({ x, y, width, height }: PlacedNode, px: number, py: number): number {
  return Math.max(x - px, px - x - width, y - py, py - y - height, 0);
}

for (const direction of ["right", "down"] as const) {
  for (const sketch of [...workedExamples(), ...randomExpressions().slice(0, 3)]) {
    test(`${sketch.name}, ${direction}: every card stands free and every wire leads from one to the other`, () => {
      const request = { ...requestOf(sketch), direction };
      const layout = tidy(request);
      assert.deepEqual(
        layout.nodes.map(({ id }) => id),
        request.nodes.map(({ id }) => id),
      );
      const places = new Map(layout.nodes.map((node) => [node.id, node]));
      for (const [index, one] of layout.nodes.entries()) {
        for (const other of layout.nodes.slice(index + 1)) {
          const free =
            one.x + one.width <= other.x ||
            other.x + other.width <= one.x ||
            one.y + one.height <= other.y ||
            other.y + other.height <= one.y;
          assert.ok(free, `${one.id} covers ${other.id}`);
        }
        assert.ok(one.x >= 0 && one.y >= 0 && one.x + one.width <= layout.width && one.y + one.height <= layout.height);
      }
      for (const { id, source, target, curve } of layout.edges) {
        assert.equal((curve.length - 2) % 6, 0);
        const bulge = Math.max(...request.nodes.map(({ entry }) => (entry ? entry.radius - entry.inset : 0)), 0);
        assert.ok(outside(places.get(source)!, curve[0]!, curve[1]!) <= 1, `${id} begins at its source`);
        assert.ok(outside(places.get(target)!, curve.at(-2)!, curve.at(-1)!) <= bulge + 1, `${id} ends at its target`);
      }
      for (const { source, target } of request.edges) assert.ok(places.get(source)!.rank < places.get(target)!.rank);
    });
  }
}

test("inputs that may not change places come in by their slots", () => {
  const request = requestOf(workedExamples().find(({ name }) => name === "micrograd README")!);
  const ordered = { ...request, nodes: request.nodes.map(({ anyOrder, ...node }) => node) };
  const layout = tidy(ordered);
  for (const node of ordered.nodes) {
    const ends = layout.edges
      .filter(({ target }) => target === node.id)
      .sort((one, other) => one.slot - other.slot)
      .map(({ curve }) => curve.at(-1)!);
    assert.deepEqual(
      ends,
      ends.toSorted((one, other) => one - other),
    );
  }
});
