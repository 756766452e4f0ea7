/** Two quiet hints for a first visit, one at a time and where they belong. Each goes once its advice is taken, and all of them for good. */

import type { Store } from "../../core/store.ts";
import { say } from "../../messages/messages.ts";
import type { State } from "../../state/state.ts";
import { element, icon } from "../shared/dom.ts";
import { recall, remember } from "../shared/memory.ts";

const STORAGE_KEY = "backpass.hints";

interface Hint {
  text(): string;
  /** The element that holds it. */
  readonly place: string;
  isTaken(state: State, previous: State): boolean;
  /** Whether what it points at is there. */
  isApt(state: State): boolean;
}

/** A slider that is released writes its number as well, but takes its own value back with it. */
const isWritten = (state: State, previous: State): boolean =>
  state.program !== previous.program && state.inputs === previous.inputs;

const HINTS: readonly Hint[] = [
  {
    // Matrices have no sliders.
    text: () => say(document.querySelector(".inputs-panel .slider:not([hidden])") ? "hint-slider" : "hint-number"),
    place: ".inputs-panel",
    isTaken: (state, previous) => state.inputs !== previous.inputs,
    isApt: () => document.querySelector(".inputs-panel :is(.slider, input):not([hidden], :disabled)") !== null,
  },
  { text: () => say("hint-write"), place: ".program", isTaken: isWritten, isApt: () => true },
];

const WATCHED = ["graph", "stale", "problems", "asked", "redaction"] as const;

/** Nobody who comes by a link, or has been here before, is taken by the hand. */
export function mountHints(store: Store<State>, isGuest: boolean): void {
  if (isGuest || recall(STORAGE_KEY) !== null) return;
  let index = 0;
  const text = element("p", {});
  const dismiss = element("button", { type: "button", class: "icon-button", "aria-label": say("no-more-hints") }, icon("close"));
  const note = element("aside", { class: "hint", "aria-label": say("hint-label") }, text, dismiss);

  function show(): void {
    const hint = HINTS[index];
    if (!hint) return end();
    rename();
    document.querySelector(hint.place)?.append(note);
  }

  function end(): void {
    note.remove();
    stop();
    remember(STORAGE_KEY, "seen");
  }

  /** After all that follow the same change, the list of inputs among them. */
  const rename = (): void => {
    const hint = HINTS[index];
    if (!hint) return;
    text.textContent = hint.text();
    const state = store.get();
    // While numbers are asked for, nothing but the question is pointed at.
    note.hidden = state.asked !== null || state.redaction !== null || !hint.isApt(state);
  };

  const stop = store.subscribe((state, previous) => {
    if (WATCHED.some((field) => state[field] !== previous[field])) queueMicrotask(rename);
    if (!HINTS[index]?.isTaken(state, previous)) return;
    index += 1;
    show();
  });
  dismiss.addEventListener("click", end);
  show();
}
