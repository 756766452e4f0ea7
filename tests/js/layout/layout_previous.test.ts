/** After an edit what remains does not jump: the order of nodes found again by key is kept. */
import assert from "node:assert/strict";
import test from "node:test";
import { layoutGraph } from "../../../static/src/layout/layout.ts";
import type { Layout } from "../../../static/src/layout/types.ts";
import {
  randomExpression,
  randomExpressions,
  requestOf,
  type Sketch,
  Sketcher,
  workedExamples,
} from "../support/layout_graphs.ts";

const sketches = [...workedExamples(), ...randomExpressions()];

/** One leaf and two operations more, one of which uses a value from the middle. */
function extended({ name, nodes }: Sketch): Sketch {
  const on = new Sketcher();
  on.nodes.push(...nodes);
  const last = nodes.length - 1;
  on.op("+", on.op("*", last, on.leaf("new")), Math.floor(last / 2));
  return { name, nodes: on.nodes };
}

/** Pairs of one column that changed places, of those that shared a column before. */
function jumps(before: Layout, after: Layout): number {
  const was = new Map(before.nodes.map((node) => [node.key, node]));
  const stayed = after.nodes.filter(({ key }) => was.has(key));
  let count = 0;
  stayed.forEach((one, index) => {
    for (const other of stayed.slice(0, index)) {
      if (one.rank !== other.rank) continue;
      const [first, second] = [was.get(one.key)!, was.get(other.key)!];
      if (first.rank === second.rank && (one.y - other.y) * (first.y - second.y) < 0) count += 1;
    }
  });
  return count;
}

test("the same graph again stays exactly where it was", () => {
  for (const sketch of sketches) {
    const before = layoutGraph(requestOf(sketch));
    assert.deepEqual(layoutGraph({ ...requestOf(sketch), previous: before }), before, sketch.name);
  }
});

test("an addition leaves all others in their order, at little cost", () => {
  let jumpsAnew = 0;
  for (const sketch of sketches) {
    const before = layoutGraph(requestOf(sketch));
    const request = requestOf(extended(sketch));
    const anew = layoutGraph(request);
    const kept = layoutGraph({ ...request, previous: before });
    jumpsAnew += jumps(before, anew);
    assert.equal(jumps(before, kept), 0, sketch.name);
    assert.ok(kept.crossings <= 1.5 * anew.crossings + 4, `${sketch.name}: ${kept.crossings} instead of ${anew.crossings}`);
  }
  assert.ok(jumpsAnew > 100, "without the layout before, much would jump");
});

test("the order is kept by key, whatever the ids, and in the other direction", () => {
  const sketch = randomExpression(30, 4);
  const before = layoutGraph(requestOf(sketch));
  const request = requestOf(sketch, "down");
  const renumbered = {
    ...request,
    nodes: request.nodes.map((node) => ({ ...node, id: node.id + 1000 })),
    edges: request.edges.map((edge) => ({ ...edge, source: edge.source + 1000, target: edge.target + 1000 })),
    previous: before,
  };
  const after = layoutGraph(renumbered);
  const turned = { ...after, nodes: after.nodes.map((node) => ({ ...node, x: node.y, y: node.x })) };
  assert.equal(jumps(before, turned), 0);
});

test("an order that has come to cross far more than need be is given up", () => {
  const sketch = randomExpression(60, 2);
  const request = requestOf(sketch);
  const best = layoutGraph(request);
  // A picture with every column upside down at random is no order worth keeping.
  const muddled = { ...best, nodes: best.nodes.map((node) => ({ ...node, y: (node.id * 7919) % 1009 })), edges: [] };
  assert.equal(layoutGraph({ ...request, previous: muddled }).crossings, best.crossings);
});

test("a layout of another graph altogether changes nothing", () => {
  const request = requestOf(randomExpression(40, 3));
  const other = requestOf(randomExpression(40, 8));
  const previous = layoutGraph({ ...other, nodes: other.nodes.map((node) => ({ ...node, key: `other ${node.id}` })) });
  assert.deepEqual(layoutGraph({ ...request, previous }), layoutGraph(request));
});
