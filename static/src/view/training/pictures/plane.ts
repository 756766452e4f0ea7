/**
 * Two features as a plane: decision regions as filled contours with the points on top. Draws one moment of one run; what a click means is
 * reported to the caller. Knows no state.
 */

import { scaleLinear } from "d3-scale";
import { say } from "../../../messages/messages.ts";
import { formatNumber } from "../../../text/format.ts";
import { areasOf, classOf, DEEPEST, sharesOf } from "../../../training/results/regions.ts";
import type { Encoding, Examples, Grid } from "../../../training/types.ts";
import { append, setText } from "../../shared/svg.ts";
import { outlineOfArea } from "./outlines.ts";
import { dress, outlineOf, pool, short } from "./shapes.ts";

export interface PlaneContent {
  readonly grid: Grid | null;
  readonly bounds: readonly (readonly [number, number])[];
  readonly features: readonly string[];
  readonly encoding: Encoding;
  readonly boundary: number | null;
  /** Whether each side has one colour, however sure the model is. */
  readonly isDiscrete?: boolean;
  readonly classes: number | null;
  readonly points: Examples;
  readonly heldOut: Examples | null;
  /** For the points, in their order: those classified wrong get a ring. */
  readonly predictions: readonly unknown[] | null;
  readonly chosen: number | null;
  /** From where to where the chosen point was pushed. */
  readonly arrow: { readonly from: readonly number[]; readonly to: readonly number[] } | null;
}

export interface Plane {
  readonly svg: SVGSVGElement;
  show(content: PlaneContent): void;
  /** The place of the plane under a pointer. */
  placeOf(event: MouseEvent): [number, number];
}

const SIZE = 400;
const LEFT = 34;
const BOTTOM = 24;
const EDGE = 8;
const POINT_AREA = 62;
const HELD_OUT_AREA = 34;
/** More points than this are drawn smaller. */
const CROWD = 250;

let made = 0;

