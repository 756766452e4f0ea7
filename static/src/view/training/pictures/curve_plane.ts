/** One feature: what the model predicts as a curve, against the points. Draws one moment of one run. Knows no state. */

import { scaleLinear } from "d3-scale";
import { line } from "d3-shape";
import { say } from "../../../messages/messages.ts";
import { formatNumber } from "../../../text/format.ts";
import { append, setText } from "../../shared/svg.ts";
import type { Plane, PlaneContent } from "./plane.ts";
import { dress, outlineOf, pool, short } from "./shapes.ts";

const WIDTH = 400;
const HEIGHT = 400;
const LEFT = 34;
const BOTTOM = 24;
const EDGE = 8;

/** Room for the curve and the points; a model that starts far off must not press the points into a line. */
function rangeOf(targets: readonly number[], values: readonly number[]): [number, number] {
  const own = targets.filter(Number.isFinite);
  const [low, high] = [Math.min(...own), Math.max(...own)];
  const reach = 1.5 * (high - low || 1);
  const near = values.filter((value) => value > low - reach && value < high + reach);
  const [least, most] = [Math.min(low, ...near), Math.max(high, ...near)];
  const room = 0.06 * (most - least || 1);
  return [least - room, most + room];
}

/** Drawings side by side are in one document: each clips by a frame of its own. */
let made = 0;

export function createCurvePlane(): Plane {
  const svg = document.createElementNS("http://www.w3.org/2000/svg", "svg");
  dress(svg, {
    class: "plane is-curve",
    viewBox: `${-LEFT} ${-EDGE} ${WIDTH + LEFT + EDGE} ${HEIGHT + EDGE + BOTTOM}`,
    role: "img",
  });
  made += 1;
  const clipName = `curve-clip-${made}`;
  append(append(svg, "clipPath", { id: clipName }), "rect", { width: WIDTH, height: HEIGHT, rx: 4 });
  const inside = append(svg, "g", { "clip-path": `url(#${clipName})` });
  append(inside, "rect", { width: WIDTH, height: HEIGHT, class: "plane-ground" });
  const heldOut = append(inside, "g", { class: "plane-held-out" });
  const points = append(inside, "g", { class: "plane-points" });
  const curve = append(inside, "path", { class: "plane-curve" });
  const chosen = append(inside, "circle", { class: "plane-chosen", r: 10 });
  const arrow = append(inside, "g", { class: "plane-arrow" });
  const shaft = append(arrow, "line");
  const head = append(arrow, "polygon");
  append(svg, "rect", { width: WIDTH, height: HEIGHT, rx: 4, class: "plane-frame" });
  const labels = append(svg, "g", { class: "plane-labels" });
  let x = scaleLinear([0, 1], [0, WIDTH]);
  let y = scaleLinear([0, 1], [HEIGHT, 0]);

  /** Of one feature a push goes left or right; its target stays. */
  function drawShift(from: number, to: number, up: number): void {
    const way = Math.sign(to - from);
    dress(shaft, { x1: short(from), x2: short(to - 8 * way), y1: short(up), y2: short(up) });
    dress(head, {
      points: [
        [to, up],
        [to - 11 * way, up - 5],
        [to - 11 * way, up + 5],
      ]
        .map((corner) => corner.map(short).join())
        .join(" "),
    });
  }

  function drawLabels(feature: string): void {
    const [across, up] = [x.ticks(5), y.ticks(5)];
    const texts = pool(labels, "text", across.length + up.length + 1);
    for (const [index, value] of across.entries()) {
      dress(texts[index]!, { x: short(x(value)), y: HEIGHT + 15, "text-anchor": "middle", class: "" });
      setText(texts[index]!, formatNumber(value));
    }
    for (const [index, value] of up.entries()) {
      dress(texts[across.length + index]!, { x: -6, y: short(y(value) + 4), "text-anchor": "end", class: "" });
      setText(texts[across.length + index]!, formatNumber(value));
    }
    dress(texts.at(-1)!, { x: WIDTH - 6, y: HEIGHT - 8, "text-anchor": "end", class: "plane-name" });
    setText(texts.at(-1)!, feature);
  }

  function drawDots(group: SVGGElement, { inputs, targets }: PlaneContent["points"], area: number): void {
    for (const [index, dot] of pool(group, "path", inputs.length).entries())
      dress(dot, {
        d: outlineOf(1, area),
        transform: `translate(${short(x(inputs[index]![0]!))},${short(y(targets[index]!))})`,
        class: "plane-point is-number",
      });
  }

  return {
    svg,
    placeOf(event) {
      const { x: across, y: up } = new DOMPoint(event.clientX, event.clientY).matrixTransform(svg.getScreenCTM()!.inverse());
      return [x.invert(across), y.invert(up)];
    },
    show(content) {
      const values = (content.grid?.[0] ?? []).map(Number);
      const [low, high] = content.bounds[0]!;
      x = scaleLinear([low, high], [0, WIDTH]);
      y = scaleLinear(rangeOf(content.points.targets, values), [HEIGHT, 0]);
      const step = (high - low) / Math.max(1, values.length);
      const limit = (value: number): number => Math.max(-50, Math.min(HEIGHT + 50, y(value)));
      const path = line<number>((_, index) => x(low + (index + 0.5) * step), limit)
        .defined(Number.isFinite)
        .digits(1);
      dress(curve, { d: path(values) ?? "" });
      drawDots(points, content.points, content.points.inputs.length > 200 ? 18 : 40);
      drawDots(heldOut, content.heldOut ?? { inputs: [], targets: [] }, 18);
      const at = content.chosen === null ? undefined : content.points.inputs[content.chosen];
      const target = content.chosen === null ? 0 : content.points.targets[content.chosen]!;
      dress(chosen, { display: at ? "inline" : "none", ...(at ? { cx: short(x(at[0]!)), cy: short(y(target)) } : {}) });
      dress(arrow, { display: content.arrow && at ? "inline" : "none" });
      if (content.arrow) drawShift(x(content.arrow.from[0]!), x(content.arrow.to[0]!), y(target));
      drawLabels(content.features[0] ?? "");
      dress(svg, {
        "aria-label": say("curve-over", { features: content.features[0] ?? "x", count: content.points.inputs.length }),
      });
    },
  };
}
