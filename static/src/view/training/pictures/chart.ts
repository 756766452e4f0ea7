/** A chart of curves over the steps of a run: drawn again in place as they grow, read under the pointer, and a way to any step. Knows no run. */

import { line } from "d3-shape";
import { say } from "../../../messages/messages.ts";
import { formatNumber } from "../../../text/format.ts";
import { type Point, thinned, tickTexts, valueOn } from "../../../training/results/curves.ts";
import { element } from "../../shared/dom.ts";
import { append, setText } from "../../shared/svg.ts";
import { type Axes, axesOf, BOTTOM, type ChartContent, LEFT, type Range, RIGHT, type Size, TOP } from "./chart_axes.ts";
import { curveClass, writeLegend } from "./chart_legend.ts";
import { dress, pool, short, unitOf } from "./shapes.ts";

export interface ChartOptions extends Range {
  readonly title: string;
  /** What the curves show, as text for screen readers. */
  readonly subject: string;
  readonly format?: (value: number) => string;
  /** A line to hold the curves against, and its name. */
  readonly reference?: { readonly value: number; readonly name: string };
  seek(step: number): void;
}

export interface Chart {
  readonly root: HTMLElement;
  show(content: ChartContent): void;
}

/** Content at its place. */
interface Drawn extends Size {
  readonly content: ChartContent;
  readonly axes: Axes;
}

/** The parts of the drawing, from the back to the front. */
function createParts(root: HTMLElement) {
  const svg = append(root, "svg", { class: "chart-drawing", role: "img" });
  const gridLines = append(svg, "g", { class: "chart-grid" });
  const gridLabels = append(svg, "g", { class: "chart-labels" });
  const reference = append(svg, "g", { class: "chart-reference", display: "none" });
  return {
    svg,
    gridLines,
    gridLabels,
    reference,
    referenceLine: append(reference, "line"),
    referenceName: append(reference, "text", { "text-anchor": "end" }),
    curves: append(svg, "g", { class: "chart-curves" }),
    flags: append(svg, "g", { class: "chart-flags" }),
    marker: append(svg, "line", { class: "chart-marker" }),
    dots: append(svg, "g", { class: "chart-dots" }),
    pointed: append(svg, "line", { class: "chart-pointed", display: "none" }),
  };
}

type Parts = ReturnType<typeof createParts>;

export function createChart(options: ChartOptions): Chart {
  const format = options.format ?? formatNumber;
  const legend = element("ul", { class: "chart-legend" });
  const title = element("figcaption", { class: "chart-title" }, element("span", {}, options.title));
  const root = element("figure", { class: "chart" }, element("div", { class: "chart-head" }, title, legend));
  const parts = createParts(root);
  const { svg } = parts;
  if (options.reference) parts.referenceName.textContent = options.reference.name;

  let content: ChartContent | null = null;
  let drawn: Drawn | null = null;
  /** The style sheet says how high it is. */
  let size: Size = { width: 320, height: 132 };
  let pointedStep: number | null = null;

  function draw(): void {
    if (!content) return;
    drawn = { content, axes: axesOf(content, options, size), ...size };
    dress(svg, { viewBox: `0 0 ${size.width} ${size.height}` });
    drawGrid(parts, drawn, format);
    drawCurves(parts, drawn);
    drawSteps(parts, drawn);
    if (options.reference) drawReference(parts, drawn, options.reference.value);
    point(drawn);
  }

  /** The line under the pointer, and what the curves are there. */
  function point({ axes, content, height }: Drawn): void {
    drawPointed(parts, axes, pointedStep, height);
    read(content, pointedStep ?? content.step);
  }

  function read({ curves }: ChartContent, step: number): void {
    const readings = writeLegend(legend, curves, step, format);
    dress(svg, {
      "aria-label":
        curves.length === 0
          ? say("chart-nothing", { subject: options.subject })
          : say("chart-at-step", { subject: options.subject, step, told: readings.join(", ") }),
    });
  }

  function stepAt(event: PointerEvent, { axes }: Drawn): number {
    const { left } = svg.getBoundingClientRect();
    return axes.stepAt(((event.clientX - left) * size.width) / Math.max(1, svg.clientWidth));
  }

  svg.addEventListener("pointermove", (event) => {
    if (!drawn || drawn.content.curves.length === 0) return;
    pointedStep = stepAt(event, drawn);
    point(drawn);
    if (event.buttons === 1) options.seek(pointedStep);
  });
  svg.addEventListener("pointerleave", () => {
    pointedStep = null;
    if (drawn) point(drawn);
  });
  svg.addEventListener("pointerdown", (event) => {
    if (drawn && drawn.content.curves.length > 0 && event.button === 0) options.seek(stepAt(event, drawn));
  });
  new ResizeObserver(() => {
    const unit = unitOf();
    const [width, height] = [Math.round(svg.clientWidth / unit), Math.round(svg.clientHeight / unit)];
    if (width === 0 || height === 0 || (width === size.width && height === size.height)) return;
    size = { width, height };
    draw();
  }).observe(svg);

  return {
    root,
    show(next) {
      content = next;
      draw();
    },
  };
}

