/**
 * A tensor's numbers as small squares in a card's row: hue and a slit show the sign, strength of colour the magnitude. Drawn again only
 * where the numbers changed.
 */
import { type Heat, LARGEST_CELL, WIDEST } from "../../scene/tensor_grid.ts";
import { append, at } from "./svg.ts";

/** Cells smaller than this have no room for a slit. */
const SLIT_CELL = 3.5;

/** Where cells end, or begin, and their room. */
export interface CellRoom {
  readonly group: SVGGElement;
  readonly x: number;
  readonly anchor: "start" | "middle" | "end";
  readonly middle: number;
  readonly height: number;
  readonly width: number;
  /** Whether they are in the place of the number. */
  readonly instead: boolean;
}

/** Nothing for a single number. */
export function paintHeat({ group: cells, x, anchor, middle, height, width: room }: CellRoom, heat: Heat | null): void {
  if (!heat) {
    if (cells.childElementCount > 0) cells.replaceChildren();
    delete cells.dataset.heat;
    return;
  }
  const size = Math.min(LARGEST_CELL, (height - 4) / heat.rows, Math.min(WIDEST, room) / heat.columns);
  const width = size * heat.columns;
  const wanted = `${heat.columns}:${heat.cells.map((cell) => Math.round(cell * 100)).join()}`;
  if (cells.dataset.heat === wanted) return;
  cells.dataset.heat = wanted;
  cells.replaceChildren();
  const left = anchor === "start" ? x : anchor === "end" ? x - width : x - width / 2;
  cells.setAttribute("transform", at(left, middle - (size * heat.rows) / 2));
  for (const [index, cell] of heat.cells.entries()) {
    drawCell(cells, (index % heat.columns) * size, Math.floor(index / heat.columns) * size, size - Math.min(1, size / 6), cell);
  }
}

export function drawCell(parent: SVGGElement, x: number, y: number, size: number, part: number): SVGElement {
  const sign = Number.isNaN(part) ? "broken" : part > 0 ? "positive" : part < 0 ? "negative" : "zero";
  const strength = Number.isNaN(part) || part === 0 ? 1 : 0.15 + 0.85 * Math.abs(part);
  const cell = append(parent, "rect", {
    class: `cell ${sign}`,
    x: round(x),
    y: round(y),
    width: round(size),
    height: round(size),
    "fill-opacity": round(strength),
  });
  if (part < 0 && size >= SLIT_CELL)
    append(parent, "path", { class: "cell-slit", d: `M${round(x + size * 0.22)},${round(y + size / 2)}h${round(size * 0.56)}` });
  return cell;
}

const round = (length: number): number => Math.round(length * 100) / 100;
