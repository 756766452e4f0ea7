import assert from "node:assert/strict";
import test from "node:test";
import { compression } from "../../../static/src/api/compression.ts";
import type { GraphGroup } from "../../../static/src/core/types.ts";
import { isEmptyLink, MAXIMUM_LENGTH, PROPERTIES, readFragment, writeFragment } from "../../../static/src/state/url.ts";
import { graphOfSteps, node, stateOf } from "../support/graphs.ts";

const GROUPS: GraphGroup[] = ["round; 1", "50%"].map((name, id) => ({ id, parent: null, kind: "call", name, span: null }));
const GROUPED = [
  node(0),
  ...[1, 2, 3, 4].map((id) => node(id, { op: "negate", inputs: [id - 1], role: "intermediate", group: id < 3 ? 0 : 1 })),
];
const FULL = stateOf({
  program: "α = 2·x² + 50% & # é\ny = tanh(α)",
  inputs: {
    x: -2.5,
    β: 1e-9,
    m: [
      [1, 2],
      [3, -4],
    ],
  },
  directions: ["x", "β"],
  output: "y[0]",
  gradientAttribute: "slope",
  examined: true,
  ranges: { x: { smallest: -5, largest: 5, step: 0.25 }, β: { smallest: 0, largest: 1e-6, step: 1e-9 } },
  folds: { "round; 1/": true, "50%/": false },
  moves: { "made multiply(0,1) #2": [40, -12], "50%; b": [0, 300] },
  pinned: { program: "x = 1 & 2\n50%; x", inputs: { x: [1, 2] }, output: "x[0]", graph: null },
  graph: graphOfSteps(9, { nodes: GROUPED, groups: GROUPS }),
  position: 3,
  selected: 4,
  mainView: "table",
  direction: "down",
  separateOperations: true,
  constantNodes: true,
  overlay: "health",
  breakpoints: [2, 5],
  stepSize: "level",
  speed: 0.5,
  theme: "dark",
  palette: "mono",
  panel: "plot",
  pitfall: "overwrite",
  hiding: ["program", "timeline"],
  projector: true,
  besideProjector: true,
  notes: { 0: "Begin: what is L?", 3: "50 % & more", 3.25: "The slope." },
});

test("everything that a link carries comes back from it", async () => {
  const fragment = await writeFragment(FULL, compression);
  const { change, ignored } = await readFragment(`#${fragment}`, compression);
  assert.deepEqual(ignored, []);
  assert.deepEqual({ ...FULL, ...change }, FULL);
  // Of a node and an edge only one can be selected, and each sets both fields.
  assert.equal(Object.keys(change).length, PROPERTIES.length, "a property of the table that FULL does not use would go untested");
});

test("the step that a link asked for stays in the address while its graph is awaited", async () => {
  const awaiting = { program: "x*y", graph: null };
  assert.equal(await writeFragment(stateOf({ ...awaiting, position: 3 }), compression), "v=1&program=x*y&at=3");
  assert.equal(await writeFragment(stateOf({ ...awaiting, position: Infinity }), compression), "v=1&program=x*y");
});

test("what is as it would be anyway is left out, and means its default when read", async () => {
  assert.equal(
    await writeFragment(stateOf({ program: "x*y", graph: graphOfSteps(2), position: 2 }), compression),
    "v=1&program=x*y",
  );
  const { change } = await readFragment("v=1&program=x*y", compression);
  const usual = { inputs: {}, output: null, position: Infinity, folds: {}, moves: {}, selected: null, selectedEdge: null };
  assert.deepEqual(change, { program: "x*y", gradientAttribute: null, examined: false, pinned: null, ...usual });
});

test("a link does not end in a character that a sentence would take for its own", async () => {
  const fragment = (await writeFragment(stateOf({ program: "tanh(x)", position: Infinity }), compression))!;
  assert.equal(fragment, "v=1&program=tanh(x%29");
  assert.equal((await readFragment(fragment, compression)).change.program, "tanh(x)");
});

