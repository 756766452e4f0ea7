/** Leaves what the playground shows where the editor of lessons finds it: as a block of a lesson, in this browser. */

import type { Store } from "../../core/store.ts";
import { writeLessonBlock } from "../../learn/lesson_block.ts";
import type { State } from "../../state/state.ts";
import { remember } from "../shared/memory.ts";

export const SHOWN_BLOCK_KEY = "backpass.shown-block";
const REST = 500;
/** What a block is written from. */
const SHOWN = [
  "program",
  "graph",
  "inputs",
  "ranges",
  "directions",
  "position",
  "playing",
  "selected",
  "selectedEdge",
  "overlay",
  "mainView",
  "direction",
  "separateOperations",
  "pitfall",
] as const;

export function mountShownBlock(store: Store<State>): void {
  let timer = 0;
  let written = "";

  function save(): void {
    clearTimeout(timer);
    timer = 0;
    const block = writeLessonBlock(store.get());
    // Another page may have put its own there meanwhile, so leaving the page always writes.
    if (block === null || (block === written && !document.hidden)) return;
    written = block;
    remember(SHOWN_BLOCK_KEY, block);
  }

  store.subscribe((state, previous) => {
    if (!state.playing && SHOWN.some((field) => state[field] !== previous[field])) timer ||= window.setTimeout(save, REST);
  });
  document.addEventListener("visibilitychange", () => {
    if (document.hidden) save();
  });
  window.addEventListener("pagehide", save);
}
