import assert from "node:assert/strict";
import test from "node:test";
import { ACTIONS, type ActionName } from "../../../static/src/state/actions.ts";
import { INITIAL_STATE } from "../../../static/src/state/initial_state.ts";
import type { State } from "../../../static/src/state/state.ts";
import { spokenAfter } from "../../../static/src/view/shared/controls/spoken_actions.ts";
import { graphOf, node } from "../support/graphs.ts";

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
  assert.equal(heard("put-back", { moves: { x: [1, 2] } }), "The dragged nodes are back in their places.");
  assert.equal(heard("direction", { drawnDirection: "right" }), "The graph runs top down.");
  assert.equal(heard("wide-editor"), "Wide program, on");
  assert.equal(heard("faster", { speed: 1 }), "Speed 2×");
  assert.equal(heard("fit"), "The whole graph is in view.");
});

test("undo, redo and New are heard, and what they have brought back", () => {
  const after = (name: ActionName, was: Partial<State>, is: Partial<State>) =>
    spokenAfter(name, ACTIONS.find((each) => each.name === name)!, { ...INITIAL_STATE, ...was }, { ...INITIAL_STATE, ...is });
  assert.equal(after("undo", { program: "a = 1\nb = 2\nc = 4" }, { program: "a = 1\nb = 2\nc = 3" }), "Undone: line 3");
  assert.equal(after("redo", { inputs: { x: 1, y: 2 } }, { inputs: { x: 1, y: 3 } }), "Redone: y is 3 again");
  assert.equal(after("undo", { inputs: { x: 1 } }, {}), "Undone: value of x");
  assert.equal(after("undo", { moves: { x: [1, 2] } }, {}), "Undone: position of a node");
  assert.equal(after("undo", {}, {}), "There is nothing to undo.");
  assert.equal(after("redo", {}, {}), "There is nothing to redo.");
  assert.equal(after("new", { program: "x" }, {}), "The program is empty. Undo brings the old one back.");
});

test("undo says which number, which example or how much of the program it has brought back", () => {
  const program = "x = -2.0\ny = [1, 2]";
  const graph = graphOf({ nodes: [node(0, { name: "x", literal: [4, 8] }), node(1, { name: "y", literal: [13, 19] })] });
  const after = (name: "undo" | "redo", was: string, is: string): string | null => {
    const examples = [{ title: "Neuron", program: "n = tanh(b)\nn" }] as unknown as State["examples"];
    const state: State = { ...INITIAL_STATE, graph, graphProgram: program, examples };
    return spokenAfter(name, ACTIONS.find((each) => each.name === name)!, { ...state, program: was }, { ...state, program: is });
  };
  assert.equal(after("undo", program, "x = 3.5\ny = [1, 2]"), "Undone: x is 3.5 again");
  assert.equal(after("redo", program, "x = -2.0\ny = [1, 5]"), "Redone: y is [1, 5] again");
  assert.equal(after("undo", program, "x = -2.0\nz = [1, 2]"), "Undone: line 2");
  assert.equal(after("undo", program, "x = -2.0\nz = 1\ny = [1, 2]"), "Undone: line 2");
  assert.equal(after("undo", "n = tanh(b)\nn", program), "Undone: the example Neuron; the program before it is back");
  assert.equal(after("redo", program, "n = tanh(b)\nn"), "Redone: the example Neuron");
  assert.equal(after("undo", program, "loss = w**2"), "Undone: the whole program");
  assert.equal(after("undo", program, ""), "Undone: the program is empty again");
});

test("what the page says itself is not said twice", () => {
  for (const name of ["tones", "play", "next", "help"] as const) assert.equal(heard(name), null, name);
});
