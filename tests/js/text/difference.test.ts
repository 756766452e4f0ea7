import assert from "node:assert/strict";
import test from "node:test";
import { difference, isOther, sharesLines } from "../../../static/src/text/difference.ts";

test("the smallest replacement makes one text of the other", () => {
  assert.deepEqual(difference("a + b", "a * b"), { from: 2, to: 3, insert: "*" });
  assert.deepEqual(difference("aa", "aaa"), { from: 2, to: 2, insert: "a" });
});

test("an edit leaves the same program, and pasting over it makes another one", () => {
  const script = "import torch\nx = torch.tensor(2.0)\ny = x**2 + 3*x + torch.sin(x)";
  assert.equal(isOther(script, script), false);
  assert.equal(isOther(script, `${script}\nz = y * 2`), false);
  assert.equal(isOther("x*x", `x*x\n${script}`), false);
  assert.equal(isOther(script, script.replace("3*x", "4*x")), false);
  assert.equal(isOther(script, "import torch\nw = torch.zeros(3, requires_grad=True)\nloss = (w * w).sum()"), true);
  assert.equal(isOther("", "x*x"), true);
  assert.equal(isOther("a*a + b", "q"), true);
});

test("what is changed in several places at once shares its lines with what it was", () => {
  const before = "a = 2.0\nb = 3.0\nc = a*b\nc + 1";
  assert.equal(sharesLines(before, "z = 1.0\na = 2.0\nb = 3.0\nc = a*b*z\nc + z"), true);
  assert.equal(sharesLines(before, "x = 1.0\nc = x**2\nc - 1"), false);
  assert.equal(sharesLines("x*x", `${before}\nx*x`), true);
  assert.equal(sharesLines("x*x", "x*x + 1"), false);
  assert.equal(sharesLines("\n", before), false);
});
