/** A lesson on paper: graphs that nobody has scrolled to are drawn first, and every picture is as wide as the sheet allows. */

import type { MountedParts } from "./mounted_parts.ts";

/** Pixels around a picture. */
const MARGIN = 8;

export function listenForPrinting(root: HTMLElement, parts: MountedParts): void {
  async function print(): Promise<void> {
    // What is behind a question is on paper, too, and drawn only where it has a size.
    document.documentElement.classList.add("is-printing");
    try {
      await parts.drawAll();
      await fitted();
      window.print();
    } finally {
      document.documentElement.classList.remove("is-printing");
    }
  }
  document.getElementById("print")?.addEventListener("click", () => void print());
  document.addEventListener("keydown", (event) => {
    if (event.key !== "p" || !(event.ctrlKey || event.metaKey) || event.shiftKey || event.altKey) return;
    event.preventDefault();
    void print();
  });
  window.addEventListener("beforeprint", () => {
    for (const svg of root.querySelectorAll<SVGSVGElement>(".live .graph-canvas")) frame(svg);
  });
  window.addEventListener("afterprint", () => {
    for (const svg of root.querySelectorAll(".live .graph-canvas")) svg.removeAttribute("viewBox");
  });
}

/** Pictures fit their places one frame after they have one. */
const fitted = (): Promise<void> => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(() => resolve())));

/** The whole graph, whatever part of it the screen shows: the sheet has another width. */
function frame(svg: SVGSVGElement): void {
  const viewport = svg.querySelector<SVGGElement>(".viewport");
  if (!viewport) return;
  const [whole, at] = [viewport.getBoundingClientRect(), svg.getBoundingClientRect()];
  if (whole.width === 0 || whole.height === 0) return;
  const [x, y] = [whole.x - at.x - MARGIN, whole.y - at.y - MARGIN];
  svg.setAttribute("viewBox", `${x} ${y} ${whole.width + 2 * MARGIN} ${whole.height + 2 * MARGIN}`);
}
