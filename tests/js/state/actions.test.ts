import assert from "node:assert/strict";
import test from "node:test";
import { createStore } from "../../../static/src/core/store.ts";
import type { PagePorts } from "../../../static/src/state/action_records.ts";
import { ACTIONS, createActions } from "../../../static/src/state/actions.ts";
import { otherTheme, resolveTheme } from "../../../static/src/state/appearance.ts";
import { SPEEDS } from "../../../static/src/state/graph_actions.ts";
import type { State, ThemeChoice } from "../../../static/src/state/state.ts";
import { graphOfSteps, stateOf } from "../support/graphs.ts";

function setUp(initial: Partial<State> = {}) {
  const store = createStore(stateOf(initial));
  const called: string[] = [];
  const page = new Proxy({}, { get: (_, name) => () => called.push(String(name)) }) as PagePorts;
  return { store, called, actions: createActions({ store, page }) };
}

test("no two actions share a name or a key", () => {
  const names = ACTIONS.map(({ name }) => name);
  const keys = ACTIONS.flatMap((action) => action.keys as readonly string[]);
  assert.equal(new Set(names).size, names.length);
  assert.equal(new Set(keys).size, keys.length);
});

test("stepping on is not offered at the end, nor stepping back at the start", () => {
  const { actions, store } = setUp({ graph: graphOfSteps(3), position: 3 });
  assert.deepEqual([actions.enabled("next"), actions.enabled("previous")], [false, true]);
  actions.run("next");
  assert.equal(store.get().position, 3);
  actions.run("previous");
  assert.equal(store.get().position, 2);
  actions.run("first");
  assert.deepEqual([store.get().position, actions.enabled("previous")], [0, false]);
});

test("what only the page can do is left to the page", () => {
  const { actions, called } = setUp();
  actions.run("run");
  actions.run("copy-link");
  assert.deepEqual(called, ["evaluateNow", "copyLink"]);
});

test("speed goes up and down through its choices and stays at the ends", () => {
  const { actions, store } = setUp();
  for (const _ of SPEEDS) actions.run("faster");
  assert.equal(store.get().speed, SPEEDS.at(-1));
  for (const _ of SPEEDS) actions.run("slower");
  assert.equal(store.get().speed, SPEEDS[0]);
});

test("the other theme always looks other, and is the system's where the system has it", () => {
  for (const systemIsDark of [false, true])
    for (const projector of [false, true])
      for (const choice of ["system", "light", "dark"] as const) {
        const other = otherTheme(choice, projector, systemIsDark);
        const look = (theme: ThemeChoice) => resolveTheme(theme, projector, systemIsDark);
        assert.notEqual(look(other), look(choice));
        assert.equal(other === "system", look("system") !== look(choice));
      }
});

test("the example after the one that is shown is offered at its end alone", () => {
  const examples = ["x", "y"].map((program) => ({ name: program, title: program, sentence: "", program }));
  const { actions, store } = setUp({ graph: graphOfSteps(3), position: 2, program: "x", examples });
  assert.equal(actions.enabled("next-example"), false);
  actions.run("last");
  actions.run("next-example");
  assert.equal(store.get().program, "y");
  assert.equal(actions.enabled("next-example"), false);
});
