/** A chart of curves over the steps of a run: drawn again in place as they grow, read under the pointer, and a way to any step. Knows no run. */

import { scaleLinear, scaleLog } from "d3-scale";
import { line } from "d3-shape";
import { say } from "../../../messages/messages.ts";
import { formatNumber } from "../../../text/format.ts";
import { type Curve, type Point, rangeOf, thinned, tickTexts, valueOn } from "../../../training/results/curves.ts";
import { element } from "../../shared/dom.ts";
import { append, setText } from "../../shared/svg.ts";
import { dress, pool, short, unitOf } from "./shapes.ts";

export interface ChartOptions {
  readonly title: string;
  /** What the curves show, as text for screen readers. */
  readonly subject: string;
  readonly format?: (value: number) => string;
  /** Numbers that the axis must hold, whatever the curves do. */
  readonly needed?: readonly number[];
  /** Where the axis ends for good: no share is above 1. */
  readonly end?: number;
  /** A line to hold the curves against, and its name. */
  readonly reference?: { readonly value: number; readonly name: string };
  readonly height?: number;
  seek(step: number): void;
}

export interface ChartContent {
  readonly curves: readonly Curve[];
  /** The step that the page shows, and how many the run will have. */
  readonly step: number;
  readonly length: number;
  readonly isLogarithmic: boolean;
  /** Steps at which the run was given another set-up. */
  readonly flags: readonly number[];
}

const curveClass = ({ style, isKept, isBranch }: Curve): string =>
  `chart-curve style-${style % 6}${isKept ? " is-kept" : isBranch ? " is-branch" : ""}`;

export interface Chart {
  readonly root: HTMLElement;
  show(content: ChartContent): void;
}

const LEFT = 50;
const RIGHT = 10;
const TOP = 8;
const BOTTOM = 18;
const HEIGHT = 132;

