/** The first sign that somebody is at the page. What only reading closely or writing needs is fetched from then on, not before. */

import { recall, remember } from "../shared/memory.ts";

const SIGNS = ["pointerdown", "pointermove", "touchstart", "wheel", "keydown", "focusin"] as const;
const STORAGE_KEY = "backpass.visited";

let first: Promise<void> | null = null;

/** Resolves at the first movement, touch or key. */
export function firstInteraction(): Promise<void> {
  first ??= new Promise((resolve) => {
    function seen(): void {
      for (const sign of SIGNS) window.removeEventListener(sign, seen, { capture: true });
      remember(STORAGE_KEY, "yes");
      resolve();
    }
    for (const sign of SIGNS) window.addEventListener(sign, seen, { capture: true, passive: true });
  });
  return first;
}

/** Whether somebody has been at the page in this browser: what is fetched late is then here already. */
export const wasHereBefore = (): boolean => recall(STORAGE_KEY) !== null;
