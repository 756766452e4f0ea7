/** The numbers of a card, and room for a tensor's cells. */
import type { CellRoom } from "../../shared/heat_cells.ts";
import { append } from "../../shared/svg.ts";

export interface Row {
  readonly value: SVGTextElement;
  /** Where a number begins, ends or has its middle. */
  readonly x: number;
  /** A tensor's cells: where they end, or begin, and their room; null where there are none. */
  readonly cells: CellRoom | null;
}

export function drawNumber(
  group: SVGGElement,
  kind: string,
  x: number,
  y: number,
  anchor: "start" | "middle" | "end",
): SVGTextElement {
  return append(group, "text", { class: `number ${kind}`, x, y, "text-anchor": anchor });
}
