import assert from "node:assert/strict";
import test from "node:test";
import {
  buildSchedule,
  frameAt,
  gradientAt,
  isBlocked,
  isValueKnown,
  nextPosition,
  phaseAt,
  positionOfNode,
  previousPosition,
  progressAt,
} from "../../../static/src/timeline/schedule.ts";
import { node } from "../support/graphs.ts";
import { BLOCKED, SQUARE, STRETCHED, wideGraph } from "../support/sample_graphs.ts";

const schedule = buildSchedule(SQUARE);
const gradientsOfA = (): unknown[] => [3, 4, 5, 6, 7].map((position) => gradientAt(schedule, SQUARE.nodes[0]!, position).value);

test("at the start the leaves are known and nothing else", () => {
  assert.deepEqual(
    SQUARE.nodes.map(({ id }) => isValueKnown(schedule, id, 0)),
    [true, false, false],
  );
  assert.ok(SQUARE.nodes.every((each) => gradientAt(schedule, each, 0).state === "none"));
});

test("a value appears with its step and stays", () => {
  assert.deepEqual(
    [0, 1, 2, 7].map((position) => isValueKnown(schedule, 1, position)),
    [false, true, true, true],
  );
});

test("a gradient that has not arrived is unknown, not zero, and then grows with every arrival", () => {
  assert.deepEqual(gradientsOfA(), [null, null, 1, 4, 7]);
});

test("a gradient is partial until its last contribution has landed", () => {
  assert.equal(gradientAt(schedule, SQUARE.nodes[0]!, 6).state, "partial");
  assert.equal(gradientAt(schedule, SQUARE.nodes[0]!, 7).state, "final");
});

test("a value used twice by one operation receives two contributions, one after the other", () => {
  const arrivals = schedule.arrivals[0]!;
  assert.deepEqual(
    arrivals.map(({ edge }) => edge),
    [3, 0, 1],
  );
  assert.deepEqual(
    arrivals.map(({ before, total }) => [before, total]),
    [
      [null, 1],
      [1, 4],
      [4, 7],
    ],
  );
});

test("a gradient that relu stops is a computed zero and marked as blocked", () => {
  const blocked = buildSchedule(BLOCKED);
  assert.ok(isBlocked(BLOCKED.edges[0]!));
  assert.deepEqual(gradientAt(blocked, BLOCKED.nodes[0]!, 5), { state: "final", value: 0, blocked: true });
  assert.deepEqual(gradientAt(blocked, BLOCKED.nodes[0]!, 4), { state: "none", value: null, blocked: false });
});

test("a constant never receives a gradient", () => {
  assert.deepEqual(gradientAt(buildSchedule(BLOCKED), BLOCKED.nodes[2]!, 5), { state: "never", value: null, blocked: false });
});

test("a zero that arrives along a scaling edge is not called blocked", () => {
  const edges = BLOCKED.edges.map((each) => (each.id === 0 ? { ...each, how: "scale" as const } : each));
  assert.equal(gradientAt(buildSchedule({ ...BLOCKED, edges }), BLOCKED.nodes[0]!, 5).blocked, false);
});

test("a contribution that undoes a broadcast changes the total only in its second frame", () => {
  const stretched = buildSchedule(STRETCHED);
  assert.deepEqual(
    [4, 5].map((position) => gradientAt(stretched, STRETCHED.nodes[1]!, position).value),
    [null, 2],
  );
});

test("the phases are counted apart", () => {
  assert.deepEqual(progressAt(schedule, 0), { phase: "forward", taken: 0, of: 2 });
  assert.deepEqual(progressAt(schedule, 2), { phase: "forward", taken: 2, of: 2 });
  assert.deepEqual(progressAt(schedule, 3), { phase: "backward", taken: 1, of: 5 });
  assert.equal(phaseAt(schedule, 7), "backward");
});

test("by node, all that one user sends is one frame, and the seed is one of its own", () => {
  assert.deepEqual([...schedule.boundaries.node].filter(Number.isInteger), [0, 1, 2, 3, 5, 7]);
});

test("by phase there are a start, a middle and an end", () => {
  assert.deepEqual([...schedule.boundaries.phase].filter(Number.isInteger), [0, 2, 7]);
});

test("by level, nodes that do not need one another share a frame", () => {
  const wide = buildSchedule(wideGraph(20));
  assert.deepEqual([...wide.boundaries.level].filter(Number.isInteger), [0, 20, 21, 61]);
});

test("a level never holds a step that needs another of it", () => {
  assert.deepEqual([...schedule.boundaries.level].filter(Number.isInteger), [0, 1, 2, 3, 5, 7]);
});

test("stepping visits every frame and stops at both ends", () => {
  assert.equal(nextPosition(schedule, 7, "contribution"), 7);
  assert.equal(previousPosition(schedule, 0, "node"), 0);
  assert.deepEqual([nextPosition(schedule, 3, "node"), previousPosition(schedule, 5, "node")], [5, 3]);
});

test("from between two frames, stepping goes to the nearer boundary on either side", () => {
  assert.deepEqual([nextPosition(schedule, 4, "node"), previousPosition(schedule, 4, "node")], [5, 3]);
});

test("the frame at a position holds the steps since the boundary before it", () => {
  assert.deepEqual(
    frameAt(schedule, 7, "node").map(({ edge }) => edge),
    [0, 1],
  );
  assert.deepEqual(frameAt(schedule, 0, "contribution"), []);
});

test("jumping to a node leads to its value in the forward pass and to its whole gradient in the backward pass", () => {
  assert.equal(positionOfNode(schedule, 1, 0), 1);
  assert.equal(positionOfNode(schedule, 0, 7), 7);
  assert.equal(positionOfNode(schedule, 1, 7), 4);
});

test("each user of a node is counted once, however often it uses it", () => {
  assert.deepEqual(schedule.users[0], [1, 2]);
});

test("a graph without steps has one frame to rest on", () => {
  const alone = buildSchedule({ ...SQUARE, nodes: [node(0)], edges: [], steps: [] });
  assert.deepEqual([alone.length, nextPosition(alone, 0, "level"), previousPosition(alone, 0, "phase")], [0, 0, 0]);
});
