/** What a class lays on the drawing of the graph: each thing at its card or wire, wherever the picture is moved. */

import { overlap, type Rect, rectAround } from "../../scene/fitting/free_places.ts";
import { element } from "../shared/dom.ts";

/** The place of a number on a card, a corner of a card, or a place on a wire. */
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

interface Size {
  readonly width: number;
  readonly height: number;
}

interface Point {
  readonly x: number;
  readonly y: number;
}

/** Parts of a wire at which something is laid on it, the best one first. */
const ON_WIRE = [0.5, 0.4, 0.6, 0.3, 0.7, 0.2, 0.8];

/** Where it may be on the screen, the best place first; none where the picture does not show it, such as in a folded group. */
function pointsOf(surface: Element, spot: Spot, { width, height }: Size): Point[] {
  if ("edge" in spot) {
    const line = surface.querySelector<SVGPathElement>(`.wire[data-edge="${spot.edge}"] > .wire-line`);
    const matrix = line?.getScreenCTM();
    if (!line || !matrix) return [];
    const on = ON_WIRE.map((part) => line.getPointAtLength(line.getTotalLength() * part).matrixTransform(matrix));
    return [...on, ...[-height, height].map((away) => ({ x: on[0]!.x, y: on[0]!.y + away }))];
  }
  const node = "slot" in spot ? spot.slot : spot.node;
  const card = surface.querySelector(`.card[data-node="${node}"]`);
  if (!card) return [];
  if ("node" in spot) {
    const { left, right, top, bottom } = (card.querySelector(".card-body") ?? card).getBoundingClientRect();
    const corners = [right, left].flatMap((x) => [top, bottom].map((y) => ({ x, y })));
    const middle = (left + right) / 2;
    const outside = [top - height / 2, bottom + height / 2].flatMap((y) =>
      [right - width / 2, middle, left + width / 2].map((x) => ({ x, y })),
    );
    const beside = [right + width / 2, left - width / 2].map((x) => ({ x, y: (top + bottom) / 2 }));
    return [...corners, ...outside, ...beside];
  }
  // The smallest cards show one number, in one place: the gradient, once there is one.
  const numbers = [
    ...card.querySelectorAll(`.number.${spot.quantity === "value" ? "data" : "grad"}`),
    ...card.querySelectorAll(".number"),
  ];
  const number = numbers.find((each) => each.getClientRects().length > 0) ?? card;
  const { left, top, height: size } = number.getBoundingClientRect();
  return [{ x: left, y: top + size / 2 }];
}

/** What is read in the picture, and must not be covered: the texts of cards, the numbers of wires and what explains the step. */
const READ = ".cards text, .cards .glyph-circle, .wire-labels text, .callout > rect";

function readIn(surface: Element): Rect[] {
  return [...surface.querySelectorAll(READ)]
    .filter((each) => each.checkVisibility({ visibilityProperty: true, opacityProperty: true }))
    .map((each) => each.getBoundingClientRect())
    .filter(({ width }) => width > 0);
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

/** The first of those that cover least. */
function least(points: readonly Point[], covered: (point: Point) => number): Point {
  return points.map((point) => ({ point, count: covered(point) })).reduce((one, other) => (other.count < one.count ? other : one))
    .point;
}

export function createOnGraph(): OnGraph {
  const surface = document.querySelector<HTMLElement>("#picture .graph-surface");
  // The page of a lesson has no such picture: what is asked there is not about one.
  return surface ? layOn(surface) : { lay: () => {}, remove: () => {} };
}

function layOn(surface: HTMLElement): OnGraph {
  const layer = element("div", { class: "on-graph" });
  surface.append(layer);
  let now: readonly Laid[] = [];
  let asked = 0;

  function place(): void {
    asked = 0;
    const ground = surface.getBoundingClientRect();
    for (const { spot, element: each } of now) each.hidden = pointsOf(surface, spot, { width: 0, height: 0 }).length === 0;
    // All sizes are read before anything is moved, so that the page is laid out once.
    const placed = now.map(({ spot, element: each }) => {
      const size = { width: each.offsetWidth, height: each.offsetHeight };
      return { each, spot, size, points: pointsOf(surface, spot, size) };
    });
    const read = placed.some(({ spot }) => !("slot" in spot)) ? readIn(surface) : [];
    const laid: Rect[] = [];
    for (const { each, spot, size, points } of placed) {
      if (points.length === 0) continue;
      const { width, height } = size;
      const tries = "slot" in spot ? points : points.map((point) => inside(ground, point, width, height));
      const covered = ({ x, y }: Point): number => {
        const box = rectAround(x, y, width, height);
        return [...read, ...laid].filter((other) => overlap(box, other)).length;
      };
      const { x, y } = tries.length === 1 ? tries[0]! : (tries.find((point) => covered(point) === 0) ?? least(tries, covered));
      laid.push(rectAround(x, y, width, height));
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