export function createPlane(): Plane {
  const svg = document.createElementNS("http://www.w3.org/2000/svg", "svg");
  dress(svg, { class: "plane", viewBox: `${-LEFT} ${-EDGE} ${SIZE + LEFT + EDGE} ${SIZE + EDGE + BOTTOM}`, role: "img" });
  made += 1;
  append(append(svg, "clipPath", { id: `plane-clip-${made}` }), "rect", { width: SIZE, height: SIZE, rx: 4 });
  const inside = append(svg, "g", { "clip-path": `url(#plane-clip-${made})` });
  append(inside, "rect", { width: SIZE, height: SIZE, class: "plane-ground" });
  const areas = append(inside, "g", { class: "plane-areas" });
  const line = append(inside, "path", { class: "plane-boundary" });
  const heldOut = append(inside, "g", { class: "plane-held-out" });
  const points = append(inside, "g", { class: "plane-points" });
  const rings = append(inside, "g", { class: "plane-wrong" });
  const chosen = append(inside, "circle", { class: "plane-chosen", r: 11 });
  const arrow = append(inside, "g", { class: "plane-arrow" });
  const halo = append(arrow, "line", { class: "plane-arrow-halo" });
  const shaft = append(arrow, "line");
  const head = append(arrow, "polygon");
  append(svg, "rect", { width: SIZE, height: SIZE, rx: 4, class: "plane-frame" });
  const labels = append(svg, "g", { class: "plane-labels" });
  let x = scaleLinear([0, 1], [0, SIZE]);
  let y = scaleLinear([0, 1], [SIZE, 0]);
  let lastGrid: Grid | null = null;
  let wasDiscrete = false;

  function drawAreas({ grid, encoding, boundary, classes, isDiscrete = false }: PlaneContent): void {
    if (grid === lastGrid && isDiscrete === wasDiscrete) return;
    lastGrid = grid;
    wasDiscrete = isDiscrete;
    const list = grid ? areasOf(grid, encoding, boundary, classes, isDiscrete) : [];
    for (const [index, path] of pool(areas, "path", list.length).entries()) {
      const { target, depth } = list[index]!;
      dress(path, {
        d: outlineOfArea(list[index]!, grid![0]!.length, grid!.length, SIZE),
        class: `plane-area class-${target} depth-${Math.min(depth, DEEPEST)}${boundary === null ? " is-whole" : ""}`,
      });
    }
    const middle = boundary === null ? null : list.find(({ target, threshold }) => target === 1 && threshold === 0);
    dress(line, { d: middle ? outlineOfArea(middle, grid![0]!.length, grid!.length, SIZE) : "" });
  }

  let lastPoints: readonly unknown[] = [];

  /** Points do not move while a model learns: they are drawn again only where they are others, or elsewhere. */
  function drawAllPoints(content: PlaneContent): void {
    const now = [content.points.inputs, content.points.targets, content.heldOut, content.classes, String(content.bounds)];
    if (now.every((each, index) => each === lastPoints[index])) return;
    lastPoints = now;
    const crowd = content.points.inputs.length > CROWD ? 0.45 : 1;
    drawPoints(points, content.points, POINT_AREA * crowd, content.classes);
    drawPoints(heldOut, content.heldOut ?? { inputs: [], targets: [] }, HELD_OUT_AREA * crowd, content.classes);
    drawLabels(content.features);
  }

  function drawPoints(group: SVGGElement, { inputs, targets }: Examples, area: number, classes: number | null): void {
    for (const [index, path] of pool(group, "path", inputs.length).entries()) {
      const [across, up] = inputs[index]!;
      const target = targets[index]!;
      dress(path, {
        d: outlineOf(classes === null ? 1 : target, area),
        transform: `translate(${short(x(across!))},${short(y(up!))})`,
        class: `plane-point class-${classes === null ? 1 : target}`,
      });
    }
  }

  function drawWrong({ points: { inputs, targets }, predictions, boundary, classes }: PlaneContent): void {
    const wrong =
      predictions && classes !== null
        ? inputs.flatMap((_, index) =>
            index < predictions.length && classOf(Number(predictions[index]), boundary) !== targets[index] ? [index] : [],
          )
        : [];
    for (const [index, ring] of pool(rings, "circle", wrong.length).entries()) {
      const [across, up] = inputs[wrong[index]!]!;
      dress(ring, { cx: short(x(across!)), cy: short(y(up!)), r: 8 });
    }
  }

  function drawArrow(given: PlaneContent["arrow"]): void {
    dress(arrow, { display: given ? "inline" : "none" });
    if (!given) return;
    const [x1, y1, x2, y2] = [x(given.from[0]!), y(given.from[1]!), x(given.to[0]!), y(given.to[1]!)];
    const length = Math.hypot(x2 - x1, y2 - y1) || 1;
    const [dx, dy] = [(x2 - x1) / length, (y2 - y1) / length];
    const ends = { x1: short(x1), y1: short(y1), x2: short(x2 - 8 * dx), y2: short(y2 - 8 * dy) };
    dress(halo, ends);
    dress(shaft, ends);
    const corners = [
      [x2, y2],
      [x2 - 11 * dx + 5 * dy, y2 - 11 * dy - 5 * dx],
      [x2 - 11 * dx - 5 * dy, y2 - 11 * dy + 5 * dx],
    ];
    dress(head, { points: corners.map((corner) => corner.map(short).join()).join(" ") });
  }

  function drawLabels(features: readonly string[]): void {
    const [across, up] = [x.ticks(5), y.ticks(5)];
    const texts = pool(labels, "text", across.length + up.length + 2);
    for (const [index, value] of across.entries()) {
      dress(texts[index]!, { x: short(x(value)), y: SIZE + 15, "text-anchor": "middle", class: "" });
      setText(texts[index]!, formatNumber(value));
    }
    for (const [index, value] of up.entries()) {
      dress(texts[across.length + index]!, { x: -6, y: short(y(value) + 4), "text-anchor": "end", class: "" });
      setText(texts[across.length + index]!, formatNumber(value));
    }
    const [acrossName, upName] = texts.slice(-2);
    dress(acrossName!, { x: SIZE - 6, y: SIZE - 8, "text-anchor": "end", class: "plane-name" });
    dress(upName!, { x: 6, y: 16, "text-anchor": "start", class: "plane-name" });
    setText(acrossName!, features[0] ?? "");
    setText(upName!, features[1] ?? "");
  }

  return {
    svg,
    placeOf(event) {
      const matrix = svg.getScreenCTM()!.inverse();
      const { x: across, y: up } = new DOMPoint(event.clientX, event.clientY).matrixTransform(matrix);
      return [x.invert(across), y.invert(up)];
    },
    show(content) {
      x = scaleLinear([...content.bounds[0]!], [0, SIZE]);
      y = scaleLinear([...content.bounds[1]!], [SIZE, 0]);
      drawAreas(content);
      drawAllPoints(content);
      drawWrong(content);
      const at = content.chosen === null ? undefined : content.points.inputs[content.chosen];
      dress(chosen, { display: at ? "inline" : "none", ...(at ? { cx: short(x(at[0]!)), cy: short(y(at[1]!)) } : {}) });
      drawArrow(content.arrow);
      dress(svg, { "aria-label": describe(content) });
    },
  };
}

function describe({ grid, classes, boundary, features, points }: PlaneContent): string {
  const what = say("points-over", { count: points.inputs.length, features: features.join(", ") });
  if (!grid || classes === null) return `${what}.`;
  const shares = sharesOf(grid, boundary, classes).map((share, target) =>
    say("class-share", { target, round: Math.round(100 * share) }),
  );
  return say("plane-described", { what, shares: shares.join(", ") });
}
