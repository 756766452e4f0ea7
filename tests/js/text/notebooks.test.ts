import assert from "node:assert/strict";
import test from "node:test";
import { codeOf, placeInNotebook } from "../../../static/src/text/notebooks.ts";

const NOTEBOOK = JSON.stringify({
  cells: [
    { cell_type: "markdown", source: ["# Title"] },
    { cell_type: "code", source: ["a = 2.0\n", "a*3"], outputs: [{ text: "cells" }] },
    { cell_type: "code", source: "%%bash\nls" },
  ],
  nbformat: 4,
});

test("a notebook becomes the code of its cells", () => {
  assert.equal(codeOf(NOTEBOOK), "# %% cell 2\na = 2.0\na*3\n# %% cell 3\n# %%bash\n# ls");
  const old = JSON.stringify({ worksheets: [{ cells: [{ cell_type: "code", input: ["a = 2"] }] }] });
  assert.equal(codeOf(old), "# %% cell 1\na = 2");
});

test("any other text stays as it is", () => {
  for (const text of ["x = 2", '{"cells": [', '{"cells": [1]}', '{"nodes": []}', '{"worksheets": [3]}'])
    assert.equal(codeOf(text), text);
});

test("a place is called by its cell and line", () => {
  const program = codeOf(NOTEBOOK);
  assert.deepEqual(placeInNotebook(program, program.indexOf("a*3")), { cell: 2, line: 2 });
  assert.equal(placeInNotebook("x = 2", 3), null);
});
