import assert from "node:assert/strict";
import test from "node:test";
import type { Graph, GraphEdge } from "../../../static/src/core/types.ts";
import { foremost, markOf, reasonOf, reasonOfEdge, received, sent } from "../../../static/src/explain/contributions.ts";
import { buildSchedule } from "../../../static/src/timeline/schedule.ts";
import { edge, graphOf, node } from "../support/graphs.ts";
import { SQUARE } from "../support/sample_graphs.ts";

const call = (id: number): string => SQUARE.nodes[id]!.name ?? `node ${id}`;

test("contributions are listed as they arrive, each from where the sum stood to where it stands", () => {
  const entries = received(buildSchedule(SQUARE), 0, 6);
  assert.deepEqual(
    entries.map(({ edge: { id }, from, to, landed }) => [id, from, to, landed]),
    [
      [3, 0, 1, true],
      [0, 1, 4, true],
      [1, 4, 7, false],
    ],
  );
});

test("what a node sends is listed slot by slot, two slots of the same input apart", () => {
  const entries = sent(buildSchedule(SQUARE), 1, 6);
  assert.deepEqual(
    entries.map(({ edge: { slot }, to, landed }) => [slot, to, landed]),
    [
      [0, 3, true],
      [1, 3, false],
    ],
  );
});

test("of many contributions those of most weight are shown, in the order of arrival, and the newest whatever its weight", () => {
  const entries = [1e-9, 0.5, 2, -3, 1e-8, 9].map((contribution, id) => ({
    ...{ edge: edge(id, 0, 1, 0, { contribution }), from: null, to: null },
    landed: id < 5,
  }));
  const idsOf = (kept: number | null): number[][] => {
    const [shown, others] = foremost(entries, 3, [kept]);
    return [shown, others].map((list) => list.map(({ edge: { id } }) => id));
  };
  assert.deepEqual(idsOf(null), [
    [1, 2, 3],
    [0, 4, 5],
  ]);
  assert.deepEqual(idsOf(4), [
    [2, 3, 4],
    [0, 1, 5],
  ]);
});

test("nodes of the same name are set apart by their iteration, else by a number", () => {
  const groups = [0, 1].map((id) => ({ id, parent: null, kind: "iteration" as const, name: `i = ${id}`, span: null }));
  const nodes = [0, 1, null, null].map((group, id) => node(id, { group }));
  const graph = graphOf({ nodes, groups });
  assert.deepEqual(
    [0, 1].map((id) => markOf(graph, id, [0, 1])),
    [" (i\u00a0=\u00a00)", " (i\u00a0=\u00a01)"],
  );
  assert.deepEqual(
    [2, 3].map((id) => markOf(graph, id, [2, 3])),
    [" #1", " #2"],
  );
  assert.equal(markOf(graph, 1, [1]), "");
});

test("the output's one is explained, an ordinary gradient is not", () => {
  assert.match(reasonOf(SQUARE, 2, call)!, /It is the output/);
  assert.equal(reasonOf(SQUARE, 0, call), null);
});

test("of an array that is too large to be shown, its range and norm are said, and not that no gradient travels", () => {
  const summary = {
    ...{ shape: [40, 60], dtype: "float32", device: "cpu", min: -1.5, max: 2, mean: 0, norm: 10, zeros: 0, nonfinite: 0 },
    histogram: { from: -1.5, to: 2, counts: [] },
  };
  const nodes = SQUARE.nodes.map((each) => (each.id === 0 ? { ...each, grad: null, summary: { grad: summary } } : each));
  const edges = SQUARE.edges.map((each) => (each.source === 0 ? { ...each, contribution: null, summary } : each));
  const graph = { ...SQUARE, nodes, edges };
  const sentence = "An array of shape (40, 60), too large to store: from −1.5 to 2, with mean 0 and norm 10.";
  assert.equal(reasonOf(graph, 0, call), sentence);
  assert.equal(reasonOfEdge(graph, edges.find(({ source }) => source === 0)!, call), sentence);
  const broken = nodes.map((each) => (each.id === 0 ? { ...each, summary: { grad: { ...summary, nonfinite: 0.125 } } } : each));
  const flat = nodes.map((each) => (each.id === 0 ? { ...each, summary: { grad: { ...summary, zeros: 0.25 } } } : each));
  assert.equal(reasonOf({ ...graph, nodes: flat }, 0, call), `${sentence} 25% of its elements are 0.`);
  const more = `${sentence} 12.5% of its elements are NaN or infinite.`;
  assert.equal(reasonOf({ ...graph, nodes: broken }, 0, call), more);
});

