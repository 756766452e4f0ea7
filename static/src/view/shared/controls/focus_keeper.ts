/** Where the focus goes when what has it disappears under the keyboard: to what had it before, not to the beginning of the page. */

import type { Store } from "../../../core/store.ts";
import type { CommonState } from "../../../state/state.ts";

const REMEMBERED = 16;

function canHold(each: Element): boolean {
  return each.checkVisibility({ visibilityProperty: true }) && !each.matches(":disabled");
}

export function mountFocusKeeper(store: Store<CommonState>): void {
  /** What had the focus, the latest first. */
  let held: (HTMLElement | SVGElement)[] = [];
  let isLost = false;
  let byPointer = false;
  let waiting = 0;

  function restore(): void {
    waiting = 0;
    const last = held[0];
    if (last === undefined || document.activeElement !== document.body) return;
    if (!canHold(last)) isLost = true;
    // It was left on purpose, and so is the way to it.
    else if (!isLost) held = [];
    // A projected picture is stepped by arrows, which nothing may take; and a pointer needs no place on the page.
    if (!isLost || byPointer || store.get().projector) return;
    for (const each of [...held, document.getElementById("picture")]) {
      if (each && canHold(each)) each.focus({ preventScroll: true });
      if (document.activeElement === each) return;
    }
  }

  /** After a part that moves the focus itself. */
  function wait(): void {
    waiting ||= requestAnimationFrame(() => setTimeout(restore));
  }

  document.addEventListener("focusin", ({ target }) => {
    if (!(target instanceof HTMLElement || target instanceof SVGElement)) return;
    isLost = false;
    held = [target, ...held.filter((each) => each !== target)].slice(0, REMEMBERED);
  });
  document.addEventListener("focusout", ({ target, relatedTarget }) => {
    if (relatedTarget !== null) return;
    // Asked at once: what is hidden may be shown again by the next key, before the page is painted.
    if (target === held[0] && !canHold(held[0]!)) isLost = true;
    wait();
  });
  document.addEventListener("pointerdown", () => void (byPointer = true), { capture: true });
  document.addEventListener("keydown", () => void (byPointer = false), { capture: true });
  store.subscribe(wait);
}
