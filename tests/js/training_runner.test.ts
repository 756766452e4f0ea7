import assert from "node:assert/strict";
import test from "node:test";
import { STUDIO_ACTIONS } from "../../static/src/core/training_actions.ts";
import { createStore } from "../../static/src/core/store.ts";
import type { FollowerPorts } from "../../static/src/training/follower.ts";
import { createRunner } from "../../static/src/training/runner.ts";
import { withValue } from "../../static/src/training/setup.ts";
import type { StudioState } from "../../static/src/training/state.ts";
import type { Change, StartBody } from "../../static/src/training/types.ts";
import { momentOf, OPTIONS, progressOf, REQUEST, startedOf } from "./training_events.ts";

const STATE: StudioState = {
  options: OPTIONS,
  request: REQUEST,
  problems: [],
  connection: null,
  isStarting: false,
  run: null,
  isPreview: true,
  kept: null,
  position: null,
  stepsPerSecond: 30,
  brush: "open",
  example: null,
  pushSize: 0.5,
  push: null,
  graphOpen: false,
  isLogarithmic: false,
  view: "picture",
  theme: "system",
  palette: "blue-orange",
  motion: "system",
  projector: false,
  shortcuts: true,
  helpOpen: false,
};

type Listener = Pick<FollowerPorts, "event" | "refused" | "connection">;

/** A runner with a server that does what the test says: `told()` is the listener of the newest run. */
function setUp() {
  const store = createStore(STATE);
  const asked: StartBody[] = [];
  const changes: Change[] = [];
  const ended: string[] = [];
  const listeners: Listener[] = [];
  let due: (() => void)[] = [];
  const runner = createRunner(store, {
    follow(body, listener) {
      asked.push(body);
      listeners.push(listener);
      return { close: () => {} };
    },
    change(_, change) {
      changes.push(change);
      return Promise.resolve({});
    },
    end: (run) => ended.push(run),
    after(_, run) {
      due.push(run);
      return () => void (due = due.filter((other) => other !== run));
    },
  });
  const wait = (): void => {
    const now = due;
    due = [];
    for (const run of now) run();
  };
  const begin = (id: string, listener = listeners.at(-1)!): void => {
    listener.event({ type: "started", data: startedOf({ id }) });
    listener.event({ type: "moment", data: momentOf(0) });
    listener.event({ type: "state", data: { state: "paused" } });
  };
  return { store, runner, asked, changes, ended, listeners, wait, begin };
}

test("the page opens with the first picture, for which no run is kept on the server", () => {
  const { store, asked, ended, begin } = setUp();
  assert.equal(asked[0]!.paused, true);
  begin("first");
  assert.deepEqual(ended, ["first"]);
  assert.deepEqual([store.get().isPreview, store.get().run?.momentCount, store.get().isStarting], [true, 1, false]);
});

test("play starts a run, which goes off at the chosen pace once it is there", () => {
  const { runner, begin, changes, store } = setUp();
  begin("first");
  runner.togglePlay();
  begin("second");
  assert.deepEqual(changes, [{ state: "running", steps_per_second: 30 }]);
  assert.equal(store.get().isPreview, false);
});

test("pressed twice, play starts one run; pressed again, it pauses and resumes it", () => {
  const { runner, begin, asked, changes, listeners } = setUp();
  begin("first");
  runner.togglePlay();
  runner.togglePlay();
  assert.equal(asked.length, 2);
  begin("second");
  listeners.at(-1)!.event({ type: "state", data: { state: "running" } });
  runner.togglePlay();
  listeners.at(-1)!.event({ type: "state", data: { state: "paused" } });
  runner.togglePlay();
  assert.deepEqual(changes.map(({ state }) => state), ["running", "paused", "running"]);
});

test("play does not wait for the first picture of a slow server", () => {
  const { runner, asked } = setUp();
  runner.togglePlay();
  assert.equal(asked.length, 2);
});

