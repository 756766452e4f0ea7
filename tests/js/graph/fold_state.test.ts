import assert from "node:assert/strict";
import test from "node:test";
import type { Graph } from "../../../static/src/core/types.ts";
import { createFoldings, withFolds } from "../../../static/src/view/graph/fold_state.ts";
import { graphOf, node } from "../support/graphs.ts";

/** Calls of three values each: enough of them open folded. */
function calls(count: number): Graph {
  const nodes = [
    node(0),
    ...Array.from({ length: 3 * count }, (_, at) =>
      node(at + 1, { op: "negate", inputs: [at], role: "intermediate", group: Math.floor(at / 3) }),
    ),
  ];
  const groups = Array.from({ length: count }, (_, id) => ({
    id,
    parent: null,
    kind: "call" as const,
    name: `f${id}`,
    span: null,
  }));
  return graphOf({ nodes, groups, output: 3 * count });
}

const openOf = (folding: { isOpen: Uint8Array }): number => folding.isOpen.reduce((sum, each) => sum + each, 0);

test("all of a graph is folded and unfolded as one choice, which holds while it is edited", () => {
  const foldingOf = createFoldings();
  const graph = calls(60);
  const { tree } = foldingOf(graph, "p", {});
  const all = withFolds({}, tree.groups, true, tree.groups.length);
  assert.deepEqual(all, { "*": true });
  assert.equal(openOf(foldingOf(graph, "p", all)), tree.groups.length);
  const edited = foldingOf(calls(70), "p and more", all);
  assert.equal(openOf(edited), edited.tree.groups.length);
  const one = withFolds(all, [tree.groups.at(-1)!], false, tree.groups.length);
  assert.equal(openOf(foldingOf(graph, "p", one)), tree.groups.length - 1);
});

test("a much larger graph opens as it does by itself", () => {
  const foldingOf = createFoldings();
  const all = { "*": true };
  assert.equal(openOf(foldingOf(calls(3), "p", all)), 3);
  const large = foldingOf(calls(300), "q", all);
  assert.ok(openOf(large) < large.tree.groups.length / 2);
});
