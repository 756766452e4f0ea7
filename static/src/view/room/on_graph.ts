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

/** The middle of what is laid at a point, moved so that no edge of the picture cuts it. What lies out of sight itself stays there. */
function inside({ left, top, right, bottom }: DOMRect, { x, y }: Point, width: number, height: number): Point {
  if (x < left || x > right || y < top || y > bottom) return { x, y };
  const between = (least: number, wanted: number, most: number): number => Math.max(least, Math.min(wanted, most));
  return {
    x: between(left + width / 2, x, right - width / 2),
    y: between(top + height / 2, y, bottom - height / 2),
  };
}

export function createOnGraph(): OnGraph {
  const surface = byId("picture").querySelector<HTMLElement>(".graph-surface")!;
  const layer = element("div", { class: "on-graph" });
  surface.append(layer);
  let now: readonly Laid[] = [];
  let asked = 0;

  function place(): void {
    asked = 0;
    const ground = surface.getBoundingClientRect();
    const placed = now.map(({ spot, element: each }) => ({ each, spot, point: pointOf(surface, spot) }));
    for (const { each, point } of placed) each.hidden = point === null;
    // All sizes are read before anything is moved, so that the page is laid out once.
    const sizes = placed.map(({ each }) => ({ width: each.offsetWidth, height: each.offsetHeight }));
    for (const [index, { each, spot, point }] of placed.entries()) {
      if (!point) continue;
      const { width, height } = sizes[index]!;
      const { x, y } = "slot" in spot ? point : inside(ground, point, width, height);
      // What fills a place begins where the number did, so that it leaves its neighbour to be read.
      const shift = "slot" in spot ? "4px" : "50%";
      each.style.translate = `calc(${x - ground.left}px - ${shift}) calc(${y - ground.top}px - 50%)`;
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
