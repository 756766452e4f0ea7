import assert from "node:assert/strict";
import test from "node:test";
import { fill } from "../../../static/src/text/operation_templates.ts";

const plain = (template: string, a: string, b = "b"): string => fill(template, { a, b });
const latex = (template: string, a: string, b = "b"): string => fill(template, { a, b }, { latex: true });

test("a sum takes products and a first sum as they are", () => {
  assert.equal(plain("«a» + «b»", "x × y", "c"), "x × y + c");
  assert.equal(plain("«a» + «b»", "x + y", "c"), "x + y + c");
  assert.equal(latex("«a» + «b»", "x \\cdot y", "\\tanh\\left(x + 1\\right)"), "x \\cdot y + \\tanh\\left(x + 1\\right)");
});

test("what is taken away, or added as a sum of its own, keeps its parentheses", () => {
  assert.equal(plain("«a» − «b»", "x", "y + z"), "x − (y + z)");
  assert.equal(plain("«a» + «b»", "x", "y − z"), "x + (y − z)");
});

test("a negative number stands alone only at the beginning of a sum", () => {
  assert.equal(plain("«a» + «b»", "−5.8", "−3"), "−5.8 + (−3)");
  assert.equal(plain("«a» × «b»", "−5.8", "−3"), "(−5.8) × (−3)");
});

test("factors are bracketed where they are sums", () => {
  assert.equal(plain("«a» × «b»", "x + y", "z + 1"), "(x + y) × (z + 1)");
  assert.equal(latex("«a» \\cdot «b»", "x \\cdot y", "c \\cdot d"), "x \\cdot y \\cdot \\left(c \\cdot d\\right)");
  assert.equal(plain("«a» / «b»", "x × y", "c × d"), "(x × y) / (c × d)");
});

test("only a name, a number or a call is raised to a power as it is", () => {
  assert.equal(latex("{«a»}^{‹b›}", "x_{1}"), "{x_{1}}^{b}");
  assert.equal(latex("{«a»}^{‹b›}", "e^{x}"), "{\\left(e^{x}\\right)}^{b}");
  assert.equal(latex("{«a»}^{‹b›}", "\\frac{x}{y}"), "{\\left(\\frac{x}{y}\\right)}^{b}");
  assert.equal(plain("1 − «a»²", "−0.7"), "1 − (−0.7)²");
  assert.equal(plain("1 − «a»²", "tanh(x + 1)"), "1 − tanh(x + 1)²");
});

test("what is differentiated is bracketed unless it is a name or a call", () => {
  assert.equal(plain("∂«a»/∂«b»", "x²", "x"), "∂(x²)/∂x");
  assert.equal(latex("\\dfrac{\\partial «a»}{\\partial «b»}", "L", "w_{1}"), "\\dfrac{\\partial L}{\\partial w_{1}}");
});

test("a number with an exponent binds like a product", () => {
  assert.equal(plain("«a» + «b»", "1.5e−7", "1.5e−7"), "1.5e−7 + 1.5e−7");
  assert.equal(plain("«a»^«b»", "1.5e−7", "2"), "(1.5e−7)^2");
});

test("source text that was cut off is always bracketed beside an operator", () => {
  assert.equal(plain("«a» × «b»", "x1*w1 + x2…", "y"), "(x1*w1 + x2…) × y");
});

test("a sign before the place counts as taking away", () => {
  assert.equal(latex("-«a»", "x + y"), "-\\left(x + y\\right)");
  assert.equal(latex("-«a»", "x \\cdot y"), "-x \\cdot y");
});

test("a condition is not torn apart by what is put into it", () => {
  assert.equal(
    latex("\\begin{cases} 1 & \\text{if } «a» > 0 \\\\ 0 & \\text{otherwise} \\end{cases}", "x_{1}"),
    "\\begin{cases} 1 & \\text{if } x_{1} > 0 \\\\ 0 & \\text{otherwise} \\end{cases}",
  );
  assert.equal(plain("«a» × «b»", "1 if x > 0, else 0", "y"), "(1 if x > 0, else 0) × y");
});
