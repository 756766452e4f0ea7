import assert from "node:assert/strict";
import test from "node:test";
import { layoutGraph } from "../../../static/src/layout/layout.ts";
import type { LayoutRequest } from "../../../static/src/layout/types.ts";

/** A chain of steps in each of which an input that stands at the beginning is used again. */
function chain(steps: number, direction: LayoutRequest["direction"], bands?: number): LayoutRequest {
  const size = { width: 90, height: 40 };
  const nodes = Array.from({ length: steps + 2 }, (_, id) => ({ id, ...size }));
  const edges = Array.from({ length: steps }, (_, step) => [
    { id: 2 * step, source: step + 1, target: step + 2, slot: 0 },
    { id: 2 * step + 1, source: 0, target: step + 2, slot: 1 },
  ]).flat();
  return { nodes, edges, direction, ...(bands === undefined ? {} : { bands }) };
}

for (const direction of ["right", "down"] as const)
  test(`a long picture is broken into bands, ${direction}: shorter, and every wire leads from its source to its target`, () => {
    const length = direction === "right" ? "width" : "height";
    const whole = layoutGraph(chain(18, direction));
    const broken = layoutGraph(chain(18, direction, 3));
    assert.equal(broken[length] < whole[length] / 2, true);
    const places = new Map(broken.nodes.map((place) => [place.id, place]));
    for (const { source, target, curve } of broken.edges) {
      assert.equal(curve.length % 6, 2);
      for (const [id, x, y] of [
        [source, curve[0]!, curve[1]!],
        [target, curve.at(-2)!, curve.at(-1)!],
      ] as const) {
        const { x: left, y: top, width, height } = places.get(id)!;
        assert.equal(x >= left - 1 && x <= left + width + 1 && y >= top - 1 && y <= top + height + 1, true);
      }
      for (let at = 0; at < curve.length; at += 2) {
        assert.equal(curve[at]! >= 0 && curve[at]! <= broken.width, true);
        assert.equal(curve[at + 1]! >= 0 && curve[at + 1]! <= broken.height, true);
      }
    }
    for (const one of broken.nodes)
      for (const other of broken.nodes)
        if (one.id < other.id)
          assert.equal(Math.abs(one.x - other.x) >= 90 || Math.abs(one.y - other.y) >= 40, true, `${one.id} and ${other.id}`);
  });

test("a picture with fewer layers than bands stays as it is", () => {
  assert.deepEqual(layoutGraph(chain(2, "down", 9)), layoutGraph(chain(2, "down")));
});

test("what was asked about another graph before changes no layout", () => {
  const alone = layoutGraph(chain(7, "right"));
  layoutGraph(chain(12, "right"));
  assert.deepEqual(layoutGraph(chain(7, "right")), alone);
});
