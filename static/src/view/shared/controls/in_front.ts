/** What lies in front of the page and is read there, a dialog or an open menu: while it does, nothing plays behind it. */

const inFront = new Set<HTMLElement>();
const listeners = new Set<() => void>();

/** One that is gone from the page with what it belonged to hides nothing any more. */
export function isCovered(): boolean {
  for (const each of inFront) if (!each.isConnected) inFront.delete(each);
  return inFront.size > 0;
}

/** Whether a listener runs at each change. It is kept with all that it knows until it need not run any more. */
export function onCovering(listener: () => void, runs: boolean): void {
  if (runs) listeners.add(listener);
  else listeners.delete(listener);
}

function cover(panel: HTMLElement, there: boolean): void {
  if (there) inFront.add(panel);
  else inFront.delete(panel);
  for (const each of listeners) each();
}

/** Notes that a panel came in front of the page, or went. */
export function setInFront(panel: HTMLElement, there: boolean): void {
  if (inFront.has(panel) !== there) cover(panel, there);
}

/** Opens a dialog before which the page waits, until it is closed in whatever way; one that is open stays as it is. */
export function openModal(dialog: HTMLDialogElement): void {
  // Pressed twice before it came; some browsers throw where it is shown again.
  if (dialog.open) return;
  dialog.addEventListener("close", () => setInFront(dialog, false), { once: true });
  dialog.showModal();
  setInFront(dialog, true);
}
