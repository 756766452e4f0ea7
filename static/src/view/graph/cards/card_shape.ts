/**
 * The drawing of one value card: its outline by role, the operation's symbol, the name, the value on the left and the gradient on the right.
 * Made once; cards.ts changes what it says. Measures come from the scene, so nothing is ever measured in the document.
 */

import type { Run } from "../../../explain/typeset.ts";
import { say } from "../../../messages/messages.ts";
import { anatomyOf, type Card, INNER, isPill, type NumberPlace, TENSOR_ROW } from "../../../scene/fitting/cards.ts";
import { glyphReach, glyphType, type Metrics } from "../../../scene/fitting/metrics.ts";
import { append } from "../../shared/svg.ts";
import { writeRuns } from "../../shared/typeset_text.ts";
import { drawNumber, type Row } from "./card_rows.ts";
import type { FarNumber } from "./far_number.ts";
import { drawGroup, type GroupShape } from "./group_shape.ts";

export interface CardShape extends Partial<Pick<GroupShape, "progress" | "progressWidth" | "member">> {
  readonly title: SVGTextElement | null;
  /** What is written where the card is too small on the screen for its rows. */
  readonly far: FarNumber | null;
  readonly tooltip: SVGTitleElement;
  readonly data: Row;
  readonly grad: Row | null;
  /** Whether it has room for one number: the value, then the gradient. */
  readonly single: boolean;
}

/** Space between the outline and the rings of selection and focus. */
const RING = 5;
/** Corners of the cards of results, and of constants. */
const CORNER = 8;
const CONSTANT_CORNER = 4;

export function drawCard(group: SVGGElement, card: Card, metrics: Metrics): CardShape {
  group.replaceChildren();
  const tooltip = append(group, "title");
  if (card.folded) return { ...drawGroup(group, card, card.folded, metrics), far: drawFar(group, card), tooltip, single: false };
  drawOutline(group, card, metrics);
  const { symbol, title, value, gradient, cells } = anatomyOf(card, metrics);
  const row = (kind: string, place: NumberPlace): Row => ({
    value: drawNumber(group, kind, place.x, place.y, place.anchor),
    x: place.x,
    cells:
      card.tensor && !card.listed
        ? {
            group: append(group, "g", { class: `cells ${kind}` }),
            ...place,
            middle: cells,
            height: card.form === "far" ? card.height - 2 : TENSOR_ROW,
            instead: card.form === "far",
          }
        : null,
  });
  const data = row("data", value);
  if (card.bare) return { title: null, far: null, tooltip, data, grad: null, single: false };
  const name = append(group, "text", { class: "card-title", x: title.x, y: title.y });
  const grad = gradient && row("grad", gradient);
  if (card.glyph !== null) drawGlyph(group, card.glyph, symbol!, metrics);
  if (gradient) {
    const radius = metrics.digit * 0.7;
    // In the place of a tensor's cells: all of them are 0, and beside its shape is no room.
    drawBlocked(group, gradient.x - gradient.width + radius, card.tensor && !card.listed ? cells : gradient.y, radius);
  }
  return { title: name, far: drawFar(group, card), tooltip, data, grad, single: card.form === "far" && grad !== null };
}

/** A folded group has its progress at its lower edge. */
const PROGRESS = 5;

/** In the middle of the card; far_number.ts writes in it. */
function drawFar(group: SVGGElement, card: Card): FarNumber {
  const { width } = card;
  const height = card.height - (card.folded ? PROGRESS : 0);
  const text = append(group, "text", { class: "far-number", x: width / 2, y: height / 2, "text-anchor": "middle" });
  return { text, width, height };
}

function drawOutline(group: SVGGElement, { width, height, role }: Card, metrics: Metrics): void {
  const radius = isPill(role) ? Math.min(height, metrics.size.height) / 2 : role === "constant" ? CONSTANT_CORNER : CORNER;
  const outline = (className: string, grow: number, corner: number): SVGRectElement =>
    append(group, "rect", {
      class: className,
      x: -grow,
      y: -grow,
      width: width + 2 * grow,
      height: height + 2 * grow,
      rx: Math.max(0, corner),
    });
  outline("card-ring", RING, radius + RING);
  outline("card-body", 0, radius);
  append(group, "circle", { class: "breakpoint-dot", cx: width - radius * 0.3, cy: radius * 0.3, r: 5 });
  if (role === "output") outline("card-inner", -INNER, radius - INNER);
  if (role === "parameter") {
    const bar = metrics.padding / 2;
    append(group, "path", { class: "card-bar", d: `M${bar},0H8a8,8 0 0 0 -8,8V${height - 8}a8,8 0 0 0 8,8H${bar}Z` });
  }
}

/** An operation's circle; longer names are in a pill, for type has a least size. */
export function drawGlyph(group: SVGGElement, glyph: string, { x, y }: { x: number; y: number }, metrics: Metrics): void {
  const [reach, radius] = [glyphReach(glyph, metrics), metrics.glyphRadius];
  append(group, "rect", {
    class: "glyph-circle",
    x: x - reach,
    y: y - radius,
    width: 2 * reach,
    height: 2 * radius,
    rx: radius,
  });
  const isSign = Array.from(glyph).length === 1;
  const text = append(group, "text", { class: isSign ? "glyph sign" : "glyph", x, y, "text-anchor": "middle" });
  text.setAttribute("font-size", String(glyphType(glyph, metrics)));
  text.textContent = glyph;
}

/** A barred circle: no gradient passes. */
export function drawBlocked(group: SVGGElement, x: number, y: number, radius: number): SVGGElement {
  const mark = append(group, "g", { class: "blocked-mark", transform: `translate(${x},${y})` });
  append(mark, "circle", { r: radius });
  const reach = radius * Math.SQRT1_2;
  append(mark, "path", { d: `M${-reach},${reach}L${reach},${-reach}` });
  append(mark, "title").textContent = say("card-blocked");
  return mark;
}

/** The title of a card as mathematics. */
export function writeTitle(title: SVGTextElement, words: string, runs: readonly Run[], metrics: Metrics): void {
  if (runs.length === 0) title.textContent = words;
  else writeRuns(title, runs, metrics.size.index);
}
