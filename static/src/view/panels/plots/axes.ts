/** A small drawing with axes: places for numbers, a frame with few ticks, and helpers for shapes. Knows no program. */
import type { ScaleContinuousNumeric } from "d3-scale";
import { formatNumber } from "../../../text/format.ts";

const SVG = "http://www.w3.org/2000/svg";

const WIDTH = 340;
const HEIGHT = 250;
export const BOX = { left: 50, right: 324, top: 22, bottom: 216 } as const;

export type Scale = ScaleContinuousNumeric<number, number>;

export function shape(name: string, attributes: Readonly<Record<string, string | number>>, text?: string): SVGElement {
  const made = document.createElementNS(SVG, name);
  for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, String(value));
  if (text !== undefined) made.textContent = text;
  return made;
}

/** A drawing is as wide as its panel; its type is not smaller for that. */
const sizes = new ResizeObserver((entries) => {
  for (const { target, contentRect } of entries)
    if (contentRect.width > 0 && target instanceof SVGElement)
      target.style.setProperty("--plot-unit", String(Math.max(1, WIDTH / contentRect.width).toFixed(3)));
});

/** Drawings on several tabs are in one document: each clips by a frame of its own. */
let drawn = 0;

/** `label` is what a screen reader says of the whole drawing. */
export function drawing(label: string, ...parts: Node[]): SVGElement {
  const made = shape("svg", { class: "plot", viewBox: `0 0 ${WIDTH} ${HEIGHT}`, role: "img", "aria-label": label });
  drawn += 1;
  const clip = shape("clipPath", { id: `plot-box-${drawn}` });
  clip.append(shape("rect", { x: BOX.left, y: BOX.top, width: BOX.right - BOX.left, height: BOX.bottom - BOX.top }));
  made.append(clip, ...parts);
  sizes.observe(made);
  for (const part of made.querySelectorAll("[data-inside]")) part.setAttribute("clip-path", `url(#plot-box-${drawn})`);
  return made;
}

/** What is drawn inside the frame and cut off at it. */
export function inside(...parts: Node[]): SVGElement {
  const group = shape("g", { "data-inside": "" });
  group.append(...parts);
  return group;
}

export interface Axis {
  readonly scale: Scale;
  readonly name: string;
  readonly ticks?: readonly number[];
  readonly format?: (value: number) => string;
}

export function axes(x: Axis, y: Axis): SVGElement {
  const group = shape("g", { class: "plot-axes" });
  const ticksOf = ({ scale, ticks }: Axis, count: number): readonly number[] => ticks ?? scale.ticks(count);
  for (const tick of ticksOf(x, 5)) {
    const at = x.scale(tick);
    group.append(
      shape("line", { x1: at, x2: at, y1: BOX.top, y2: BOX.bottom, class: tick === 0 ? "plot-zero" : "plot-grid" }),
      shape("text", { x: at, y: BOX.bottom + 14, "text-anchor": "middle" }, (x.format ?? formatNumber)(tick)),
    );
  }
  for (const tick of ticksOf(y, 5)) {
    const at = y.scale(tick);
    group.append(
      shape("line", { x1: BOX.left, x2: BOX.right, y1: at, y2: at, class: tick === 0 ? "plot-zero" : "plot-grid" }),
      shape("text", { x: BOX.left - 5, y: at + 3.5, "text-anchor": "end" }, (y.format ?? formatNumber)(tick)),
    );
  }
  group.append(
    shape("text", { x: (BOX.left + BOX.right) / 2, y: HEIGHT - 3, "text-anchor": "middle", class: "plot-name" }, x.name),
    shape(
      "text",
      { x: 10, y: BOX.top + 4, class: "plot-name", transform: `rotate(-90 10 ${BOX.top + 4})`, "text-anchor": "end" },
      y.name,
    ),
  );
  return group;
}
