/** The drawing of a folded group: a stack of cards with a plus, its name, how much is inside, and rows like those of any card. */
import type { Folded } from "../../graph/folding.ts";
import { NOT_COMPUTED } from "../../graph/format.ts";
import type { CardMoment, Cell } from "../../graph/moment.ts";
import type { Card, Metrics } from "../../graph/scene.ts";
import { drawRow, type Row } from "./card_rows.ts";
import { append } from "./svg.ts";

export interface GroupShape {
  readonly title: SVGTextElement;
  readonly data: Row;
  readonly grad: Row;
  /** The bar that grows while the steps inside are taken, and its whole length. */
  readonly progress: SVGRectElement;
  readonly progressWidth: number;
}

/** How far each card of the stack looks out behind the one before it. */
const STACK = 4;
const CORNER = 6;

export function drawGroup(group: SVGGElement, card: Card, folded: Folded, metrics: Metrics): GroupShape {
  const { width, height } = card;
  const outline = (className: string, shift: number, grow: number): SVGRectElement =>
    append(group, "rect", { class: className, x: shift - grow, y: shift - grow, width: width + 2 * grow, height: height + 2 * grow, rx: CORNER + grow });
  outline("card-ring", 0, 5);
  outline("card-stack", 2 * STACK, 0);
  outline("card-stack", STACK, 0);
  outline("card-body", 0, 0);
  append(group, "circle", { class: "breakpoint-dot", cx: width, cy: 0, r: 5 });
  const [left, right] = [metrics.padding, width - metrics.padding];
  const row = (index: number): number => metrics.padding / 2 + metrics.rowHeight * (index + 0.5);
  const title = append(group, "text", { class: "card-title", x: left, y: row(0) });
  drawPlus(group, right - metrics.digit * 0.6, row(0), metrics.digit * 0.6);
  append(group, "text", { class: "row-label group-size", x: left, y: row(1) }).textContent = sizeOfGroup(folded);
  const isOne = folded.exits.length === 1;
  const data = drawRow(group, "data", left, right, row(2), metrics.rowHeight);
  const grad = drawRow(group, "grad", left, right, row(3), metrics.rowHeight, isOne ? "grad" : "Σ|grad|");
  append(group, "rect", { class: "progress-track", x: left, y: height - 4, width: right - left, height: 2 });
  const progress = append(group, "rect", { class: "progress", x: left, y: height - 4, width: 0, height: 2 });
  return { title, data, grad, progress, progressWidth: right - left };
}

function drawPlus(group: SVGGElement, x: number, y: number, radius: number): void {
  append(group, "path", { class: "card-plus", d: `M${x - radius},${y}h${2 * radius}M${x},${y - radius}v${2 * radius}` });
}

/** How a screen reader names a folded group. */
export function spokenGroup(folded: Folded, { data, grad }: CardMoment): string {
  const say = (cell: Cell): string => (cell.text === NOT_COMPUTED ? "not computed yet" : cell.text);
  const parts = [folded.group.name, `folded group of ${sizeOfGroup(folded)}`, `data ${say(data)}`];
  if (grad) parts.push(`${folded.exits.length === 1 ? "gradient" : "sum of the magnitudes of its gradients"} ${say(grad)}`);
  return `${parts.join(", ")}. Enter unfolds it.`;
}

/** "52 operations", or of leaves alone "337 values". */
export function sizeOfGroup({ group: { operations, values } }: Folded): string {
  const [count, what] = operations > 0 ? [operations, "operation"] : [values, "value"];
  return `${count.toLocaleString("en-US").replaceAll(",", "\u202f")} ${what}${count === 1 ? "" : "s"}`;
}
