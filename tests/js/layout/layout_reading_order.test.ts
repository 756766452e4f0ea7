/** What reads first in the program is drawn first, where no wire crosses for it. */
import assert from "node:assert/strict";
import test from "node:test";
import { layoutGraph } from "../../../static/src/layout/layout.ts";
import { requestOf, Sketcher } from "../support/layout_graphs.ts";

/** The labels of the leaves, from top to bottom, or from left to right. */
function leaves(on: Sketcher, direction: "right" | "down"): string[] {
  const { nodes } = layoutGraph({ ...requestOf({ name: "", nodes: on.nodes }), direction });
  const across = direction === "down" ? "x" : "y";
  return nodes
    .filter(({ id }) => on.nodes[id]!.inputs.length === 0)
    .sort((one, other) => one[across] - other[across])
    .map(({ id }) => on.nodes[id]!.label);
}

for (const direction of ["right", "down"] as const) {
  test(`inputs of sums and products are in the order of the program, ${direction}`, () => {
    const on = new Sketcher();
    const [a, b, c, f] = ["a", "b", "c", "f"].map((name) => on.leaf(name)) as [number, number, number, number];
    on.op("*", f, on.op("+", c, on.op("*", b, a)));
    assert.deepEqual(leaves(on, direction), ["a", "b", "c", "f"]);
  });

  test(`weighted inputs stay beside their weights, in the order of the inputs, ${direction}`, () => {
    const on = new Sketcher();
    const [x1, x2, w1, w2] = ["x1", "x2", "w1", "w2"].map((name) => on.leaf(name)) as [number, number, number, number];
    on.op("+", on.op("*", w2, x2), on.op("*", w1, x1));
    assert.deepEqual(leaves(on, direction), ["x1", "w1", "x2", "w2"]);
  });

  test(`where the order of inputs means something they stay in it, ${direction}`, () => {
    const on = new Sketcher();
    const [a, b] = [on.leaf("a"), on.leaf("b")];
    on.op("-", b, a);
    assert.deepEqual(leaves(on, direction), ["b", "a"]);
  });
}
