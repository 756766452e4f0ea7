import assert from "node:assert/strict";
import test from "node:test";
import type { Graph } from "../../../static/src/core/types.ts";
import { namedByNeuron } from "../../../static/src/training/results/graph_names.ts";

const node = (id: number, op: string | null, group: number | null, name: string | null = null) => ({ id, op, group, name });

/** Two neurons of one layer, each `relu(w*x + b)`, and what the program calls `prediction`. */
const GRAPH = {
  groups: [
    { id: 0, parent: null, kind: "call", name: "layer 1" },
    { id: 1, parent: 0, kind: "call", name: "neuron 1" },
    { id: 2, parent: 0, kind: "call", name: "neuron 2" },
  ],
  nodes: [
    node(0, null, null, "x"),
    node(1, null, null, "layer1.neuron1.w[0]"),
    ...[1, 2].flatMap((group) => [
      node(4 * group, "multiply", group),
      node(4 * group + 1, "add", group),
      node(4 * group + 2, "add", group),
      node(4 * group + 3, "relu", group, group === 2 ? "prediction" : null),
    ]),
    node(12, "hinge", null, "loss"),
  ],
} as unknown as Graph;

test("a neuron's sum and activation are named by it, and what the program names keeps its name", () => {
  assert.deepEqual(
    namedByNeuron(GRAPH).nodes.map(({ name }) => name),
    [
      "x",
      "layer1.neuron1.w[0]",
      "layer1.neuron1.term[0]",
      "layer1.neuron1.sum[0]",
      "layer1.neuron1.sum",
      "layer1.neuron1.relu",
      "layer1.neuron2.term[0]",
      "layer1.neuron2.sum[0]",
      "layer1.neuron2.sum",
      "prediction",
      "loss",
    ],
  );
});

test("a graph without layers is as it was", () => {
  const plain = { ...GRAPH, groups: [] } as Graph;
  assert.deepEqual(namedByNeuron(plain).nodes, GRAPH.nodes);
});
