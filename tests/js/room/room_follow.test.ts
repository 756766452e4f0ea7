/** A student's page at the teacher's moment, the teacher's page telling it, and what a page keeps back while it is asked for. */

import assert from "node:assert/strict";
import test from "node:test";
import { createStore } from "../../../static/src/core/store.ts";
import type { Graph } from "../../../static/src/core/types.ts";
import { lengthOf, redact } from "../../../static/src/graph/redaction.ts";
import { readCode, shownCode } from "../../../static/src/room/codes.ts";
import { COMPUTE_EVERY, createFollower } from "../../../static/src/room/follower.ts";
import type { View } from "../../../static/src/room/messages.ts";
import { createPresenter, SHOW_EVERY } from "../../../static/src/room/presenter.ts";
import { receive, shownView } from "../../../static/src/room/room.ts";
import { stoppedEngineOf, viewOf } from "../../../static/src/room/view_fields.ts";
import { createEvaluator } from "../../../static/src/state/evaluation/evaluation.ts";
import type { Answer } from "../../../static/src/state/evaluation/machine.ts";
import type { State } from "../../../static/src/state/state.ts";
import { buildSchedule, gradientAt, isValueKnown } from "../../../static/src/timeline/schedule.ts";
import { manualClock } from "../support/clock.ts";
import { edge, graphOf, graphOfSteps, node, stateOf } from "../support/graphs.ts";
import { guestWith, pollWith, snapshot, viewWith } from "../support/rooms.ts";
import { set } from "../support/store.ts";

/** a = 3; a*a: two contributions land on a, one after the other. */
const SQUARE: Graph = graphOf({
  output: 1,
  value: 9,
  nodes: [
    node(0, { name: "a", data: 3, grad: 6 }),
    node(1, { op: "multiply", role: "output", inputs: [0, 0], data: 9, grad: 1 }),
  ],
  edges: [
    edge(0, 0, 1, 0, { local: 3, contribution: 3, how: "scale" }),
    edge(1, 0, 1, 1, { local: 3, contribution: 3, how: "scale" }),
  ],
  steps: [
    { phase: "forward", node: 1 },
    { phase: "backward", node: 1, total: 1 },
    { phase: "backward", edge: 0, total: 3 },
    { phase: "backward", edge: 1, total: 6 },
  ],
});

function pageAt(rest: Partial<State> = {}) {
  const clock = manualClock();
  const store = createStore(
    stateOf({ program: "a = 3\na*a", graphProgram: "a = 3\na*a", graph: SQUARE, honest: SQUARE, position: 4, ...rest }),
  );
  const acts: State[] = [];
  const follower = createFollower(store, { clock, isWide: () => true, acted: (state) => void acts.push(state) });
  return { store, acts, follower, clock };
}

test("a student's page goes where the teacher's view is, and that is nobody's act", () => {
  const { store, acts, follower } = pageAt();
  follower.follow(viewWith({ position: 2, selected: 0, panel: "paths", direction: "down", hiding: ["program"] }));
  const { position, selected, panel, direction, hiding } = store.get();
  assert.deepEqual(
    { position, selected, panel, direction, hiding },
    { position: 2, selected: 0, panel: "paths", direction: "down", hiding: ["program"] },
  );
  assert.deepEqual(acts, []);
});

test("another program is put in at once, and its frame and node wait for its graph", () => {
  const { store, acts, follower } = pageAt();
  follower.follow(viewWith({ program: "b = 2\nb*b*b", inputs: { b: 5 }, position: 1, selected: 2 }));
  assert.equal(store.get().program, "b = 2\nb*b*b");
  assert.deepEqual(store.get().inputs, { b: 5 });
  assert.equal(store.get().position, 4);
  const graph = graphOfSteps(6, { nodes: [node(0), node(1), node(2)] });
  set(store, { graph, graphProgram: "b = 2\nb*b*b", position: 6 });
  assert.equal(store.get().position, 1);
  assert.equal(store.get().selected, 2);
  assert.deepEqual(acts, []);
});

