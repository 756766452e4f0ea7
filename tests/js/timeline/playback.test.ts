import assert from "node:assert/strict";
import test from "node:test";
import { createStore } from "../../../static/src/core/store.ts";
import * as playback from "../../../static/src/timeline/playback.ts";
import { buildSchedule } from "../../../static/src/timeline/schedule.ts";
import { type After, mountPlayer } from "../../../static/src/view/timeline/playback_clock.ts";
import { stateOf } from "../support/graphs.ts";
import { SQUARE, wideGraph } from "../support/sample_graphs.ts";
import { set } from "../support/store.ts";

const state = stateOf({ graph: SQUARE });

test("a step may be animated, a scrub and a jump never", () => {
  assert.equal(playback.stepForward(state).travel, true);
  assert.equal(playback.stepBack({ ...state, position: 3 }).travel, false);
  assert.equal(playback.seek(state, 4).travel, false);
  assert.equal(playback.jumpToNode(state, 1).travel, false);
});

test("what is shown stays behind a step until its tokens land, and is at once where a jump leads", () => {
  const at = (change: Partial<typeof state>) => playback.shownAt({ ...state, position: 3, ...change });
  const step = playback.stepForward({ ...state, position: 3 });
  assert.deepEqual([step.position, at(step)], [4, 3]);
  const under = { ...state, ...step };
  assert.deepEqual(playback.land(under, 4), { shown: null });
  assert.equal(playback.shownAt({ ...under, ...playback.land(under, 4) }), 4);
  // Whoever jumps while tokens are under way is there.
  assert.equal(playback.shownAt({ ...under, ...playback.seek(under, 6) }), 6);
  assert.equal(at(playback.playOn({ ...state, position: 3, playing: true })), 3);
});

test("seeking stays within the timeline and ends a play", () => {
  assert.deepEqual(playback.seek({ ...state, playing: true }, 99), { position: 7, playing: false, travel: false });
  assert.equal(playback.seek(state, -5).position, 0);
});

test("play at the end begins from the start, and elsewhere from where one is", () => {
  assert.deepEqual(playback.togglePlay({ ...state, position: 7 }), { playing: true, position: 0, travel: false });
  assert.equal(playback.togglePlay({ ...state, position: 3 }).position, 3);
  assert.deepEqual(playback.togglePlay({ ...state, playing: true }), { playing: false });
});

test("a play rests where the number of a breakpoint changes, and goes on from there", () => {
  const stopped = { ...state, playing: true, breakpoints: [0], stepSize: "phase" as const };
  const first = playback.playOn({ ...stopped, position: 3 });
  assert.deepEqual([first.position, first.playing], [5, false]);
  assert.equal(playback.playOn({ ...stopped, position: 5 }).position, 6);
  const frame = playback.playOn({ ...stopped, position: 4, stepSize: "contribution" }); // one that ends just there
  assert.deepEqual([frame.position, frame.playing], [5, false]);
  assert.deepEqual(playback.changesOf(buildSchedule(SQUARE), [1]), [1, 4]);
});

test("a breakpoint is set and taken away", () => {
  const set = playback.toggleBreakpoint(state, 2);
  assert.deepEqual(set, { breakpoints: [2] });
  assert.deepEqual(playback.toggleBreakpoint({ ...state, breakpoints: [1, 2] }, 2), { breakpoints: [1] });
});

test("phases are reached from either side", () => {
  assert.equal(playback.nextPhase(state).position, 2);
  const slopes = playback.nextPhase({ ...state, position: 2 }).position!;
  assert.equal(slopes > 2 && slopes < 3, true);
  assert.equal(playback.previousPhase({ ...state, position: 5 }).position, slopes);
  assert.equal(playback.previousPhase({ ...state, position: slopes }).position, 2);
  assert.equal(playback.nextPhase({ ...state, position: slopes }).position, 7);
});

test("a short play takes 800 ms a frame, and speed divides it", () => {
  assert.deepEqual(playback.paceOf(buildSchedule(SQUARE), "contribution", 1), {
    stepSize: "contribution",
    interval: 800,
    stride: 1,
  });
  assert.equal(playback.paceOf(buildSchedule(SQUARE), "contribution", 4).interval, 200);
});

test("a play of more than sixty frames goes by level", () => {
  assert.equal(playback.paceOf(buildSchedule(wideGraph(40)), "contribution", 1).stepSize, "level");
});

test("however large the graph, a whole play ends within thirty seconds", () => {
  const chain = Array.from({ length: 5000 }, (_, id) => ({
    ...SQUARE.nodes[1]!,
    id,
    inputs: id > 0 ? [id - 1] : [],
    op: id > 0 ? "exp" : null,
  }));
  const schedule = buildSchedule({
    ...SQUARE,
    nodes: chain,
    edges: [],
    steps: chain.slice(1).map(({ id }) => ({ phase: "forward", node: id })),
  });
  const { interval, stride, stepSize } = playback.paceOf(schedule, "contribution", 1);
  const frames = (schedule.boundaries[stepSize].length - 1) / stride;
  assert.ok(frames * interval <= 30_100, `${frames * interval} ms`);
  assert.ok(interval >= 100, "no frame is shorter than can be drawn and seen");
});

/** A clock that stands still until it is told to go on. */
function handClock(): { after: After; go(): number | null } {
  let waiting: { milliseconds: number; run: () => void } | null = null;
  return {
    after(milliseconds, run) {
      const entry = { milliseconds, run };
      waiting = entry;
      return () => {
        if (waiting === entry) waiting = null;
      };
    },
    go() {
      const entry = waiting;
      waiting = null;
      entry?.run();
      return entry?.milliseconds ?? null;
    },
  };
}

test("the clock plays frame by frame to the end and rests there", () => {
  const store = createStore(stateOf({ graph: SQUARE }));
  const clock = handClock();
  mountPlayer(store, clock.after);
  set(store, { playing: true });
  const positions: number[] = [];
  while (clock.go() !== null) positions.push(store.get().position);
  assert.deepEqual(
    positions.map((position) => Math.round(3 * position)),
    [3, 6, 7, 8, 9, 12, 15, 18, 21],
  );
  assert.equal(store.get().playing, false);
});

test("pausing stops the clock", () => {
  const store = createStore(stateOf({ graph: SQUARE, playing: false }));
  const clock = handClock();
  mountPlayer(store, clock.after);
  set(store, { playing: true });
  clock.go();
  set(store, { playing: false });
  assert.equal(clock.go(), null);
  assert.equal(store.get().position, 1);
});

test("a change of speed holds for the frame that is being waited for", () => {
  const store = createStore(stateOf({ graph: SQUARE }));
  const clock = handClock();
  mountPlayer(store, clock.after);
  set(store, { playing: true });
  clock.go();
  set(store, { speed: 2 });
  assert.equal(clock.go(), 400);
});
