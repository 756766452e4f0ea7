/** Keeps unfinished work in this browser: written shortly after each change, quietly there again at the next visit. */

import { type Store, watch } from "../../core/store.ts";
import { type Draft, readDraft, writeDraft } from "../../state/draft.ts";
import type { State } from "../../state/state.ts";
import { forget, recall, remember } from "../shared/memory.ts";

const DRAFT_STORAGE_KEY = "backpass.draft";
const PAUSE = 400;

export function recalledDraft(): Draft | null {
  return readDraft(recall(DRAFT_STORAGE_KEY));
}

/** Only what somebody changes here is kept: looking at a link must not replace the user's own work. */
export function mountAutosave(store: Store<State>, untouched: State): void {
  let timer = 0;

  function save(): void {
    clearTimeout(timer);
    timer = 0;
    const state = store.get();
    const isUntouched = state.program === untouched.program && Object.keys(state.inputs).length === 0;
    if (isUntouched) forget(DRAFT_STORAGE_KEY);
    else remember(DRAFT_STORAGE_KEY, writeDraft(state));
  }

  watch(store, ["program", "inputs"], () => (timer ||= window.setTimeout(save, PAUSE)));
  // A tab that is closed within the pause: `pagehide` is the last event that is sure to come.
  window.addEventListener("pagehide", () => {
    if (timer !== 0) save();
  });
}
