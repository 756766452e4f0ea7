import assert from "node:assert/strict";
import test from "node:test";
import { createStore } from "../../../static/src/core/store.ts";
import { STUDIO_ACTIONS } from "../../../static/src/training/actions.ts";
import { branchStep } from "../../../static/src/training/replay.ts";
import { setupTexts } from "../../../static/src/training/results/log.ts";
import { startedAt } from "../../../static/src/training/run.ts";
import { createRunner } from "../../../static/src/training/runner/runner.ts";
import { withValue } from "../../../static/src/training/setup.ts";
import { DRAWING_BOUNDS, exampleAt, pointsShown } from "../../../static/src/training/shown.ts";
import type { StudioState } from "../../../static/src/training/state.ts";
import { changeField } from "../../../static/src/training/state_actions.ts";
import type { FollowerPorts } from "../../../static/src/training/stream_follower.ts";
import type { Change, StartBody, TrainingProblem } from "../../../static/src/training/types.ts";
import { set } from "../support/store.ts";
import { momentOf, OPTIONS, progressOf, REQUEST, startedOf } from "../support/training_events.ts";

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
  rateOfSchedule: null,
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

const WEIGHTS = {
  "layer 1 · weights": [
    [1, 2],
    [0.5, 4],
  ],
  "layer 1 · biases": [0, 0],
};

/** Everything that promises have left to do is done. */
const settled = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

type Listener = Pick<FollowerPorts, "event" | "refused" | "connection">;

/** A runner with a server that does what the test says: `told()` is the listener of the newest run. */
function setUp(refusals: readonly TrainingProblem[] = [], hasCheckpoints = true) {
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
      return Promise.resolve({ problems: refusals });
    },
    end: (run) => ended.push(run),
    checkpoint: (run) =>
      Promise.resolve(hasCheckpoints ? { format: 1, request: REQUEST, checkpoint: { of: run, parameters: WEIGHTS } } : null),
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
  assert.deepEqual(
    changes.map(({ state }) => state),
    ["running", "paused", "running"],
  );
});

test("a run that goes on is trained on with a remedy, and never paused by it", () => {
  const { store, runner, begin, changes, listeners, wait } = setUp();
  begin("first");
  runner.train();
  begin("second");
  listeners.at(-1)!.event({ type: "state", data: { state: "running" } });
  store.dispatch(changeField("optimizer.learning_rate", 0.5));
  runner.train();
  wait();
  assert.deepEqual(
    changes.map(({ state, training }) => [state, training?.optimizer?.learning_rate]),
    [
      ["running", undefined],
      [undefined, 0.5],
    ],
  );
});

test("play does not wait for the first picture of a slow server", () => {
  const { runner, asked } = setUp();
  runner.togglePlay();
  assert.equal(asked.length, 2);
});

test("another model ends the run, and shows its first picture when it rests", () => {
  const { store, runner, begin, ended, asked, wait } = setUp();
  begin("first");
  runner.togglePlay();
  begin("second");
  for (const width of [3, 4, 5]) set(store, { request: withValue(store.get().request, "model.layers", [width, 1]) });
  assert.deepEqual(ended, ["first", "second"]);
  assert.equal(asked.length, 2);
  wait();
  assert.equal(asked.length, 3);
  assert.deepEqual((asked[2] as typeof REQUEST).model, { ...REQUEST.model, layers: [5, 1] });
});

test("a run under way goes on with what is changed, once that rests, and a flag stays where it was", () => {
  const { store, runner, begin, ended, asked, changes, listeners, wait } = setUp();
  begin("first");
  runner.togglePlay();
  begin("second");
  const { event } = listeners.at(-1)!;
  event({ type: "progress", data: { steps: [progressOf(0), progressOf(1)], seconds_left: null } });
  event({ type: "moment", data: momentOf(2) });
  for (const rate of [0.5, 0.3]) set(store, { request: withValue(store.get().request, "optimizer.learning_rate", rate) });
  wait();
  assert.deepEqual([asked.length, ended], [2, ["first"]]);
  const request = withValue(REQUEST, "optimizer.learning_rate", 0.3);
  assert.deepEqual(changes.at(-1), { training: { ...request, endless: false } });
  event({ type: "changed", data: { ...startedOf({ id: "second", request }), step: 2 } });
  event({ type: "moment", data: momentOf(2) });
  const run = store.get().run!;
  assert.deepEqual([run.stepCount, run.momentCount, run.moments.map(({ step }) => step)], [2, 2, [0, 2]]);
  assert.deepEqual(
    setupTexts(run, OPTIONS).map(({ step, text }) => [step, text]),
    [[2, "From step 2 on: learning rate: 1 → 0.3"]],
  );
  assert.equal(startedAt(run, 1).request, REQUEST);
  assert.equal(startedAt(run, 2).request, request);
});

