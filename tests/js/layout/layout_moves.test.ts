/** Nodes that a hand has moved: they are where they were put, their wires reach them, and nothing else moves. */
import assert from "node:assert/strict";
import test from "node:test";
import { layoutGraph } from "../../../static/src/layout/layout.ts";
import { withMoves } from "../../../static/src/layout/moves.ts";
import type { Layout, Moves } from "../../../static/src/layout/types.ts";
import { requestOf, workedExamples } from "../support/layout_graphs.ts";

const layouts = workedExamples().flatMap((sketch) =>
  (["right", "down"] as const).map((direction) => layoutGraph({ ...requestOf(sketch), direction })),
);
const nodeOf = (layout: Layout, key: string) => layout.nodes.find((node) => node.key === key)!;

/** Ends of wires relative to their cards. */
function docks(layout: Layout): number[][] {
  const places = new Map(layout.nodes.map((node) => [node.id, node]));
  return layout.edges.map(({ source, target, curve }) => {
    const [from, to] = [places.get(source)!, places.get(target)!];
    return [curve[0]! - from.x, curve[1]! - from.y, curve.at(-2)! - to.x, curve.at(-1)! - to.y];
  });
}

test("nothing moved is the layout itself", () => {
  for (const layout of layouts) {
    assert.equal(withMoves(layout, {}), layout);
    assert.equal(withMoves(layout, { "nobody's key": [5, 5] }), layout);
  }
});

test("a moved node is where it was put along and across the flow, and all others stay", () => {
  for (const layout of layouts) {
    const { key } = layout.nodes[1]!;
    const moved = withMoves(layout, { [key]: [70, 35] });
    const [along, across] = layout.direction === "down" ? (["y", "x"] as const) : (["x", "y"] as const);
    assert.equal(nodeOf(moved, key)[along], nodeOf(layout, key)[along] + 70);
    assert.equal(nodeOf(moved, key)[across], nodeOf(layout, key)[across] + 35);
    for (const node of layout.nodes) if (node.key !== key) assert.deepEqual(nodeOf(moved, node.key), node);
    const before = docks(layout).flat();
    for (const [index, length] of docks(moved).flat().entries())
      assert.ok(Math.abs(length - before[index]!) < 1e-6, `${length} for ${before[index]}`);
  }
});

test("a node moved over the left or upper edge moves the edge: all is inside, and `shift` says how far the rest went", () => {
  for (const layout of layouts) {
    const { key } = layout.nodes[0]!;
    const moved = withMoves(layout, { [key]: [-9000, -9000] });
    for (const { x, y, width, height } of moved.nodes) {
      assert.ok(x >= 0 && y >= 0 && x + width <= moved.width + 1e-9 && y + height <= moved.height + 1e-9);
    }
    for (const { curve } of moved.edges) assert.ok(curve.every((value) => value >= 0));
    const other = layout.nodes[1]!;
    assert.ok(moved.shift && moved.shift.x > 0 && moved.shift.y > 0);
    assert.equal(nodeOf(moved, other.key).x, other.x + moved.shift.x);
    assert.equal(nodeOf(moved, other.key).y, other.y + moved.shift.y);
  }
});

test("all nodes moved alike keep every wire's shape", () => {
  for (const layout of layouts) {
    const moves: Moves = Object.fromEntries(layout.nodes.map(({ key }) => [key, [30, 20] as const]));
    const [dx, dy] = layout.direction === "down" ? [20, 30] : [30, 20];
    for (const [index, { curve }] of withMoves(layout, moves).edges.entries())
      assert.deepEqual(
        curve,
        layout.edges[index]!.curve.map((value, at) => value + (at % 2 === 0 ? dx : dy)),
      );
  }
});
