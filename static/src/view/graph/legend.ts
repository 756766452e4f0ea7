/** What the lines of the drawing mean, quietly in a corner: pass by dash, sign by hue, stripes and sign, magnitude by width. */
import { formatNumber } from "../../graph/format.ts";
import type { WidthScale } from "../../graph/scale.ts";
import { append, setAttribute, setText } from "./svg.ts";

export interface Legend {
  /** Shows the scale that the wires are drawn by now. */
  update(scale: WidthScale, of: "value" | "gradient"): void;
}

const SAMPLE = { width: 34, height: 12 };

export function createLegend(parent: HTMLElement, hatch: string): Legend {
  const details = document.createElement("details");
  details.className = "graph-legend";
  details.open = true;
  const summary = document.createElement("summary");
  summary.textContent = "Legend";
  const list = document.createElement("ul");
  details.append(summary, list);
  parent.append(details);

  entry(list, "value, forward", "value zero");
  entry(list, "gradient, backward", "gradient zero");
  entry(list, "+ positive", "value positive");
  entry(list, "− negative", "value negative", hatch);
  const widths = [0, 1, 2].map(() => entry(list, "", "value zero"));
  return {
    update(scale, of) {
      for (const [index, { line, text }] of widths.entries()) {
        const magnitude = scale.end / 10 ** (2 - index);
        setAttribute(line, "stroke-width", scale.widthOf(magnitude).toFixed(1));
        setText(text, `|${of}| ${formatNumber(magnitude, 1)}`);
      }
    },
  };
}

function entry(list: HTMLElement, label: string, className: string, stroke = "currentColor"): { line: SVGPathElement; text: HTMLElement } {
  const item = document.createElement("li");
  const sample = document.createElementNS("http://www.w3.org/2000/svg", "svg");
  sample.setAttribute("class", `legend-sample wire ${className}`);
  sample.setAttribute("viewBox", `0 0 ${SAMPLE.width} ${SAMPLE.height}`);
  sample.setAttribute("aria-hidden", "true");
  // A straight line has no height; stripes are painted all the same, for their pattern is measured in user space.
  const d = `M1,${SAMPLE.height / 2}H${SAMPLE.width - 1}`;
  const line = append(sample, "path", { class: "wire-line", d, stroke, "stroke-width": 4 });
  const text = document.createElement("span");
  text.textContent = label;
  item.append(sample, text);
  list.append(item);
  return { line, text };
}
