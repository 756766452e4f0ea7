import assert from "node:assert/strict";
import test from "node:test";
import { recordsByName } from "../../../static/src/explain/captions.ts";
import { badge, longestBadge, narrate } from "../../../static/src/explain/narration.ts";
import { redact } from "../../../static/src/graph/redaction.ts";
import { nowBetween, widthScales, wireMoment } from "../../../static/src/scene/moment.ts";
import {
  buildSchedule,
  gradientAt,
  isValueKnown,
  nextPosition,
  phaseAt,
  previousPosition,
} from "../../../static/src/timeline/schedule.ts";
import { lastSlopeAt, placeOnLine, slopePositions, snapped, writtenPosition } from "../../../static/src/timeline/slopes.ts";
import { BLOCKED, BLOCKED_PROGRAM, RECORDS, SQUARE, SQUARE_PROGRAM } from "../support/sample_graphs.ts";

const schedule = buildSchedule(SQUARE);
const positions = slopePositions(schedule.slopes);

test("slopes come after the last value and before the first gradient, and move no step of the graph", () => {
  assert.equal(positions.length, 2);
  assert.equal(
    positions.every((position) => position > 2 && position < 3),
    true,
  );
  const walked = [0];
  while (walked.at(-1)! < schedule.length) walked.push(nextPosition(schedule, walked.at(-1)!, "contribution"));
  assert.deepEqual(walked, [0, 1, 2, ...positions, 3, 4, 5, 6, 7]);
  assert.deepEqual(
    [...walked].reverse().slice(1),
    walked
      .slice(1)
      .reverse()
      .map((at) => previousPosition(schedule, at, "contribution")),
  );
  for (const position of positions) {
    assert.equal(phaseAt(schedule, position), "slopes");
    assert.equal(isValueKnown(schedule, 2, position), true);
    assert.equal(gradientAt(schedule, SQUARE.nodes[2]!, position).value, null);
  }
  assert.equal(schedule.landsAt[3], 5);
});

test("each wire is given its local derivative in the order of the forward pass, and keeps it until its contribution lands", () => {
  const scales = widthScales(schedule);
  const label = (edge: number, position: number) => wireMoment(schedule, scales, SQUARE.edges[edge]!, position, 4).label;
  const [first, second] = positions as [number, number];
  assert.deepEqual([label(0, 2), label(0, first), label(2, first), label(2, second)], ["", "×3", "", "×1"]);
  assert.deepEqual([label(0, 5), label(0, 6)], ["×3", "3"]);
  assert.deepEqual([...nowBetween(schedule, first, second).edges], [2, 3]);
  assert.deepEqual([...nowBetween(schedule, 2, first).nodes], [1]);
});

test("a wire that lets nothing through is marked instead", () => {
  const blocked = buildSchedule(BLOCKED);
  const [first] = slopePositions(blocked.slopes);
  const moment = wireMoment(blocked, widthScales(blocked), BLOCKED.edges[0]!, first!, 4);
  assert.deepEqual([moment.blocked, moment.label], [true, ""]);
  const context = { schedule: blocked, records: recordsByName(RECORDS), program: BLOCKED_PROGRAM };
  assert.match(narrate(context, first!, "contribution"), / = 0, blocking the gradient\.$/);
});

test("badge and sentence say what is shown", () => {
  const context = { schedule, records: recordsByName(RECORDS), program: SQUARE_PROGRAM };
  assert.equal(badge(schedule, positions[0]!), "DERIVATIVES 1/2");
  assert.equal(longestBadge(schedule), "DERIVATIVES 2/2");
  assert.equal(
    narrate(context, positions[0]!, "contribution"),
    "Local derivatives of `a*a`: `∂(a*a)/∂a₍₁₎ = a` = 3, `∂(a*a)/∂a₍₂₎ = a` = 3.",
  );
  assert.match(narrate(context, positions[1]!, "phase"), /derivatives of 4 edges/);
});

test("where slopes are written the last of their edges is known, and nowhere else", () => {
  assert.deepEqual(
    positions.map((position) => lastSlopeAt(schedule.slopes, position)),
    schedule.slopes.frames.map((edges) => edges.at(-1)),
  );
  assert.deepEqual(
    [2, 3].map((position) => lastSlopeAt(schedule.slopes, position)),
    [undefined, undefined],
  );
});

test("a position that was written is written the same again, and no two frames alike", () => {
  for (let count = 2; count <= 25; count += 1) {
    const written = Array.from({ length: count }, (_, frame) => writtenPosition(7 + frame / count));
    assert.deepEqual(written.map(writtenPosition), written);
    assert.equal(new Set(written).size, count);
  }
});

test("a phase of its own for the steps of phases, and none while something is withheld", () => {
  assert.deepEqual([...schedule.boundaries.phase], [0, 2, positions[1], 7]);
  assert.deepEqual(buildSchedule(redact(SQUARE, { position: 4 })).slopes.frames, []);
});

test("positions from sliders and links are those of frames", () => {
  assert.equal(snapped(schedule.slopes, positions[1]! + 0.0001), positions[1]);
  assert.equal(snapped(schedule.slopes, 4.4), 4);
  assert.deepEqual(
    [placeOnLine(schedule.slopes, 2), placeOnLine(schedule.slopes, 3), placeOnLine(schedule.slopes, 7)],
    [2, 5, 9],
  );
});
