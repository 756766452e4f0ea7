/** A few graphs as the server sends them, with their programs and the operations' records they need: known numbers for the tests of the view. */
import type { Graph, OperationRecord, OperationRule } from "../../../static/src/core/types.ts";
import { edge, graphOf, node } from "./graphs.ts";

/** a*a + a at a = 3: two wires from a to the product, three arrivals at a. */
export const SQUARE_PROGRAM = "a = 3\ny = a*a + a";
export const SQUARE: Graph = graphOf({
  output: 2,
  value: 12,
  gradients: { a: 7 },
  nodes: [
    node(0, { name: "a", data: 3, grad: 7, span: [0, 1] }),
    node(1, { op: "multiply", inputs: [0, 0], role: "intermediate", data: 9, grad: 1, span: [10, 13] }),
    node(2, { name: "y", op: "add", inputs: [1, 0], role: "output", data: 12, grad: 1, span: [10, 17] }),
  ],
  edges: [
    edge(0, 0, 1, 0, { local: 3, contribution: 3, how: "scale" }),
    edge(1, 0, 1, 1, { local: 3, contribution: 3, how: "scale" }),
    edge(2, 1, 2, 0, { local: 1, contribution: 1, how: "copy" }),
    edge(3, 0, 2, 1, { local: 1, contribution: 1, how: "copy" }),
  ],
  steps: [
    { phase: "forward", node: 1 },
    { phase: "forward", node: 2 },
    { phase: "backward", node: 2, total: 1 },
    { phase: "backward", edge: 2, total: 1 },
    { phase: "backward", edge: 3, total: 1 },
    { phase: "backward", edge: 0, total: 4 },
    { phase: "backward", edge: 1, total: 7 },
  ],
});

/** relu(x) - 2 at x = -1: the gradient of x is stopped, and the constant has none. */
export const BLOCKED_PROGRAM = "x = -1\ny = relu(x) - 2";
export const BLOCKED: Graph = graphOf({
  output: 3,
  value: -2,
  gradients: { x: 0 },
  nodes: [
    node(0, { name: "x", data: -1, grad: 0, span: [0, 1] }),
    node(1, { op: "relu", inputs: [0], role: "intermediate", data: 0, grad: 1, span: [11, 18] }),
    node(2, { role: "constant", data: 2, span: [21, 22] }),
    node(3, { name: "y", op: "subtract", inputs: [1, 2], role: "output", data: -2, grad: 1, span: [11, 22] }),
  ],
  edges: [
    edge(0, 0, 1, 0, { local: 0, contribution: 0, how: "route" }),
    edge(1, 1, 3, 0, { local: 1, contribution: 1, how: "copy" }),
    edge(2, 2, 3, 1),
  ],
  steps: [
    { phase: "forward", node: 1 },
    { phase: "forward", node: 3 },
    { phase: "backward", node: 3, total: 1 },
    { phase: "backward", edge: 1, total: 1 },
    { phase: "backward", edge: 0, total: 0 },
  ],
});

/** b stretched over two numbers: its contribution arrives, and is then summed over the axis. */
export const STRETCHED_PROGRAM = "y = x + b";
export const STRETCHED: Graph = graphOf({
  output: 2,
  value: [2, 3],
  nodes: [
    node(0, { name: "x", shape: [2], data: [1, 2], grad: [1, 1], span: [4, 5] }),
    node(1, { name: "b", data: 1, grad: 2, span: [8, 9] }),
    node(2, { name: "y", op: "add", inputs: [0, 1], role: "output", shape: [2], data: [2, 3], grad: [1, 1], span: [4, 9] }),
  ],
  edges: [
    edge(0, 0, 2, 0, { local: 1, contribution: [1, 1], how: "copy" }),
    edge(1, 1, 2, 1, { local: 1, contribution: 2, how: "sum-over-axes" }),
  ],
  steps: [
    { phase: "forward", node: 2 },
    { phase: "backward", node: 2, total: [1, 1] },
    { phase: "backward", edge: 0, total: [1, 1] },
    { phase: "backward", edge: 1, total: null, arriving: true },
    { phase: "backward", edge: 1, total: 2 },
  ],
});

/** A sum of many squares of one input each: wide enough that playing it frame by frame would take too long. */
export function wideGraph(width: number): Graph {
  const leaves = Array.from({ length: width }, (_, id) => node(id, { name: `x${id}`, data: 1, grad: 2 }));
  const squares = leaves.map((_, id) =>
    node(width + id, { op: "multiply", inputs: [id, id], role: "intermediate", data: 1, grad: 1 }),
  );
  const edges = squares.flatMap((square, id) =>
    [0, 1].map((slot) => edge(2 * id + slot, id, square.id, slot, { local: 1, contribution: 1, how: "scale" })),
  );
  return graphOf({
    output: 2 * width - 1,
    nodes: [...leaves, ...squares],
    edges,
    steps: [
      ...squares.map(({ id }) => ({ phase: "forward" as const, node: id })),
      { phase: "backward" as const, node: 2 * width - 1, total: 1 },
      ...edges.map(({ id, slot }) => ({ phase: "backward" as const, edge: id, total: 1 + slot })),
    ],
  });
}

function rule(parameter: string, text: string, plain: string, how: OperationRule["how"] = "scale"): OperationRule {
  return { parameter, text, latex: plain, plain, how };
}

function record(name: string, glyph: string, plain: string, commutes: boolean, rules: OperationRule[]): OperationRecord {
  const parameters = rules.map(({ parameter }) => parameter);
  return {
    name,
    glyph,
    family: "arithmetic",
    parameters,
    commutes,
    signature: name,
    spellings: [name],
    latex: plain,
    plain,
    rules,
    why: "",
    summary: "",
    domain: null,
    convention: null,
  };
}

export const RECORDS: readonly OperationRecord[] = [
  record("add", "+", "«a» + «b»", true, [rule("a", "1", "1", "copy"), rule("b", "1", "1", "copy")]),
  record("subtract", "−", "«a» − «b»", false, [rule("a", "1", "1", "copy"), rule("b", "-1", "−1")]),
  record("multiply", "×", "«a» × «b»", true, [rule("a", "b", "‹b›"), rule("b", "a", "‹a›")]),
  record("relu", "relu", "relu(‹x›)", false, [rule("x", "where(x > 0, 1, 0)", "1 or 0", "route")]),
];