test("training without end is switched on and off while a run goes on, and a flag says which; a run past its end keeps none", () => {
  const { store, runner, begin, changes, listeners, wait } = setUp();
  begin("first");
  runner.togglePlay();
  begin("second");
  const { event } = listeners.at(-1)!;
  const flags = (): string[] => setupTexts(store.get().run!, OPTIONS).map(({ text }) => text);
  const change = (rest: Partial<typeof REQUEST>, step: number): void => {
    set(store, { request: { ...store.get().request, ...rest } });
    wait();
    const request = changes.at(-1)!.training!;
    event({ type: "changed", data: { ...startedOf({ id: "second", request }), step } });
  };
  change({ endless: true }, 2);
  assert.equal(changes.at(-1)!.training!.endless, true);
  assert.deepEqual(flags(), ["From step 2 on: training without end"]);
  change({ l1: 0.5 }, 3);
  assert.equal(changes.at(-1)!.training!.endless, true);
  change({ endless: false }, 4);
  assert.equal(changes.at(-1)!.training!.endless, false);
  assert.deepEqual(flags().slice(1), ["From step 3 on: L1: 0 → 0.5", "From step 4 on: ends after 10 steps"]);
  event({ type: "changed", data: { ...startedOf({ id: "second", request: changes.at(-1)!.training! }), step: 5 } });
  assert.equal(flags().length, 3, "the same setup again is no change");
});

test("the switch of the form asks nothing of a run that has no end already", () => {
  const { store, runner, begin, changes, listeners, wait } = setUp();
  begin("first");
  runner.togglePlay();
  begin("second");
  const request = { ...REQUEST, endless: true };
  listeners.at(-1)!.event({ type: "changed", data: { ...startedOf({ id: "second", request }), step: 1 } });
  const before = changes.length;
  set(store, { request });
  wait();
  assert.equal(changes.length, before);
});

test("an earlier moment has the points it was learnt from, also after the data have become others", () => {
  const { store, runner, begin, listeners } = setUp();
  begin("first");
  runner.togglePlay();
  begin("second");
  const { event } = listeners.at(-1)!;
  event({ type: "moment", data: momentOf(1) });
  const examples = { inputs: [[7, 8]], targets: [1] };
  event({ type: "changed", data: { ...startedOf({ id: "second", examples }), step: 2 } });
  event({ type: "moment", data: momentOf(2) });
  const seen = (position: number | null) => {
    const state = { ...store.get(), position };
    return [pointsShown(state).points.inputs.length, exampleAt(state, [7, 8]), exampleAt(state, [1, 1])];
  };
  assert.deepEqual(seen(null), [1, 0, null]);
  assert.deepEqual(seen(1), [4, null, 1]);
});

test("a change that the server refuses is explained, and the run stays as it was", async () => {
  const problem = { code: "invalid-input", severity: "error", message: "No.", hint: null, span: null } as const;
  const { store, runner, begin, listeners, wait } = setUp([problem]);
  begin("first");
  runner.togglePlay();
  begin("second");
  listeners.at(-1)!.event({ type: "state", data: { state: "running" } });
  set(store, { request: withValue(REQUEST, "l2", -1) });
  wait();
  await Promise.resolve();
  assert.deepEqual([store.get().problems, store.get().run!.state], [[problem], "running"]);
});

for (const [when, isHeard] of [
  ["before the change is due", true],
  ["while the change is on its way", false],
] as const) {
  test(`a change is not lost on a run that ends ${when}: its set-up is shown, or what is wrong with it`, async () => {
    const over = { code: "run-ended", severity: "error", message: "Over.", hint: null, span: null } as const;
    const { store, runner, begin, listeners, wait, asked } = setUp([over]);
    begin("first");
    runner.togglePlay();
    begin("second");
    listeners.at(-1)!.event({ type: "state", data: { state: "running" } });
    set(store, { request: withValue(REQUEST, "l2", -1) });
    if (isHeard) listeners.at(-1)!.event({ type: "stopped", data: { reason: "completed", problem: null } });
    wait();
    await settled();
    assert.equal(asked.length, 3);
    const problem = { code: "out-of-range", severity: "error", message: "No.", hint: null, span: null } as const;
    listeners.at(-1)!.refused([problem]);
    assert.deepEqual(store.get().problems, [problem]);
  });
}

