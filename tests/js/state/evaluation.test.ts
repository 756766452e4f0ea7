import assert from "node:assert/strict";
import test from "node:test";
import { createStore } from "../../../static/src/core/store.ts";
import type { GraphRequest, Problem, Progress } from "../../../static/src/core/types.ts";
import { createEvaluator } from "../../../static/src/state/evaluation/evaluation.ts";
import type { Answer } from "../../../static/src/state/evaluation/machine.ts";
import { selectionAfter } from "../../../static/src/state/evaluation/next_graph.ts";
import type { State } from "../../../static/src/state/state.ts";
import { edit, openProgram, runAsItIs } from "../../../static/src/state/state_actions.ts";
import { manualClock } from "../support/clock.ts";
import { graphOf, graphOfSteps, node, stateOf } from "../support/graphs.ts";
import { set } from "../support/store.ts";

interface Asked {
  request: GraphRequest;
  cancelled: boolean;
  follow(progress: Progress): void;
  reply(answer: Answer): Promise<void>;
}

function setUp(initial: Partial<State> = {}) {
  const store = createStore(stateOf(initial));
  const clock = manualClock();
  const asked: Asked[] = [];
  const evaluator = createEvaluator(
    store,
    (request, follow) => {
      let resolve!: (answer: Answer) => void;
      const call: Asked = {
        request,
        cancelled: false,
        follow: follow!,
        async reply(answer) {
          resolve(answer);
          await new Promise((done) => setImmediate(done));
        },
      };
      asked.push(call);
      return { answer: new Promise<Answer>((done) => (resolve = done)), cancel: () => (call.cancelled = true) };
    },
    clock,
  );
  return { store, clock, asked, evaluator };
}

const problem = (rest: Partial<Problem> = {}): Problem => ({
  code: "syntax",
  severity: "error",
  message: "No.",
  hint: null,
  span: [0, 1],
  ...rest,
});
const UNREACHABLE: Answer = { kind: "unreachable", sentence: "The server does not answer.", seconds: null };

test("a change that comes alone is asked about at once, and those that follow in quick succession once", () => {
  const { store, clock, asked } = setUp();
  const programs = () => asked.map(({ request }) => request.program);
  set(store, { program: "y" });
  assert.deepEqual(programs(), ["y"]);
  for (const program of ["x*", "x*y", "x*y+"]) {
    set(store, { program });
    clock.pass(15);
  }
  assert.deepEqual(programs(), ["y"]);
  assert.equal(asked[0]!.cancelled, true);
  clock.pass(20);
  assert.deepEqual(programs(), ["y", "x*y+"]);
  assert.equal(store.get().stale, true);
  set(store, { program: "x*y + z" });
  assert.deepEqual(programs(), ["y", "x*y+", "x*y + z"]);
});

test("the answer to an older text is cancelled and never shown", async () => {
  const { store, clock, asked } = setUp();
  set(store, { program: "a" });
  clock.pass(60);
  set(store, { program: "b" });
  clock.pass(60);
  await asked[1]!.reply({ kind: "graph", graph: graphOf({ value: 2 }) });
  await asked[0]!.reply({ kind: "graph", graph: graphOf({ value: 1 }) });
  assert.equal(asked[0]!.cancelled, true);
  assert.equal(store.get().graph?.value, 2);
  assert.deepEqual([store.get().stale, store.get().graphProgram], [false, "b"]);
});

test("slider moves are sent at once, overlap, and the newest answer wins", async () => {
  const { store, asked } = setUp({ graph: graphOf() });
  for (const x of [1, 2, 3]) set(store, { inputs: { x } });
  assert.deepEqual(
    asked.map(({ request }) => request.inputs),
    [{ x: 1 }, { x: 2 }, { x: 3 }],
  );
  await asked[1]!.reply({ kind: "graph", graph: graphOf({ value: 2 }) });
  assert.equal(store.get().graph?.value, 2);
  await asked[0]!.reply({ kind: "graph", graph: graphOf({ value: 1 }) });
  assert.equal(store.get().graph?.value, 2);
  await asked[2]!.reply({ kind: "graph", graph: graphOf({ value: 3 }) });
  assert.equal(store.get().graph?.value, 3);
});

