/**
 * The histogram that the summary of a large array carries: a bar for each bin, those of negative numbers in their colour, and what the bin
 * under the pointer, or that of the arrow keys, holds.
 */

import type { Summary } from "../../../core/types.ts";
import { grouped, say } from "../../../messages/messages.ts";
import { formatNumber } from "../../../text/format.ts";
import { element } from "../../shared/dom.ts";
import { append, setAttribute } from "../../shared/svg.ts";

/** Of the drawing, whose unit across is one bin. */
const HEIGHT = 100;
/** What a bin with any element is at least, so that it differs from an empty one. */
const LEAST = 2;
/** Nearer to an end, as a share of the width, the zero would be written over that end's number. */
const FREE = 0.25;

/** Null where there is nothing to see: no finite number, or all of them equal. */
export function distribution({ histogram }: Summary, what: string): HTMLElement | null {
  const { from, to, counts, counted_every: every = 1 } = histogram;
  const most = Math.max(0, ...counts);
  if (from === null || to === null || from >= to || most === 0) return null;
  const bins = counts.length;
  // Never `to - from`, which may be more than a number can be.
  const border = (bin: number): number => from * (1 - bin / bins) + to * (bin / bins);
  const [low, high] = [formatNumber(from), formatNumber(to)];
  const all = say("histogram-described", { what, bins, low, high, counts: counts.map(grouped).join("; ") });
  const sample = every > 1 ? say("histogram-sample", { every: grouped(every) }) : "";
  const readout = element("p", { class: "heatmap-said", "aria-live": "polite" });
  const figure = element("figure", { class: "distribution" });
  const drawing = append(figure, "svg", {
    class: "distribution-bars",
    viewBox: `0 0 ${bins} ${HEIGHT}`,
    preserveAspectRatio: "none",
    tabindex: 0,
    role: "img",
    "aria-label": `${all} ${sample}`.trim(),
  });
  const mark = append(drawing, "rect", { class: "distribution-mark", y: 0, width: 1, height: HEIGHT, visibility: "hidden" });
  for (const [bin, count] of counts.entries()) {
    const height = count && Math.max(LEAST, (HEIGHT * count) / most);
    const [start, end] = [border(bin), border(bin + 1)];
    // The upper border belongs to the last bin alone.
    const sign = start > 0 ? "positive" : end < 0 || (end === 0 && bin < bins - 1) ? "negative" : "zero";
    append(drawing, "rect", { class: `bar-${sign}`, x: bin + 0.05, y: HEIGHT - height, width: 0.9, height });
  }
  let at = 0;

  function rest(): void {
    readout.textContent = `${say("histogram-bins", { bins, most: grouped(most) })} ${sample}`.trim();
    setAttribute(mark, "visibility", "hidden");
  }

  function read(bin: number): void {
    at = Math.min(bins - 1, Math.max(0, bin));
    const [start, end] = [formatNumber(border(at)), formatNumber(border(at + 1))];
    readout.textContent = say("histogram-bin", { count: grouped(counts[at]!), low: start, high: end });
    setAttribute(mark, "x", String(at));
    setAttribute(mark, "visibility", "visible");
  }

  drawing.addEventListener("pointermove", ({ offsetX }) => read(Math.floor((offsetX / drawing.clientWidth) * bins)));
  drawing.addEventListener("pointerleave", rest);
  drawing.addEventListener("focus", () => read(at));
  drawing.addEventListener("blur", rest);
  drawing.addEventListener("keydown", (event) => {
    const move = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
    if (!move) return;
    event.preventDefault();
    event.stopPropagation();
    read(at + move);
  });
  const ends = element("p", { class: "distribution-ends" }, element("span", {}, low), element("span", {}, high));
  const zero = from / (from - to);
  if (zero > FREE && zero < 1 - FREE) {
    const label = element("span", { class: "distribution-zero" }, "0");
    label.style.left = `${100 * zero}%`;
    ends.append(label);
  }
  rest();
  figure.append(ends, readout);
  return figure;
}
