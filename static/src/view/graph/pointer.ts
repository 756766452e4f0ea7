/** Hovering and clicking on the drawing, told apart from dragging it. */

export interface PointerPorts {
  hover(node: number | null): void;
  select(node: number | null): void;
}

export function listenToPointer(svg: SVGSVGElement, ports: PointerPorts): void {
  svg.addEventListener("pointerover", (event) => ports.hover(nodeOf(event.target)));
  svg.addEventListener("pointerleave", () => ports.hover(null));
  // d3-zoom swallows the click that ends a drag, so what arrives here was meant.
  svg.addEventListener("click", (event) => ports.select(nodeOf(event.target)));
}

/** The node whose card an event happened on. */
export function nodeOf(target: EventTarget | null): number | null {
  const card = target instanceof Element ? target.closest("[data-node]") : null;
  return card === null ? null : Number(card.getAttribute("data-node"));
}