test("a slow server is asked only for the newest of the moves it could not keep up with", async () => {
  const { store, asked } = setUp({ graph: graphOf() });
  for (let x = 1; x <= 20; x += 1) set(store, { inputs: { x } });
  assert.equal(asked.length, 4);
  await asked[0]!.reply({ kind: "graph", graph: graphOf() });
  assert.deepEqual(asked.at(-1)!.request.inputs, { x: 20 });
  assert.equal(asked.length, 5);
});

test("the last good graph stays when the text has a mistake, and the mistake is told once typing pauses", async () => {
  const { store, clock, asked } = setUp({ graph: graphOf({ value: 7 }) });
  set(store, { program: "x*" });
  clock.pass(60);
  await asked[0]!.reply({ kind: "problems", problems: [problem()] });
  assert.deepEqual([store.get().graph?.value, store.get().stale], [7, true]);
  assert.deepEqual(store.get().problems, []);
  clock.pass(350);
  assert.equal(store.get().problems.length, 1);
});

test("a half-written word that is finished in time is never called a mistake", async () => {
  const { store, clock, asked } = setUp({ graph: graphOf() });
  set(store, { program: "tan" });
  clock.pass(60);
  await asked[0]!.reply({ kind: "problems", problems: [problem()] });
  set(store, { program: "tanh(x)" });
  clock.pass(400);
  assert.deepEqual(store.get().problems, []);
});

test("a server that is away is told of in a sentence and asked again, later each time", async () => {
  const { store, clock, asked } = setUp({ program: "x*y" });
  set(store, { program: "x*y*z" });
  clock.pass(60);
  await asked[0]!.reply(UNREACHABLE);
  assert.match(store.get().connection!, /does not answer.*safe here.* 1 s/);
  clock.pass(1000);
  await asked[1]!.reply(UNREACHABLE);
  assert.match(store.get().connection!, / 2 s/);
  clock.pass(1000);
  assert.equal(asked.length, 2);
  clock.pass(1000);
  await asked[2]!.reply({ kind: "graph", graph: graphOf({ value: 5 }) });
  assert.deepEqual([store.get().connection, store.get().graph?.value, store.get().program], [null, 5, "x*y*z"]);
});

test("a server that asks for patience is left alone for as long", async () => {
  const { store, clock, asked, evaluator } = setUp();
  evaluator.now();
  await asked[0]!.reply({ ...UNREACHABLE, seconds: 30 });
  assert.match(store.get().connection!, / 30 s/);
  clock.pass(29_999);
  assert.equal(asked.length, 1);
  clock.pass(1);
  assert.equal(asked.length, 2);
});

test("after a while without an answer the page says that it waits, until one comes", async () => {
  const { clock, store, asked, evaluator } = setUp();
  evaluator.now();
  clock.pass(299);
  assert.equal(store.get().waiting, false);
  clock.pass(1);
  assert.equal(store.get().waiting, true);
  await asked[0]!.reply({ kind: "graph", graph: graphOf() });
  assert.equal(store.get().waiting, false);
});

test("waiting can be given up, and an answer that still comes is not shown", async () => {
  const { clock, store, asked, evaluator } = setUp({ graph: graphOf({ value: 1 }) });
  evaluator.now();
  clock.pass(300);
  evaluator.cancel();
  assert.deepEqual([store.get().waiting, asked[0]!.cancelled], [false, true]);
  await asked[0]!.reply({ kind: "graph", graph: graphOf({ value: 2 }) });
  assert.equal(store.get().graph?.value, 1);
});

