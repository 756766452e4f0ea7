import assert from "node:assert/strict";
import test from "node:test";
import { contains, isExpression, isTooLarge, parseValue, rangeFor } from "../../../static/src/core/ranges.ts";

test("usual numbers get a slider from −10 to 10", () => {
  for (const value of [0, 1, -3, 6.5, 0.5]) assert.deepEqual(rangeFor(value), { smallest: -10, largest: 10, step: 0.1 });
});

test("large and tiny numbers get one of their own size, with room on both sides", () => {
  assert.deepEqual(rangeFor(10), { smallest: -20, largest: 20, step: 0.2 });
  assert.deepEqual(rangeFor(-1234), { smallest: -2000, largest: 2000, step: 20 });
  assert.deepEqual(rangeFor(0.003), { smallest: -0.05, largest: 0.05, step: 0.0005 });
});

test("every finite number lies inside the range made for it, and the step is never zero", () => {
  for (let exponent = -300; exponent <= 300; exponent += 1) {
    const value = 3.7 * 10 ** exponent;
    const range = rangeFor(value);
    assert.ok(contains(range, value), `${value} in ${range.smallest} … ${range.largest}`);
    assert.ok(range.step > 0);
  }
});

test("numbers are read as people write them, and lists as JSON", () => {
  assert.equal(parseValue(" −2,5 "), -2.5);
  assert.equal(parseValue("1e-3"), 0.001);
  assert.deepEqual(parseValue("[[1, 2], [3, 4]]"), [
    [1, 2],
    [3, 4],
  ]);
});

test("what is no number is null", () => {
  for (const text of ["", "two", "1,2,3", "[1, x]", '["1"]', "Infinity", "[1", "[null]"])
    assert.equal(parseValue(text), null, text);
});

test("a number beyond what a float holds is known as one, alone and in a list", () => {
  for (const text of ["1e400", "−2,5e999", "[1, 1e309]", "1".repeat(400)])
    assert.ok(isTooLarge(text) && parseValue(text) === null, text);
  for (const text of ["1e308", "[1, 2]", "two", "", "1e-400", "1_000"]) assert.ok(!isTooLarge(text), text);
});

test("a formula of known names or of numbers is told from a slip of the fingers", () => {
  const isKnown = (name: string): boolean => ["a", "pi", "sin"].includes(name);
  for (const text of ["pi/4", "2*a", "1/3", "sin(a)", "a", "3a", "2e-3 * a", "(1+2)²"])
    assert.ok(isExpression(text, isKnown), text);
  for (const text of ["abc", "", "1e999", "nan", "1 2", "--1", "[1, x]", "<b>", "a = 2", "a; a", "a\na", "a # b"])
    assert.ok(!isExpression(text, isKnown), text);
});
