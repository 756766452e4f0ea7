/**
 * One line of undo for the whole page: the program and the values that sliders hold, whichever part of the page changed them.
 * A burst of typing and a drag of a slider are one edit each. Knows no DOM; the clock comes in as a port.
 */
import type { State } from "./state.ts";
import type { Store } from "./store.ts";

type Version = Pick<State, "program" | "inputs">;

export interface History {
  undo(): void;
  redo(): void;
  /** What is changed meanwhile belongs to the edit before it: the moves of one drag, or what writes its end into the program. */
  join(change: () => void): void;
}

/** Letters typed in this time after one another are taken back together. */
const BURST = 600;
/** What follows at once is a consequence, such as a value whose name has just been deleted. */
const CONSEQUENCE = 30;
const LONGEST = 300;

const versionOf = ({ program, inputs }: State): Version => ({ program, inputs });
const isTyping = (state: State, previous: State): boolean => state.inputs === previous.inputs;

export function createHistory(store: Store<State>, now: () => number): History {
  let past: Version[] = [];
  let future: Version[] = [];
  let joining = false;
  let travelling = false;
  let last = { at: -Infinity, typing: false };

  function tell(): void {
    store.set({ undoable: past.length > 0, redoable: future.length > 0 });
  }

  function continues(typing: boolean): boolean {
    const passed = now() - last.at;
    return past.length > 0 && (joining || passed < CONSEQUENCE || (typing && last.typing && passed < BURST));
  }

  function record(state: State, previous: State): void {
    const typing = isTyping(state, previous);
    if (!continues(typing)) past = [...past.slice(1 - LONGEST), versionOf(previous)];
    last = { at: now(), typing };
    future = [];
    tell();
  }

  store.subscribe((state, previous) => {
    if (travelling || (state.program === previous.program && state.inputs === previous.inputs)) return;
    record(state, previous);
  });

  /** Moves one version from the end of a stack to the page, and what was there to the other stack. */
  function travel(from: Version[], to: Version[]): void {
    const version = from.pop();
    if (!version) return;
    to.push(versionOf(store.get()));
    last = { at: -Infinity, typing: false };
    travelling = true;
    try {
      store.set({ ...version, hovered: null, playing: false });
    } finally {
      travelling = false;
    }
    tell();
  }

  return {
    undo: () => travel(past, future),
    redo: () => travel(future, past),
    join(change) {
      const outer = joining;
      joining = true;
      try {
        change();
      } finally {
        joining = outer;
      }
    },
  };
}
