/** The drawing of a folded group: a stack of cards with a plus, its name, how much is inside, and rows like those of any card. */

import type { Folded, ShownMember } from "../../../graph/folding.ts";
import type { Group } from "../../../graph/groups.ts";
import { say as worded } from "../../../messages/messages.ts";
import { BEHIND, type Card } from "../../../scene/fitting/cards.ts";
import type { Metrics } from "../../../scene/fitting/metrics.ts";
import type { GroupMoment } from "../../../scene/group_moment.ts";
import type { Cell } from "../../../scene/moment.ts";
import { NOT_COMPUTED, shorten } from "../../../text/format.ts";
import { append, setText } from "../../shared/svg.ts";
import { drawNumber, type Row } from "./card_rows.ts";
import type { Named } from "./far_number.ts";

export interface GroupShape {
  readonly title: SVGTextElement;
  readonly data: Row;
  readonly grad: Row;
  /** The bar that grows while the steps inside are taken, and its whole length. */
  readonly progress: SVGRectElement;
  readonly progressWidth: number;
  /** Of a stack, what names the member that is shown, and which of how many it is; null where the group is none. */
  readonly member: { readonly folded: Folded; readonly place: SVGTextElement } | null;
}

const CORNER = 6;

export function drawGroup(group: SVGGElement, card: Card, folded: Folded, metrics: Metrics): GroupShape {
  const { width, height } = card;
  const outline = (className: string, shift: number, grow: number): SVGRectElement =>
    append(group, "rect", {
      class: className,
      x: shift - grow,
      y: shift - grow,
      width: width + 2 * grow,
      height: height + 2 * grow,
      rx: CORNER + grow,
    });
  outline("card-ring", 0, 5);
  outline("card-stack", 2 * BEHIND, 0);
  outline("card-stack", BEHIND, 0);
  outline("card-body", 0, 0);
  append(group, "circle", { class: "breakpoint-dot", cx: width, cy: 0, r: 5 });
  const [left, right] = [metrics.padding, width - metrics.padding];
  const row = (index: number): number => metrics.padding / 2 + metrics.rowHeight * (index + 0.5);
  const title = append(group, "text", { class: "card-title", x: left, y: row(0) });
  drawPlus(group, right - metrics.digit * 0.6, row(0), metrics.digit * 0.6);
  const size = append(group, "text", { class: "row-label group-size", x: left, y: row(1) });
  const count = folded.group.members.length;
  size.textContent = folded.shown ? `×${count}` : sizeOfGroup(folded);
  const member = folded.shown && { folded, place: drawPager(group, count, right, row(1), metrics) };
  const number = (kind: string, x: number, anchor: "start" | "end"): Row => ({
    value: drawNumber(group, kind, x, row(2), anchor),
    x,
    cells: null,
  });
  const [data, grad] = [number("data", left, "start"), number("grad", right, "end")];
  append(group, "rect", { class: "progress-track", x: left, y: height - 4, width: right - left, height: 2 });
  const progress = append(group, "rect", { class: "progress", x: left, y: height - 4, width: 0, height: 2 });
  return { title, data, grad, progress, progressWidth: right - left, member };
}

/** `◂ 3 of 100 ▸`; the number leads back to the member in which the step is. */
function drawPager(group: SVGGElement, count: number, right: number, y: number, metrics: Metrics): SVGTextElement {
  const height = metrics.rowHeight + PAGER_REACH;
  const arrow = 2.5 * metrics.digit;
  const width = placeInStack(count - 1, count).length * metrics.digit;
  const button = (by: number, x: number, length: number): SVGGElement => {
    const made = append(group, "g", { class: "pager", "data-flip": by });
    append(made, "rect", { x, y: y - height / 2, width: length, height, rx: CORNER / 2 });
    return made;
  };
  const tip = metrics.digit * 0.45;
  const triangle = (by: number, x: number): void => {
    const made = button(by, x, arrow);
    append(made, "title").textContent = worded(by > 0 ? "flip-on" : "flip-back");
    append(made, "path", { d: `M${x + arrow / 2 + by * tip},${y}l${-2 * by * tip},${-1.6 * tip}v${3.2 * tip}z` });
  };
  triangle(-1, right - 2 * arrow - width);
  const middle = button(0, right - arrow - width, width);
  append(middle, "title").textContent = worded("flip-to-step");
  const place = append(middle, "text", { class: "row-label", x: right - arrow - width / 2, y, "text-anchor": "middle" });
  triangle(1, right - arrow);
  return place;
}

/** How far a pager's buttons reach beyond their row. */
const PAGER_REACH = 4;

function placeInStack(place: number, count: number): string {
  return worded("place-in-stack", { place: place + 1, count });
}

/** Letters of a card's title. */
const TITLE = 18;

/** Names on the card of a stack the member that is shown, and its place. */
export function writeMember({ title, member }: Pick<GroupShape, "title" | "member">, shown: ShownMember): void {
  const { group } = member!.folded;
  setText(title, shorten(nameOfMember(group, shown), TITLE));
  setText(member!.place, placeInStack(shown.place, group.members.length));
}

/** A stack among other groups is named after what it holds; one that holds nothing else has a name of its own. */
function nameOfMember({ kind, name }: Group, shown: ShownMember): string {
  return kind === "stack" ? shown.group.name : `${name} · ${shown.group.name}`;
}

/** From afar a stack is called after all that is in it, and not after the member that it shows. */
export function namedFromAfar({ group: { name, members } }: Folded): Required<Named> {
  const count = `×${members.length}`;
  return { title: name, mark: members.length === 0 || name.endsWith(count) ? "+" : `${count} +` };
}

function drawPlus(group: SVGGElement, x: number, y: number, radius: number): void {
  append(group, "path", { class: "card-plus", d: `M${x - radius},${y}h${2 * radius}M${x},${y - radius}v${2 * radius}` });
}

/** How a screen reader names a folded group. */
export function spokenGroup(folded: Folded, { data, grad, shown, wrongInside }: GroupMoment): string {
  const say = (cell: Cell): string => (cell.text === NOT_COMPUTED ? worded("not-computed-yet") : cell.text);
  const parts = [folded.group.name, worded("folded-group", { sizeofgroup: sizeOfGroup(folded) })];
  if (shown) {
    const [place, count] = [shown.place + 1, folded.group.members.length];
    parts.push(worded("stack-shows", { count, place, name: shown.group.name }));
  }
  parts.push(`data ${say(data)}`);
  if (grad) parts.push(`${(shown ?? folded).exits.length === 1 ? "gradient" : worded("sum-of-magnitudes")} ${say(grad)}`);
  if (wrongInside > 0) parts.push(worded("card-wrong-inside", { count: wrongInside }));
  return worded(shown ? "enter-unfolds-stack" : "enter-unfolds", { parts: parts.join(", ") });
}

/** "52 operations", or of leaves alone "337 values". */
export function sizeOfGroup({ group: { operations, values } }: Folded): string {
  const [count, what] = operations > 0 ? [operations, "operation"] : [values, "value"];
  return `${count.toLocaleString("en-US").replaceAll(",", "\u202f")} ${what}${count === 1 ? "" : "s"}`;
}
