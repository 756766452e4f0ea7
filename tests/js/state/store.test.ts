import assert from "node:assert/strict";
import test from "node:test";
import { assign, createStore, type StateAction } from "../../../static/src/core/store.ts";

interface Counts {
  readonly one: number;
  readonly two: number;
}

const setOne = (one: number) => assign<Counts>("set one", { one });
const setTwo = (two: number) => assign<Counts>("set two", { two });
const setUp = () => createStore<Counts>({ one: 0, two: 0 });

test("a change is merged at once, and listeners hear of it only where a field differs", () => {
  const store = setUp();
  const seen: [Counts, Counts, string][] = [];
  store.subscribe((state, previous, { name }) => seen.push([state, previous, name]));
  store.dispatch(setOne(1));
  store.dispatch(setOne(1));
  assert.deepEqual(store.get(), { one: 1, two: 0 });
  assert.deepEqual(seen, [[{ one: 1, two: 0 }, { one: 0, two: 0 }, "set one"]]);
});

test("an action reads the state that it changes", () => {
  const store = setUp();
  const increment: StateAction<Counts> = { name: "increment", change: ({ one }) => ({ one: one + 1 }) };
  store.dispatch(increment);
  store.dispatch(increment);
  assert.equal(store.get().one, 2);
});

test("what a listener dispatches is at once in the state, and every listener is notified of both changes in order", () => {
  const store = setUp();
  const seen: string[] = [];
  const note = (who: string) => (state: Counts, previous: Counts) =>
    seen.push(`${who} ${previous.one}${previous.two}>${state.one}${state.two}`);
  store.subscribe(note("before"));
  store.subscribe((state, previous) => {
    if (state.one === previous.one) return;
    store.dispatch(setTwo(state.one));
    assert.equal(store.get().two, state.one);
  });
  store.subscribe(note("after"));
  store.dispatch(setOne(1));
  assert.deepEqual(seen, ["before 00>10", "after 00>10", "before 10>11", "after 10>11"]);
});

test("a subscription that has ended hears nothing more, not even of a change that waits", () => {
  const store = setUp();
  const seen: number[] = [];
  store.subscribe((state, previous) => {
    if (state.one === previous.one) return;
    store.dispatch(setTwo(2));
    end();
  });
  const end = store.subscribe((state) => seen.push(state.two));
  store.dispatch(setOne(1));
  assert.deepEqual(seen, []);
});

test("a listener that throws keeps no other one from its notification, and later changes are heard", () => {
  const store = setUp();
  const seen: number[] = [];
  store.subscribe(({ one }) => {
    if (one === 1) throw new Error("broken");
  });
  store.subscribe(({ one }) => seen.push(one));
  assert.throws(() => store.dispatch(setOne(1)), /broken/);
  store.dispatch(setOne(2));
  assert.deepEqual(seen, [1, 2]);
});
