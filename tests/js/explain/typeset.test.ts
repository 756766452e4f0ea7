import assert from "node:assert/strict";
import test from "node:test";
import { type Run, textOfRuns, typeset, typesetLine, widthOfRuns } from "../../../static/src/explain/typeset.ts";

/** What is set below the line in `_`, above it in `^`, italic in `/`. */
const shown = (runs: readonly Run[]): string =>
  runs
    .map(({ text, face, level }) => {
      const set = face === "italic" ? `/${text}/` : text;
      return level === 0 ? set : `${level > 0 ? "^" : "_"}{${set}}`;
    })
    .join("");

test("names are set as mathematics: indices below the line, words upright, letters italic", () => {
  for (const [name, set] of [
    ["a", "/a/"],
    ["x1", "/x/_{1}"],
    ["x#2", "/x/_{2}"],
    ["d₂", "/d/_{2}"],
    ["alpha", "/α/"],
    ["y_hat", "/y/ˆ"],
    ["log_likelihood", "log_likelihood"],
    ["max_value", "max_value"],
    ["model.0.weight", "model.0.weight"],
  ] as const)
    assert.equal(shown(typeset(name)), set, name);
});

test("expressions have no signs of a program: powers are raised, products have a dot, sums have spaces", () => {
  for (const [text, set] of [
    ["b*a + c", "/b/⋅/a/ + /c/"],
    ["x**2 + x**2*y**2", "/x/^{2} + /x/^{2}⋅/y/^{2}"],
    ["(w+b)^2", "(/w/ + /b/)^{2}"],
    ["e^(-x)", "/e/^{−}^{/x/}"],
    ["sigmoid(w*x + b)", "σ(/w/⋅/x/ + /b/)"],
    ["x*(-2)", "/x/⋅(−2)"],
    ["x @ W + b", "/x/ /W/ + /b/"],
    ["G @ xᵀ", "/G/ /x/^{⊤}"],
    ["-(y*log(p))", "−(/y/⋅log(/p/))"],
  ] as const) {
    assert.equal(shown(typeset(text)), set, text);
    assert.doesNotMatch(textOfRuns(typeset(text)), /[*@#\\^{}]/);
  }
});

test("a line is as wide as its letters, indices in their own type, and a mark takes no room of its own", () => {
  assert.equal(widthOfRuns(typeset("y_hat"), 20, 10), widthOfRuns(typeset("y"), 20, 10));
  const [x, x1] = [typeset("x"), typeset("x1")].map((runs) => widthOfRuns(runs, 20, 10));
  assert.equal(Math.round((x1! - x!) * 100), 500); // a digit is half as wide as its type
});

test("a formula is one line where it has no more than that", () => {
  const shown = (latex: string): string | null => {
    const runs = typesetLine(latex);
    return runs && textOfRuns(runs);
  };
  assert.equal(shown("\\dfrac{\\partial L}{\\partial a}"), "∂L/∂a");
  assert.equal(shown("\\dfrac{\\partial L}{\\partial w_{1}}"), "∂L/∂w1");
  assert.equal(shown("b \\cdot a"), "b⋅a");
  assert.equal(shown("G \\, {x}^{\\top}"), "G x⊤");
  for (const latex of ["\\dfrac{1}{x}", "\\textstyle\\sum x", "\\left(a\\right)"]) assert.equal(shown(latex), null);
});