test("a long program is compressed where that pays", async () => {
  const program = "y = y + tanh(x)\n".repeat(100);
  const fragment = (await writeFragment(stateOf({ program, position: Infinity }), compression))!;
  assert.match(fragment, /^v=1&z=[\w-]+$/);
  assert.ok(fragment.length < program.length / 5);
  assert.equal((await readFragment(fragment, compression)).change.program, program);
});

test("a program too long for a link gives none", async () => {
  let program = "";
  for (let index = 0; program.length < 5 * MAXIMUM_LENGTH; index += 1) program += `v${Math.sin(index)}\n`;
  assert.equal(await writeFragment(stateOf({ program }), compression), null);
});

test("values without sense are named and left out, unknown keys are left alone", async () => {
  const broken = "v=1&program=x&at=soon&speed=900&theme=pink&inputs=x:1e999&inputs&future=1&z=!!!";
  const { change, ignored } = await readFragment(broken, compression);
  assert.equal(change.program, "x");
  assert.deepEqual(new Set(ignored), new Set(["at", "speed", "theme", "inputs", "program"]));
  assert.deepEqual(Object.keys(change).sort(), [
    "examined",
    "folds",
    "gradientAttribute",
    "inputs",
    "moves",
    "output",
    "pinned",
    "position",
    "program",
    "selected",
    "selectedEdge",
  ]);
});

test("a pinned program that is none is named and left out", async () => {
  for (const text of ["x*y", "{}", '{"program": ""}', '{"program": "x", "inputs": {"x": "much"}}', "null"]) {
    const { change, ignored } = await readFragment(`v=1&program=x&compare=${encodeURIComponent(text)}`, compression);
    assert.deepEqual([change.pinned, ignored], [null, ["compare"]], text);
  }
  const { change } = await readFragment(`compare=${encodeURIComponent('{"program": "x*y", "inputs": {}}')}`, compression);
  assert.deepEqual(change, { pinned: { program: "x*y", inputs: {}, output: null, graph: null } });
});

test("a percent sign that escapes nothing does no harm", async () => {
  const { change, ignored } = await readFragment("program=%E0%A4%A&theme=dark", compression);
  assert.deepEqual(change, { theme: "dark" });
  assert.deepEqual(ignored, ["program"]);
});

test("a link that brings nothing is known as such, whatever newer pages may read in it", async () => {
  const isEmpty = async (fragment: string): Promise<boolean> => isEmptyLink(fragment, await readFragment(fragment, compression));
  for (const fragment of ["#zzz", "#program", "#v=1", "#v=2&scene=9", "#z=!!!"])
    assert.equal(await isEmpty(fragment), true, fragment);
  for (const fragment of ["", "#", "#program=", "#theme=dark&future=1", "#at=soon"])
    assert.equal(await isEmpty(fragment), false, fragment);
});

test("a link never starts to play", async () => {
  const { change } = await readFragment("v=1&program=x&playing=1&play=true", compression);
  assert.equal("playing" in change, false);
});

test("compressed text that expands without end is refused", async () => {
  await assert.rejects(compression.expand(await compression.compress("x".repeat(5_000_000))), RangeError);
});

test("all groups folded, or all unfolded, is one word, and what differs follows", async () => {
  const unfolded = stateOf({ ...FULL, folds: { "*": true, "50%/": false } });
  assert.match((await writeFragment(unfolded, compression))!, /&folds=all;-50%2525\/?/);
  assert.deepEqual((await readFragment("v=1&program=x&folds=none;%2Bf/", compression)).change.folds, { "*": false, "f/": true });
  const other = stateOf({ ...FULL, folds: { "a group of the program before/": true } });
  assert.doesNotMatch((await writeFragment(other, compression))!, /folds/);
});

test("ranges and foldings that make no sense are named and left out", async () => {
  const { change, ignored } = await readFragment("v=1&program=x&ranges=x:5,-5,1&folds=+%25zz&moves=a:1", compression);
  assert.deepEqual(ignored, ["ranges", "folds", "moves"]);
  assert.equal(change.ranges, undefined);
  assert.deepEqual([change.folds, change.moves], [{}, {}]);
});
