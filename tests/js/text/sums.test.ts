import assert from "node:assert/strict";
import test from "node:test";
import { equalsSign } from "../../../static/src/text/sums.ts";

test("a product whose factors were rounded is about its result where a reader would get another one", () => {
  assert.equal(equalsSign("0.8808 × −0.1192", "−0.1050", 4), "=");
  assert.equal(equalsSign("0.4200 × 0.4200", "0.1763", 4), "≈", "0.42 × 0.42 is 0.1764");
  assert.equal(equalsSign("2 × (−3)", "−6", 4), "=");
  assert.equal(equalsSign("1 / 3", "0.3333", 4), "=");
  assert.equal(equalsSign("0.333 × 3", "1", 3), "≈");
  assert.equal(equalsSign("1.234e−5 × 2", "2.468e−5", 4), "=");
});

test("sums of products are worked out like a reader does", () => {
  assert.equal(equalsSign("7 × 3 + 10 × 1", "+31", 4), "=");
  assert.equal(equalsSign("0.333 × 3 + 1 × 1", "+2", 3), "≈");
});

test("other calculations, and what has no number, keep their sign", () => {
  for (const numbers of ["tanh(0.8814)", "2 + 3", "0.5 × ∞", "1 / 0", "2 × 3 + … (9 terms)", "(3,) × (3,)"])
    assert.equal(equalsSign(numbers, "7", 4), "=", numbers);
});
