/** What a class lays on the drawing of the graph: each thing at its card or wire, wherever the picture is moved. */

import { byId, element } from "../shared/dom.ts";

/** The place of a number on a card, a corner of a card, or the middle of a wire. */
export type Spot =
  | { readonly slot: number; readonly quantity: "gradient" | "value" }
  | { readonly node: number }
  | { readonly edge: number };

export interface Laid {
  readonly spot: Spot;
  readonly element: HTMLElement;
}

export interface OnGraph {
  /** Lays these and nothing else. */
  lay(laid: readonly Laid[]): void;
  remove(): void;
}

interface Point {
  readonly x: number;
  readonly y: number;
}

/** Where it is on the screen; null where the picture does not show it, such as in a folded group. */
function pointOf(surface: Element, spot: Spot): Point | null {
  if ("edge" in spot) {
    const line = surface.querySelector<SVGPathElement>(`.wire[data-edge="${spot.edge}"] > .wire-line`);
    const matrix = line?.getScreenCTM();
    return line && matrix ? line.getPointAtLength(line.getTotalLength() / 2).matrixTransform(matrix) : null;
  }
  const node = "slot" in spot ? spot.slot : spot.node;
  const card = surface.querySelector(`.card[data-node="${node}"]`);
  if (!card) return null;
  if ("node" in spot) {
    const { right, top } = card.getBoundingClientRect();
    return { x: right, y: top };
  }
  const number = card.querySelector(`.number.${spot.quantity === "value" ? "data" : "grad"}`) ?? card;
  const { left, top, height } = number.getBoundingClientRect();
  return { x: left, y: top + height / 2 };
}

export function createOnGraph(): OnGraph {
  const surface = byId("picture").querySelector<HTMLElement>(".graph-surface")!;
  const layer = element("div", { class: "on-graph" });
  surface.append(layer);
  let now: readonly Laid[] = [];
  let asked = 0;

  function place(): void {
    asked = 0;
    const { left, top } = surface.getBoundingClientRect();
    for (const { spot, element: each } of now) {
      const point = pointOf(surface, spot);
      each.hidden = point === null;
      if (!point) continue;
      // What fills a place begins where the number did, so that it leaves its neighbour to be read.
      const shift = "slot" in spot ? "4px" : "50%";
      each.style.translate = `calc(${point.x - left}px - ${shift}) calc(${point.y - top}px - 50%)`;
    }
  }

  function ask(): void {
    if (now.length > 0) asked ||= requestAnimationFrame(place);
  }

  // The camera writes its transform into the drawing, and cards and wires come and go there.
  const drawing = new MutationObserver(ask);
  drawing.observe(surface.querySelector(".graph-canvas")!, {
    subtree: true,
    childList: true,
    attributes: true,
    attributeFilter: ["transform", "d"],
  });
  const size = new ResizeObserver(ask);
  size.observe(surface);

  return {
    lay(laid) {
      const isSame = laid.length === now.length && laid.every((each, place) => each.element === now[place]!.element);
      now = laid;
      if (!isSame) layer.replaceChildren(...laid.map((each) => each.element));
      place();
    },
    remove() {
      drawing.disconnect();
      size.disconnect();
      layer.remove();
    },
  };
}
