/**
 * Presses that come before the code that answers them. A button marked `data-early` in the template keeps the press that it gets until
 * what answers it is there; the last press of all counts, as it would on a page that was ready.
 */

const PRESSED = "pressed";

/** Runs before the first paint, see theme.ts. */
export function keepEarlyPresses(root: Document): void {
  const keep = ({ target }: Event): void => {
    for (const each of root.querySelectorAll<HTMLElement>(`[data-early="${PRESSED}"]`)) each.dataset.early = "";
    const button = target instanceof Element ? target.closest<HTMLElement>("[data-early]") : null;
    if (button) button.dataset.early = PRESSED;
  };
  root.addEventListener("click", keep, { capture: true });
}

/** Answers the presses of a button from now on, and the one that came before, if any. */
export function answerPresses(button: HTMLElement, answer: () => void): void {
  const isPressed = button.dataset.early === PRESSED;
  delete button.dataset.early;
  button.addEventListener("click", answer);
  // Once what is mounted together with this is mounted: the panel of a menu is filled after its button has been found.
  if (isPressed) queueMicrotask(() => button.click());
}