test("an override that no longer fits the program is let go and the question asked again", async () => {
  const { store, asked, evaluator } = setUp({ program: "y", inputs: { x: 2 } });
  evaluator.now();
  await asked[0]!.reply({ kind: "problems", problems: [problem({ code: "unknown-input" })] });
  assert.deepEqual(store.get().inputs, {});
  assert.deepEqual(asked[1]!.request, { program: "y", partial: true, reading: true });
});

test("typing a value of one's own ends the override of that name", () => {
  const { store } = setUp({ program: "x*y", inputs: { x: 2, y: 3 } });
  set(store, { program: "x = 5\nx*y" });
  assert.deepEqual(store.get().inputs, { y: 3 });
});

test("the first graph is shown at the frame that a link asked for, as far as it has one", async () => {
  for (const [asked, shown] of [
    [3, 3],
    [9, 6],
    [Infinity, 6],
  ] as const) {
    const page = setUp({ position: asked });
    page.evaluator.now();
    await page.asked[0]!.reply({ kind: "graph", graph: graphOfSteps(6) });
    assert.equal(page.store.get().position, shown);
  }
});

test("an edit keeps the frame, and the end of the pass stays the end", async () => {
  for (const [before, after] of [
    [6, 9],
    [4, 4],
  ] as const) {
    const page = setUp({ graph: graphOfSteps(6), position: before });
    page.evaluator.now();
    await page.asked[0]!.reply({ kind: "graph", graph: graphOfSteps(9) });
    assert.equal(page.store.get().position, after);
  }
});

test("a text that replaces the program opens at its end, as a file does, and an edit keeps the step", async () => {
  const before = "x = 2.0\ny = x**2 + 3*x";
  const other = "a = 1.0\nb = 2.0\ny = a*b + sin(a)";
  for (const [action, after] of [
    [edit(other), 9],
    [openProgram(other), 9],
    [edit(before.replace("3", "4")), 4],
  ] as const) {
    const page = setUp({ program: before, graphProgram: before, graph: graphOfSteps(6), position: 4 });
    page.store.dispatch(action);
    await page.asked[0]!.reply({ kind: "graph", graph: graphOfSteps(9) });
    assert.equal(page.store.get().position, after);
  }
});

test("the selection follows a name to its new place and ends where the node is gone", () => {
  const before = graphOf({ nodes: [node(0, { name: "a" }), node(1, { name: "c", op: "add" }), node(2, { op: "exp" })] });
  const after = graphOf({ nodes: [node(0, { name: "a" }), node(1, { name: "b" }), node(2, { name: "c", op: "add" })] });
  assert.equal(selectionAfter(before, 0, after), 0);
  assert.equal(selectionAfter(before, 1, after), 2);
  assert.equal(selectionAfter(before, 2, after), null);
  assert.equal(selectionAfter(null, 7, after), null);
});

test("a part of a program is asked for where nothing is shown, or a part, or where many lines are new, and not while somebody types", () => {
  const isPart = (initial: Partial<State>, program: string): boolean => {
    const { store, asked } = setUp(initial);
    set(store, { program });
    return asked.at(-1)!.request.partial === true;
  };
  const shown = { graph: graphOf(), graphProgram: "a = 1\na", program: "a = 1\na" };
  assert.equal(isPart({ ...shown, graph: null }, "a ="), true);
  assert.equal(isPart(shown, "a = 1\na*"), false);
  assert.equal(isPart(shown, "a = 1\nb = 2\na*b"), false);
  assert.equal(isPart(shown, "a = 1\nb = 2\nc = 3\nd = 4\na*b"), true);
  assert.equal(isPart({ ...shown, graph: { ...shown.graph, partial: { line: 2 } } }, "a = 1\na*"), true);
});

