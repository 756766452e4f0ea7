/** The rows of a card: a quiet label, a number that ends at the right, and room for a tensor's cells. */
import { append } from "./svg.ts";

export interface Row {
  /** What it calls its number; null where there is no room for that. */
  readonly label: SVGTextElement | null;
  readonly value: SVGTextElement;
  readonly cells: SVGGElement;
  /** Room for them. */
  readonly height: number;
  /** Where the number ends. */
  readonly right: number;
  readonly middle: number;
  /** Where a number of more letters than have room ends, or begins: closer to what is beside it. */
  readonly close?: { readonly right: number; readonly letters: number };
  /** Whether there are no cells where the numbers themselves have room. */
  readonly listed?: boolean;
  /** Whether there is no room for cells. */
  readonly narrow?: boolean;
  /** Where the cells are instead of beside the number: in a place of their own. */
  readonly below?: Pick<Row, "right" | "middle" | "height"> & { readonly width: number };
}

export function drawRow(
  group: SVGGElement,
  label: string,
  left: number,
  right: number,
  middle: number,
  height: number,
  shown = label,
): Row {
  const name = append(group, "text", { class: "row-label", x: left, y: middle });
  name.textContent = shown;
  const cells = append(group, "g", { class: `cells ${label}` });
  const value = append(group, "text", { class: `number ${label}`, x: right, y: middle, "text-anchor": "end" });
  return { label: name, value, cells, height, right, middle };
}
