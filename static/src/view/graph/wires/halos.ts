/** The outline, ink around paper, of the wires that a frame is about; that of the selected one stands off further, as a card's ring does. */
import { curvePath } from "../../../layout/wire_curves.ts";
import { append, setAttribute } from "../../shared/svg.ts";

export interface Halo {
  readonly curve: readonly number[];
  readonly width: number;
  /** Of the selected edge, rather than of the frame. */
  readonly selected: boolean;
}

export function drawHalos(layer: SVGGElement, halos: readonly Halo[]): void {
  while (layer.childElementCount > 2 * halos.length) layer.lastElementChild!.remove();
  while (layer.childElementCount < 2 * halos.length)
    append(layer, "path", { class: layer.childElementCount % 2 === 0 ? "halo-ink" : "halo-paper" });
  for (const [index, { curve, width, selected }] of halos.entries()) {
    const d = curvePath(curve);
    for (const [part, extra] of (selected ? [11, 8] : [6, 2]).entries()) {
      const path = layer.children[2 * index + part]!;
      setAttribute(path, "d", d);
      setAttribute(path, "stroke-width", (width + extra).toFixed(1));
    }
  }
}
