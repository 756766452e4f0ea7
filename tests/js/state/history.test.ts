import assert from "node:assert/strict";
import test from "node:test";
import { createStore } from "../../../static/src/core/store.ts";
import { readDraft, writeDraft } from "../../../static/src/state/draft.ts";
import { createHistory } from "../../../static/src/state/history.ts";
import { moveInput, writeInput } from "../../../static/src/state/state_actions.ts";
import { stateOf } from "../support/graphs.ts";
import { set } from "../support/store.ts";

function setUp() {
  let time = 0;
  const store = createStore(stateOf({ program: "a" }));
  const history = createHistory(store, () => time);
  return {
    store,
    history,
    wait: (milliseconds: number) => void (time += milliseconds),
    type(...programs: string[]) {
      for (const program of programs) {
        time += 100;
        set(store, { program });
      }
    },
  };
}

test("a burst of typing is taken back at once, and a pause begins another edit", () => {
  const { store, history, type, wait } = setUp();
  type("a+", "a+b");
  wait(1000);
  type("a+b*", "a+b*c");
  assert.equal(store.get().undoable, true);
  history.undo();
  assert.equal(store.get().program, "a+b");
  history.undo();
  assert.equal(store.get().program, "a");
  assert.deepEqual([store.get().undoable, store.get().redoable], [false, true]);
  history.undo();
  assert.equal(store.get().program, "a", "nothing is left to take back");
});

test("what was taken back is done again until something else is changed", () => {
  const { store, history, type, wait } = setUp();
  type("a*b");
  wait(1000);
  type("a*c");
  history.undo();
  history.undo();
  history.redo();
  assert.equal(store.get().program, "a*b");
  wait(1000);
  type("x");
  assert.equal(store.get().redoable, false);
  history.redo();
  assert.equal(store.get().program, "x");
});

test("all moves of a drag and the writing down of its end are one edit, however long it rests on the way", () => {
  const { store, history, wait } = setUp();
  set(store, { inputs: { a: 1 } });
  for (const a of [2, 3, 4]) {
    wait(2000);
    store.dispatch(moveInput("a", a, true));
  }
  wait(2000);
  store.dispatch(writeInput({ program: "a = 4.0", inputs: {} }, { joins: true }));
  history.undo();
  assert.deepEqual([store.get().program, store.get().inputs], ["a", {}]);
  assert.equal(store.get().undoable, false);
  history.redo();
  assert.equal(store.get().program, "a = 4.0");
});

test("two drags are two edits, and so are a drag and the typing after it", () => {
  const { store, history, wait, type } = setUp();
  set(store, { inputs: { a: 1 } });
  wait(200);
  set(store, { inputs: { a: 2 } });
  type("a*a");
  history.undo();
  assert.deepEqual([store.get().program, store.get().inputs], ["a", { a: 2 }]);
  history.undo();
  assert.deepEqual(store.get().inputs, { a: 1 });
});

test("a value that is dropped because its name was deleted comes back with the name", () => {
  const { store, history, type, wait } = setUp();
  set(store, { inputs: { a: 5 } });
  wait(1000);
  type("b");
  set(store, { inputs: {} });
  history.undo();
  assert.deepEqual([store.get().program, store.get().inputs], ["a", { a: 5 }]);
});

test("notes on steps come back with the program that they are about", () => {
  const { store, history, type, wait } = setUp();
  set(store, { notes: { 3: "Here two contributions meet." } });
  wait(1000);
  set(store, { program: "another example", notes: {} });
  history.undo();
  assert.deepEqual([store.get().program, store.get().notes], ["a", { 3: "Here two contributions meet." }]);
  history.redo();
  assert.deepEqual(store.get().notes, {});
  history.undo();
  history.undo();
  assert.deepEqual([store.get().program, store.get().notes], ["a", {}], "a note alone is an edit as well");
  type("a+");
  assert.deepEqual(store.get().notes, {});
});

test("what changes on the page besides program and inputs is no edit", () => {
  const { store } = setUp();
  set(store, { position: 3, selected: 1 });
  assert.equal(store.get().undoable, false);
});

test("a draft comes back as it was, and what is none is left alone", () => {
  const draft = { program: "a = 1\nW @ x", inputs: { a: 2.5, W: [[1, 2]] } };
  assert.deepEqual(readDraft(writeDraft(draft)), draft);
  for (const text of [
    null,
    "",
    "null",
    "[]",
    "{",
    '{"program":3,"inputs":{}}',
    '{"program":" ","inputs":{}}',
    '{"program":"x","inputs":{"a":"b"}}',
  ])
    assert.equal(readDraft(text), null, String(text));
});
