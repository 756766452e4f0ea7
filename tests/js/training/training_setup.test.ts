import assert from "node:assert/strict";
import test from "node:test";
import { classesOfText, csvOf, nearestPoint, withoutPoint, withPoint } from "../../../static/src/training/csv.ts";
import { readLink, writeLink } from "../../../static/src/training/link.ts";
import {
  canGoOnWith,
  chooseData,
  chooseLoss,
  chooseModel,
  choosePoints,
  chooseText,
  chosen,
  concerns,
  featuresOf,
  isSame,
  toggleFeature,
  valueAtPath,
  withHidden,
  withRate,
  withValue,
} from "../../../static/src/training/setup.ts";
import { differencesText } from "../../../static/src/training/setup_differences.ts";
import type { StudioState } from "../../../static/src/training/state.ts";
import { changeField } from "../../../static/src/training/state_actions.ts";
import type { MlpModel, Named } from "../../../static/src/training/types.ts";
import { OPTIONS, REQUEST } from "../support/training_events.ts";

const plain = {
  compress: (text: string) => Promise.resolve(encodeURIComponent(text)),
  expand: (text: string) => Promise.resolve(decodeURIComponent(text)),
};
const LOOK = { options: OPTIONS, theme: "system", projector: false, stepsPerSecond: 30, isLogarithmic: false } as const;

test("a field is read and written by its path, and nothing else changes", () => {
  const changed = withValue(REQUEST, "optimizer.learning_rate", 0.3);
  assert.equal(valueAtPath(changed, "optimizer.learning_rate"), 0.3);
  assert.equal(valueAtPath(REQUEST, "optimizer.learning_rate"), 1);
  assert.equal(changed.data, REQUEST.data);
  assert.equal(valueAtPath(REQUEST, "schedule.end"), undefined);
});

test("a schedule falls by the same factor from another learning rate", () => {
  const decaying = { ...REQUEST, schedule: { name: "linear", end: 0.1, warm_up: 5 } };
  assert.deepEqual(withRate(decaying, 1, 0.05).schedule, { name: "linear", end: 0.005, warm_up: 5 });
  assert.deepEqual(withRate(decaying, 1, 0).schedule, decaying.schedule);
  let state: Partial<StudioState> = { request: decaying, rateOfSchedule: null };
  for (const typed of [0, 0.05])
    state = { ...state, ...changeField("optimizer.learning_rate", typed).change(state as StudioState) };
  assert.deepEqual(state.request!.schedule, { name: "linear", end: 0.005, warm_up: 5 });
});

test("numbers of the same name survive another choice", () => {
  assert.deepEqual(chosen(OPTIONS.optimizers[1]!, REQUEST.optimizer), { name: "adam", learning_rate: 1, beta1: 0.9 });
});

test("data of several classes bring the loss and the outputs that they need", () => {
  const request = chooseData(REQUEST, OPTIONS, "blobs");
  assert.deepEqual([request.loss, (request.model as MlpModel).layers], ["cross_entropy", [8, 3]]);
  assert.equal((chooseData(request, OPTIONS, "moons").model as MlpModel).layers.at(-1), 1);
});

test("numbers to be found bring a loss that measures them", () => {
  assert.equal(chooseData(REQUEST, OPTIONS, "sine").loss, "mean_squared_error");
});

test("a data set brings the whole set-up that learns it, whatever was chosen before; what is held out stays", () => {
  const before = { ...REQUEST, held_out: 0.2, pitfall: "wrong-sign", schedule: { name: "constant" }, l2: 5 };
  const { data, held_out, ...rest } = chooseData(before, OPTIONS, "blobs");
  assert.deepEqual([(data as Named).name, held_out, rest], ["blobs", 0.2, OPTIONS.datasets[1]!.setup]);
});

test("a data set comes with test points, unless somebody wanted none; points that are drawn are all learnt from", () => {
  const chosen = chooseData(REQUEST, OPTIONS, "blobs");
  assert.equal(chosen.held_out, 0.2);
  assert.equal(chooseData({ ...REQUEST, held_out: 0 }, OPTIONS, "blobs").held_out, undefined);
  assert.equal(choosePoints(chosen, OPTIONS, { inputs: [], targets: [] }, 2).held_out, undefined);
});

