import assert from "node:assert/strict";
import test from "node:test";
import { difference, isOther } from "../../../static/src/text/difference.ts";

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
