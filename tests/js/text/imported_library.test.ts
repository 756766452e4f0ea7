import assert from "node:assert/strict";
import test from "node:test";
import { libraryOf } from "../../../static/src/text/imported_library.ts";

const LIBRARIES = { torch: "PyTorch", jax: "JAX" };

test("the library is the first that the program imports, of those that there are", () => {
  assert.equal(libraryOf("import numpy as np\nimport torch.nn as nn\nimport jax", LIBRARIES), "PyTorch");
  assert.equal(libraryOf("def f():\n  from jax import numpy", LIBRARIES), "JAX");
});

test("a program that only names a library imports none", () => {
  for (const program of ["", "x*y", "# import torch", "torchvision = 1", "import torchvision", "print('import torch')"])
    assert.equal(libraryOf(program, LIBRARIES), null);
  assert.equal(libraryOf("import torch", {}), null);
  assert.equal(libraryOf("import toString", {}), null);
});
