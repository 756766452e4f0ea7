import assert from "node:assert/strict";
import test from "node:test";
import type { Graph } from "../../../static/src/core/types.ts";
import { carried, product, recordsByName, runningSum, substituted } from "../../../static/src/explain/captions.ts";
import { badge, narrate } from "../../../static/src/explain/narration.ts";
import { buildSchedule } from "../../../static/src/timeline/schedule.ts";
import { slopePositions } from "../../../static/src/timeline/slopes.ts";
import { edge, graphOf, node } from "../support/graphs.ts";
import {
  BLOCKED,
  BLOCKED_PROGRAM,
  RECORDS,
  SQUARE,
  SQUARE_PROGRAM,
  STRETCHED,
  STRETCHED_PROGRAM,
} from "../support/sample_graphs.ts";

const records = recordsByName(RECORDS);
const teller = (graph: Graph, program: string) => {
  const schedule = buildSchedule(graph);
  return (position: number, stepSize: Parameters<typeof narrate>[2] = "contribution") =>
    narrate({ schedule, records, program }, position, stepSize);
};
const square = teller(SQUARE, SQUARE_PROGRAM);

test("the start says what is known and what follows", () => {
  assert.equal(square(0), "Only the inputs are known: `a = 3`. Values flow forward, then gradients flow back.");
});

test("a forward frame puts the numbers into the operation", () => {
  assert.equal(square(1), "`a*a` is `3 × 3` = 9.");
  assert.equal(square(2), "`y = a*a + a` is `9 + 3` = 12.");
});

test("a sum that needs more digits to add up ends with the digits of its card", () => {
  const sum = graphOf({
    output: 2,
    nodes: [
      node(0, { name: "a", data: 0.12345 }),
      node(1, { name: "b", data: 1.2 }),
      node(2, { op: "add", inputs: [0, 1], data: 1.32345, name: "y", span: [0, 5] }),
    ],
    steps: [{ phase: "forward", node: 2 }],
  });
  assert.equal(teller(sum, "a + b")(1).startsWith("`y = a + b` is `0.12345 + 1.2` = 1.32345 ≈ 1.323."), true);
  const arrival = { position: 1, edge: 0, mistake: null, before: 0.12345, total: 1.32345 };
  assert.equal(runningSum(arrival, 1.2), "0.12345 + 1.2 = 1.32345 ≈ 1.323");
});

test("a list is what its parts are, without a calculation that leaves some of them out", () => {
  const list = graphOf({
    output: 2,
    nodes: [
      node(0, { name: "a", data: 0.5, grad: 1 }),
      node(1, { name: "b", data: 2 }),
      node(2, { op: "stack", inputs: [0, 1], data: [0.5, 2], shape: [2], grad: [1, 1], span: [0, 6] }),
    ],
    edges: [edge(0, 0, 2, 0, { contribution: 1, local: null, how: "adjoint" })],
    steps: [
      { phase: "forward", node: 2 },
      { phase: "backward", node: 2, total: [1, 1] },
      { phase: "backward", edge: 0, total: 1 },
    ],
  });
  const stack = { ...RECORDS[0]!, name: "stack", parameters: ["x"], plain: "stack(‹x›)" };
  const context = { schedule: buildSchedule(list), records: recordsByName([...RECORDS, stack]), program: "[a, b]" };
  const told = [1, ...slopePositions(context.schedule.slopes)].map((at) => narrate(context, at, "contribution"));
  assert.ok(told.includes("`[a, b]` is [0.5, 2]."), told.join("\n"));
  assert.ok(told.includes("`f = [a, b]` joins its parts: each gets back its own part of the gradient."), told.join("\n"));
});

test("within a frame, as a link may ask for, the sentence is that of the frame", () => {
  assert.equal(square(0.5), square(1));
  assert.equal(square(3.7), "`a*a` gets `1 × 1` = 1 from `y = a*a + a`.");
});