test("the progress of the newest request is kept until its answer comes, or until it is given up", async () => {
  const { store, clock, asked, evaluator } = setUp();
  const progress = (repetitions: number) => ({ seconds: 1, loops: [], repetitions });
  set(store, { program: "a" });
  clock.pass(60);
  asked[0]!.follow(progress(5));
  assert.equal(store.get().progress?.repetitions, 5);
  set(store, { program: "b" });
  clock.pass(60);
  assert.equal(store.get().progress, null);
  asked[0]!.follow(progress(6));
  assert.equal(store.get().progress, null);
  asked[1]!.follow(progress(7));
  await asked[1]!.reply({ kind: "graph", graph: graphOf({ value: 1 }) });
  assert.equal(store.get().progress, null);
  set(store, { program: "c" });
  clock.pass(60);
  asked[2]!.follow(progress(8));
  evaluator.cancel();
  assert.deepEqual([store.get().progress, asked[2]!.cancelled], [null, true]);
});

const LONGER = "a = 2\nb = 3\nc = a + b\nd = c*a\nL = d**2";
const shownLonger = (rest: Partial<State> = {}) => ({
  program: LONGER,
  graphProgram: LONGER,
  graph: graphOf({ nodes: [0, 1, 2, 3].map((id) => node(id)), value: 7 }),
  caretLine: 5,
  ...rest,
});
const part = (line: number, ...nodes: number[]) =>
  graphOf({
    partial: { line },
    nodes: nodes.map((id) => node(id)),
    value: 1,
    problems: [problem({ span: [LONGER.indexOf("c ="), 20] })],
  });

test("a slip in a line that was typed leaves the last picture, and a pasted program is shown as far as it can be read", async () => {
  const broken = LONGER.replace("a + b", "(a + b").replace("d**2", "d**3 + 1");
  const typed = setUp(shownLonger());
  set(typed.store, { program: LONGER.replace("a + b", "(a + b") });
  set(typed.store, { program: broken });
  typed.clock.pass(20);
  await typed.asked.at(-1)!.reply({ kind: "graph", graph: part(3, 0) });
  assert.deepEqual([typed.store.get().graph?.value, typed.store.get().stale], [7, true]);
  typed.clock.pass(350);
  assert.equal(typed.store.get().problems.length, 1);
  const pasted = setUp(shownLonger());
  set(pasted.store, { program: "p = 1\nq = (p\nr = q*q\nr" });
  await pasted.asked[0]!.reply({ kind: "graph", graph: part(2, 0) });
  assert.deepEqual([pasted.store.get().graph?.value, pasted.store.get().stale], [1, false]);
  set(pasted.store, { program: "p = 1\nq = (p\nr = q*q\nr + 1" });
  pasted.clock.pass(20);
  await pasted.asked.at(-1)!.reply({ kind: "graph", graph: { ...part(2), value: 2 } });
  assert.equal(pasted.store.get().graph?.value, 2, "the same mistake stops it");
});

test("a last line that has just been begun changes no picture", async () => {
  const { store, asked, clock, evaluator } = setUp(shownLonger({ caretLine: 6 }));
  set(store, { program: `${LONGER}\nM` });
  const alone = graphOf({
    nodes: [node(0)],
    value: 1,
    problems: [problem({ code: "assumed-input", severity: "info", span: [LONGER.length + 1, LONGER.length + 2] })],
  });
  await asked[0]!.reply({ kind: "graph", graph: alone });
  assert.deepEqual([store.get().graph?.value, store.get().problems.length], [7, 0]);
  clock.pass(1000);
  assert.match(store.get().problems[0]!.message, /The last line is only the name `M`/);
  assert.equal(store.get().graph?.value, 7);
  evaluator.now();
  await asked.at(-1)!.reply({ kind: "graph", graph: alone });
  assert.equal(store.get().graph?.value, 1, "who runs the program sees what it is");
});

test("a name with a value as the last line is shown when the line is silent, or left", async () => {
  for (const finish of [
    (page: ReturnType<typeof setUp>) => page.clock.pass(1000),
    (page: ReturnType<typeof setUp>) => set(page.store, { caretLine: null }),
  ]) {
    const page = setUp(shownLonger({ caretLine: 6 }));
    set(page.store, { program: `${LONGER}\nc` });
    await page.asked[0]!.reply({ kind: "graph", graph: graphOf({ nodes: [node(0)], value: 5 }) });
    assert.equal(page.store.get().graph?.value, 7);
    finish(page);
    assert.equal(page.store.get().graph?.value, 5);
  }
});

