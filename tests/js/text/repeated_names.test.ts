import assert from "node:assert/strict";
import test from "node:test";
import { nodeTitle, shortTitle } from "../../../static/src/graph/places.ts";
import { assignedText, numbered, operandOf, variablesIn } from "../../../static/src/text/repeated_names.ts";
import { graphOf, node } from "../support/graphs.ts";

const namesIn = (text: string): string[] => variablesIn(text).map(({ name }) => name);

test("functions that are called, named parameters and words of the language are no variables", () => {
  assert.deepEqual(namesIn("tanh(x)*m.w + x.mean(axis=0) if not c else 1e5"), ["x", "m.w", "x", "c"]);
  assert.deepEqual(namesIn("a == b"), ["a", "b"]);
});

test("variables are numbered in the order in which they are read", () => {
  const [first, second] = [operandOf("d", "₁"), operandOf("d", "₂")];
  assert.equal(numbered("d + c", [first, operandOf("c", "")]), "d₁ + c");
  assert.equal(numbered("d*d", [first, second]), "d₁*d₂");
  assert.equal(numbered("torch.tanh(d)", [first]), "torch.tanh(d₁)");
  assert.equal(numbered("w - lr*w", [operandOf("w#2", ""), operandOf("lr", ""), operandOf("w#2", "")]), "w#2 - lr*w#2");
});

test("what a parameter is called is not what was handed over: nothing is numbered by its name alone", () => {
  assert.equal(numbered("x - d", [operandOf("d", "₁"), operandOf("x", "₂")]), "x - d");
  assert.equal(numbered("x - d + x", [operandOf("x", "₂")]), "x - d + x");
});

test("a single variable is numbered also where an operation reads more than what is written", () => {
  assert.equal(
    numbered("self.fc1(x)", [operandOf("x", "₁"), operandOf("fc1.weight", ""), operandOf("fc1.bias", "")]),
    "self.fc1(x₁)",
  );
  assert.equal(numbered("x + x", [operandOf("x", "₁"), operandOf("x", "₂"), operandOf("y", "")]), "x + x");
});

test("an augmented assignment is what it computes, in parentheses where they are needed", () => {
  assert.equal(assignedText("s₁ += 3*s₁"), "s₁ + 3*s₁");
  assert.equal(assignedText("s₁ *= s₁ - 1"), "s₁ * (s₁ - 1)");
  assert.equal(assignedText("s₁ == 3"), "s₁ == 3");
});

test("the title of what has no name holds the names of the cards", () => {
  const program = "d = a*b\nd = d*2 + c";
  const graph = graphOf({
    nodes: [
      node(0, { name: "a" }),
      node(1, { name: "b" }),
      node(2, { name: "d", op: "multiply", inputs: [0, 1], span: [4, 7] }),
      node(3, { role: "constant", span: [14, 15] }),
      node(4, { op: "multiply", inputs: [2, 3], span: [12, 15] }),
      node(5, { name: "c" }),
      node(6, { name: "d", op: "add", inputs: [4, 5], span: [12, 19] }),
    ],
  });
  assert.deepEqual(
    [2, 4, 6].map((id) => nodeTitle(graph, program, id)),
    ["d₁", "d₁*2", "d₂"],
  );
  assert.equal(shortTitle(graph, program, 4, 3), "d₁…");
});
