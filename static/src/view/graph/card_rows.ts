/** The rows of a card: a quiet label, a number that ends at the right, and room for bars. */
import { append } from "./svg.ts";

export interface Row {
  readonly value: SVGTextElement;
  readonly bars: SVGGElement;
  /** Where the number ends. */
  readonly right: number;
  readonly middle: number;
}

export function drawRow(group: SVGGElement, label: string, left: number, right: number, middle: number, shown = label): Row {
  append(group, "text", { class: "row-label", x: left, y: middle }).textContent = shown;
  const bars = append(group, "g", { class: "bars" });
  const value = append(group, "text", { class: `number ${label}`, x: right, y: middle, "text-anchor": "end" });
  return { value, bars, right, middle };
}
