/** What a block of a lesson withholds until the questions about it are settled: a mark on its figure, whether or not it is live by then. */

const REVEALED = "revealed";

/** Lets a block show all of its numbers, now or as soon as it is live. */
export function revealBlock(figure: HTMLElement): void {
  if (REVEALED in figure.dataset) return;
  figure.dataset[REVEALED] = "";
  figure.dispatchEvent(new Event(REVEALED));
}

/** Calls `reveal` once the block may show all. */
export function whenRevealed(figure: HTMLElement, signal: AbortSignal, reveal: () => void): void {
  if (REVEALED in figure.dataset) reveal();
  else figure.addEventListener(REVEALED, reveal, { once: true, signal });
}
