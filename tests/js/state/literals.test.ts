import assert from "node:assert/strict";
import test from "node:test";
import { formatLiteral, keptInputs, writeExpression, writeLiteral } from "../../../static/src/core/literals.ts";

test("a number is written as short as it can be without becoming another one", () => {
  assert.equal(formatLiteral(0.1 + 0.2), "0.30000000000000004");
  assert.equal(formatLiteral(0.30000000000000004, 0.1), "0.3");
  assert.equal(formatLiteral(2.5, 0.01), "2.5");
  assert.equal(formatLiteral(1e21), "1e21");
  assert.equal(formatLiteral(-1e-7), "-1e-7");
});

test("a whole number keeps its decimal point and zero has no sign", () => {
  assert.equal(formatLiteral(3), "3.0");
  assert.equal(formatLiteral(-0.04, 0.1), "0.0");
});

test("writing a number back leaves the rest of the text as it was", () => {
  assert.equal(writeLiteral("a = 2.0  # first\nb = -3.0", [4, 7], 2.5), "a = 2.5  # first\nb = -3.0");
  assert.equal(writeLiteral("a = 2.0\nb = -3.0", [12, 16], 4), "a = 2.0\nb = 4.0");
});

test("a negative number after an operator is put in parentheses", () => {
  assert.equal(writeLiteral("y = x*2", [6, 7], -1), "y = x*(-1.0)");
  assert.equal(writeLiteral("y = f(2)", [6, 7], -1), "y = f(-1.0)");
});

test("a list is written back as the language writes it", () => {
  assert.equal(
    writeLiteral(
      "A = [[1,2]]\nsum(A)",
      [4, 11],
      [
        [1, -2.5],
        [0, 4],
      ],
    ),
    "A = [[1, -2.5], [0, 4]]\nsum(A)",
  );
});

test("a list that a call makes an array of is written back inside the call", () => {
  const program = "x = np.array([[1, 2], [3, 4]], dtype=float)\ny = np.sum(x)";
  assert.equal(
    writeLiteral(program, [4, program.indexOf("\n")], [5, 6, 7]),
    "x = np.array([5, 6, 7], dtype=float)\ny = np.sum(x)",
  );
  assert.equal(writeLiteral("x = np.ones(2)", [4, 14], [5, 6]), "x = [5, 6]");
});

test("overrides of free names are kept, those of names that are gone or assigned are not", () => {
  assert.deepEqual(keptInputs("y = x*w\nw = 2", { x: 1, w: 3, gone: 4 }), { x: 1 });
});

test("a name is not found inside a longer one, nor an assignment in a comparison", () => {
  assert.deepEqual(keptInputs("xs + 1", { x: 1 }), {});
  assert.deepEqual(keptInputs("α == 2", { α: 1 }), { α: 1 });
  assert.deepEqual(keptInputs("αβ", { α: 1 }), {});
});

test("an expression takes the place of a number, or a line before the first use of a name", () => {
  assert.equal(writeExpression("a = 2.0\na*b", "a", "pi/4", [4, 7]), "a = pi/4\na*b");
  assert.equal(writeExpression("a = 2.0\nc = 1\na*b", "b", "2*a"), "a = 2.0\nc = 1\nb = 2*a\na*b");
  assert.equal(writeExpression("ab*b", "b", "1/3"), "b = 1/3\nab*b");
});
