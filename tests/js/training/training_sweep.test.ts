import assert from "node:assert/strict";
import test from "node:test";
import { createStore } from "../../../static/src/core/store.ts";
import { percentText } from "../../../static/src/training/results/log.ts";
import type { Line, Opened } from "../../../static/src/training/stream_follower.ts";
import { bestOf, type CellResult, lossRange, type SweepState } from "../../../static/src/training/sweep/state.ts";
import { createSweeper, type SweepBody } from "../../../static/src/training/sweep/sweeper.ts";
import {
  axisText,
  cellsOf,
  changesOf,
  readAxis,
  settingsOf,
  usualAxis,
} from "../../../static/src/training/sweep/swept_settings.ts";
import { axesTogether, sentenceOf } from "../../../static/src/training/sweep/words.ts";
import type { TrainingRequest } from "../../../static/src/training/types.ts";
import { resultTexts } from "../../../static/src/view/training/sweep/multiple.ts";
import { OPTIONS, REQUEST } from "../support/training_events.ts";

const NETWORK: TrainingRequest = {
  ...REQUEST,
  model: { kind: "mlp", layers: [8, 8, 1], activation: "tanh" },
  optimizer: { name: "sgd", learning_rate: 0.1 },
};

const RESULT: CellResult = {
  loss: 0.5,
  accuracy: 0.9,
  held_out_loss: null,
  held_out_accuracy: null,
  diverged_at: null,
  problem: null,
  curve: { steps: [0, 1], losses: [1, 0.5] },
  regions: null,
};

test("every combination is a run, the first setting across and the second one down", () => {
  const axes = [
    { setting: "rate", values: [0.1, 1] },
    { setting: "width", values: [2, 4, 6] },
  ] as const;
  const cells = cellsOf(NETWORK, axes, OPTIONS);
  assert.equal(cells.length, 6);
  assert.deepEqual(cells[3]!.values, [1, 4]);
  assert.equal(cells[3]!.request.optimizer.learning_rate, 1);
  assert.deepEqual((cells[3]!.request.model as { layers: unknown }).layers, [4, 4, 1]);
  assert.deepEqual(Object.keys(changesOf(NETWORK, cells[3]!.request)).sort(), ["model", "optimizer"]);
  assert.deepEqual(changesOf(NETWORK, cells[0]!.request), { model: { ...NETWORK.model, layers: [2, 2, 1] } });
});

test("one setting alone makes one row, and weights stay frozen where the model is the same", () => {
  const frozen = { ...NETWORK, frozen: [{ parameter: "layer 1 · biases", path: [0] }] };
  const [one] = cellsOf(frozen, [{ setting: "l2", values: [0.5] }], OPTIONS);
  assert.deepEqual([one!.request.l2, one!.request.frozen], [0.5, frozen.frozen]);
  const [other] = cellsOf(frozen, [{ setting: "width", values: [3] }], OPTIONS);
  assert.equal(other!.request.frozen, null);
});

test("the rate of a sweep over optimisers is the one that the sweep asks for", () => {
  const axes = [
    { setting: "rate", values: [0.7] },
    { setting: "optimizer", values: OPTIONS.optimizers.map(({ name }) => name) },
  ] as const;
  const cells = cellsOf(NETWORK, axes, OPTIONS);
  assert.ok(cells.length > 0);
  for (const { request, values } of cells) {
    assert.equal(request.optimizer.learning_rate, 0.7);
    assert.equal(request.optimizer.name, values[1]);
  }
});