test("a change that is refused is explained also where the run has ended before that is heard", async () => {
  const problem = { code: "out-of-range", severity: "error", message: "No.", hint: null, span: null } as const;
  const { store, runner, begin, listeners, wait, asked } = setUp([problem]);
  begin("first");
  runner.togglePlay();
  begin("second");
  listeners.at(-1)!.event({ type: "state", data: { state: "running" } });
  set(store, { request: withValue(REQUEST, "l2", -1) });
  wait();
  listeners.at(-1)!.event({ type: "stopped", data: { reason: "completed", problem: null } });
  await settled();
  assert.equal(asked.length, 3);
  listeners.at(-1)!.refused([problem]);
  assert.deepEqual(store.get().problems, [problem]);
});

test("past its end a run goes on without one, from its checkpoint and with its curves", async () => {
  const { store, runner, begin, asked, changes, listeners } = setUp();
  begin("first");
  runner.togglePlay();
  begin("second");
  const { event } = listeners.at(-1)!;
  event({ type: "progress", data: { steps: Array.from({ length: 10 }, (_, step) => progressOf(step)), seconds_left: null } });
  event({
    type: "finished",
    data: { ...momentOf(10), loss: 0.1, accuracy: 1, held_out_loss: null, held_out_accuracy: null },
  });
  runner.togglePlay();
  await Promise.resolve();
  const endless = { ...REQUEST, endless: true };
  const checkpoint = { format: 1, request: REQUEST, checkpoint: { of: "second", parameters: WEIGHTS } };
  assert.deepEqual(asked.at(-1), { checkpoint, training: endless, paused: true });
  listeners.at(-1)!.event({ type: "started", data: startedOf({ id: "third", request: endless, step: 10 }) });
  listeners.at(-1)!.event({ type: "moment", data: momentOf(10) });
  listeners.at(-1)!.event({ type: "state", data: { state: "paused" } });
  assert.deepEqual(changes.at(-1), { state: "running", steps_per_second: 30 });
  const run = store.get().run!;
  assert.deepEqual([run.stepCount, run.moments.map(({ step }) => step)], [10, [0, 10]]);
  assert.equal(setupTexts(run, OPTIONS)[0]!.text, "From step 10 on: training without end");
  listeners.at(-1)!.event({ type: "progress", data: { steps: [progressOf(10)], seconds_left: null } });
  assert.equal(store.get().run!.steps.length, 11);
});

test("a weight that is changed by hand is trained on from, with the curves so far and a flag", async () => {
  const { store, runner, begin, asked, ended, listeners } = setUp();
  begin("first");
  runner.togglePlay();
  begin("second");
  const { event } = listeners.at(-1)!;
  const place = { parameter: "layer 1 · weights", path: [1, 0] };
  event({ type: "state", data: { state: "running" } });
  runner.editWeight(place, 3);
  await Promise.resolve();
  assert.equal(asked.length, 2, "not while it goes on");
  event({ type: "progress", data: { steps: [progressOf(0), progressOf(1)], seconds_left: null } });
  event({ type: "moment", data: momentOf(2, { parameters: WEIGHTS }) });
  event({ type: "state", data: { state: "paused" } });
  runner.editWeight(place, 3);
  await Promise.resolve();
  const body = asked.at(-1) as { checkpoint: { checkpoint: { parameters: object } }; training: object };
  const parameters = {
    ...WEIGHTS,
    "layer 1 · weights": [
      [1, 2],
      [3, 4],
    ],
  };
  assert.deepEqual(body.checkpoint.checkpoint.parameters, parameters);
  assert.deepEqual(body.training, { ...REQUEST, endless: false });
  assert.equal(ended.at(-1), "second");
  listeners.at(-1)!.event({ type: "started", data: startedOf({ id: "third", step: 2 }) });
  listeners.at(-1)!.event({ type: "moment", data: momentOf(2, { parameters }) });
  const run = store.get().run!;
  assert.deepEqual(run.moments.at(-1)!.parameters, parameters, "the model of this step is the changed one");
  assert.deepEqual([run.stepCount, run.momentCount], [2, 2]);
  assert.deepEqual(setupTexts(run, OPTIONS), [{ step: 2, text: "From step 2 on: layer 1 · weights[1, 0]: 0.5 → 3" }]);
});

