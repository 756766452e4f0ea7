/**
 * A tensor's numbers as small squares in a card's row: hue and a slit show the sign, strength of colour the magnitude. Drawn again only
 * where the numbers changed.
 */
import { type Heat, LARGEST_CELL, WIDEST } from "../../scene/tensor_grid.ts";
import type { Row } from "./card_rows.ts";
import { append, at } from "./svg.ts";

/** Between the cells and the number beside them. */
const GAP = 7;
/** Cells smaller than this have no room for a slit. */
const SLIT_CELL = 3.5;

/** How much of the row the cells take; 0 for a single number. */
export function paintHeat(row: Row, heat: Heat | null): number {
  const { cells, below } = row;
  const { right, middle, height } = below ?? row;
  const widest = Math.min(WIDEST, below?.width ?? Infinity);
  if (!heat) {
    if (cells.childElementCount > 0) cells.replaceChildren();
    delete cells.dataset.heat;
    return 0;
  }
  const size = Math.min(LARGEST_CELL, (height - 4) / heat.rows, widest / heat.columns);
  const width = size * heat.columns;
  const beside = below ? 0 : width + GAP;
  const wanted = `${heat.columns}:${heat.cells.map((cell) => Math.round(cell * 100)).join()}`;
  if (cells.dataset.heat === wanted) return beside;
  cells.dataset.heat = wanted;
  cells.replaceChildren();
  cells.setAttribute("transform", at(right - width, middle - (size * heat.rows) / 2));
  for (const [index, cell] of heat.cells.entries()) {
    drawCell(cells, (index % heat.columns) * size, Math.floor(index / heat.columns) * size, size - Math.min(1, size / 6), cell);
  }
  return beside;
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
