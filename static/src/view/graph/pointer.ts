/** Hovering and clicking on the drawing, told apart from dragging it. */

export interface PointerPorts {
  /** The card at a place of the drawing whose cards are no elements. */
  under(x: number, y: number): number | null;
  hover(node: number | null): void;
  select(node: number | null): void;
}

export function listenToPointer(svg: SVGSVGElement, ports: PointerPorts): void {
  const nodeAt = (event: MouseEvent): number | null => nodeOf(event.target) ?? ports.under(event.offsetX, event.offsetY);
  svg.addEventListener("pointerover", (event) => ports.hover(nodeOf(event.target)));
  svg.addEventListener("pointermove", (event) => {
    if (event.target === svg && event.buttons === 0) ports.hover(ports.under(event.offsetX, event.offsetY));
  });
  svg.addEventListener("pointerleave", () => ports.hover(null));
  // d3-zoom swallows the click that ends a drag, so what arrives here was meant.
  svg.addEventListener("click", (event) => ports.select(nodeAt(event)));
}

/** The node whose card an event happened on. */
export function nodeOf(target: EventTarget | null): number | null {
  const card = target instanceof Element ? target.closest("[data-node]") : null;
  return card === null ? null : Number(card.getAttribute("data-node"));
}