test("points and tables of one's own bring a set-up for what is to be found", () => {
  const drawn = choosePoints(REQUEST, OPTIONS, { inputs: [], targets: [] }, 2);
  assert.equal(drawn.loss, OPTIONS.setups.two.loss);
  const several = chooseText(REQUEST, OPTIONS, "x,y,kind\n1,2,cat\n3,4,dog\n1,1,cow\n0,0,cat\n5,5,ant");
  assert.deepEqual([several.loss, (several.model as MlpModel).layers.at(-1)], ["cross_entropy", 4]);
  const changed = withValue(several, "optimizer.learning_rate", 7);
  const more = chooseText(changed, OPTIONS, "x,y,kind\n1,2,cat\n3,4,dog\n1,1,cow\n0,0,cat\n5,5,ant\n6,6,ant");
  assert.equal(more.optimizer.learning_rate, 7, "targets of the same kind leave the set-up alone");
  assert.equal(chooseText(changed, OPTIONS, "1,2,0.5\n2,3,0.7").loss, "mean_squared_error");
});

test("the last column of a table is read as the server does", () => {
  const cases: readonly (readonly [string, number | null | undefined])[] = [
    ["x,y,class\n1,2,0\n2,3,1", 2],
    ["1,2,0\n2,3,1\n3,4,2", 3],
    ["1;2;-1\n2;3;1", 2],
    ["1,2,0\n2,3,2", null],
    ["x,y,z\n1,2,3.5", null],
    ["x,y,class", undefined],
    ["", undefined],
    ["a,b,kind\n1,2,no\n3,4,yes", 2],
  ];
  for (const [text, classes] of cases) assert.equal(classesOfText(text), classes, text);
});

test("a loss of probabilities brings a sigmoid, and a loss of scores takes it away", () => {
  const probable = chooseLoss(REQUEST, OPTIONS, "binary_cross_entropy");
  assert.equal((probable.model as MlpModel).last, "sigmoid");
  assert.equal((chooseLoss(probable, OPTIONS, "hinge").model as MlpModel).last, "linear");
});

test("logistic regression comes with its cross-entropy, and a program over the features", () => {
  assert.equal(chooseModel(REQUEST, OPTIONS, "logistic", ["x", "y"]).loss, "binary_cross_entropy");
  const { model } = chooseModel(REQUEST, OPTIONS, "program", ["x", "y"]);
  assert.equal(model.kind === "program" && model.program, "w1 = 0.5\nw2 = -0.5\nb = 0.0\nw1*x + w2*y + b");
});

test("features are chosen by chips: in their own order, the last one stays, and the points' own numbers are no choice", () => {
  assert.deepEqual(featuresOf(REQUEST, OPTIONS, 2), ["x", "y"]);
  assert.deepEqual(featuresOf(REQUEST, OPTIONS, 1), ["x"]);
  const squared = toggleFeature(toggleFeature(REQUEST, OPTIONS, 2, "x*y"), OPTIONS, 2, "x^2");
  assert.deepEqual(squared.features, ["x", "y", "x^2", "x*y"]);
  assert.equal(differencesText(REQUEST, squared, OPTIONS), "features: x, y → x, y, x^2, x*y");
  const plainAgain = toggleFeature(toggleFeature(squared, OPTIONS, 2, "x*y"), OPTIONS, 2, "x^2");
  assert.ok(isSame(plainAgain, REQUEST));
  const single = { ...REQUEST, features: ["sin(y)"] };
  assert.equal(toggleFeature(single, OPTIONS, 2, "sin(y)"), single);
  assert.equal(canGoOnWith(REQUEST, squared), false);
  assert.equal(chooseModel(squared, OPTIONS, "logistic", ["x", "y"]).features, squared.features);
  assert.equal(chooseModel(squared, OPTIONS, "program", ["x", "y"]).features, null);
});

test("hidden layers come and go in front of the output", () => {
  assert.deepEqual((withHidden(REQUEST, [5, 5]).model as MlpModel).layers, [5, 5, 1]);
});

