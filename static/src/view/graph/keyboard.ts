/** The keyboard on the drawing: arrow keys from card to card, Enter, Backspace, and the one card that Tab reaches. */
import { wayOf, type Way } from "../../graph/walk.ts";
import type { Direction } from "../../core/state.ts";
import { nodeOf } from "./pointer.ts";

export interface KeyboardPorts {
  /** null while nothing is drawn. */
  direction(): Direction | null;
  /** A card has the focus. */
  focused(card: number): void;
  /** The focus on the card that Tab reaches. */
  enter(): void;
  walk(card: number, way: Way): void;
  fold(card: number): void;
  choose(card: number): void;
}

export function listenToKeyboard(element: HTMLElement, svg: SVGSVGElement, ports: KeyboardPorts): void {
  // Not on the SVG: one that listens to the focus becomes a stop of its own on the way of Tab.
  element.addEventListener("focusin", (event) => {
    const card = nodeOf(event.target);
    if (card !== null) ports.focused(card);
  });
  svg.addEventListener("keydown", (event) => {
    const card = nodeOf(event.target);
    const direction = ports.direction();
    if (card === null || direction === null || event.ctrlKey || event.metaKey || event.altKey || event.shiftKey) return;
    const way = wayOf(event.key, direction);
    if (way) ports.walk(card, way);
    else if (event.key === "Backspace") ports.fold(card);
    else if (event.key === "Enter") ports.choose(card);
    else return;
    event.preventDefault();
    event.stopPropagation();
  });
  // Whoever was led to the picture has the arrow keys at once, without another Tab.
  element.parentElement?.addEventListener("keydown", (event) => {
    const direction = ports.direction();
    if (event.target !== element.parentElement || direction === null || wayOf(event.key, direction) === null) return;
    ports.enter();
    event.preventDefault();
  });
}
