/** The point of a plot, taken by the pointer: the inputs follow it, and the graph with them. */

import { roundedTo } from "../../../core/literals.ts";
import type { Range } from "../../../core/ranges.ts";
import type { Drawn } from "./landscape.ts";

/** Pixels of the screen around the point within which it is taken. */
const REACH = 22;

interface Ports {
  /** What is drawn now: it is drawn again at every move. */
  drawn(): Drawn | null;
  range(name: string): Range | undefined;
  /** `joins`: as one of the moves of a drag. */
  move(name: string, value: number, joins: boolean): void;
}

/** To a step of the range, and within it. */
function within(value: number, { smallest, largest, step }: Range): number {
  return Math.min(largest, Math.max(smallest, roundedTo(value, step)));
}

export function mountPlotDrag(figure: HTMLElement, ports: Ports): void {
  let isDragged = false;
  let joins = false;

  function isNear(event: PointerEvent): boolean {
    const box = figure.querySelector(".plot-here")?.getBoundingClientRect();
    if (!box) return false;
    return Math.hypot(event.clientX - box.x - box.width / 2, event.clientY - box.y - box.height / 2) <= REACH;
  }

  function follow(event: PointerEvent): void {
    const drawn = ports.drawn();
    const toScreen = (drawn?.root as SVGSVGElement | undefined)?.getScreenCTM();
    if (!drawn || !toScreen) return;
    const { x, y } = new DOMPoint(event.clientX, event.clientY).matrixTransform(toScreen.inverse());
    for (const [name, value] of Object.entries(drawn.placeAt(x, y))) {
      const range = ports.range(name);
      if (!range) continue;
      ports.move(name, within(value, range), joins);
      joins = true;
    }
  }

  figure.addEventListener("pointerdown", (event) => {
    if (event.button !== 0 || !isNear(event)) return;
    isDragged = true;
    joins = false;
    figure.setPointerCapture(event.pointerId);
    event.preventDefault();
  });
  figure.addEventListener("pointermove", (event) => {
    if (isDragged) follow(event);
    else figure.classList.toggle("is-near", isNear(event));
  });
  for (const end of ["pointerup", "pointercancel"] as const) figure.addEventListener(end, () => (isDragged = false));
}
