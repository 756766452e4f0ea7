import assert from "node:assert/strict";
import test from "node:test";
import type { Graph, Value } from "../../../static/src/core/types.ts";
import { recordsByName } from "../../../static/src/explain/captions.ts";
import { pairNodes } from "../../../static/src/graph/pairs.ts";
import { differencesAt, differencesOf, phrasesOf, tagOf } from "../../../static/src/scene/graph_differences.ts";
import { buildSchedule } from "../../../static/src/timeline/schedule.ts";
import { edge, graphOf, node } from "../support/graphs.ts";
import { RECORDS } from "../support/sample_graphs.ts";

const records = recordsByName(RECORDS);

/** y = op(x, x) with these numbers. */
function graph(op: string, value: Value, gradient: Value, rest: Partial<Graph> = {}): Graph {
  return graphOf({
    output: 1,
    nodes: [
      node(0, { name: "x", data: 3, grad: gradient }),
      node(1, { name: "y", op, inputs: [0, 0], role: "output", data: value, grad: 1 }),
    ],
    edges: [0, 1].map((slot) => edge(slot, 0, 1, slot, { local: 1, contribution: 1, how: "scale" })),
    steps: [
      { phase: "forward", node: 1 },
      { phase: "backward", node: 1, total: 1 },
      { phase: "backward", edge: 0, total: 1 },
      { phase: "backward", edge: 1, total: gradient },
    ],
    ...rest,
  });
}

function compared(here: Graph, there: Graph, positions: [number, number] = [4, 4]) {
  const [one, other] = [buildSchedule(here), buildSchedule(there)];
  const differences = differencesOf(one, other, pairNodes(here, there));
  const seen = differencesAt(differences, { schedule: one, position: positions[0] }, { schedule: other, position: positions[1] });
  return seen.map((difference) => [
    difference.here,
    difference.there,
    tagOf(difference),
    phrasesOf(difference, [one, other], records).join("; "),
  ]);
}

test("a graph does not differ from itself, nor by what rounding does", () => {
  assert.deepEqual(compared(graph("add", 6, 2), graph("add", 6, 2)), []);
  assert.deepEqual(compared(graph("add", 0.1 + 0.2, 2), graph("add", 0.3, 2)), []);
  assert.deepEqual(compared(graph("add", "NaN", "Infinity"), graph("add", "NaN", "Infinity")), []);
});

test("a sum whose terms cancel is compared within the rounding of its terms, and so is what is made of it", () => {
  assert.deepEqual(compared(graph("add", 1e-17, 2), graph("add", 0, 2)), []);
  assert.equal(compared(graph("add", 1e-9, 2), graph("add", 0, 2)).length, 1);
  assert.deepEqual(compared(graph("add", 6, 1e-17), graph("add", 6, 0)), []);
  assert.equal(compared(graph("add", 6, 1e-9), graph("add", 6, 0)).length, 1);
  // y = x + (−x), z = 1000 y: what is left of y is a thousand times as uncertain in z, and y times z's gradient in x·y.
  const cancelled = (left: number, times = 1000) =>
    graphOf({
      output: 2,
      nodes: [
        node(0, { name: "x", data: 0.3, grad: 0 }),
        node(1, { name: "y", op: "add", inputs: [0, 0], role: "intermediate", data: left, grad: times }),
        node(2, { name: "z", op: "multiply", inputs: [1, 1], role: "output", data: times * left, grad: 1 }),
      ],
      edges: [
        edge(0, 0, 1, 0, { local: 1, contribution: times, how: "copy" }),
        edge(1, 0, 1, 1, { local: -1, contribution: -times, how: "copy" }),
        edge(2, 1, 2, 0, { local: times, contribution: times, how: "scale" }),
      ],
    });
  const between = (one: Graph, other: Graph) => {
    const schedules = [buildSchedule(one), buildSchedule(other)] as const;
    return differencesOf(...schedules, pairNodes(one, other)).map(({ here, aspects }) => [here, ...aspects]);
  };
  assert.deepEqual(between(cancelled(5.6e-17), cancelled(0)), []);
  assert.deepEqual(between(cancelled(1e-9), cancelled(0)), [
    [1, "value"],
    [2, "value"],
  ]);
});