test("a changed set-up ends the run, and shows its first picture when it rests", () => {
  const { store, runner, begin, ended, asked, wait } = setUp();
  begin("first");
  runner.togglePlay();
  begin("second");
  for (const steps of [11, 12, 13]) store.set({ request: withValue(store.get().request, "steps", steps) });
  assert.deepEqual(ended, ["first", "second"]);
  assert.equal(asked.length, 2);
  wait();
  assert.equal(asked.length, 3);
  assert.equal((asked[2] as typeof REQUEST).steps, 13);
});

test("words of a run that was given up come too late", () => {
  const { store, runner, begin, listeners } = setUp();
  begin("first");
  runner.togglePlay();
  const old = listeners.at(-1)!;
  runner.reset();
  old.event({ type: "started", data: startedOf({ id: "old" }) });
  assert.equal(store.get().run?.started.id, "first");
});

test("a single step starts a run that makes one, then one more, each when it is pressed", () => {
  const { runner, begin, changes, listeners } = setUp();
  begin("first");
  runner.stepForward();
  begin("second");
  listeners.at(-1)!.event({ type: "progress", data: { steps: [progressOf(0)], seconds_left: null } });
  listeners.at(-1)!.event({ type: "moment", data: momentOf(1) });
  listeners.at(-1)!.event({ type: "state", data: { state: "paused" } });
  runner.stepForward();
  assert.deepEqual(changes.map(({ advance }) => advance), [1, 1]);
});

test("stepping back looks at an earlier moment and asks nothing; stepping on leads to the newest again", () => {
  const { store, runner, begin, changes, listeners } = setUp();
  begin("first");
  runner.stepForward();
  begin("second");
  for (const step of [1, 2]) listeners.at(-1)!.event({ type: "moment", data: momentOf(step) });
  const before = changes.length;
  runner.stepBack();
  assert.equal(store.get().position, 1);
  runner.stepForward();
  assert.equal(store.get().position, 2);
  assert.equal(changes.length, before);
});

test("cancelling ends the run at once and keeps what has arrived", () => {
  const { store, runner, begin, ended, listeners } = setUp();
  begin("first");
  runner.togglePlay();
  begin("second");
  listeners.at(-1)!.event({ type: "progress", data: { steps: [progressOf(0)], seconds_left: 9 } });
  runner.cancel();
  assert.deepEqual([store.get().run?.state, store.get().run?.stepCount, ended.at(-1)], ["stopped", 1, "second"]);
});

test("what the server refuses is shown, and the last picture stays", () => {
  const { store, begin, wait, listeners } = setUp();
  begin("first");
  store.set({ request: withValue(REQUEST, "steps", -1) });
  wait();
  const problem = { code: "invalid-request", severity: "error", message: "No.", hint: null, span: null, field: "steps" } as const;
  listeners.at(-1)!.refused([problem]);
  assert.deepEqual([store.get().problems, store.get().isStarting, store.get().run?.started.id], [[problem], false, "first"]);
});

test("a checkpoint brings its own set-up and waits for a press", () => {
  const { store, runner, begin, asked, wait, changes, listeners } = setUp();
  begin("first");
  const request = withValue(REQUEST, "steps", 50);
  runner.load({ format: 1, request, checkpoint: {} });
  wait();
  assert.equal(asked.length, 2);
  assert.ok("checkpoint" in asked[1]!);
  listeners.at(-1)!.event({ type: "started", data: startedOf({ id: "resumed", request }) });
  listeners.at(-1)!.event({ type: "state", data: { state: "paused" } });
  assert.deepEqual(changes, [{ steps_per_second: 30 }]);
  runner.togglePlay();
  assert.deepEqual(changes.at(-1), { state: "running" });
  assert.equal(store.get().request, request);
});

test("leaving the page ends the run", () => {
  const { runner, begin, ended } = setUp();
  begin("first");
  runner.togglePlay();
  begin("second");
  runner.leave();
  assert.deepEqual(ended, ["first", "second"]);
});

test("no two actions of the studio share a name or a key", () => {
  const names = STUDIO_ACTIONS.map(({ name }) => name);
  const keys = STUDIO_ACTIONS.flatMap((action) => action.keys as readonly string[]);
  assert.equal(new Set(names).size, names.length);
  assert.equal(new Set(keys).size, keys.length);
});
