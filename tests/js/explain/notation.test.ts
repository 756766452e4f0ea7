import assert from "node:assert/strict";
import test from "node:test";
import type { OperationRecord } from "../../../static/src/core/types.ts";
import { recordsByName } from "../../../static/src/explain/captions.ts";
import { nameToLatex } from "../../../static/src/explain/names_in_latex.ts";
import { createNotation, valueFormula } from "../../../static/src/explain/notation.ts";
import { edge, graphOf, node } from "../support/graphs.ts";

const RULE = { how: "scale", text: "" } as const;
const RECORDS = recordsByName([
  {
    name: "multiply",
    parameters: ["a", "b"],
    latex: "«a» \\cdot «b»",
    plain: "«a» × «b»",
    rules: [
      { ...RULE, parameter: "a", latex: "‹b›", plain: "‹b›" },
      { ...RULE, parameter: "b", latex: "‹a›", plain: "‹a›" },
    ],
  },
  {
    name: "tanh",
    parameters: ["x"],
    latex: "\\tanh\\left(‹x›\\right)",
    plain: "tanh(‹x›)",
    rules: [{ ...RULE, parameter: "x", latex: "1 - {«out»}^{2}", plain: "1 − «out»²" }],
  },
  {
    name: "matmul",
    parameters: ["a", "b"],
    latex: "«a» \\, «b»",
    plain: "«a» @ «b»",
    rules: [
      { how: "adjoint", text: "", parameter: "a", latex: "«G» \\, {«b»}^{\\top}", plain: "«G» @ transpose(‹b›)" },
      { how: "adjoint", text: "", parameter: "b", latex: "{«a»}^{\\top} \\, «G»", plain: "transpose(‹a›) @ «G»" },
    ],
  },
] as unknown as OperationRecord[]);

const PROGRAM = "o = tanh(x1*w1)";
const GRAPH = graphOf({
  output: 3,
  nodes: [
    node(0, { name: "x1", data: 2 }),
    node(1, { name: "w1", data: -3 }),
    node(2, { op: "multiply", inputs: [0, 1], data: -6, span: [9, 14] }),
    node(3, { name: "o", op: "tanh", inputs: [2], data: -1 }),
  ],
});
const NOTATION = createNotation(GRAPH, PROGRAM, RECORDS);

test("names are written as in a textbook", () => {
  assert.equal(nameToLatex("x"), "x");
  assert.equal(nameToLatex("x12"), "x_{12}");
  assert.equal(nameToLatex("w_i"), "w_{i}");
  assert.equal(nameToLatex("y_hat_1"), "\\hat{y}_{1}");
  assert.equal(nameToLatex("theta_bar"), "\\bar{\\theta}");
  assert.equal(nameToLatex("red_hat"), "\\mathrm{red\\_hat}");
  assert.equal(nameToLatex("alpha"), "\\alpha");
  assert.equal(nameToLatex("loss"), "\\mathrm{loss}");
  assert.equal(nameToLatex("my_long_name"), "\\mathrm{my\\_long\\_name}");
});

test("a node without a name is written as the expression it is", () => {
  assert.deepEqual(NOTATION.node(2), { latex: "x_{1} \\cdot w_{1}", plain: "x1*w1" });
  assert.equal(NOTATION.expression(3)!.latex, "\\tanh\\left(x_{1} \\cdot w_{1}\\right)");
});

test("numbers are put in with parentheses around a sign", () => {
  assert.deepEqual(NOTATION.substituted(2), { latex: "2 \\cdot \\left(-3\\right)", plain: "2 × (−3)" });
});

test("a rule is written with letters and with numbers, the output among them", () => {
  assert.deepEqual(NOTATION.rule(edge(0, 0, 2, 0)), { latex: "w_{1}", plain: "w1" });
  assert.equal(NOTATION.rule(edge(2, 2, 3, 0))!.plain, "1 − o²");
  assert.equal(NOTATION.ruleSubstituted(edge(2, 2, 3, 0))!.plain, "1 − (−1)²");
});

test("a derivative names what changes above what is changed", () => {
  assert.deepEqual(NOTATION.derivative(3, 0), { latex: "\\dfrac{\\partial o}{\\partial x_{1}}", plain: "∂o/∂x1" });
  assert.equal(NOTATION.derivative(2, 0).plain, "∂(x1*w1)/∂x1");
});

test("the gradient of a tensor is named as that of the sum of its elements", () => {
  const nodes = [node(0, { name: "x", shape: [2] }), node(1, { name: "y", op: "tanh", inputs: [0], shape: [2] })];
  const notation = createNotation(graphOf({ output: 1, nodes }), "", RECORDS);
  assert.equal(notation.derivative(1, 0).plain, "∂Σy/∂x");
  assert.match(notation.derivative(1, 0).latex, /\\partial \\textstyle\\sum y/);
});

test("a label that is an expression is written as one, and bracketed like one", () => {
  const graph = graphOf({ output: 1, nodes: [node(0, { name: "x1" }), node(1, { name: "x1*w1", op: "tanh", inputs: [0] })] });
  const labelled = createNotation(graph, "", RECORDS);
  assert.equal(labelled.node(1).latex, "x_{1} \\cdot w_{1}");
  assert.match(labelled.derivative(1, 0).latex, /\\partial \\left\(x_\{1\} \\cdot w_\{1\}\\right\)/);
});

