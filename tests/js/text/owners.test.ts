/** Parameters under the objects that own them. */

import assert from "node:assert/strict";
import test from "node:test";
import { namesByOwner } from "../../../static/src/text/owners.ts";

const neuron = (layer: number, index: number): string[] =>
  ["w[0]", "w[1]", "b"].map((tail) => `model.layers[${layer}].neurons[${index}].${tail}`);

test("parameters are under their neurons, without what all neurons have in common", () => {
  const groups = namesByOwner(["x", ...neuron(0, 0), ...neuron(0, 1), ...neuron(1, 0)]);
  assert.deepEqual(
    groups.map(({ heading }) => heading),
    ["", "layers[0].neurons[0]", "layers[0].neurons[1]", "layers[1].neurons[0]"],
  );
  assert.deepEqual(groups[1]!.names[1], { name: "model.layers[0].neurons[0].w[1]", tail: "w[1]" });
});

test("neurons of one object keep their last part", () => {
  const groups = namesByOwner(["n.w[0]", "n.w[1]", "n.w[2]", "n.w[3]", "n.w[4]", "n.b"]);
  assert.deepEqual(
    groups.map(({ owner, heading, names }) => [owner, heading, names.length]),
    [["n", "n", 6]],
  );
});

test("few names, and names without owners, have no headings", () => {
  for (const names of [["a", "b"], neuron(0, 0), ["a", "b", "c", "d", "e", "f", "g"], ["a", "b", "c", "d", "e", "f.w", "g.w"]]) {
    const groups = namesByOwner(names);
    assert.equal(groups.length, 1);
    assert.equal(groups[0]!.owner, null);
    assert.deepEqual(
      groups[0]!.names.map(({ tail }) => tail),
      names,
    );
  }
});
