/**
 * The drawing of one value card: its outline by role, the docked operation, and the rows that hold numbers. Made once; cards.ts
 * changes what it says. Measures come from the scene, so nothing is ever measured in the document.
 */
import { isPill, TENSOR_ROW, type Appearance, type Card, type Metrics } from "../../graph/scene.ts";
import { drawRow, type Row } from "./card_rows.ts";
import { drawGroup, type GroupShape } from "./group_shape.ts";
import { append } from "./svg.ts";

export interface CardShape extends Partial<Pick<GroupShape, "progress" | "progressWidth">> {
  readonly title: SVGTextElement | null;
  /** What stands in its place where the card is small on the screen. */
  readonly farTitle?: SVGTextElement;
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
  if (card.folded) return { ...drawGroup(group, card, card.folded, metrics), tooltip, blockedMark: null };
  drawOutline(group, card, metrics);
  const inside = insets(card, appearance, metrics);
  const right = card.width - inside.right;
  if (card.bare) {
    const middle = card.height / 2;
    const value = append(group, "text", { class: "number", x: card.width / 2, y: middle, "text-anchor": "middle" });
    return { title: null, tooltip, data: { label: null, value, cells: append(group, "g"), height: metrics.rowHeight, right, middle }, grad: null, blockedMark: null };
  }
  const rowHeight = metrics.rowHeight + (card.tensor ? TENSOR_ROW : 0);
  const row = (index: number): number => (index === 0 ? inside.top + metrics.rowHeight / 2 : inside.top + metrics.rowHeight + rowHeight * (index - 0.5));
  const title = append(group, "text", { class: "card-title", x: inside.left, y: row(0) });
  const farTitle = append(group, "text", { class: "far-title", x: inside.left, y: row(0) });
  const data = drawRow(group, "data", inside.left, right, row(1), rowHeight);
  const grad = card.role === "constant" ? null : drawRow(group, "grad", inside.left, right, row(2), rowHeight);
  if (card.glyph !== null) drawGlyph(group, card.glyph, dockOf(card, appearance), metrics.glyphRadius);
  const blockedMark = grad ? drawBlocked(group, inside.left + metrics.labelWidth + metrics.digit, grad.middle, metrics.digit * 0.7) : null;
  return { title, farTitle, tooltip, data, grad, blockedMark };
}

function insets(card: Card, { direction }: Appearance, metrics: Metrics): { left: number; right: number; top: number } {
  const docked = card.glyph !== null;
  const left = metrics.padding + (docked && direction === "right" ? metrics.glyphRadius : isPill(card.role) ? metrics.padding / 2 : 0);
  const right = metrics.padding + (isPill(card.role) ? metrics.padding / 2 : 0);
  return { left, right, top: metrics.padding / 2 + (docked && direction === "down" ? metrics.glyphRadius - 2 : 0) };
}

function drawOutline(group: SVGGElement, card: Card, metrics: Metrics): void {
  const { width, height } = card;
  const radius = isPill(card.role) ? Math.min(height, 3 * metrics.rowHeight + metrics.padding) / 2 : card.role === "constant" ? 4 : 8;
  const outline = (className: string, grow: number, corner: number): SVGRectElement =>
    append(group, "rect", { class: className, x: -grow, y: -grow, width: width + 2 * grow, height: height + 2 * grow, rx: Math.max(0, corner) });
  outline("card-ring", RING, radius + RING);
  outline("card-body", 0, radius);
  append(group, "circle", { class: "breakpoint-dot", cx: width - radius * 0.3, cy: radius * 0.3, r: 5 });
  if (card.role === "output") outline("card-inner", -3.5, radius - 3);
  if (card.role === "parameter") {
    const bar = metrics.padding / 2;
    append(group, "path", { class: "card-bar", d: `M${bar},0H8a8,8 0 0 0 -8,8V${height - 8}a8,8 0 0 0 8,8H${bar}Z` });
  }
}

function dockOf(card: Card, { direction }: Appearance): { x: number; y: number } {
  return direction === "right" ? { x: 0, y: card.height / 2 } : { x: card.width / 2, y: 0 };
}

/** An operation's circle; longer names take smaller type. */
export function drawGlyph(group: SVGGElement, glyph: string, { x, y }: { x: number; y: number }, radius: number): void {
  append(group, "circle", { class: "glyph-circle", cx: x, cy: y, r: radius });
  const text = append(group, "text", { class: "glyph", x, y, "text-anchor": "middle" });
  const size = [1.2, 1.2, 0.98, 0.8, 0.66][Array.from(glyph).length] ?? 0.54;
  text.setAttribute("font-size", String(Math.round(size * radius * 10) / 10));
  text.textContent = glyph;
}

/** A barred circle: no gradient passes. */
export function drawBlocked(group: SVGGElement, x: number, y: number, radius: number): SVGGElement {
  const mark = append(group, "g", { class: "blocked-mark", transform: `translate(${x},${y})` });
  append(mark, "circle", { r: radius });
  const reach = radius * Math.SQRT1_2;
  append(mark, "path", { d: `M${-reach},${reach}L${reach},${-reach}` });
  append(mark, "title").textContent = "Blocked: the operation lets no gradient through here.";
  return mark;
}