function drawGrid(
  { gridLines, gridLabels }: Parts,
  { axes, content, width, height }: Drawn,
  format: (value: number) => string,
): void {
  const { x, y, ticks } = axes;
  for (const [index, drawn] of pool(gridLines, "line", ticks.length).entries()) {
    const up = short(y(ticks[index]!));
    dress(drawn, { x1: LEFT, x2: width - RIGHT, y1: up, y2: up });
  }
  const texts = tickTexts(ticks, format);
  const labels = pool(gridLabels, "text", ticks.length + 2);
  for (const [index, value] of ticks.entries()) {
    dress(labels[index]!, { x: LEFT - 6, y: short(y(value) + 3.5), "text-anchor": "end" });
    setText(labels[index]!, texts[index]!);
  }
  for (const [index, step] of [0, content.length].entries()) {
    const label = labels[ticks.length + index]!;
    dress(label, { x: short(x(step)), y: height - 4, "text-anchor": index === 0 ? "start" : "end" });
    setText(label, index === 0 ? "0" : say("chart-step", { step }));
  }
}

/** The curves, and a dot on each of the run's own at the step that the page shows. */
function drawCurves({ curves: group, dots }: Parts, { axes, content, width }: Drawn): void {
  const { curves, step } = content;
  const path = line<Point>(
    (point) => axes.x(point.step),
    (point) => axes.within(point.value),
  )
    .defined(axes.isDrawable)
    .digits(1);
  for (const [index, drawn] of pool(group, "path", curves.length).entries()) {
    const curve = curves[index]!;
    dress(drawn, { d: path(thinned(curve.points, width)) ?? "", class: curveClass(curve) });
  }
  const places = curves
    .filter((curve) => !curve.isKept && !curve.isBranch)
    .map((curve) => valueOn(curve, step))
    .filter((value): value is number => value !== null && axes.isDrawable({ step, value }));
  for (const [index, dot] of pool(dots, "circle", places.length).entries())
    dress(dot, { cx: short(axes.x(step)), cy: short(axes.within(places[index]!)), r: 3 });
}

/** The step that the page shows, and those at which the run was given another set-up. */
function drawSteps({ flags, marker }: Parts, { axes, content, height }: Drawn): void {
  for (const [index, flag] of pool(flags, "line", content.flags.length).entries()) {
    const at = short(axes.x(content.flags[index]!));
    dress(flag, { x1: at, x2: at, y1: TOP, y2: height - BOTTOM });
  }
  const at = short(axes.x(content.step));
  dress(marker, { x1: at, x2: at, y1: TOP, y2: height - BOTTOM });
}

function drawReference({ reference, referenceLine, referenceName }: Parts, { axes, content, width }: Drawn, value: number): void {
  const up = short(axes.y(value));
  dress(reference, { display: content.curves.length > 0 ? "inline" : "none" });
  dress(referenceLine, { x1: LEFT, x2: width - RIGHT, y1: up, y2: up });
  dress(referenceName, { x: width - RIGHT - 2, y: Number(up) - 4 });
}

function drawPointed({ pointed }: Parts, { x }: Axes, step: number | null, height: number): void {
  dress(pointed, { display: step === null ? "none" : "inline" });
  if (step !== null) dress(pointed, { x1: short(x(step)), x2: short(x(step)), y1: TOP, y2: height - BOTTOM });
}