test("a long dotted name is written as on its card, so that two of them fit into a line", () => {
  const graph = graphOf({
    output: 2,
    nodes: [
      node(0, { name: "model.layers[0].neurons[1].w[0]", data: 2 }),
      node(1, { name: "learning_rate_of_the_second_layer", data: -3 }),
      node(2, { op: "multiply", inputs: [0, 1], data: -6, span: [0, 31] }),
    ],
  });
  const notation = createNotation(graph, "model.layers[0].neurons[1].w[0]*x", RECORDS);
  assert.deepEqual(notation.node(0), { latex: "\\mathrm{m.l[0].n[1].w[0]}", plain: "m.l[0].n[1].w[0]" });
  assert.equal(notation.node(1).latex, "\\mathrm{learning\\_rate\\_of\\_the\\_second\\_layer}");
});

test("a leaf has no expression", () => {
  assert.equal(NOTATION.expression(0), null);
});

test("formulas stay short however deep the graph is", () => {
  const depth = 20_000;
  const nodes = [
    node(0, { name: "x" }),
    ...Array.from({ length: depth }, (_, index) => node(index + 1, { op: "tanh", inputs: [index] })),
  ];
  const deep = createNotation(graphOf({ nodes, output: depth }), "", RECORDS);
  assert.ok(deep.expression(depth)!.latex.length < 200);
});

test("a small tensor is written out, a large one by its shape", () => {
  assert.equal(
    valueFormula([
      [1, -2],
      [0.5, "NaN"],
    ]).latex,
    "\\begin{bmatrix} 1 & -2 \\\\ 0.5 & \\mathrm{NaN} \\end{bmatrix}",
  );
  assert.equal(valueFormula([1, 2]).latex, "\\begin{bmatrix} 1 \\\\ 2 \\end{bmatrix}");
  const large = Array.from({ length: 7 }, () => [1, 2]);
  assert.equal(valueFormula(large).latex, "\\text{(7, 2)}");
  assert.equal(valueFormula([[[1]]]).latex, "\\text{(1, 1, 1)}");
});

test("the rule of a linear map is written over the upstream gradient, and filled with it", () => {
  const graph = graphOf({
    output: 2,
    nodes: [
      node(0, { name: "A", data: [[1, 2]] }),
      node(1, { name: "x", data: [3, 4] }),
      node(2, { name: "y", op: "matmul", inputs: [0, 1], data: [11], grad: [5] }),
    ],
  });
  const notation = createNotation(graph, "", RECORDS);
  assert.equal(notation.rule(edge(0, 0, 2, 0))!.plain, "G @ transpose(x)");
  assert.equal(notation.ruleSubstituted(edge(0, 0, 2, 0))!.plain, "[5] @ transpose([3, 4])");
});

test("where a node takes part in another by several ways, a local derivative is that of one input", () => {
  const square = graphOf({ nodes: [node(0, { name: "x1" }), node(1, { op: "multiply", inputs: [0, 0], name: "y" })] });
  const notation = createNotation(square, "y = x1*x1", RECORDS);
  assert.deepEqual(notation.local(edge(1, 0, 1, 1)), {
    latex: "\\dfrac{\\partial y}{\\partial x_{1}{}_{(2)}}",
    plain: "∂y/∂x1₍₂₎",
  });
  assert.deepEqual(NOTATION.local(edge(0, 0, 2, 0)), NOTATION.derivative(2, 0));
  // y = x*x + x: by the second input alone it is 1, while ∂y/∂x is 2x + 1; the sum takes the product by one way.
  const around = graphOf({
    nodes: [
      node(0, { name: "x" }),
      node(1, { op: "multiply", inputs: [0, 0], name: "p" }),
      node(2, { op: "multiply", inputs: [1, 0], name: "y" }),
    ],
  });
  const locals = createNotation(around, "", RECORDS);
  assert.deepEqual([locals.local(edge(3, 0, 2, 1)).plain, locals.local(edge(2, 1, 2, 0)).plain], ["∂y/∂x₍₂₎", "∂y/∂p"]);
});

test("an unnamed node that computes too much for a formula is called as on its card", () => {
  const program = "y = tanh(weight_one*input_one*weight_two*input_two*weight_three)";
  const names = ["weight_one", "input_one", "weight_two", "input_two", "weight_three"];
  const leaves = names.map((name, id) => node(id, { name, data: 1 }));
  const products = [0, 1, 2, 3].map((place) =>
    node(5 + place, {
      op: "multiply",
      inputs: [place === 0 ? 0 : 4 + place, place + 1],
      data: 1,
      span: [9, program.indexOf(names[place + 1]!) + names[place + 1]!.length],
    }),
  );
  const graph = graphOf({ output: 9, nodes: [...leaves, ...products, node(9, { name: "y", op: "tanh", inputs: [8], data: 1 })] });
  const { latex, plain } = createNotation(graph, program, RECORDS).node(8);
  assert.equal(plain, "weight_one*input_one*we…");
  assert.equal(latex, "\\mathrm{weight\\_one} \\cdot \\mathrm{input\\_one} \\cdot \\mathrm{we}…");
});