test("a new program with the numbers of the class keeps them, and is nobody's act", () => {
  const { store, acts, follower } = pageAt({ inputs: { a: 5 } });
  const ask = () => ({ answer: new Promise<Answer>(() => {}), cancel() {} });
  createEvaluator(store, ask, manualClock());
  // The teacher let go of the slider, which writes the number down, and took it up again within one pause of this page.
  follower.follow(viewWith({ program: "a = 4\na*a", inputs: { a: 5 } }));
  assert.equal(store.get().program, "a = 4\na*a");
  assert.deepEqual(store.get().inputs, { a: 5 });
  assert.deepEqual(acts, []);
});

test("forward mode that the teacher asks for is asked for here, and asking for it alone is an act", () => {
  const { store, acts, follower } = pageAt();
  follower.follow(viewWith({ directions: ["a"] }));
  assert.deepEqual(store.get().directions, ["a"]);
  assert.deepEqual(acts, []);
  set(store, { directions: [] });
  assert.equal(acts.length, 1);
});

test("a room that was opened with a program alone has the usual view of it", () => {
  const bare = snapshot();
  const { room } = receive(null, { ...bare, room: { ...bare.room, view: { program: "x*y" } } });
  assert.deepEqual(room!.view, viewWith({ program: "x*y" }));
});

test("a drawer that a selection opens by itself stays shut for whoever only follows", () => {
  const { store, follower } = pageAt({ inspectorOpen: false });
  store.subscribe((state, previous, { origin }) => {
    if (origin !== "class" && state.selected !== previous.selected) set(store, { inspectorOpen: true });
  });
  follower.follow(viewWith({ selected: 1 }));
  assert.equal(store.get().selected, 1);
  assert.equal(store.get().inspectorOpen, false);
});

test("a teacher's single step lets its token travel, a jump does not", () => {
  const { store, follower } = pageAt({ position: 1 });
  follower.follow(viewWith({ position: 2 }));
  assert.equal(store.get().travel, true);
  follower.follow(viewWith({ position: 4 }));
  assert.equal(store.get().travel, false);
  follower.follow(viewWith({ position: 3 }));
  assert.equal(store.get().travel, false);
});

test("the slopes between two steps are followed, and a page that counts whole steps is at the one before", () => {
  const { store, follower } = pageAt({ position: 1 });
  const [among] = buildSchedule(SQUARE).boundaries.contribution.filter((position) => !Number.isInteger(position));
  assert.equal(among, 1.5);
  const { position, moment } = viewOf({ ...store.get(), position: among! })!;
  assert.deepEqual({ position, moment }, { position: 1, moment: 1.5 });
  follower.follow(viewWith({ position, moment }));
  assert.deepEqual([store.get().position, store.get().travel], [1.5, true]);
  assert.equal(viewOf({ ...store.get(), position: 2 })!.moment, null, "a whole step says so, and nothing of before remains");
});

test("a moment that an older page left behind does not count, nor one that the graph has not", () => {
  const { store, follower } = pageAt({ position: 0 });
  for (const [view, shown] of [
    [{ position: 3, moment: 1.5 }, 3],
    [{ position: null, moment: 1.5 }, 4],
    [{ position: 2, moment: 2.5 }, 2],
    [{ position: 1, moment: undefined }, 1],
  ] as const) {
    follower.follow(viewWith(view as Partial<View>));
    assert.equal(store.get().position, shown);
  }
  const asked = redact(SQUARE, { position: 2 });
  set(store, { graph: asked });
  follower.follow(viewWith({ position: 1, moment: 1.5 }));
  assert.equal(store.get().position, 1, "the slopes are withheld while the class is asked");
});

test("a step of an older page, which passes over the slopes, lets its token travel", () => {
  const { store, follower } = pageAt({ position: 1 });
  follower.follow(viewWith({ position: 2 }));
  assert.equal(store.get().travel, true);
});

for (const [what, change] of [
  ["a step", { position: 1 }],
  ["a press of play", { playing: true }],
  ["a choice of a node", { selected: 1 }],
  ["a choice of an edge", { selectedEdge: 1 }],
  ["an edit", { program: "a = 4\na*a" }],
  ["a slider", { inputs: { a: 4 } }],
  ["another tab", { panel: "plot" }],
] as const) {
  test(`${what} by the student is an act of their own`, () => {
    const { store, acts, follower } = pageAt();
    follower.follow(viewWith({ position: 3 }));
    set(store, change as Partial<State>);
    assert.equal(acts.length, 1);
  });
}

