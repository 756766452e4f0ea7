/** A flick of one finger over the picture steps: to the left on, to the right back. Slower fingers, and two of them, move the picture as before. */

import type { Actions } from "../../state/actions.ts";
import { directionOf, type Touch, type Verdict, verdictOf } from "../../timeline/swipe.ts";

export function mountSwipe(picture: HTMLElement, actions: Actions): void {
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
      if (verdict === "waiting") verdict = verdictOf(start, last);
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
      if (verdict === "swipe" && start && last) actions.run(directionOf(start, last));
      verdict = "pan";
    },
    { capture: true, passive: true },
  );
}
