/**
 * One line of undo for the whole page: the program, the values that sliders hold, where nodes were dragged and the notes on steps, whichever
 * part of the page changed them. A burst of typing and a drag of a slider or a node are one edit each. Knows no DOM; the clock is a port.
 */

import type { StateAction, Store } from "../core/store.ts";
import type { State } from "./state.ts";

const KEPT = ["program", "inputs", "moves", "notes"] as const;
type Version = Pick<State, (typeof KEPT)[number]>;

export interface History {
  undo(): void;
  redo(): void;
}

/** Letters typed in this time after one another are taken back together. */
const BURST = 600;
/** What follows at once is a consequence, such as a value whose name has just been deleted. */
const CONSEQUENCE = 30;
const LONGEST = 300;

const versionOf = ({ program, inputs, moves, notes }: State): Version => ({ program, inputs, moves, notes });
const isTyping = (state: State, previous: State): boolean =>
  KEPT.every((field) => field === "program" || state[field] === previous[field]);
const isSame = (one: Version, other: Version): boolean => KEPT.every((field) => one[field] === other[field]);

export function createHistory(store: Store<State>, now: () => number): History {
  let past: Version[] = [];
  let future: Version[] = [];
  let last = { at: -Infinity, typing: false };

  function notify(): void {
    const fields = { undoable: past.length > 0, redoable: future.length > 0 };
    store.dispatch({ name: "say what can be undone", change: () => fields, origin: "history" });
  }

  function continues(typing: boolean, joins: boolean): boolean {
    const passed = now() - last.at;
    return past.length > 0 && (joins || passed < CONSEQUENCE || (typing && last.typing && passed < BURST));
  }

  function record(state: State, previous: State, { joins = false, apart = false }: StateAction<State>): void {
    const typing = isTyping(state, previous) && !apart;
    if (apart || !continues(typing, joins)) past = [...past.slice(1 - LONGEST), versionOf(previous)];
    last = { at: now(), typing };
    future = [];
    notify();
  }

  store.subscribe((state, previous, action) => {
    if (action.origin === "history" || isSame(state, previous)) return;
    record(state, previous, action);
  });

  /** Moves one version from the end of a stack to the page, and what was there to the other stack. */
  function travel(from: Version[], to: Version[]): void {
    const version = from.pop();
    if (!version) return;
    to.push(versionOf(store.get()));
    last = { at: -Infinity, typing: false };
    store.dispatch({ name: "undo or redo", change: () => ({ ...version, hovered: null, playing: false }), origin: "history" });
    notify();
  }

  return {
    undo: () => travel(past, future),
    redo: () => travel(future, past),
  };
}