test("values are typed with commas, each counts once, and what is none is named", () => {
  assert.deepEqual(readAxis("rate", "0.1, 1e-2; 0.1,", OPTIONS), { setting: "rate", values: [0.1, 0.01] });
  assert.deepEqual(readAxis("width", "4, 2.5", OPTIONS), { mistake: "2.5" });
  assert.deepEqual(readAxis("rate", "0", OPTIONS), { mistake: "0" });
  assert.deepEqual(readAxis("l2", "-1", OPTIONS), { mistake: "-1" });
  assert.deepEqual(readAxis("rate", " , ", OPTIONS), { mistake: "" });
  assert.deepEqual(readAxis("activation", "nothing", OPTIONS), { mistake: "nothing" });
  for (const setting of settingsOf(NETWORK)) {
    const axis = usualAxis(setting, NETWORK, OPTIONS);
    if (axis.values.length > 0) assert.deepEqual(readAxis(setting, axisText(axis, OPTIONS), OPTIONS), axis);
  }
});

test("a model that is no network has no width, and a program no seed", () => {
  assert.ok(settingsOf(NETWORK).includes("width"));
  assert.ok(!settingsOf({ ...NETWORK, model: { kind: "logistic" } }).includes("depth"));
  assert.ok(!settingsOf({ ...NETWORK, model: { kind: "program", program: "w*x", features: ["x"] } }).includes("seed"));
});

test("the best run misclassifies least and then has the smallest loss; held-out points decide where there are some", () => {
  const results = [
    { ...RESULT, accuracy: 0.9, loss: 0.1 },
    { ...RESULT, accuracy: 1, loss: 0.4 },
    { ...RESULT, accuracy: 1, loss: 0.3 },
    { ...RESULT, loss: null, diverged_at: 3 },
    null,
  ];
  assert.equal(bestOf({ results }), 2);
  const held = [0.3, 0.1, 0.2].map((held_out_loss, index) => ({ ...results[index]!, held_out_loss }));
  assert.equal(bestOf({ results: held }), 1);
  assert.equal(bestOf({ results: [results[3]!, null] }), null);
});

test("a run shows the numbers by which the best one is chosen", () => {
  assert.deepEqual(resultTexts({ ...RESULT, loss: 0.25, accuracy: 0.9 }), ["0.25", percentText(0.9)]);
  const held = { ...RESULT, loss: 0.25, accuracy: 0.9, held_out_loss: 0.5, held_out_accuracy: 0.6 };
  assert.deepEqual(resultTexts(held), ["0.5", percentText(0.6)]);
  assert.deepEqual(resultTexts({ ...held, accuracy: null, held_out_accuracy: null }), ["0.5"]);
});

test("the curves of all runs share an axis that leaves out what has no logarithm", () => {
  const other = { ...RESULT, curve: { steps: [0, 1, 2], losses: [20, 0, "Infinity" as const] } };
  assert.deepEqual(lossRange({ results: [RESULT, null, other] }), [0.5, 20]);
  assert.equal(lossRange({ results: [null] }), null);
});

/** Everything that promises have left to do is done. */
const settled = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

/** A server that sends what the test says. */
function setUp() {
  const store = createStore<SweepState>({ sweep: null });
  const bodies: SweepBody[] = [];
  const cuts: number[] = [];
  let push: (piece: string | null) => void = () => {};
  async function* pieces(): AsyncGenerator<string> {
    for (;;) {
      const piece = await new Promise<string | null>((resolve) => {
        push = resolve;
      });
      if (piece === null) return;
      yield piece;
    }
  }
  let answer: Opened | null = null;
  const sweeper = createSweeper(store, (body): Line => {
    bodies.push(body);
    return {
      opened: Promise.resolve(answer ?? { kind: "stream", pieces: pieces() }),
      cut: () => void cuts.push(bodies.length),
    };
  });
  const send = async (type: string, data: object): Promise<void> => {
    await settled();
    push(`event: ${type}\ndata: ${JSON.stringify(data)}\n\n`);
    await settled();
  };
  const refuse = (opened: Opened): void => void (answer = opened);
  const hangUp = async (): Promise<void> => {
    await settled();
    push(null);
    await settled();
  };
  return { store, sweeper, bodies, cuts, send, hangUp, refuse };
}

const AXES = [{ setting: "l2", values: [0, 0.1, 0.2] }] as const;

