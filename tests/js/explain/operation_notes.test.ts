import assert from "node:assert/strict";
import test from "node:test";
import type { OperationRecord } from "../../../static/src/core/types.ts";
import { lettersOf, noteOn, operandsOf } from "../../../static/src/explain/operation_notes.ts";
import { graphOf, node } from "../support/graphs.ts";

const DIVIDE = {
  name: "divide",
  parameters: ["a", "b"],
  signature: "a / b",
  summary: "The quotient of a value and another.",
  rules: [
    { parameter: "a", plain: "1 / «b»" },
    { parameter: "b", plain: "−«out» / «b»" },
  ],
} as unknown as OperationRecord;
const EXPM1 = {
  name: "expm1",
  parameters: ["x"],
  signature: "expm1(x)",
  summary: "exp(x) − 1, accurate even for tiny x.",
  rules: [{ parameter: "x", plain: "exp(‹x›)" }],
} as unknown as OperationRecord;

const PROGRAM = "c = b + 1\ny = c / (b - 2)";
const GRAPH = graphOf({
  nodes: [
    node(0, { name: "b" }),
    node(1, { role: "constant", span: [8, 9] }),
    node(2, { name: "c", op: "add", inputs: [0, 1], span: [4, 9] }),
    node(3, { role: "constant", span: [23, 24] }),
    node(4, { op: "subtract", inputs: [0, 3], span: [19, 24] }),
    node(5, { name: "y", op: "divide", inputs: [2, 4], span: [14, 25] }),
  ],
});

test("the rules of an operation are written with the operands of its place", () => {
  const note = noteOn(DIVIDE, operandsOf(GRAPH, PROGRAM, DIVIDE, GRAPH.nodes[5]!)!);
  assert.equal(note.signature, "c / (b - 2)");
  assert.deepEqual(note.rules, ["∂/∂c = 1 / (b - 2)", "∂/∂(b - 2) = −y / (b - 2)"]);
  assert.equal(note.summary, "The quotient of a value and another.");
});

test("a place of another operation, or with more operands than the rule has, lends none", () => {
  assert.equal(operandsOf(GRAPH, PROGRAM, EXPM1, GRAPH.nodes[5]!), null);
  assert.equal(operandsOf(GRAPH, PROGRAM, DIVIDE, node(6, { op: "divide", inputs: [0, 1, 2] })), null);
});

test("letters are others than the names of the program", () => {
  assert.deepEqual(noteOn(DIVIDE, lettersOf(DIVIDE, new Set())).rules, ["∂/∂a = 1 / b", "∂/∂b = −out / b"]);
  const note = noteOn(DIVIDE, lettersOf(DIVIDE, new Set(["b", "u", "out"])));
  assert.equal(note.signature, "a / v");
  assert.deepEqual(note.rules, ["∂/∂a = 1 / v", "∂/∂v = −result / v"]);
  const sum = noteOn(EXPM1, { x: "c + 1", out: "y" });
  assert.equal(sum.signature, "expm1(c + 1)");
  assert.equal(sum.summary, "exp(c + 1) − 1, accurate even for tiny (c + 1).");
});