test("several changes at one step are one flag", () => {
  const started = startedOf();
  const edit = (place: number, after: number) => ({ place: { parameter: "layer 1 · biases", path: [place] }, before: 0, after });
  const setups = [
    { step: 0, started },
    { step: 2, started, edit: edit(0, 1) },
    { step: 2, started, edit: edit(1, 3) },
  ];
  assert.deepEqual(setupTexts({ setups }, OPTIONS), [
    { step: 2, text: "From step 2 on: layer 1 · biases[0]: 0 → 1; layer 1 · biases[1]: 0 → 3" },
  ]);
});

test("a weight that is changed while another is being taken up waits for it, and none is lost", async () => {
  const { store, runner, begin, asked, listeners } = setUp();
  const weightOf = (body: StartBody): unknown =>
    (body as { checkpoint: { checkpoint: { parameters: typeof WEIGHTS } } }).checkpoint.checkpoint.parameters[
      "layer 1 · weights"
    ];
  begin("first");
  assert.equal(runner.canEditWeights(), false, "a first picture");
  runner.stepForward();
  begin("second");
  listeners.at(-1)!.event({ type: "moment", data: momentOf(1, { parameters: WEIGHTS }) });
  assert.deepEqual([runner.canEditWeights(), runner.isTakingUpWeight()], [true, false]);
  runner.editWeight({ parameter: "layer 1 · weights", path: [0, 0] }, 2);
  runner.editWeight({ parameter: "layer 1 · weights", path: [0, 1] }, 1.25);
  await settled();
  runner.editWeight({ parameter: "layer 1 · weights", path: [1, 0] }, 7);
  assert.deepEqual([asked.length, store.get().isStarting], [3, true]);
  assert.deepEqual(weightOf(asked[2]!), [
    [2, 2],
    [0.5, 4],
  ]);
  assert.deepEqual([runner.canEditWeights(), runner.isTakingUpWeight()], [true, true]);
  const { event } = listeners.at(-1)!;
  event({ type: "started", data: startedOf({ id: "third", step: 1 }) });
  assert.equal(runner.canEditWeights(), true, "a run counts as going on until its state is known");
  event({ type: "moment", data: momentOf(1, { parameters: WEIGHTS }) });
  event({ type: "state", data: { state: "paused" } });
  await settled();
  assert.deepEqual(weightOf(asked[3]!), [
    [1, 1.25],
    [0.5, 4],
  ]);
  begin("fourth");
  await settled();
  assert.deepEqual(weightOf(asked[4]!), [
    [1, 2],
    [7, 4],
  ]);
  begin("fifth");
  await settled();
  assert.deepEqual([asked.length, runner.canEditWeights(), runner.isTakingUpWeight()], [5, true, false]);
  runner.togglePlay();
  listeners.at(-1)!.event({ type: "state", data: { state: "running" } });
  assert.equal(runner.canEditWeights(), false, "while it goes on");
});

test("the weights of a run that was ended by hand cannot be changed", async () => {
  const { runner, begin, asked } = setUp();
  begin("first");
  runner.stepForward();
  begin("second");
  runner.editWeight({ parameter: "layer 1 · weights", path: [0, 0] }, 2);
  runner.cancel();
  await settled();
  assert.deepEqual([runner.canEditWeights(), runner.isTakingUpWeight()], [false, false]);
  runner.editWeight({ parameter: "layer 1 · weights", path: [0, 0] }, 3);
  await settled();
  assert.equal(asked.length, 2);
});

for (const hasCheckpoints of [true, false])
  test(`the weights of a finished run ${hasCheckpoints ? "can" : "cannot"} be changed ${hasCheckpoints ? "with" : "without"} a checkpoint`, async () => {
    const { store, runner, begin, listeners } = setUp([], hasCheckpoints);
    begin("first");
    runner.togglePlay();
    begin("second");
    const data = { ...momentOf(10), loss: 0.1, accuracy: 1, held_out_loss: null, held_out_accuracy: null };
    listeners.at(-1)!.event({ type: "finished", data });
    const before = store.get();
    await settled();
    assert.equal(runner.canEditWeights(), hasCheckpoints);
    assert.equal(store.get() === before, hasCheckpoints, "the views are notified where there is none");
  });

