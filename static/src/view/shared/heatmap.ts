/**
 * A tensor as a grid of coloured cells that can be read one by one, with the pointer or with arrow keys, and drawn larger or smaller.
 * The text for a cell comes from the caller.
 */

import type { Value } from "../../core/types.ts";
import { say as worded } from "../../messages/messages.ts";
import { gridOf, type Heat, heatOf, indexOf } from "../../scene/tensor_grid.ts";
import { flatten, formatFull, formatNumber, strength } from "../../text/format.ts";
import { element, prose } from "./dom.ts";
import { drawCell } from "./heat_cells.ts";
import { append, setAttribute } from "./svg.ts";

/** Cells along a side; of a larger tensor each represents several numbers, and the largest of them is shown. */
const MAX_CELLS = 48;
/** Up to so many along a side are large enough as they are. */
const FEW_CELLS = 8;
const WIDTH = 264;
const SIZES = { smallest: 5, largest: 34 } as const;
const ZOOM = 1.5;

const MOVES: Readonly<Record<string, readonly [number, number]>> = {
  ArrowUp: [-1, 0],
  ArrowDown: [1, 0],
  ArrowLeft: [0, -1],
  ArrowRight: [0, 1],
};

export interface HeatmapOptions {
  /** A note on an element besides its number, given its place in row-major order; null for nothing. */
  readonly remarkOn?: (place: number) => string | null;
  /** The magnitude up to which a number is no more than what rounding leaves of 0. */
  readonly roundOff?: number;
}

/** What the colours mean: the number of the strongest one, or why there is none. */
function scaleInWords(value: Value, { largest, cells }: Heat): string {
  if (largest > 0) return worded("heatmap-scale", { largest: formatNumber(largest) });
  if (cells.some(Number.isNaN)) return worded("heatmap-nonfinite");
  const most = Math.abs(strength(value));
  return most > 0 ? worded("heatmap-rounding", { most: formatNumber(most) }) : worded("heatmap-zero");
}

export function heatmap(value: Value, what: string, { remarkOn = () => null, roundOff = 0 }: HeatmapOptions = {}): HTMLElement {
  const heat = heatOf(value, MAX_CELLS, MAX_CELLS, roundOff);
  const grid = gridOf(value);
  const numbers = flatten(value);
  const readout = element("p", { class: "heatmap-said", "aria-live": "polite" });
  const holder = element("div", { class: "heatmap-cells" });
  const drawing = append(holder, "svg", {
    class: "heatmap-drawing",
    tabindex: 0,
    role: "img",
    "aria-label": worded("heatmap-described", { what, rows: grid.rows, columns: grid.columns }),
  });
  let size = Math.min(SIZES.largest / 1.5, Math.max(SIZES.smallest, WIDTH / heat.columns));
  let at: readonly [number, number] = [0, 0];

  function draw(): void {
    const [width, height] = [size * heat.columns, size * heat.rows];
    for (const [name, length] of Object.entries({ width, height })) setAttribute(drawing, name, String(length));
    drawing.replaceChildren();
    const cells = append(drawing, "g");
    for (const [index, cell] of heat.cells.entries()) {
      drawCell(cells, (index % heat.columns) * size, Math.floor(index / heat.columns) * size, size - 1, cell);
    }
  }

  /** Of the numbers that fall into a cell, the place of the largest. */
  function placeAt([row, column]: readonly [number, number]): number {
    const rows = [Math.ceil((row * grid.rows) / heat.rows), Math.ceil(((row + 1) * grid.rows) / heat.rows)] as const;
    const columns = [
      Math.ceil((column * grid.columns) / heat.columns),
      Math.ceil(((column + 1) * grid.columns) / heat.columns),
    ] as const;
    let best = rows[0] * grid.columns + columns[0];
    for (let y = rows[0]; y < rows[1]; y += 1) {
      for (let x = columns[0]; x < columns[1]; x += 1) {
        const place = y * grid.columns + x;
        if (Math.abs(numbers[place]!) > Math.abs(numbers[best]!)) best = place;
      }
    }
    return best;
  }

  function say(cell: readonly [number, number]): void {
    at = cell;
    const place = placeAt(cell);
    const more = remarkOn(place);
    readout.replaceChildren(
      ...prose(`\`[${indexOf(value, place).join(", ")}]\` is ${formatFull(numbers[place]!)}${more === null ? "" : `: ${more}`}`),
    );
    drawing.querySelector(".cell-ring")?.remove();
    append(drawing, "rect", { class: "cell-ring", x: cell[1] * size, y: cell[0] * size, width: size - 1, height: size - 1 });
  }

  const within = (number: number, most: number): number => Math.min(most - 1, Math.max(0, number));
  drawing.addEventListener("pointermove", (event) =>
    say([within(Math.floor(event.offsetY / size), heat.rows), within(Math.floor(event.offsetX / size), heat.columns)]),
  );
  drawing.addEventListener("focus", () => say(at));
  drawing.addEventListener("keydown", (event) => {
    const move = MOVES[event.key];
    if (!move) return;
    event.preventDefault();
    event.stopPropagation();
    say([within(at[0] + move[0], heat.rows), within(at[1] + move[1], heat.columns)]);
  });
  const zoom = (text: string, title: string, factor: number): HTMLElement => {
    const button = element("button", { type: "button", class: "heatmap-zoom", "aria-label": title, title }, text);
    button.addEventListener("click", () => {
      size = Math.min(SIZES.largest, Math.max(SIZES.smallest, size * factor));
      draw();
    });
    return button;
  };
  draw();
  const isLarge = Math.max(heat.rows, heat.columns) > FEW_CELLS;
  const zooms = isLarge ? [zoom("−", worded("smaller-cells"), 1 / ZOOM), zoom("+", worded("larger-cells"), ZOOM)] : [];
  return element(
    "figure",
    { class: "heatmap" },
    holder,
    element("figcaption", { class: "remark" }, scaleInWords(value, heat)),
    element("div", { class: "heatmap-foot" }, readout, ...zooms),
  );
}
