import assert from "node:assert/strict";
import test from "node:test";
import { createStore } from "../../../static/src/core/store.ts";
import { movedBy, readMoves, writeMoves } from "../../../static/src/layout/hand_moves.ts";
import { createHistory } from "../../../static/src/state/history.ts";
import { moveNode } from "../../../static/src/state/state_actions.ts";
import { stateOf } from "../support/graphs.ts";

test("moves survive the way through a link, whatever a node is called", () => {
  const moves = { a: [40, -12], "50%; b:1,2": [0, 300], "made add(0,1) #2": [-7, 0] } as const;
  assert.deepEqual(readMoves(writeMoves(moves)!), moves);
  assert.equal(writeMoves({}), null);
});

test("what is no move is not read", () => {
  for (const text of ["a", "a:1", "a:1,x", "a:1.5,2", "a:1,2;", ":1,2", "a:99999,0", "%:1,2"])
    assert.equal(readMoves(text), null, text);
});

test("a node moved back is not moved", () => {
  assert.deepEqual(movedBy({ a: [3, 4], b: [1, 0] }, "a", [-3, -4]), { b: [1, 0] });
  assert.deepEqual(movedBy({}, "constructor", [1, 2]), { constructor: [1, 2] });
});

test("a drag is undone as one, and the next one apart from it", () => {
  let time = 0;
  const store = createStore(stateOf({ program: "a" }));
  const history = createHistory(store, () => time);
  for (const joins of [false, true, true, false]) {
    time += 400;
    store.dispatch(moveNode("a", [10, 0], joins));
  }
  assert.deepEqual(store.get().moves, { a: [40, 0] });
  history.undo();
  assert.deepEqual(store.get().moves, { a: [30, 0] });
  history.undo();
  assert.deepEqual(store.get().moves, {});
  assert.equal(store.get().undoable, false);
  history.redo();
  assert.deepEqual(store.get().moves, { a: [30, 0] });
});