test("points are added and taken away one by one", () => {
  const points = withPoint({ inputs: [[0, 0]], targets: [0], classes: 2 }, [0.12345, 1], 1);
  assert.deepEqual(points, {
    inputs: [
      [0, 0],
      [0.123, 1],
    ],
    targets: [0, 1],
    classes: 2,
  });
  assert.deepEqual(withoutPoint(points, 0), { inputs: [[0.123, 1]], targets: [1], classes: 2 });
  assert.equal(choosePoints(REQUEST, OPTIONS, withPoint(points, [0, 0], 2), 3).loss, "cross_entropy");
});

test("a click finds the point nearest to it, and none where none is near", () => {
  const bounds = [
    [0, 10],
    [0, 1],
  ] as const;
  const points = [
    [1, 0.1],
    [9, 0.9],
  ];
  assert.equal(nearestPoint(points, [8.8, 0.91], bounds, 0.05), 1);
  assert.equal(nearestPoint(points, [5, 0.5], bounds, 0.05), null);
});

test("points become lines of text that end in their class", () => {
  assert.equal(
    csvOf(["x", "y"], {
      inputs: [
        [1, 2],
        [3, 4.5],
      ],
      targets: [0, 1],
    }),
    "x,y,class\n1,2,0\n3,4.5,1\n",
  );
});

test("a problem stands beside its field or the one around it", () => {
  assert.ok(concerns("optimizer.learning_rate", "optimizer.learning_rate"));
  assert.ok(concerns("model.layers.2", "model.layers"));
  assert.ok(!concerns("model.layers", "model.layers.2"));
  assert.ok(!concerns(null, "loss"));
});

test("set-ups are the same whatever their order, and null is what was left out", () => {
  assert.ok(isSame(REQUEST, { ...REQUEST, schedule: null }));
  assert.ok(!isSame(REQUEST, withValue(REQUEST, "steps", 11)));
});

test("what differs between two runs is told in a few words", () => {
  assert.equal(differencesText(REQUEST, withValue(REQUEST, "optimizer.learning_rate", 0.3), OPTIONS), "learning rate: 1 → 0.3");
  assert.equal(differencesText(REQUEST, REQUEST, OPTIONS), "");
  assert.equal(differencesText(REQUEST, { ...REQUEST, endless: true, keep_every: 5 }, OPTIONS), "");
  const other = { ...REQUEST, l1: 0.01, batch_size: 2, pitfall: "wrong-sign" };
  assert.equal(
    differencesText(REQUEST, other, OPTIONS),
    "L1: 0 → 0.01; batch size: all → 2; deliberate mistake: none → Wrong sign",
  );
  const adam = { ...REQUEST, optimizer: { ...REQUEST.optimizer, name: "adam" }, standardize: true };
  assert.equal(differencesText(REQUEST, adam, OPTIONS), "method: SGD → Adam; standardise inputs: off → on");
});

test("a preset is a short link, and any other set-up survives the way through one", async () => {
  assert.equal(await writeLink({ ...LOOK, request: REQUEST }, plain), "v=1&preset=small");
  const own = withValue(REQUEST, "optimizer.learning_rate", 0.05);
  const fragment = await writeLink({ ...LOOK, request: own, theme: "dark", isLogarithmic: true }, plain);
  const { change, isWhole } = await readLink(fragment!, OPTIONS, plain);
  assert.ok(isWhole && isSame(change.request, own));
  assert.deepEqual([change.theme, change.isLogarithmic], ["dark", true]);
});

test("a link that makes no sense changes nothing and says so; no link is no mistake", async () => {
  for (const fragment of ["z=%7B", "z=%7B%7D", "preset=unknown", 'z=%7B"data"%3A1%7D'])
    assert.deepEqual(await readLink(fragment, OPTIONS, plain), { change: {}, isWhole: false });
  assert.deepEqual(await readLink("", OPTIONS, plain), { change: {}, isWhole: true });
});

test("more points than a link holds make none", async () => {
  const inputs = Array.from({ length: 2000 }, (_, index) => [index / 7, index / 3]);
  const request = choosePoints(REQUEST, OPTIONS, { inputs, targets: inputs.map((_, index) => index % 2) }, 2);
  assert.equal(await writeLink({ ...LOOK, request }, plain), null);
});
