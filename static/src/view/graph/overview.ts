/**
 * A large graph from far away: a handful of paths instead of thousands of elements, one for the wires and one for each look of a card.
 * What is too small to read is not drawn to be read.
 */
import { curvePath } from "../../graph/layout/curve.ts";
import type { Layout } from "../../graph/layout/types.ts";
import type { Sign } from "../../graph/moment.ts";
import { append, setAttribute, signClass, type Group } from "./svg.ts";

/** How one card looks from far away: the sign of its gradient, or that it has none yet. */
export type FarLook = "unknown" | ReturnType<typeof signClass>;

export interface Overview {
  draw(layout: Layout, lookOf: (node: number) => FarLook): void;
  clear(): void;
}

const LOOKS: readonly FarLook[] = ["unknown", "zero", "positive", "negative"];

export function farLook(sign: Sign, known: boolean): FarLook {
  return known ? signClass(sign) : "unknown";
}

export function createOverview(layer: Group): Overview {
  const wires = append(layer.node()!, "path", { class: "far-wires" });
  const paths = new Map(LOOKS.map((look) => [look, append(layer.node()!, "path", { class: `far-card ${look}` })]));
  let drawn: Layout | null = null;
  return {
    draw(layout, lookOf) {
      if (drawn !== layout) wires.setAttribute("d", layout.edges.map(({ curve }) => curvePath(curve)).join(""));
      drawn = layout;
      const parts = new Map<FarLook, string[]>(LOOKS.map((look) => [look, []]));
      for (const { id, x, y, width, height } of layout.nodes) {
        const look = Number.isInteger(id) ? lookOf(id) : "unknown";
        parts.get(look)!.push(`M${Math.round(x)},${Math.round(y)}h${Math.round(width)}v${Math.round(height)}h${-Math.round(width)}z`);
      }
      for (const [look, path] of paths) setAttribute(path, "d", parts.get(look)!.join(""));
    },
    clear() {
      if (!drawn) return;
      drawn = null;
      for (const path of [wires, ...paths.values()]) path.removeAttribute("d");
    },
  };
}
