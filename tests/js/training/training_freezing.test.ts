import assert from "node:assert/strict";
import test from "node:test";
import { frozenIn, onlyFreezes, withFrozen, withoutStaleFrozen } from "../../../static/src/training/results/freezing.ts";
import { frozenWeights } from "../../../static/src/training/results/neurons.ts";
import { differencesText } from "../../../static/src/training/setup_differences.ts";
import type { TrainingRequest } from "../../../static/src/training/types.ts";
import { OPTIONS, REQUEST, startedOf } from "../support/training_events.ts";

const WEIGHTS = "layer 1 · weights";
const BIASES = "layer 1 · biases";
const STARTED = startedOf({
  parameters: [
    { name: WEIGHTS, shape: [2, 3] },
    { name: BIASES, shape: [3] },
  ],
});
const NETWORK: TrainingRequest = { ...REQUEST, model: { kind: "mlp", layers: [3] } };

test("a weight is frozen and released, and a set-up without frozen weights has none", () => {
  const one = withFrozen(NETWORK, STARTED, [{ parameter: WEIGHTS, path: [1, 2] }], true);
  assert.deepEqual(one.frozen, [{ parameter: WEIGHTS, path: [1, 2] }]);
  const twice = withFrozen(one, STARTED, [{ parameter: WEIGHTS, path: [1, 2] }], true);
  assert.deepEqual(twice.frozen, one.frozen);
  assert.equal(withFrozen(one, STARTED, [{ parameter: WEIGHTS, path: [1, 2] }], false).frozen, null);
});

test("of a row or a parameter that is frozen as a whole a single number can be released", () => {
  const whole = { ...NETWORK, frozen: [{ parameter: WEIGHTS, path: [0] }, { parameter: BIASES }] };
  const isFrozen = frozenIn(whole, STARTED);
  assert.equal(isFrozen({ parameter: WEIGHTS, path: [0, 2] }), true);
  assert.equal(isFrozen({ parameter: WEIGHTS, path: [1, 2] }), false);
  assert.equal(isFrozen({ parameter: BIASES, path: [1] }), true);
  const released = withFrozen(whole, STARTED, [{ parameter: BIASES, path: [1] }], false);
  assert.deepEqual(released.frozen, [
    { parameter: WEIGHTS, path: [0, 0] },
    { parameter: WEIGHTS, path: [0, 1] },
    { parameter: WEIGHTS, path: [0, 2] },
    { parameter: BIASES, path: [0] },
    { parameter: BIASES, path: [2] },
  ]);
});

test("a network with other layers has no frozen weights, one with another loss or rate keeps them", () => {
  const before = withFrozen(NETWORK, STARTED, [{ parameter: BIASES, path: [0] }], true);
  const wider = { ...before, model: { kind: "mlp", layers: [5] } } as TrainingRequest;
  assert.equal(withoutStaleFrozen(before, wider).frozen, null);
  for (const same of [
    { ...before, loss: "mean_squared_error" },
    { ...before, l2: 0.5 },
  ])
    assert.deepEqual(withoutStaleFrozen(before, same).frozen, before.frozen);
  // A set-up that brings its own frozen weights, such as a preset's or a link's, keeps them.
  const own = { ...wider, frozen: [{ parameter: BIASES, path: [4] }] };
  assert.equal(withoutStaleFrozen(before, own), own);
});

test("only what is frozen differs, or something else as well", () => {
  const frozen = withFrozen(NETWORK, STARTED, [{ parameter: BIASES, path: [0] }], true);
  assert.equal(onlyFreezes(NETWORK, frozen), true);
  assert.equal(onlyFreezes(frozen, { ...frozen, frozen: null }), true);
  assert.equal(onlyFreezes(NETWORK, { ...frozen, l2: 1 }), false);
  assert.equal(onlyFreezes(NETWORK, { ...NETWORK, frozen: null }), false);
});

test("one or two frozen weights are named on a flag, more are counted", () => {
  const two = [
    { parameter: WEIGHTS, path: [1, 2] },
    { parameter: BIASES, path: [0] },
  ];
  const frozen = withFrozen(NETWORK, STARTED, two, true);
  assert.equal(differencesText(NETWORK, frozen, OPTIONS), "frozen: none → layer 1 · weights[1, 2], layer 1 · biases[0]");
  const more = withFrozen(frozen, STARTED, [{ parameter: BIASES, path: [1] }], true);
  assert.equal(differencesText(more, NETWORK, OPTIONS), "frozen: 3 weights → none");
});

test("the picture marks each neuron's frozen weights, the bias last", () => {
  const parameters = {
    [WEIGHTS]: [
      [1, 2, 3],
      [4, 5, 6],
    ],
    [BIASES]: [0, 0, 0],
  };
  const request = withFrozen(
    NETWORK,
    STARTED,
    [
      { parameter: WEIGHTS, path: [1, 2] },
      { parameter: BIASES, path: [0] },
    ],
    true,
  );
  const of = frozenWeights(parameters, { ...STARTED, request })!;
  assert.deepEqual(of({ column: 1, row: 2 }), [false, true, false]);
  assert.deepEqual(of({ column: 1, row: 0 }), [false, false, true]);
  assert.equal(frozenWeights(parameters, STARTED), null);
});