test("what is not computed differs by any amount, however small; elements of arrays have tolerances of their own", () => {
  const leaf = (data: Value) => graphOf({ nodes: [node(0, { name: "x", data, grad: 1, role: "output" })] });
  assert.equal(compared(leaf(1e-17), leaf(0), [0, 0]).length, 1);
  const sum = (data: Value) =>
    graphOf({
      output: 1,
      nodes: [
        node(0, { name: "x", data: [1e6, 1e-8], shape: [2] }),
        node(1, { name: "y", op: "add", inputs: [0, 0], role: "output", data, shape: [2] }),
      ],
      edges: [0, 1].map((slot) => edge(slot, 0, 1, slot, { local: slot === 0 ? 1 : -1, contribution: null })),
    });
  assert.equal(compared(sum([1e-11, 0]), sum([0, 0]), [9, 9]).length, 0);
  assert.equal(compared(sum([0, 1e-11]), sum([0, 0]), [9, 9]).length, 1);
});

test("operation, value and gradient are listed, each with both numbers", () => {
  assert.deepEqual(compared(graph("multiply", 9, 6), graph("add", 6, 2)), [
    [1, 1, "≠ operation", "operation ×, pinned +; value 9, pinned 6"],
    [0, 0, "≠ grad", "gradient 6, pinned 2"],
  ]);
});

test("a number is compared once both graphs have come to it; an operation is there from the start", () => {
  const [here, there] = [graph("multiply", 9, 6), graph("add", 6, 2)];
  const words = (one: number, other: number) => compared(here, there, [one, other]).map(([, , , phrases]) => phrases);
  assert.deepEqual(words(0, 0), ["operation ×, pinned +"]);
  assert.deepEqual(words(1, 0), ["operation ×, pinned +"]);
  assert.deepEqual(words(1, 1), ["operation ×, pinned +; value 9, pinned 6"]);
  assert.equal(words(4, 3).length, 1);
  assert.equal(words(4, 4).length, 2);
});

test("numbers that look alike get as many digits as it takes, and arrays say how far they are apart", () => {
  const phrase = (one: Value, other: Value) => compared(graph("add", one, 2), graph("add", other, 2))[0]![3];
  assert.equal(phrase(0.12345678, 0.12345), "value 0.12345678, pinned 0.12345");
  assert.equal(phrase(1, "NaN"), "value 1, pinned NaN");
  assert.equal(phrase([1, 2, 3], [1, 2.5, 3]), "elements of the value differ by up to 0.5");
  assert.equal(phrase([1, 2, 3], [1, "NaN", 9]), "elements of the value differ by up to NaN");
  assert.equal(phrase([1, 2], [1, 2, 3]), "value [1, 2], pinned [1, 2, 3]");
});

test("what one program lacks is named on the side that has it", () => {
  const more = graph("add", 6, 2);
  const here = { ...more, nodes: [...more.nodes, node(2, { name: "z", op: "tanh", inputs: [1], role: "intermediate" })] };
  assert.deepEqual(compared(here, more), [[2, null, "only here", "not in the pinned program"]]);
  assert.deepEqual(compared(more, here), [[null, 2, "only here", "only in the pinned program"]]);
});

test("the same operation of other inputs is told apart", () => {
  const here = graph("add", 6, 2);
  const nodes = [here.nodes[0]!, node(1, { name: "w", data: 3, grad: 2 }), { ...here.nodes[1]!, id: 2, inputs: [0, 1] }];
  const there = graphOf({ ...here, nodes, output: 2, edges: [], steps: [] });
  const listed = compared(here, there).find(([one]) => one === 1);
  assert.equal(listed?.[2], "≠ inputs");
});
