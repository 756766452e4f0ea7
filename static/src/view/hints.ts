/** Three quiet hints for a first visit, one at a time and where they belong. Each goes once its advice is taken, and all of them for good. */
import type { State } from "../core/state.ts";
import type { Store } from "../core/store.ts";
import { element, icon } from "./dom.ts";
import { recall, remember } from "./memory.ts";

const STORAGE_KEY = "backpass.hints";

interface Hint {
  readonly text: string;
  /** What it stands beside, for the style sheet, and the element that holds it. */
  readonly beside: string;
  readonly place: string;
  isTaken(state: State, previous: State): boolean;
}

/** A slider that is let go writes its number as well, but takes its own value back with it. */
const isWritten = (state: State, previous: State): boolean => state.program !== previous.program && state.inputs === previous.inputs;

const HINTS: readonly Hint[] = [
  { text: "Press play: values flow forward, gradients flow back.", beside: "timeline", place: "#timeline", isTaken: (state, previous) => state.position !== previous.position },
  { text: "Drag a slider: every number follows.", beside: "inputs", place: ".inputs-panel", isTaken: (state, previous) => state.inputs !== previous.inputs },
  { text: "Now write a program of your own, or open an example.", beside: "editor", place: "#editor", isTaken: isWritten },
];

/** Nobody who comes by a link, or has been here before, is taken by the hand. */
export function mountHints(store: Store<State>, isGuest: boolean): void {
  if (isGuest || recall(STORAGE_KEY) !== null) return;
  let index = 0;
  const text = element("p", {});
  const dismiss = element("button", { type: "button", class: "icon-button", "aria-label": "No more hints" }, icon("close"));
  const note = element("aside", { class: "hint", "aria-label": "Hint" }, text, dismiss);

  function show(): void {
    const hint = HINTS[index];
    if (!hint) return end();
    text.textContent = hint.text;
    note.dataset["beside"] = hint.beside;
    document.querySelector(hint.place)?.append(note);
  }

  function end(): void {
    note.remove();
    stop();
    remember(STORAGE_KEY, "seen");
  }

  const stop = store.subscribe((state, previous) => {
    if (!HINTS[index]?.isTaken(state, previous)) return;
    index += 1;
    show();
  });
  dismiss.addEventListener("click", end);
  show();
}
