import assert from "node:assert/strict";
import test from "node:test";
import { leftOut } from "../../../static/src/text/left_out.ts";

/** Leaves out what stands between `«` and `»`. */
function leaving(marked: string): string {
  const start = marked.indexOf("«");
  const program = marked.replace("«", "").replace("»", "");
  return leftOut(program, [start, marked.indexOf("»") - 1]);
}

test("a statement becomes a comment in its place", () => {
  assert.equal(leaving("a = 2\n«b = foo(a)»\na*2"), "a = 2\n# left out: b = foo(a)\na*2");
  assert.equal(leaving("for i in x:\n    «foo(i)»  # why\n    y"), "for i in x:\n    # left out: foo(i)  # why\n    y");
});

test("every line of a longer statement becomes one, with its indentation behind the mark", () => {
  const whole = "«def f(x):\n    y = 2\n\n    return y +»\na";
  assert.equal(leaving(whole), "# left out: def f(x):\n# left out:     y = 2\n\n# left out:     return y +\na");
  assert.equal(leaving("if a:\n    «b = (1,\n2)»"), "if a:\n    # left out: b = (1,\n# left out: 2)");
});

test("what stands beside it on its line is kept, and read", () => {
  assert.equal(leaving("a = 1; «b = foo(2)»; c = 3"), "a = 1; # left out: b = foo(2)\nc = 3");
  assert.equal(leaving("  «foo(2)»; c = 3"), "  # left out: foo(2)\n  c = 3");
  assert.equal(leaving("«foo(2)»;\nc = 3"), "# left out: foo(2);\nc = 3");
});

test("prompts stay where they are", () => {
  const session = ">>> «for i in x y:\n...     foo(i)»\n>>> a";
  assert.equal(leaving(session), ">>> # left out: for i in x y:\n... # left out:     foo(i)\n>>> a");
});
