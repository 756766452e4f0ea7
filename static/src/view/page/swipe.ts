/**
 * A finger that goes sideways over the picture steps: to the left on, to the right back. Where the picture goes on beside what is in view, a flick
 * does, and a slower finger moves the picture, as two fingers always do.
 */

import type { Store } from "../../core/store.ts";
import { say } from "../../messages/messages.ts";
import type { Actions } from "../../state/actions.ts";
import { notAtEnd } from "../../state/graph_actions.ts";
import type { State } from "../../state/state.ts";
import { directionOf, type Touch, type Verdict, verdictOf } from "../../timeline/swipe.ts";
import { element } from "../shared/dom.ts";
import { recall, remember } from "../shared/memory.ts";

const STORAGE_KEY = "backpass.swiped";
/** Pixels of the window below which the buttons need the whole row below the picture, and the search one above it (graph/tools.css). */
const NARROW = 390;

/** What the picture knows of itself. */
interface Seen {
  isWide(): boolean;
}

export function mountSwipe(picture: HTMLElement, { isWide }: Seen, store: Store<State>, actions: Actions): void {
  mountHint(picture, store);
  let start: Touch | null = null;
  let verdict: Verdict = "pan";
  let last: Touch | null = null;

  const touchOf = (event: TouchEvent): Touch => {
    const { clientX, clientY } = event.changedTouches[0]!;
    return { x: clientX, y: clientY, time: event.timeStamp };
  };

  picture.addEventListener(
    "touchstart",
    (event) => {
      const onPicture = (event.target as Element).closest("svg") !== null;
      verdict = event.touches.length === 1 && onPicture ? "waiting" : "pan";
      start = last = touchOf(event);
    },
    { capture: true, passive: true },
  );
  // While it is open which of the two it is, and during a swipe, the picture does not hear of the finger.
  picture.addEventListener(
    "touchmove",
    (event) => {
      if (verdict === "pan" || !start) return;
      last = touchOf(event);
      if (verdict === "waiting") verdict = verdictOf(start, last, isWide());
      if (verdict === "pan") return;
      event.stopPropagation();
      // Else the browser takes the rest of the gesture for a scroll of its own.
      if (event.cancelable) event.preventDefault();
    },
    { capture: true, passive: false },
  );
  picture.addEventListener(
    "touchend",
    () => {
      const direction = verdict === "swipe" && start && last ? directionOf(start, last) : null;
      if (direction) actions.run(direction);
      verdict = "pan";
    },
    { capture: true, passive: true },
  );
}

/**
 * That one can swipe, shown once to a finger, beside the key or the search: over nothing, and nothing moves for it. It goes
 * with the first step, whichever way that was taken. Not for screen readers, whose own swipes mean something else; they have the player's buttons.
 */
function mountHint(picture: HTMLElement, store: Store<State>): void {
  const row = picture.querySelector(innerWidth < NARROW ? ".graph-head" : ".graph-foot");
  if (!row || recall(STORAGE_KEY) !== null || !matchMedia("(pointer: coarse)").matches) return;
  const finger = element("span", { class: "swipe-finger" });
  const hint = element("p", { class: "swipe-hint", "aria-hidden": "true" }, finger, say("hint-swipe"));
  row.prepend(hint);
  row.classList.add("has-swipe-hint");
  // At the last step only the way back does something.
  const point = (state: State): void => void hint.classList.toggle("is-back", !notAtEnd(state));
  point(store.get());
  const stop = store.subscribe((state, previous) => {
    point(state);
    // What can be done with a selection needs the row.
    hint.hidden = state.selected !== null || state.selectedEdge !== null;
    if (state.position === previous.position || state.graph !== previous.graph) return;
    hint.remove();
    row.classList.remove("has-swipe-hint");
    stop();
    remember(STORAGE_KEY, "seen");
  });
}