test("looking about, hovering and changing the theme is no reason to lose the teacher", () => {
  const { store, acts, follower } = pageAt();
  follower.follow(viewWith({ position: 3 }));
  set(store, { hovered: 0, theme: "dark", search: "a", helpOpen: true });
  set(store, { graph: { ...SQUARE }, position: 2, selected: null });
  assert.deepEqual(acts, []);
  assert.equal(store.get().position, 3, "a graph that came anew is brought to the teacher's frame");
});

test("a mistake that is switched on by the student is an act, although the graph changes with it", () => {
  const { store, acts, follower, clock } = pageAt();
  store.subscribe((state, previous) => {
    if (state.pitfall !== previous.pitfall) set(store, { graph: { ...SQUARE } });
  });
  const other = createFollower(store, {
    clock,
    isWide: () => true,
    acted(state) {
      acts.push(state);
      other.follow(null);
    },
  });
  follower.stop();
  other.follow(viewWith());
  set(store, { pitfall: "overwrite" });
  assert.equal(acts.length, 1);
  assert.equal(store.get().pitfall, "overwrite");
});

test("a dragged slider is computed a few times a second, and its last place in any case", () => {
  const { store, clock, follower } = pageAt();
  const computed: unknown[] = [];
  store.subscribe((state, previous) => {
    if (state.inputs !== previous.inputs) computed.push(state.inputs.a);
  });
  for (const a of [1, 2, 3, 4]) follower.follow(viewWith({ inputs: { a }, position: a }));
  assert.deepEqual(computed, [1]);
  assert.equal(store.get().position, 4, "frames are for nothing, and are not kept back");
  clock.pass(COMPUTE_EVERY);
  assert.deepEqual(computed, [1, 4]);
});

test("a narrow screen keeps its own layout, and turning it is no act", () => {
  const clock = manualClock();
  const store = createStore(
    stateOf({ program: "a = 3\na*a", graphProgram: "a = 3\na*a", graph: SQUARE, position: 4, mainView: "table" }),
  );
  const acts: State[] = [];
  const follower = createFollower(store, { clock, isWide: () => false, acted: (state) => void acts.push(state) });
  follower.follow(viewWith({ main_view: "graph", direction: "right", position: 1 }));
  assert.equal(store.get().mainView, "table");
  set(store, { direction: "down" });
  assert.deepEqual(acts, []);
});

test("a page that does not follow is left alone", () => {
  const { store, follower } = pageAt();
  follower.follow(viewWith({ position: 1 }));
  follower.follow(null);
  set(store, { position: 3 });
  set(store, { graph: { ...SQUARE } });
  assert.equal(store.get().position, 3);
});

test("the teacher's moment is told by what differs, at once and then at a measured pace", () => {
  const clock = manualClock();
  const said: Partial<View>[] = [];
  const presenter = createPresenter(clock, SHOW_EVERY, (changes) => said.push(changes) > 0);
  presenter.known(viewWith({ position: 0 }));
  for (const position of [1, 2, 3]) presenter.show({ position });
  assert.deepEqual(said, [{ position: 1 }]);
  clock.pass(SHOW_EVERY);
  assert.deepEqual(said, [{ position: 1 }, { position: 3 }]);
  presenter.show({ position: 3 });
  clock.pass(SHOW_EVERY);
  assert.equal(said.length, 2);
});

test("what was changed while the line was down is told when it is back", () => {
  const clock = manualClock();
  const said: Partial<View>[] = [];
  let isUp = false;
  const presenter = createPresenter(clock, SHOW_EVERY, (changes) => isUp && said.push(changes) > 0);
  presenter.show({ position: 4, selected: 2 });
  assert.deepEqual(said, []);
  isUp = true;
  presenter.known(viewWith({ position: 4, selected: null }));
  assert.deepEqual(said, [{ selected: 2 }]);
});

test("a half-written program is shown to nobody", () => {
  const state = stateOf({ program: "a = 3\na*", graphProgram: "a = 3\na*a", graph: SQUARE, position: 4 });
  assert.equal(viewOf(state), null);
  const { program, position } = viewOf({ ...state, program: "a = 3\na*a" })!;
  assert.deepEqual({ program, position }, { program: "a = 3\na*a", position: null });
});