test("a mistake in the line that is being written waits until the line is silent, or left", async () => {
  const { store, asked, clock } = setUp(shownLonger({ caretLine: 6 }));
  const at = [LONGER.length + 3, LONGER.length + 4] as const;
  set(store, { program: `${LONGER}\nM =` });
  await asked[0]!.reply({ kind: "problems", problems: [problem({ span: [...at] })] });
  clock.pass(999);
  assert.equal(store.get().problems.length, 0);
  set(store, { caretLine: 2 });
  assert.equal(store.get().problems.length, 1);
});

test("a pasted program that the language refuses or reads in part is run at once, where the server runs its library", async () => {
  const program = "import torch\nx.unheard_of()";
  const refused: Answer = { kind: "problems", problems: [problem()] };
  const inPart: Answer = { kind: "graph", graph: graphOf({ partial: { line: 2 } }) };
  const whole: Answer = { kind: "graph", graph: graphOf() };
  const libraries = { torch: "PyTorch" };
  const runs = async (answer: Answer, initial: Partial<State> = { libraries }) => {
    const { store, asked } = setUp(initial);
    set(store, { program });
    await asked[0]!.reply(answer);
    return asked.at(-1)!.request.run === "as-it-is";
  };
  assert.equal(await runs(refused), true);
  assert.equal(await runs(inPart), true);
  assert.equal(await runs(whole), false);
  assert.equal(await runs(refused, { libraries: {} }), false);
  assert.equal(await runs(refused, { libraries, classroom: "guest" }), false);
});

test("a program that is to be read again is not run at once, and one whose run fails is not run twice", async () => {
  const program = "import torch\nx.unheard_of()";
  const { store, asked } = setUp({ libraries: { torch: "PyTorch" } });
  set(store, { program });
  await asked[0]!.reply({ kind: "problems", problems: [problem()] });
  assert.equal(asked.length, 2);
  await asked[1]!.reply({ kind: "problems", problems: [problem({ code: "as-it-is", message: "It died." })] });
  assert.equal(asked.length, 2);
  assert.equal(store.get().problems[0]!.message, "It died.");
  store.dispatch(runAsItIs(null));
  await asked[2]!.reply({ kind: "problems", problems: [problem()] });
  assert.equal(asked.length, 3);
});

test("a mistake while typing does not run a program", async () => {
  const { store, asked } = setUp({ libraries: { torch: "PyTorch" }, program: "import torch\nx = 1", graph: graphOf() });
  set(store, { program: "import torch\nx = 1 +" });
  await asked[0]!.reply({ kind: "problems", problems: [problem()] });
  assert.equal(asked.length, 1);
});

test("a program is run as it is until its text changes, and its graph is shown whatever was there before", async () => {
  const { store, clock, asked } = setUp({ program: "import torch", graph: graphOf(), graphProgram: "import torch" });
  store.dispatch(runAsItIs("import torch"));
  assert.deepEqual(asked.at(-1)!.request, { program: "import torch", run: "as-it-is" });
  const as_it_is = { library: "torch", version: "2.13", step: 1, line: 1, sentence: "PyTorch's own numbers." };
  await asked.at(-1)!.reply({ kind: "graph", graph: graphOf({ value: 7, as_it_is }) });
  assert.equal(store.get().graph?.as_it_is?.sentence, "PyTorch's own numbers.");
  set(store, { program: "import torch\nx" });
  clock.pass(60);
  assert.equal(asked.at(-1)!.request.run, undefined);
  set(store, { program: "import torch" });
  clock.pass(60);
  store.dispatch(runAsItIs(null));
  assert.equal(asked.at(-1)!.request.run, undefined);
  assert.equal(asked.at(-1)!.request.reading, true);
});
