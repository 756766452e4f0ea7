/**
 * That one can swipe, said once to a finger, in the place of the legend: over nothing, and nothing moves for it. It goes with the first step,
 * whichever way that was taken. Not for screen readers, whose own swipes mean something else; they have the player's buttons.
 */
import type { Store } from "../../core/store.ts";
import { say } from "../../messages/messages.ts";
import type { State } from "../../state/state.ts";
import { element } from "../shared/dom.ts";
import { recall, remember } from "../shared/memory.ts";

const STORAGE_KEY = "backpass.swiped";

export function mountSwipeHint(picture: HTMLElement, store: Store<State>): void {
  const foot = picture.querySelector(".graph-foot");
  if (!foot || recall(STORAGE_KEY) !== null || !matchMedia("(pointer: coarse)").matches) return;
  const finger = element("span", { class: "swipe-finger" });
  const hint = element("p", { class: "swipe-hint", "aria-hidden": "true" }, finger, say("hint-swipe"));
  foot.prepend(hint);
  const stop = store.subscribe((state, previous) => {
    if (state.position === previous.position || state.graph !== previous.graph) return;
    hint.remove();
    stop();
    remember(STORAGE_KEY, "seen");
  });
}
