import assert from "node:assert/strict";
import test from "node:test";
import { ACTIONS, type ActionName } from "../../../static/src/state/actions.ts";
import { INITIAL_STATE } from "../../../static/src/state/initial_state.ts";
import type { State } from "../../../static/src/state/state.ts";
import { spokenAfter } from "../../../static/src/view/shared/controls/spoken_actions.ts";

/** What is heard after an action that changes the state by itself. */
function heard(name: ActionName, from: Partial<State> = {}): string | null {
  const action = ACTIONS.find((each) => each.name === name)!;
  const was = { ...INITIAL_STATE, ...from };
  const is = "change" in action ? { ...was, ...action.change(was) } : was;
  return spokenAfter(name, action, was, is);
}

test("a key that changes the picture is heard", () => {
  assert.equal(heard("health"), "Health, on");
  assert.equal(heard("health", { overlay: "health" }), "Health, off");
  assert.equal(heard("tidy"), "Tidy, on");
  assert.equal(heard("tidy", { moves: { x: [1, 2] } }), "The dragged nodes are back in their places.");
  assert.equal(heard("direction", { drawnDirection: "right" }), "The graph runs top down.");
  assert.equal(heard("wide-editor"), "Wide program, on");
  assert.equal(heard("faster", { speed: 1 }), "Speed 2×");
  assert.equal(heard("fit"), "The whole graph is in view.");
});

test("undo, redo and New are heard, and what they have brought back", () => {
  const after = (name: ActionName, was: Partial<State>, is: Partial<State>) =>
    spokenAfter(name, ACTIONS.find((each) => each.name === name)!, { ...INITIAL_STATE, ...was }, { ...INITIAL_STATE, ...is });
  assert.equal(after("undo", { program: "a = 1\nb = 2\nc = 4" }, { program: "a = 1\nb = 2\nc = 3" }), "Undone: line 3");
  assert.equal(after("redo", { inputs: { x: 1, y: 2 } }, { inputs: { x: 1, y: 3 } }), "Redone: value of y");
  assert.equal(after("undo", { moves: { x: [1, 2] } }, {}), "Undone: place of a node");
  assert.equal(after("undo", {}, {}), "There is nothing to undo.");
  assert.equal(after("redo", {}, {}), "There is nothing to redo.");
  assert.equal(after("new", { program: "x" }, {}), "The program is empty. Undo brings the old one back.");
});

test("what the page says itself is not said twice", () => {
  for (const name of ["tones", "play", "next", "help"] as const) assert.equal(heard(name), null, name);
});
