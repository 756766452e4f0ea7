/** The outline, ink around paper, of the wires that a frame is about. */
import { curvePath } from "../../graph/layout/curve.ts";
import { append, setAttribute } from "./svg.ts";

export interface Halo {
  readonly curve: readonly number[];
  readonly width: number;
}

export function drawHalos(layer: SVGGElement, halos: readonly Halo[]): void {
  while (layer.childElementCount > 2 * halos.length) layer.lastElementChild!.remove();
  while (layer.childElementCount < 2 * halos.length) append(layer, "path", { class: layer.childElementCount % 2 === 0 ? "halo-ink" : "halo-paper" });
  for (const [index, { curve, width }] of halos.entries()) {
    const d = curvePath(curve);
    for (const [part, extra] of [6, 2].entries()) {
      const path = layer.children[2 * index + part]!;
      setAttribute(path, "d", d);
      setAttribute(path, "stroke-width", (width + extra).toFixed(1));
    }
  }
}