export function createChart(options: ChartOptions): Chart {
  const format = options.format ?? formatNumber;
  const height = options.height ?? HEIGHT;
  const legend = element("ul", { class: "chart-legend" });
  const title = element("figcaption", { class: "chart-title" }, element("span", {}, options.title));
  const root = element("figure", { class: "chart" }, element("div", { class: "chart-head" }, title, legend));
  const svg = append(root, "svg", { class: "chart-drawing", role: "img", height });
  const gridLines = append(svg, "g", { class: "chart-grid" });
  const gridLabels = append(svg, "g", { class: "chart-labels" });
  const reference = append(svg, "g", { class: "chart-reference", display: "none" });
  const referenceLine = append(reference, "line");
  const referenceName = append(reference, "text", { "text-anchor": "end" });
  const curveGroup = append(svg, "g", { class: "chart-curves" });
  const flags = append(svg, "g", { class: "chart-flags" });
  const marker = append(svg, "line", { class: "chart-marker" });
  const dots = append(svg, "g", { class: "chart-dots" });
  const pointed = append(svg, "line", { class: "chart-pointed", display: "none" });
  if (options.reference) referenceName.textContent = options.reference.name;

  let content: ChartContent | null = null;
  let width = 320;
  let pointedStep: number | null = null;

  const across = (): { (step: number): number; invert(x: number): number } =>
    scaleLinear([0, Math.max(1, content!.length)], [LEFT, width - RIGHT]);

  function scaleUp() {
    const [low, high] = rangeOf(content!.curves, content!.isLogarithmic, options.needed);
    const place: [number, number] = [height - BOTTOM, TOP];
    if (content!.isLogarithmic) return scaleLog([low, high], place).clamp(true);
    return options.end === undefined
      ? scaleLinear([low, high], place).nice(3)
      : scaleLinear([low, Math.min(high, options.end)], place);
  }

  function ticksOf(y: ReturnType<typeof scaleUp>): readonly number[] {
    const all = y.ticks(3);
    const powers = all.filter((value) => Number.isInteger(Math.log10(value)));
    const ticks = content!.isLogarithmic && powers.length >= 2 ? powers : all;
    const stride = Math.max(1, Math.ceil(ticks.length / 5));
    return ticks.filter((_, index) => index % stride === 0);
  }

  function drawGrid(x: (step: number) => number, y: ReturnType<typeof scaleUp>): void {
    const ticks = ticksOf(y);
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
    for (const [index, step] of [0, content!.length].entries()) {
      const label = labels[ticks.length + index]!;
      dress(label, { x: short(x(step)), y: height - 4, "text-anchor": index === 0 ? "start" : "end" });
      setText(label, index === 0 ? "0" : say("chart-step", { step }));
    }
  }

  function draw(): void {
    if (!content) return;
    const { curves, step } = content;
    dress(svg, { viewBox: `0 0 ${width} ${height}` });
    const x = across();
    const y = scaleUp();
    const isDrawable = ({ value }: Point): boolean => Number.isFinite(value) && (!content!.isLogarithmic || value > 0);
    const limit = (value: number): number => Math.max(TOP - 4, Math.min(height - BOTTOM + 4, y(value)));
    const path = line<Point>(
      (point) => x(point.step),
      (point) => limit(point.value),
    )
      .defined(isDrawable)
      .digits(1);
    drawGrid(x, y);
    for (const [index, drawn] of pool(curveGroup, "path", curves.length).entries()) {
      const curve = curves[index]!;
      dress(drawn, {
        d: path(thinned(curve.points, width)) ?? "",
        class: curveClass(curve),
      });
    }
    const own = curves.filter((curve) => !curve.isKept && !curve.isBranch);
    const places = own
      .map((curve) => valueOn(curve, step))
      .filter((value): value is number => value !== null && isDrawable({ step, value }));
    for (const [index, dot] of pool(dots, "circle", places.length).entries())
      dress(dot, { cx: short(x(step)), cy: short(limit(places[index]!)), r: 3 });
    for (const [index, flag] of pool(flags, "line", content.flags.length).entries()) {
      const at = short(x(content.flags[index]!));
      dress(flag, { x1: at, x2: at, y1: TOP, y2: height - BOTTOM });
    }
    dress(marker, { x1: short(x(step)), x2: short(x(step)), y1: TOP, y2: height - BOTTOM });
    drawReference(y);
    drawPointed(x);
    writeLegend(pointedStep ?? step);
  }

  function drawReference(y: (value: number) => number): void {
    if (!options.reference) return;
    const up = short(y(options.reference.value));
    dress(reference, { display: content!.curves.length > 0 ? "inline" : "none" });
    dress(referenceLine, { x1: LEFT, x2: width - RIGHT, y1: up, y2: up });
    dress(referenceName, { x: width - RIGHT - 2, y: Number(up) - 4 });
  }

  function drawPointed(x: (step: number) => number): void {
    dress(pointed, { display: pointedStep === null ? "none" : "inline" });
    if (pointedStep !== null)
      dress(pointed, { x1: short(x(pointedStep)), x2: short(x(pointedStep)), y1: TOP, y2: height - BOTTOM });
  }

  function writeLegend(step: number): void {
    const { curves } = content!;
    while (legend.childElementCount > curves.length) legend.lastElementChild!.remove();
    while (legend.childElementCount < curves.length) legend.append(legendEntry());
    const readings = curves.map((curve, index) => {
      const [key, name, value] = Array.from(legend.children[index]!.children) as [SVGElement, HTMLElement, HTMLElement];
      dress(key.firstElementChild!, { class: curveClass(curve) });
      const label = curve.isKept ? `A ${curve.name}` : curve.name;
      const at = valueOn(curve, step);
      const text = at === null ? "—" : format(at);
      setText(name, label);
      setText(value, text);
      return `${label} ${text}`;
    });
    dress(svg, {
      "aria-label":
        curves.length === 0
          ? say("chart-nothing", { subject: options.subject })
          : say("chart-at-step", { subject: options.subject, step, told: readings.join(", ") }),
    });
  }

  function stepAt(event: PointerEvent): number {
    const { left } = svg.getBoundingClientRect();
    const step = Math.round(across().invert(((event.clientX - left) * width) / Math.max(1, svg.clientWidth)));
    return Math.max(0, Math.min(content!.length, step));
  }

  svg.addEventListener("pointermove", (event) => {
    if (!content || content.curves.length === 0) return;
    pointedStep = stepAt(event);
    drawPointed(across());
    writeLegend(pointedStep);
    if (event.buttons === 1) options.seek(pointedStep);
  });
  svg.addEventListener("pointerleave", () => {
    pointedStep = null;
    if (!content) return;
    drawPointed(across());
    writeLegend(content.step);
  });
  svg.addEventListener("pointerdown", (event) => {
    if (content && content.curves.length > 0 && event.button === 0) options.seek(stepAt(event));
  });
  new ResizeObserver(() => {
    const unit = unitOf();
    const measured = Math.round(root.clientWidth / unit);
    if (measured === 0 || measured === width) return;
    width = measured;
    dress(svg, { height: Math.round(height * unit) });
    draw();
  }).observe(root);

  return {
    root,
    show(next) {
      content = next;
      draw();
    },
  };
}

function legendEntry(): HTMLElement {
  const entry = element("li", { class: "chart-entry" });
  const key = append(entry, "svg", { class: "chart-key", width: 18, height: 8, "aria-hidden": "true" });
  append(key, "path", { d: "M0,4H18" });
  entry.append(element("span", { class: "chart-name" }), element("span", { class: "chart-value numbers" }));
  return entry;
}
