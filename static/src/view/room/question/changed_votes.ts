/** Who moved where between two votes: bands between the answers, and the same in words, with the mistake behind each. */

import { say } from "../../../messages/messages.ts";
import { type Band, flowOf, rightOf, type Side } from "../../../room/changed_votes.ts";
import type { Move } from "../../../room/messages.ts";
import { shorten } from "../../../text/format.ts";
import { element, prose } from "../../shared/dom.ts";
import { append } from "../../shared/svg.ts";
import { onChange } from "../elements.ts";

const WIDTH = 320;
const ROW = 44;
const LEAST_HEIGHT = 120;
/** Room for the labels at either side. */
const MARGIN = 84;
const LONGEST_LABEL = 10;

function curve({ left, right }: Band, height: number): string {
  const [x1, x2, middle] = [MARGIN, WIDTH - MARGIN, WIDTH / 2];
  const [a, b, c, d] = [...left, ...right].map((part) => (part * height).toFixed(1));
  return `M${x1},${a} C${middle},${a} ${middle},${c} ${x2},${c} L${x2},${d} C${middle},${d} ${middle},${b} ${x1},${b} Z`;
}

function label(svg: SVGSVGElement, side: Side, height: number, isLeft: boolean): void {
  const text = side.label.replaceAll("`", "");
  const short = shorten(text, LONGEST_LABEL);
  append(svg, "text", {
    x: isLeft ? MARGIN - 6 : WIDTH - MARGIN + 6,
    y: ((side.from + side.to) / 2) * height,
    "text-anchor": isLeft ? "end" : "start",
    "dominant-baseline": "central",
    class: side.correct ? "moves-right" : "",
  }).textContent = `${side.correct ? "✓ " : ""}${short} · ${side.count}`;
}

function picture(moves: readonly Move[]): SVGSVGElement {
  const { before, after, bands } = flowOf(moves);
  const height = Math.max(LEAST_HEIGHT, ROW * Math.max(before.length, after.length));
  const holder = element("div", {});
  const svg = append(holder, "svg", { class: "moves-picture", viewBox: `0 -8 ${WIDTH} ${height + 16}`, "aria-hidden": "true" });
  for (const band of bands) {
    const { after_correct: right, before: from, after: to } = band.move;
    append(svg, "path", { d: curve(band, height), class: right ? "to-right" : from === to ? "stays" : "to-wrong" });
  }
  for (const side of before) label(svg, side, height, true);
  for (const side of after) label(svg, side, height, false);
  return svg;
}

function row({ before, after, count, after_correct, misconception }: Move): HTMLElement {
  const words = before === after ? say("moves-kept", { count, before }) : say("moves-went", { count, before, after });
  return element(
    "li",
    {},
    ...prose(words),
    after_correct === true && ` ✓`,
    misconception !== null && element("span", { class: "histogram-why" }, " ", ...prose(misconception)),
  );
}

export function createMoves(): { root: HTMLElement; show(moves: readonly Move[]): void } {
  const root = element("section", { class: "moves", "aria-label": say("moves"), hidden: true });
  const draw = onChange((moves: readonly Move[]) => {
    root.hidden = moves.length === 0;
    if (moves.length === 0) return root.replaceChildren();
    const [before, after] = rightOf(moves);
    const heading = element("h3", {}, say("moves"));
    const isMarked = moves.some(({ after_correct }) => after_correct !== null);
    const sum = isMarked && element("p", { class: "moves-sum" }, say("moves-right", { before, after }));
    root.replaceChildren(
      heading,
      ...(sum ? [sum] : []),
      picture(moves),
      element("ul", { class: "moves-list" }, ...moves.map(row)),
    );
  });
  return { root, show: draw };
}
