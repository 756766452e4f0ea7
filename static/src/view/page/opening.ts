/**
 * The opening of a first visit: both passes play once, a level at a time, and end on the gradient that is a sum, with its ways in colour until the
 * picture is changed. Whatever a visitor does ends the play at once.
 */

import { type Store, watch } from "../../core/store.ts";
import { END, LEAVE, PLAY } from "../../state/opening_actions.ts";
import type { State } from "../../state/state.ts";
import { shownAt } from "../../timeline/playback.ts";
import { recall, remember } from "../shared/memory.ts";
import { mayMove } from "../shared/motion.ts";

const STORAGE_KEY = "backpass.opened";
/** The picture is looked at before it moves. */
const REST_MILLISECONDS = 600;
/** What a visitor does, heard before it is answered. */
const SIGNS = ["pointerdown", "click", "keydown", "input", "drop", "hashchange"] as const;

/** Whether it has not been seen in this browser; from now on it has. Nor is it where nothing is kept: it would come again and again. */
export function isOpeningDue(): boolean {
  const isNew = recall(STORAGE_KEY) === null;
  remember(STORAGE_KEY, "yes");
  return isNew && recall(STORAGE_KEY) !== null;
}

/** What it begins with; its end where nothing may move. */
export function openingOf(state: State): State {
  return mayMove(state) ? { ...state, opening: "plays", position: 0, stepSize: "level" } : { ...state, opening: "rests" };
}

export function mountOpening(store: Store<State>): void {
  const hands = new AbortController();

  /** A press on the player, and a key that has moved or stopped the play by the time it is answered, take over where it is. */
  function answer({ type, target }: Event): void {
    // A link that says no step means the end.
    if (type === "hashchange") return store.dispatch(END);
    const { position, playing } = store.get();
    store.dispatch(LEAVE);
    if (type === "pointerdown" && target instanceof Element && target.closest(".transport, .scrubber")) return;
    setTimeout(() => {
      const now = store.get();
      if (now.position === position && now.playing === playing) store.dispatch(END);
    });
  }

  const begin = (): void => void setTimeout(() => store.get().opening === "plays" && store.dispatch(PLAY), REST_MILLISECONDS);

  for (const sign of SIGNS) window.addEventListener(sign, answer, { capture: true, signal: hands.signal });
  watch(store, ["opening", "program", "position", "shown", "playing", "selected", "selectedEdge"], (state, previous) => {
    if (state.opening !== "plays") hands.abort();
    if (state.opening === null || state.opening !== previous.opening) return;
    if (state.opening === "rests" || state.program !== previous.program) store.dispatch(LEAVE);
    else if (!state.playing && state.position > 0 && shownAt(state) === state.position) store.dispatch(END);
  });
  // A tab that is opened behind another one waits to be seen.
  if (document.hidden) document.addEventListener("visibilitychange", begin, { once: true });
  else begin();
}