test("a weight that the server refuses, or that has no checkpoint to go into, blocks no later one", async () => {
  const { runner, begin, asked, listeners } = setUp();
  const place = { parameter: "layer 1 · weights", path: [0, 0] };
  begin("first");
  runner.stepForward();
  begin("second");
  runner.editWeight(place, 2);
  await settled();
  assert.equal(asked.length, 3);
  const problem = { code: "invalid-request", severity: "error", message: "No.", hint: null, span: null } as const;
  listeners.at(-1)!.refused([problem]);
  assert.deepEqual([runner.canEditWeights(), runner.isTakingUpWeight()], [false, false]);
  const other = setUp([], false);
  other.begin("first");
  other.runner.stepForward();
  other.begin("second");
  other.runner.editWeight(place, 2);
  assert.equal(other.runner.isTakingUpWeight(), true);
  await settled();
  assert.deepEqual([other.runner.isTakingUpWeight(), other.asked.length], [false, 2]);
});

test("a run that ran away begins again from the start", () => {
  const { runner, begin, asked, listeners } = setUp();
  begin("first");
  runner.togglePlay();
  begin("second");
  const problem = { code: "diverged", severity: "error", message: "", hint: null, span: null } as const;
  listeners.at(-1)!.event({ type: "diverged", data: { began: 1, problem, suggestion: null } });
  runner.togglePlay();
  assert.deepEqual(asked.at(-1), { ...REQUEST, paused: true });
});

test("what was sent in passing makes way for the next moment", () => {
  const { store, runner, begin, listeners } = setUp();
  begin("first");
  runner.togglePlay();
  begin("second");
  const { event } = listeners.at(-1)!;
  for (const [step, passing] of [
    [1, true],
    [2, true],
    [4, false],
    [5, true],
  ] as const)
    event({ type: "moment", data: momentOf(step, { passing }) });
  assert.deepEqual(
    store.get().run!.moments.map(({ step }) => step),
    [0, 4, 5],
  );
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
  assert.deepEqual(
    changes.map(({ advance }) => advance),
    [1, 1],
  );
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
  set(store, { request: withValue(REQUEST, "steps", -1) });
  wait();
  const problem = { code: "invalid-request", severity: "error", message: "No.", hint: null, span: null, field: "steps" } as const;
  listeners.at(-1)!.refused([problem]);
  assert.deepEqual([store.get().problems, store.get().isStarting, store.get().run?.started.id], [[problem], false, "first"]);
});

test("a checkpoint brings its own set-up and waits for a press", () => {
  const { store, runner, begin, asked, wait, changes, listeners } = setUp();
  begin("first");
  const request = withValue(REQUEST, "steps", 50);
  const before = withValue(request, "optimizer.learning_rate", 3);
  const setups = [
    { step: 0, request: before },
    { step: 1, request },
  ];
  const checkpoint = { format: 1, request, checkpoint: { step: 50 } };
  runner.load({ ...checkpoint, curves: { steps: [progressOf(0), progressOf(1)], setups } });
  wait();
  assert.equal(asked.length, 2);
  const training = { ...request, endless: true };
  assert.deepEqual(asked[1], { checkpoint, training, paused: true }, "it has reached its end");
  listeners.at(-1)!.event({ type: "started", data: startedOf({ id: "resumed", request: training, step: 2 }) });
  assert.equal(store.get().run!.stepCount, 2, "its curves are there");
  assert.deepEqual(
    setupTexts(store.get().run!, OPTIONS).map(({ step }) => step),
    [1, 2],
  );
  listeners.at(-1)!.event({ type: "state", data: { state: "paused" } });
  assert.deepEqual(changes, [{ steps_per_second: 30 }]);
  runner.togglePlay();
  assert.deepEqual(changes.at(-1), { state: "running" });
  assert.equal(store.get().request, request);
});

