/** Hovering and clicking on the drawing, distinguished from dragging it. */

import type { DrawnGraph } from "./drawn_graph.ts";

export interface PointerPorts {
  /** The card at a place of the drawing whose cards are no elements. */
  under(x: number, y: number): number | null;
  /** The wire that a place of the drawing is on, or near enough to mean it. */
  wireUnder(x: number, y: number): number | null;
  hover(node: number | null): void;
  /** The pointer is near a wire, where a click would select it. */
  point(wire: number | null): void;
  /** Whether a click meant a number that is not known yet, which is to be guessed then. */
  guess(event: MouseEvent): boolean;
  /** Of a stack, the next member, the one before, or (0) that of the step. */
  flip(card: number, by: number): void;
  /** Whether the click before has unfolded a card. */
  hasJustOpened(): boolean;
  select(node: number | null): void;
  selectWire(wire: number): void;
}

export function listenToPointer(svg: SVGSVGElement, ports: PointerPorts): void {
  const placeOf = ({ clientX, clientY }: MouseEvent): [number, number] => {
    const { left, top } = svg.getBoundingClientRect();
    return [clientX - left, clientY - top];
  };
  /** What is meant there: a card, else a wire. A wire is no wider than its stroke, so what is near it is found by its course, without an element of its own. */
  const meant = (event: MouseEvent): { readonly node: number | null; readonly wire: number | null } => {
    const place = placeOf(event);
    const node = nodeOf(event.target) ?? ports.under(...place);
    return { node, wire: node === null ? ports.wireUnder(...place) : null };
  };
  let moved: PointerEvent | null = null;

  /** Once a frame is enough, and costs the least before it is drawn. */
  function look(): void {
    const last = moved;
    moved = null;
    if (last === null) return;
    const { node, wire } = meant(last);
    if (last.target === svg) ports.hover(node);
    ports.point(wire);
  }

  svg.addEventListener("pointerover", (event) => ports.hover(nodeOf(event.target)));
  svg.addEventListener("pointermove", (event) => {
    if (event.buttons !== 0) return;
    if (moved === null) requestAnimationFrame(look);
    moved = event;
  });
  svg.addEventListener("pointerleave", () => {
    moved = null;
    ports.hover(null);
    ports.point(null);
  });
  // Nor would it be meant for the zoom (camera.ts).
  svg.addEventListener("dblclick", (event) => ports.hasJustOpened() && event.stopImmediatePropagation(), { capture: true });
  // d3-zoom swallows the click that ends a drag, so what arrives here was meant.
  svg.addEventListener("click", (event) => {
    if (ports.guess(event)) return;
    const flip = event.target instanceof Element ? event.target.closest("[data-flip]") : null;
    const card = nodeOf(flip);
    if (flip && card !== null) return ports.flip(card, Number(flip.getAttribute("data-flip")));
    // The second click of a double one would open what the first has just laid there.
    if (event.detail > 1 && ports.hasJustOpened()) return;
    const { node, wire } = meant(event);
    if (wire === null) ports.select(node);
    else ports.selectWire(wire);
  });
}

/** The node whose card an event happened on. */
export function nodeOf(target: EventTarget | null): number | null {
  const card = target instanceof Element ? target.closest("[data-node]") : null;
  return card === null ? null : Number(card.getAttribute("data-node"));
}

/** The card, or the operation on its own, that an element of the picture belongs to, as the layout knows it. */
export function heldIn({ scene }: Pick<DrawnGraph, "scene">, target: Element): { readonly key: string } | null {
  const node = nodeOf(target);
  if (node === null) return null;
  if (target.closest(".operation-mark")) return scene.operations.find((mark) => mark.node === node) ?? null;
  return scene.cardOf.get(node) ?? null;
}

/** The wire that an event happened on. */
export function wireOf(target: EventTarget | null): number | null {
  const wire = target instanceof Element ? target.closest("[data-edge]") : null;
  return wire === null ? null : Number(wire.getAttribute("data-edge"));
}
