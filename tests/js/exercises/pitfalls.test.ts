import assert from "node:assert/strict";
import test from "node:test";
import type { Graph } from "../../../static/src/core/types.ts";
import { breakGraph, canBreak, wrongNodes } from "../../../static/src/exercises/pitfalls.ts";
import { recordsByName } from "../../../static/src/explain/captions.ts";
import { narrate } from "../../../static/src/explain/narration.ts";
import { buildSchedule } from "../../../static/src/timeline/schedule.ts";
import { edge, graphOf, node } from "../support/graphs.ts";
import { RECORDS, SQUARE, SQUARE_PROGRAM, STRETCHED, STRETCHED_PROGRAM } from "../support/sample_graphs.ts";

/** x = 2, b = x*x, y = b*b + b: y' = (2b + 1) · 2x = 9 · 4 = 36. */
const TWICE = graphOf({
  output: 3,
  value: 20,
  gradients: { x: 36 },
  nodes: [
    node(0, { name: "x", data: 2, grad: 36 }),
    node(1, { name: "b", op: "multiply", inputs: [0, 0], data: 4, grad: 9, role: "intermediate" }),
    node(2, { op: "multiply", inputs: [1, 1], data: 16, grad: 1, role: "intermediate" }),
    node(3, { op: "add", inputs: [2, 1], data: 20, grad: 1, role: "output" }),
  ],
  edges: [
    edge(0, 0, 1, 0, { local: 2, contribution: 18, how: "scale" }),
    edge(1, 0, 1, 1, { local: 2, contribution: 18, how: "scale" }),
    edge(2, 1, 2, 0, { local: 4, contribution: 4, how: "scale" }),
    edge(3, 1, 2, 1, { local: 4, contribution: 4, how: "scale" }),
    edge(4, 2, 3, 0, { local: 1, contribution: 1, how: "copy" }),
    edge(5, 1, 3, 1, { local: 1, contribution: 1, how: "copy" }),
  ],
  steps: [
    { phase: "forward", node: 1 },
    { phase: "forward", node: 2 },
    { phase: "forward", node: 3 },
    { phase: "backward", node: 3, total: 1 },
    { phase: "backward", edge: 4, total: 1 },
    { phase: "backward", edge: 5, total: 1 },
    { phase: "backward", edge: 2, total: 5 },
    { phase: "backward", edge: 3, total: 9 },
    { phase: "backward", edge: 0, total: 18 },
    { phase: "backward", edge: 1, total: 36 },
  ],
});

const gradients = (graph: Graph): unknown[] => graph.nodes.map(({ grad }) => grad);

test("without a pitfall the graph is left as it is", () => {
  assert.equal(breakGraph(TWICE, "none"), TWICE);
});

test("with = in place of += only the last contribution counts, and what is passed on is wrong as well", () => {
  const broken = breakGraph(TWICE, "overwrite");
  assert.deepEqual(gradients(broken), [8, 4, 1, 1]);
  assert.equal(broken.gradients.x, 8);
  assert.deepEqual(wrongNodes(TWICE, broken), [0, 1]);
});

test("gradients that nobody set to zero are counted twice, in the inputs, and the timeline says so", () => {
  const broken = breakGraph(TWICE, "leftover");
  assert.deepEqual(gradients(broken), [72, 9, 1, 1]);
  assert.equal(buildSchedule(broken).arrivals[0]![0]!.before, 36);
});

test("in the wrong order a node passes on before all of its gradient has arrived", () => {
  const broken = breakGraph(TWICE, "order");
  // b first gets 4 and passes that on: 4·2 + 4·2 = 16.
  assert.deepEqual(gradients(broken), [16, 9, 1, 1]);
  assert.equal(broken.steps.length, TWICE.steps.length);
});

test("every broken graph is one that the timeline can play, ending with what its cards say", () => {
  for (const pitfall of ["overwrite", "leftover", "order"] as const) {
    const broken = breakGraph(TWICE, pitfall);
    const { arrivals } = buildSchedule(broken);
    for (const { id, grad } of broken.nodes) assert.equal(arrivals[id]!.at(-1)!.total, grad, `${pitfall} ${id}`);
  }
});

test("tensors are left alone", () => {
  const tensor = { ...TWICE, edges: TWICE.edges.map((each) => ({ ...each, local: [1, 2], contribution: [1, 2] })) };
  assert.equal(canBreak(tensor, "overwrite"), false);
  assert.equal(breakGraph(tensor, "overwrite"), tensor);
});

const told = (graph: Graph, program: string, position: number): string =>
  narrate({ schedule: buildSchedule(graph), records: recordsByName(RECORDS), program }, position, "contribution");

test("the sentences say what is done: replaced, or added to what was left over", () => {
  const overwritten = breakGraph(SQUARE, "overwrite");
  assert.match(told(overwritten, SQUARE_PROGRAM, 5), /so far its gradient is 1, with 2 contributions to come\.$/);
  assert.match(told(overwritten, SQUARE_PROGRAM, 6), /it overwrites 1: its gradient is now 3\.$/);
  assert.match(told(overwritten, SQUARE_PROGRAM, 7), /its gradient is now 3\. The pass has ended, and one gradient is wrong\.$/);
  const leftover = breakGraph(SQUARE, "leftover");
  assert.match(told(leftover, SQUARE_PROGRAM, 5), /it is added to 7, left over from an earlier pass: its gradient is now 8\.$/);
  // The sum of a wrong engine is complete and yet not the whole gradient.
  assert.match(told(leftover, SQUARE_PROGRAM, 7), /now 11 \+ 3 = 14\. The pass has ended, and one gradient is wrong\.$/);
});

test("a sum that is left out gives an input the shape that it was stretched to", () => {
  const broken = breakGraph(STRETCHED, "stretched");
  assert.deepEqual(broken.nodes[1]!.grad, [1, 1]);
  assert.equal(broken.steps.length, STRETCHED.steps.length - 1);
  assert.deepEqual(wrongNodes(STRETCHED, broken), [1]);
  assert.match(told(broken, STRETCHED_PROGRAM, 4), /`b` gets/);
  assert.doesNotMatch(told(broken, STRETCHED_PROGRAM, 4), /summed/);
  assert.equal(breakGraph(TWICE, "stretched"), TWICE);
});