test("a checkpoint from the midst of a run goes on to the run's own end", () => {
  const { runner, begin, asked } = setUp();
  begin("first");
  const checkpoint = { format: 1, request: REQUEST, checkpoint: { step: 3 } };
  runner.load(checkpoint);
  assert.deepEqual(asked[1], { checkpoint, paused: true });
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

test("a flag is undone: the run stays as a branch, and its steps and earlier changes are made once more up to the change", () => {
  const { store, runner, asked, changes, listeners, begin, wait } = setUp();
  begin("first");
  runner.togglePlay();
  begin("run");
  const listener = listeners.at(-1)!;
  const rate = (value: number) => withValue(REQUEST, "optimizer.learning_rate", value);
  for (const [step, value] of [
    [10, 0.3],
    [20, 0.1],
  ] as const) {
    set(store, { request: rate(value) });
    wait();
    listener.event({ type: "changed", data: { ...startedOf({ id: "run", request: rate(value) }), step } });
    listener.event({ type: "moment", data: momentOf(step) });
  }
  listener.event({ type: "state", data: { state: "paused" } });
  changes.length = 0;
  runner.undo(20);
  assert.deepEqual(asked.at(-1), { ...REQUEST, paused: true });
  assert.deepEqual(store.get().request, rate(0.3));
  assert.deepEqual(
    store.get().branches!.map(({ number, step, run }) => [number, step, run.started.id]),
    [[1, 20, "run"]],
  );
  begin("again");
  const again = listeners.at(-1)!;
  assert.deepEqual(changes, [{ advance: 10 }]);
  again.event({ type: "moment", data: momentOf(10) });
  assert.deepEqual(changes.at(-1), { training: rate(0.3) });
  again.event({ type: "changed", data: { ...startedOf({ id: "again", request: rate(0.3) }), step: 10 } });
  again.event({ type: "moment", data: momentOf(10) });
  assert.deepEqual(changes.at(-1), { advance: 10 });
  again.event({ type: "moment", data: momentOf(20) });
  assert.deepEqual(changes.at(-1), { steps_per_second: 30 });
  assert.deepEqual(
    setupTexts(store.get().run!, OPTIONS).map(({ step }) => step),
    [10],
  );
  assert.equal(store.get().run!.setups.at(-1)!.asked, store.get().request);
});

test("what is changed at an earlier moment waits for play, and grows from there as a second branch", () => {
  const { store, runner, asked, changes, listeners, begin, wait } = setUp();
  begin("first");
  runner.togglePlay();
  begin("run");
  const listener = listeners.at(-1)!;
  for (const step of [5, 10, 15]) listener.event({ type: "moment", data: momentOf(step) });
  listener.event({ type: "state", data: { state: "paused" } });
  set(store, { position: 2 });
  changes.length = 0;
  const starts = asked.length;
  const other = withValue(REQUEST, "optimizer.learning_rate", 0.01);
  set(store, { request: other });
  wait();
  assert.deepEqual([changes.length, asked.length], [0, starts]);
  assert.equal(branchStep(store.get()), 10);
  runner.togglePlay();
  begin("second");
  assert.deepEqual(changes, [{ advance: 10 }]);
  listeners.at(-1)!.event({ type: "moment", data: momentOf(10) });
  assert.deepEqual(changes.at(-1), { training: { ...other, endless: false }, state: "running", steps_per_second: 30 });
  assert.deepEqual(
    store.get().branches!.map(({ step, run }) => [step, run.started.id]),
    [[10, "run"]],
  );
});

test("weights frozen at the end of a run stay as they are there: it goes on from its end and not from its start", async () => {
  const { runner, store, asked, begin, listeners, wait } = setUp();
  begin("first");
  runner.togglePlay();
  begin("second");
  listeners.at(-1)!.event({ type: "finished", data: { ...progressOf(100), ...momentOf(100) } });
  await settled();
  const frozen = [{ parameter: "layer 1 · biases", path: [0] }];
  set(store, { request: { ...store.get().request, frozen } });
  // A second press comes before the server has answered.
  const both = [...frozen, { parameter: "layer 1 · biases", path: [1] }];
  set(store, { request: { ...store.get().request, frozen: both } });
  await settled();
  wait();
  assert.equal(asked.length, 3);
  const body = asked.at(-1)! as { readonly checkpoint: unknown; readonly training: object };
  assert.deepEqual((body.checkpoint as { checkpoint: { of: string } }).checkpoint.of, "second");
  assert.deepEqual(body.training, { ...REQUEST, frozen: both, endless: true });
  assert.equal(store.get().run?.state, "finished");
});

test("points are drawn where the server draws them: tests/app/training/test_training.py has the same numbers", () => {
  assert.deepEqual(DRAWING_BOUNDS, [
    [-1.5, 1.5],
    [-1.5, 1.5],
  ]);
});
