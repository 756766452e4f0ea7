/** What the lines of the drawing mean, quietly in a corner: pass by dash, sign by hue, stripes and sign, magnitude by width. */

import { say } from "../../../messages/messages.ts";
import type { WidthScale } from "../../../scene/scale.ts";
import { formatNumber } from "../../../text/format.ts";
import { append, setAttribute, setText } from "../../shared/svg.ts";

export interface Legend {
  /** Shows the scale that the wires are drawn by now. */
  update(scale: WidthScale, of: "value" | "gradient" | "tangent"): void;
}

const SAMPLE = { width: 28, height: 10 };
/** The widths shown, as parts of the scale's end. */
const MAGNITUDES = [0.01, 0.1, 1] as const;

export function createLegend(parent: HTMLElement, hatch: string): Legend {
  const list = document.createElement("ul");
  list.className = "graph-legend";
  list.setAttribute("aria-label", say("legend"));
  parent.append(list);
  entry(list, say("legend-value"), "value zero");
  entry(list, say("legend-gradient"), "gradient zero");
  entry(list, "+", "value positive");
  entry(list, "−", "value negative", hatch);
  const widths = MAGNITUDES.map(() => entry(list, "", "value zero"));
  for (const { line } of widths) line.closest("li")!.className = "magnitude";
  return {
    update(scale, of) {
      for (const [index, { line, text }] of widths.entries()) {
        const magnitude = scale.end * MAGNITUDES[index]!;
        setAttribute(line, "stroke-width", scale.widthOf(magnitude).toFixed(1));
        const number = formatNumber(magnitude, 1);
        setText(text, index === 0 ? `|${of}| ${number}` : number);
      }
    },
  };
}

function entry(
  list: HTMLElement,
  label: string,
  className: string,
  stroke = "currentColor",
): { line: SVGPathElement; text: HTMLElement } {
  const item = document.createElement("li");
  const sample = append(item, "svg", {
    class: `legend-sample wire ${className}`,
    viewBox: `0 0 ${SAMPLE.width} ${SAMPLE.height}`,
    "aria-hidden": "true",
  });
  const line = append(sample, "path", {
    class: "wire-line",
    d: `M0,${SAMPLE.height / 2}H${SAMPLE.width}`,
    stroke,
    "stroke-width": 4,
  });
  const text = document.createElement("span");
  text.textContent = label;
  item.append(text);
  list.append(item);
  return { line, text };
}