/** x used by one operation, whose edge is as given. */
function used(op: string, rest: Partial<GraphEdge>, extra: Partial<Graph> = {}): Graph {
  return graphOf({
    output: 2,
    nodes: [
      node(0, { name: "x", grad: 0 }),
      node(1, { name: "w", data: 0 }),
      node(2, { name: "y", op, inputs: op === "multiply" || op === "maximum" ? [0, 1] : [0], role: "output", grad: 1 }),
    ],
    edges: [edge(0, 0, 2, 0, { contribution: 0, local: 0, how: "scale", ...rest })],
    ...extra,
  });
}

test("of an edge it is said why nothing travels it, or nothing but 0, or what is not finite", () => {
  const why = (graph: Graph): string | null => reasonOfEdge(graph, graph.edges[0]!, (id) => graph.nodes[id]!.name ?? "2");
  assert.match(why(used("relu", { how: "route" }))!, /blocks the gradient: its local derivative is 0/);
  assert.equal(why(used("sin", { contribution: 3, local: 3 })), null);
  const constant = used("multiply", { contribution: null, local: null, how: null });
  assert.equal(
    why({ ...constant, nodes: [node(0, { role: "constant" }), ...constant.nodes.slice(1)] }),
    "No gradient reaches `2`. A constant cannot change, so no gradient is computed for it.",
  );
  const infinite = { contribution: "Infinity", local: "Infinity" } as const;
  assert.equal(why(used("log", infinite)), "The local derivative of `y` is not finite here.");
  const upstream = (grad: Graph["nodes"][0]["grad"], rest: Partial<GraphEdge>): Graph => {
    const graph = used("log", rest);
    return { ...graph, nodes: graph.nodes.map((each) => (each.id === 2 ? { ...each, grad } : each)) };
  };
  assert.match(why(upstream(0, { contribution: "NaN", local: "Infinity" }))!, /0 × ∞ is undefined/);
  assert.match(why(upstream("NaN", { contribution: "NaN", local: 1 }))!, /The gradient at `y` is already not finite/);
  assert.match(why(upstream(1e300, { contribution: "Infinity", local: 1e300 }))!, /too large to represent/);
});

test("a zero is explained by what made it", () => {
  const why = (graph: Graph): string | null => reasonOf(graph, 0, (id) => graph.nodes[id]!.name!);
  assert.match(why(used("relu", { how: "route" }))!, /blocks the gradient: its local derivative is 0/);
  assert.match(why(used("maximum", { how: "route" }))!, /picked another input/);
  assert.match(why(used("multiply", {}))!, /multiplied by `w`, which is 0/);
  assert.match(why(used("sin", {}))!, /local derivative of `y` with respect to `x` is 0/);
  assert.match(why(used("exp", { local: 1e-300 }))!, /too small/);
});

test("a zero that is passed on is explained by where it comes from", () => {
  const graph = graphOf({
    output: 2,
    nodes: [
      node(0, { name: "x", grad: 0 }),
      node(1, { name: "h", op: "exp", inputs: [0], grad: 0 }),
      node(2, { op: "relu", inputs: [1], grad: 1 }),
    ],
    edges: [
      edge(0, 0, 1, 0, { contribution: 0, local: 2, how: "scale" }),
      edge(1, 1, 2, 0, { contribution: 0, local: 0, how: "route" }),
    ],
  });
  assert.match(
    reasonOf(graph, 0, (id) => graph.nodes[id]!.name ?? "y")!,
    /^The gradient that arrives at `h` is 0.*`y` blocks the gradient/,
  );
});

test("contributions that cancel are told apart from contributions that are zero", () => {
  const graph = graphOf({
    output: 1,
    nodes: [node(0, { name: "x", grad: 0 }), node(1, { op: "subtract", inputs: [0, 0], grad: 1 })],
    edges: [
      edge(0, 0, 1, 0, { contribution: 1, local: 1, how: "copy" }),
      edge(1, 0, 1, 1, { contribution: -1, local: -1, how: "scale" }),
    ],
  });
  assert.match(reasonOf(graph, 0, String)!, /cancel out/);
});

test("a constant has no gradient, and that is said", () => {
  const graph = graphOf({ output: 1, nodes: [node(0, { role: "constant" }), node(1, { op: "exp", inputs: [0], grad: 1 })] });
  assert.match(reasonOf(graph, 0, String)!, /constant cannot change/);
});
