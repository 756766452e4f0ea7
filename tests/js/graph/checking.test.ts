/** Data that is no graph is refused with a sentence; what is read is what was there. */
import assert from "node:assert/strict";
import test from "node:test";
import { GraphError, readGraph } from "../../../static/src/graph/checking.ts";

const node = (id: number, inputs: number[], more: object = {}) => ({
  id,
  name: null,
  op: inputs.length > 0 ? "multiply" : null,
  role: inputs.length > 0 ? "output" : "input",
  inputs,
  shape: [],
  data: 1,
  grad: 1,
  span: null,
  ...more,
});
const edge = (id: number, source: number, target: number, slot: number, more: object = {}) => ({
  id,
  source,
  target,
  slot,
  local: 1,
  contribution: 1,
  how: "scale",
  ...more,
});
const SQUARE = {
  output: 1,
  value: 1,
  gradients: { a: 2 },
  nodes: [node(0, []), node(1, [0, 0])],
  edges: [edge(0, 0, 1, 0), edge(1, 0, 1, 1)],
  steps: [
    { phase: "forward", node: 1 },
    { phase: "backward", node: 1, total: 1 },
    { phase: "backward", edge: 0, total: 1 },
    { phase: "backward", edge: 1, total: 2 },
  ],
  mentions: [[0, 1, 0]],
  problems: [{ code: "x", severity: "info", message: "m", hint: null, span: null }],
};

const refusal = (data: unknown): string => {
  try {
    readGraph(data, "a*a");
  } catch (error) {
    assert.ok(error instanceof GraphError);
    return error.message;
  }
  return "";
};

test("a graph is read from an object and from its text", () => {
  for (const data of [SQUARE, JSON.stringify(SQUARE)]) {
    const read = readGraph(data, "a*a");
    assert.deepEqual(read.nodes, SQUARE.nodes);
    assert.deepEqual(read.edges, SQUARE.edges);
    assert.deepEqual(read.steps, SQUARE.steps);
    assert.deepEqual(read.problems, SQUARE.problems);
  }
});

const changed = (change: object): object => ({ ...SQUARE, ...change });
const nodesWith = (place: number, change: object) =>
  changed({ nodes: SQUARE.nodes.map((each, at) => (at === place ? { ...each, ...change } : each)) });
const edgesWith = (change: object) => changed({ edges: [{ ...SQUARE.edges[0], ...change }, SQUARE.edges[1]] });
const stepsWith = (step: unknown) => changed({ steps: [...SQUARE.steps, step] });

const SUMMARY = {
  shape: [40, 60],
  dtype: "float32",
  device: "cpu",
  min: -1,
  max: 1,
  mean: 0,
  norm: null,
  zeros: 0,
  nonfinite: 0.5,
  histogram: { from: -1, to: 1, counts: [3, 0], counted_every: 7 },
};

test("summaries of large arrays are read", () => {
  const graph = nodesWith(0, { data: null, grad: null, summary: { data: SUMMARY, grad: SUMMARY } });
  assert.deepEqual(readGraph(graph, "a*a").nodes[0]!.summary, { data: SUMMARY, grad: SUMMARY });
  assert.deepEqual(readGraph(edgesWith({ contribution: null, summary: SUMMARY }), "a*a").edges[0]!.summary, SUMMARY);
});

const REFUSED: readonly (readonly [string, unknown, RegExp])[] = [
  ["half a text", JSON.stringify(SQUARE).slice(0, 200), /incomplete: it is not valid JSON/],
  ["nothing", "null", /not a graph/],
  ["a list", [], /not a graph/],
  ["without nodes", changed({ nodes: [] }), /no nodes/],
  ["without edges", changed({ edges: undefined }), /no list `edges`/],
  ["steps that are no list", changed({ steps: "abc" }), /no list `steps`/],
  [
    "a million edges",
    changed({ edges: Array.from({ length: 1_000_000 }) }),
    /`edges` of this graph has 1,000,000 entries; the player shows at most 200,000/,
  ],
  ["a node that is its own input", nodesWith(1, { inputs: [1, 0] }), /Entry 1 of `nodes`/],
  ["nodes that go round in a circle", changed({ nodes: [node(0, [1]), node(1, [0])] }), /Entry 0 of `nodes`/],
  ["a node with another number", nodesWith(0, { id: 5 }), /Entry 0 of `nodes`/],
  ["a name that is no text", nodesWith(0, { name: { toString: "x" } }), /Entry 0 of `nodes`/],
  ["an unknown role", nodesWith(0, { role: "__proto__" }), /Entry 0 of `nodes`/],
  ["data that is a text", nodesWith(0, { data: "<b>1</b>" }), /Entry 0 of `nodes`/],
  ["a group that is not there", nodesWith(0, { group: 0 }), /Entry 0 of `nodes`/],
  ["an edge from nowhere", edgesWith({ source: 7 }), /Entry 0 of `edges`/],
  ["an edge against the inputs", edgesWith({ target: 0 }), /Entry 0 of `edges`/],
  ["a step of no edge", stepsWith({ phase: "backward", edge: 2, total: 1 }), /Entry 4 of `steps`/],
  ["a step of nothing", stepsWith({ phase: "backward" }), /Entry 4 of `steps`/],
  ["a step that is null", stepsWith(null), /Entry 4 of `steps`/],
  [
    "a pass that is not there",
    stepsWith({ phase: "tangent", node: 1, direction: 0, tangent: 1, terms: [] }),
    /Entry 4 of `steps`/,
  ],
  ["an output that is not there", changed({ output: 2 }), /`output` does not name a node of this graph/],
  ["no output", changed({ output: undefined }), /`output` does not name a node of this graph/],
  ["a summary that is a text", nodesWith(0, { summary: "<b>" }), /Entry 0 of `nodes`/],
  ["a summary of texts", nodesWith(0, { data: null, summary: { data: { ...SUMMARY, min: "<b>" } } }), /Entry 0 of `nodes`/],
  ["a share above 1", nodesWith(0, { grad: null, summary: { grad: { ...SUMMARY, nonfinite: 2 } } }), /Entry 0 of `nodes`/],
  ["a summary without histogram", edgesWith({ summary: { ...SUMMARY, histogram: null } }), /Entry 0 of `edges`/],
  [
    "a sample of every 0th element",
    edgesWith({ summary: { ...SUMMARY, histogram: { ...SUMMARY.histogram, counted_every: 0 } } }),
    /Entry 0 of `edges`/,
  ],
  ["a mention of no node", changed({ mentions: [[0, 1, 9]] }), /Entry 0 of `mentions`/],
  [
    "a group within itself",
    changed({ groups: [{ id: 0, parent: 0, kind: "call", name: "f", span: null }] }),
    /Entry 0 of `groups`/,
  ],
];

for (const [name, data, sentence] of REFUSED) {
  test(`refused: ${name}`, () => assert.match(refusal(data), sentence));
}

test("without a text, places in it are left out", () => {
  const graph = nodesWith(1, { span: [0, 3] });
  assert.deepEqual([readGraph(graph, "").nodes[1]!.span, readGraph(graph, "").mentions], [null, []]);
  assert.deepEqual(readGraph(graph, "a*a").nodes[1]!.span, [0, 3]);
});

test("what has nothing to do with the drawing is not read", () => {
  const more = { own_engine: { verdict: 1 }, redactedFrom: "x", costs: { reverse: 1 }, problems: [1, { message: 2 }] };
  const read = readGraph({ ...SQUARE, ...more }, "a*a");
  assert.deepEqual([read.own_engine, read.redactedFrom, read.costs, read.problems], [undefined, undefined, undefined, []]);
});
