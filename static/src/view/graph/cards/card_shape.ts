/**
 * The drawing of one value card: its outline by role, the docked operation, and the rows that hold numbers. Made once; cards.ts
 * changes what it says. Measures come from the scene, so nothing is ever measured in the document.
 */

import { say } from "../../../messages/messages.ts";
import { type Appearance, glyphReach, glyphType, type Metrics } from "../../../scene/fitting/metrics.ts";
import { BEFORE_GLYPH, type Card, INNER, type Insets, insetsOf, isInRow, isPill, TENSOR_ROW } from "../../../scene/scene.ts";
import { drawRow, type Row } from "../../shared/card_rows.ts";
import { append } from "../../shared/svg.ts";
import type { FarNumber } from "./far_number.ts";
import { drawGroup, type GroupShape } from "./group_shape.ts";

export interface CardShape extends Partial<Pick<GroupShape, "progress" | "progressWidth" | "member">> {
  readonly title: SVGTextElement | null;
  /** What is written where the card is too small on the screen for its rows. */
  readonly far: FarNumber | null;
  readonly tooltip: SVGTitleElement;
  readonly data: Row;
  readonly grad: Row | null;
  readonly blockedMark: SVGGElement | null;
}

/** Space between the outline and the rings of selection and focus. */
const RING = 5;

export function drawCard(group: SVGGElement, card: Card, appearance: Appearance, metrics: Metrics): CardShape {
  group.replaceChildren();
  const tooltip = append(group, "title");
  if (card.folded)
    return { ...drawGroup(group, card, card.folded, metrics), far: drawFar(group, card), tooltip, blockedMark: null };
  drawOutline(group, card, appearance, metrics);
  const inside = insetsOf(card, appearance, metrics);
  const right = card.width - inside.right;
  if (card.bare) {
    const middle = card.height / 2;
    const centre = card.width / 2;
    const value = append(group, "text", { class: "number", x: centre, y: middle, "text-anchor": "middle" });
    return {
      title: null,
      far: null,
      tooltip,
      data: { label: null, value, cells: append(group, "g"), height: metrics.rowHeight, right: centre, middle },
      grad: null,
      blockedMark: null,
    };
  }
  const title = append(group, "text", { class: "card-title", x: inside.title, y: inside.top + metrics.rowHeight / 2 });
  const inRows = card.form === "full" || card.form === "tower" || card.listed;
  const rows = inRows ? drawRows(group, card, inside, metrics) : drawPair(group, card, inside, metrics);
  if (card.glyph !== null) drawGlyph(group, card.glyph, dockOf(card, appearance, metrics), metrics);
  const { grad } = rows;
  const blockedX = inRows ? leftOf(card, inside) + metrics.labelWidth + metrics.digit : right - metrics.digit;
  // In the place of a tensor's cells: all of them are 0, and beside its shape is no room.
  const blockedMark = grad ? drawBlocked(group, blockedX, (grad.below ?? grad).middle, metrics.digit * 0.7) : null;
  return { title, far: drawFar(group, card), tooltip, ...rows, blockedMark };
}

/** A row for the value and one for the gradient. */
function drawRows(group: SVGGElement, card: Card, inside: Insets, metrics: Metrics): Pick<CardShape, "data" | "grad"> {
  const { rowHeight } = metrics;
  const isFull = card.form === "full";
  const height = rowHeight + (isFull && card.tensor ? TENSOR_ROW : 0);
  const right = card.width - inside.right;
  const draw = (kind: string, index: number): Row => {
    const middle = inside.top + rowHeight * (card.form === "line" ? 0 : 1) + height * (index - 0.5);
    const row = drawRow(group, kind, inside.left, right, middle, height);
    if (!isFull) row.label!.remove();
    return { ...row, listed: card.listed!, narrow: card.form === "tower" };
  };
  return { data: draw("data", 1), grad: card.role === "constant" ? null : draw("grad", 2) };
}

/** Digits' room between a number and the stroke beside it, and where the number is long. */
const AWAY = 0.8;
const CLOSE = 0.3;

/** Both in one row, on either side of a stroke: `−7 | 0.5`; a tensor's cells below each. */
function drawPair(group: SVGGElement, card: Card, inside: Insets, metrics: Metrics): Pick<CardShape, "data" | "grad"> {
  const { rowHeight, digit } = metrics;
  const inLine = card.form === "line";
  const right = card.width - inside.right;
  const left = leftOf(card, inside);
  const middle = inside.top + rowHeight * (inLine ? 0.5 : 1.5);
  const cellsAt = middle + rowHeight / 2 + TENSOR_ROW / 2;
  const middleX = card.role === "constant" ? left : (left + right) / 2;
  const number = (side: -1 | 0 | 1, kind: string, end: number, width: number): Row => {
    const x = middleX + side * AWAY * digit;
    return {
      label: null,
      cells: append(group, "g", { class: `cells ${kind}` }),
      value: append(group, "text", { class: `number ${kind}`, x, y: middle, "text-anchor": side < 0 ? "end" : "start" }),
      right: x,
      middle,
      height: rowHeight,
      ...(card.tensor && { below: { right: end, middle: cellsAt, height: TENSOR_ROW, width } }),
      ...(side !== 0 && { close: { right: middleX + side * CLOSE * digit, letters: metrics.numberRoom } }),
    };
  };
  if (middleX === left) return { data: number(0, "data", right, right - left), grad: null };
  const data = number(-1, "data", middleX - digit, middleX - digit - left);
  append(group, "path", { class: "card-stroke", d: `M${middleX},${middle - rowHeight * 0.36}v${rowHeight * 0.72}` });
  return { data, grad: number(1, "grad", right, right - middleX - digit) };
}

/** Where the numbers of a card begin. */
function leftOf({ form, width, pair }: Card, { left, right }: Insets): number {
  return form === "line" ? width - right - pair! : left;
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

function drawOutline(group: SVGGElement, card: Card, appearance: Appearance, metrics: Metrics): void {
  const { width, height } = card;
  const round = isInRow(card.form, appearance) ? 1.5 * metrics.rowHeight : 3 * metrics.rowHeight + metrics.padding;
  const radius = isPill(card.role) ? Math.min(height, round) / 2 : card.role === "constant" ? 4 : 8;
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
  if (card.role === "output") outline("card-inner", -INNER, radius - 3);
  if (card.role === "parameter") {
    const bar = metrics.padding / 2;
    append(group, "path", { class: "card-bar", d: `M${bar},0H8a8,8 0 0 0 -8,8V${height - 8}a8,8 0 0 0 8,8H${bar}Z` });
  }
}

/** Where a card has its symbol: on the side where wires enter, or inside, in the row of its name, where that would make it larger. */
function dockOf(card: Card, appearance: Appearance, metrics: Metrics): { x: number; y: number } {
  if (isInRow(card.form, appearance)) {
    const { top } = insetsOf(card, appearance, metrics);
    // Within the second outline of the output.
    const inner = card.role === "output" ? INNER : 0;
    return { x: glyphReach(card.glyph!, metrics) + inner + BEFORE_GLYPH, y: top + metrics.rowHeight / 2 + (inner > 0 ? 1 : 0) };
  }
  return appearance.direction === "right" ? { x: 0, y: card.height / 2 } : { x: card.width / 2, y: 0 };
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
  const text = append(group, "text", { class: "glyph", x, y, "text-anchor": "middle" });
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