test("a sweep that broke off is gone on with by the runs that are missing, and their results take their own places", async () => {
  const { store, sweeper, bodies, send, hangUp } = setUp();
  sweeper.begin({ ...NETWORK, l2: 0, endless: true }, AXES, OPTIONS);
  assert.equal(bodies[0]!.training.endless, false);
  assert.deepEqual(bodies[0]!.cells, [{}, { l2: 0.1 }, { l2: 0.2 }]);
  await send("cell", { cell: 1, ...RESULT });
  await hangUp();
  assert.equal(store.get().sweep!.state, "stopped");
  sweeper.goOn();
  assert.deepEqual(bodies[1]!.cells, [{}, { l2: 0.2 }]);
  await send("cell", { cell: 1, ...RESULT, loss: 0.2 });
  await send("cell", { cell: 0, ...RESULT, loss: 0.1 });
  await send("finished", { cells: 2 });
  await hangUp();
  const { state, results } = store.get().sweep!;
  assert.deepEqual([state, results.map((result) => result?.loss)], ["finished", [0.1, 0.5, 0.2]]);
  sweeper.goOn();
  assert.equal(bodies.length, 2);
});

test("a sweep is stopped, and what comes after that is not taken", async () => {
  const { store, sweeper, cuts, send } = setUp();
  sweeper.begin(NETWORK, AXES, OPTIONS);
  await send("cell", { cell: 0, ...RESULT });
  sweeper.stop();
  assert.deepEqual(cuts, [1]);
  await send("cell", { cell: 1, ...RESULT });
  assert.deepEqual(
    [store.get().sweep!.state, store.get().sweep!.results.map((result) => result !== null)],
    ["stopped", [true, false, false]],
  );
});

test("what is refused is shown, and no run is missing its cell", async () => {
  const { store, sweeper, refuse } = setUp();
  refuse({
    kind: "refused",
    problems: [{ code: "too-many-runs", severity: "error", message: "Later.", hint: null, span: null }],
  });
  sweeper.begin(NETWORK, AXES, OPTIONS);
  await settled();
  assert.equal(store.get().sweep!.state, "stopped");
  assert.equal(store.get().sweep!.problems[0]!.message, "Later.");
});

test("two axes need two settings, and no more cells than the server takes", () => {
  const [rate, l2] = [
    { setting: "rate", values: [0.1, 1] },
    { setting: "l2", values: [0, 1, 2] },
  ] as const;
  const { limits } = OPTIONS;
  assert.deepEqual(axesTogether(rate, l2, OPTIONS), [rate, l2]);
  assert.deepEqual(axesTogether(rate, null, OPTIONS), [rate]);
  assert.equal(typeof axesTogether(null, l2, OPTIONS), "string");
  assert.equal(typeof axesTogether(rate, rate, OPTIONS), "string");
  assert.match(String(axesTogether(rate, l2, { limits: { ...limits, max_sweep_cells: 5 } })), /6/);
});

test("a sweep says how far it is, and at its end which measure its best run has", () => {
  const sweep = { base: NETWORK, axes: [], cells: [], results: [RESULT], problems: [] };
  const cells = cellsOf(NETWORK, [{ setting: "l2", values: [0.5] }], OPTIONS);
  const sentences = [
    sentenceOf({ ...sweep, cells, state: "running" }),
    sentenceOf({ ...sweep, cells, state: "stopped" }),
    sentenceOf({ ...sweep, cells, state: "finished" }),
    sentenceOf({ ...sweep, cells, state: "finished", results: [{ ...RESULT, held_out_loss: 1 }] }),
    sentenceOf({ ...sweep, cells, state: "finished", results: [{ ...RESULT, accuracy: null }] }),
    sentenceOf({ ...sweep, cells, state: "finished", results: [{ ...RESULT, loss: null }] }),
  ];
  assert.equal(new Set(sentences).size, 6);
});
