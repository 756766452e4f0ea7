import assert from "node:assert/strict";
import test from "node:test";
import { buildSchedule } from "../../../static/src/timeline/schedule.ts";
import { type FlyerAt, fly, type Leg } from "../../../static/src/view/graph/animation/flight.ts";
import { legsOf } from "../../../static/src/view/graph/animation/frames.ts";
import { SQUARE, STRETCHED, wideGraph } from "../support/sample_graphs.ts";

const schedule = buildSchedule(SQUARE);

/** Runs a flight with frames at the given times; tells what moved and what landed. */
function watch(legs: readonly Leg[], duration: number, times: readonly number[]) {
  let next: ((time: number) => void) | null = null;
  const seen: { moves: (readonly FlyerAt[])[]; landings: number[] } = { moves: [], landings: [] };
  const stop = fly(legs, duration, {
    frame(run) {
      next = run;
      return () => (next = null);
    },
    move: (flyers) => void seen.moves.push(flyers),
    land: (position) => void seen.landings.push(position),
  });
  for (const time of times) {
    const run = next;
    next = null;
    (run as ((time: number) => void) | null)?.(time);
  }
  return { ...seen, stop, isOver: () => next === null };
}

test("forward, the inputs of an operation travel one after the other before its value appears", () => {
  const legs = legsOf(schedule, 1, 2, false, 4);
  assert.deepEqual(
    legs.map(({ flyers, position }) => [flyers.map(({ text }) => text), position]),
    [
      [["9"], 1],
      [["3"], 2],
    ],
  );
});

test("backward, a contribution travels its own wire with its sign", () => {
  assert.deepEqual(legsOf(schedule, 5, 6, false, 4), [
    { flyers: [{ wire: 0, backward: true, text: "3", sign: 1, before: { text: "1", sign: 1 } }], position: 6 },
  ]);
});

test("the seed does not travel", () => {
  assert.deepEqual(
    legsOf(schedule, 2, 3, false, 4).flatMap(({ flyers }) => flyers),
    [],
  );
});

test("what has arrived does not travel again to be summed over axes", () => {
  const stretched = buildSchedule(STRETCHED);
  assert.equal(legsOf(stretched, 3, 4, false, 4)[0]!.flyers.length, 1);
  assert.equal(legsOf(stretched, 4, 5, false, 4)[0]!.flyers.length, 0);
});

test("a whole level moves at once, and a swarm not at all", () => {
  assert.equal(legsOf(schedule, 5, 7, true, 4)[0]!.flyers.length, 2);
  assert.deepEqual(legsOf(buildSchedule(wideGraph(40)), 0, 40, true, 4), []);
});

test("one thing moves at a time, and what landed is shown before the next sets out", () => {
  const legs = legsOf(schedule, 5, 7, false, 4);
  const { moves, landings, isOver } = watch(legs, 1000, [0, 250, 500, 750, 1000]);
  assert.deepEqual(
    moves.map((flyers) => flyers.map(({ wire }) => wire)),
    [[0], [0], [1], [1], []],
  );
  assert.deepEqual(landings, [6, 7]);
  assert.ok(isOver());
});

test("a contribution sets out from the user and ends at the input", () => {
  const { moves } = watch(legsOf(schedule, 5, 6, false, 4), 500, [0, 250, 499]);
  const fractions = moves.map(([flyer]) => flyer!.fraction);
  assert.equal(fractions[0], 1);
  assert.ok(Math.abs(fractions[1]! - 0.5) < 0.01);
  assert.ok(fractions[2]! < 0.01);
});

test("a flight that is ended leaves nothing in the air", () => {
  const { moves, landings, stop, isOver } = watch(legsOf(schedule, 5, 6, false, 4), 500, [0, 100]);
  stop();
  assert.deepEqual([moves.at(-1), landings, isOver()], [[], [], true]);
});