test("a copy whose own engine stops is sent once it is answered, and text that is no Python is not", () => {
  const graph = { ...SQUARE, own_engine: { agreeing: 1, compared: 1, passes: 1, shown: 0 } } as Graph;
  const typed = stateOf({ program: "class V: ...", graphProgram: "class V:", graph, problems: [] });
  const problem = (code: string) => ({ code, severity: "error", message: "", hint: null, span: null, node: null }) as never;
  const answered = { ...typed, problems: [problem("too-many-repetitions")] };
  assert.deepEqual(stoppedEngineOf(answered, typed), { program: "class V: ...", inputs: {} });
  assert.equal(stoppedEngineOf({ ...answered, program: "class W: ..." }, answered), null);
  assert.equal(stoppedEngineOf({ ...typed, problems: [problem("syntax")] }, typed), null);
  assert.equal(stoppedEngineOf({ ...answered, graph: SQUARE }, typed), null);
});

test("the featured student's program is shown at the teacher's frame", () => {
  const { room } = receive(null, snapshot({ view: { position: 2 } }));
  const featured = { guest: 3, nickname: "Ada", view: viewWith({ program: "q*q", inputs: { q: 2 }, position: 9 }) };
  const shown = shownView({ ...room!, featured });
  assert.equal(shown.program, "q*q");
  assert.deepEqual(shown.inputs, { q: 2 });
  assert.equal(shown.position, 2);
});

test("guests come, change and go", () => {
  let { room } = receive(
    null,
    snapshot({ guests: [guestWith(1), guestWith(2, { online: false })], you: { role: "host", guest: null, in_charge: true } }),
  );
  assert.equal(room!.count, 1);
  ({ room } = receive(room, { type: "count", guests: 2 }));
  ({ room } = receive(room, { type: "guests", joined: [guestWith(3)], changed: [guestWith(2)], left: [1] }));
  assert.deepEqual([...room!.guests.keys()], [2, 3]);
  assert.equal(room!.count, 2);
});

test("a new question forgets the answer to the one before, and its closing does not", () => {
  const first = pollWith({ type: "text", prompt: "Why?" });
  let { room } = receive(null, snapshot({ revision: 1, room: { poll: first }, you: { answer: "Because." } }));
  ({ room } = receive(room, { type: "changes", revision: 2, poll: { ...first, state: "closed" } }));
  assert.equal(room!.you.answer, "Because.");
  ({ room } = receive(room, { type: "changes", revision: 3, poll: { ...first, poll: 2 } }));
  assert.equal(room!.you.answer, null);
});

test("a tally of another question is not shown under this one", () => {
  const poll = pollWith({ type: "text", prompt: "Why?" });
  const { room } = receive(null, snapshot({ room: { poll } }));
  const tally = { answered: 3, correct: null, groups: [], others: 0 };
  assert.equal(receive(room, { type: "tally", poll: 99, tally }).room!.tally, null);
  assert.deepEqual(receive(room, { type: "tally", poll: 1, tally }).room!.tally, tally);
});

test("while a gradient is asked for no step tells any part of it, and all of it can be told after", () => {
  const asked = redact(SQUARE, { node: 0, quantity: "gradient" });
  assert.equal(lengthOf(asked), 2);
  const schedule = buildSchedule(asked);
  assert.equal(schedule.length, 2);
  assert.deepEqual([...schedule.boundaries.node], [0, 1, 2]);
  assert.equal(gradientAt(schedule, asked.nodes[0]!, schedule.length).state, "none");
  assert.equal(gradientAt(schedule, asked.nodes[1]!, schedule.length).value, 1);
  assert.equal(redact(SQUARE, null), SQUARE);
});

test("while a value is asked for it is not computed, and a step that is asked for is not taken", () => {
  const asked = redact(SQUARE, { node: 1, quantity: "value" });
  assert.equal(lengthOf(asked), 0);
  assert.equal(isValueKnown(buildSchedule(asked), 1, 0), false);
  assert.equal(lengthOf(redact(SQUARE, { position: 3 })), 3);
});

test("a node that the program does not have withholds nothing", () => {
  assert.equal(redact(SQUARE, { node: 40, quantity: "gradient" }), SQUARE);
});

test("a code is read however it is typed", () => {
  assert.equal(readCode(" kmp-r42 "), "KMPR42");
  assert.equal(readCode("k.m.p.r.4.2.9.9"), "KMPR42");
  assert.equal(readCode("O0I1L"), "");
  assert.equal(shownCode("KMPR42"), "KMP-R42");
});