test("the seed says why it is 1", () => {
  assert.equal(square(3), "The backward pass starts at `y` with 1, the derivative of the output with respect to itself.");
});

test("a contribution says what is sent, from where, and what it is added to", () => {
  assert.equal(square(5), "`a` gets `1 × 1` = 1 from `y = a*a + a`; so far its gradient is 1, with 2 contributions to come.");
  assert.equal(
    square(6),
    "`a` gets `1 × 3` = 3 from `a*a`, for the first of its 2 uses; now 1 + 3 = 4 so far, with one contribution to come.",
  );
});

test("the end says that all is done", () => {
  assert.match(square(7), /now 4 \+ 3 = 7, its whole gradient\. Every gradient is complete\.$/);
});

test("the end of an own engine's pass counts the gradients that are wrong", () => {
  const nodes = SQUARE.nodes.map((each) => (each.id === 0 ? { ...each, wrong: true } : each));
  assert.match(teller({ ...SQUARE, nodes }, SQUARE_PROGRAM)(7), /The pass has ended, and one gradient is wrong\.$/);
});

test("several steps in one frame are told together", () => {
  assert.equal(square(7, "node"), "From `a*a`: `a` gets 3, `a` gets 3. Every gradient is complete.");
  assert.equal(square(2, "phase"), "2 values are computed: `a*a` = 9, `y` = 12.");
});

test("a blocked gradient says what blocked it", () => {
  assert.equal(
    teller(BLOCKED, BLOCKED_PROGRAM)(5).split(" Every")[0],
    "No gradient reaches `x` from `relu(x)`: `1 × 0`, because the local derivative of `relu` is 0.",
  );
});

test("a broadcast is undone in a sentence of its own", () => {
  assert.equal(
    teller(STRETCHED, STRETCHED_PROGRAM)(4),
    "A gradient of shape (2,) reaches `b`, which was broadcast from a single number: it is summed over axis 0, which was broadcast.",
  );
});

test("a program that computes nothing says so", () => {
  assert.equal(teller(graphOf({ nodes: [node(0)], value: 5 }), "5")(0), "There is nothing to compute: the output is 5 itself.");
});

test("the badge counts within the pass", () => {
  const schedule = buildSchedule(SQUARE);
  assert.deepEqual(
    [0, 2, 3, 7].map((position) => badge(schedule, position)),
    ["FORWARD 0/2", "FORWARD 2/2", "BACKWARD 1/5", "BACKWARD 5/5"],
  );
});

test("negative numbers are put into an operation in parentheses", () => {
  assert.equal(substituted(BLOCKED, records, 1), "relu(−1)");
  const negative = { ...SQUARE, nodes: SQUARE.nodes.map((each) => (each.id === 0 ? { ...each, data: -3 } : each)) };
  assert.equal(substituted(negative, records, 1), "(−3) × (−3)");
});

test("the running sum shows the total alone, then what is added to it", () => {
  const [first, second] = buildSchedule(SQUARE).arrivals[0]!;
  assert.equal(runningSum(first!, 1), "1");
  assert.equal(runningSum(second!, 3), "1 + 3 = 4");
  assert.equal(runningSum({ ...second!, before: 4, total: 1 }, -3), "4 − 3 = 1");
});

test("the product names upstream and local, and a sum over axes what becomes of it", () => {
  assert.equal(product(SQUARE, SQUARE.edges[0]!), "1 × 3");
  assert.equal(product(STRETCHED, STRETCHED.edges[1]!), "[1, 1] → 2");
  assert.equal(product(BLOCKED, BLOCKED.edges[2]!), null);
});

test("a token carries a signed number backward, a plain one forward, and the shape of a tensor", () => {
  assert.deepEqual([carried(3), carried(-3), carried([1, 2])], ["3", "−3", "(2,)"]);
  assert.deepEqual([carried([0.25, -1.5], 4, 13), carried([0.25, -1.5], 4, 6)], ["[0.25, −1.5]", "(2,)"]);
});
