/** One input: the curve, the point where the input is, its tangent, and the numbered steps of a descent. */

import { scaleLinear } from "d3-scale";
import { line } from "d3-shape";
import type { Range } from "../../../core/ranges.ts";
import { say } from "../../../messages/messages.ts";
import { formatNumber } from "../../../text/format.ts";
import { axes, BOX, drawing, inside, type Scale, shape } from "./axes.ts";
import type { Drawn, Landscape } from "./landscape.ts";

const STEP_RADIUS = 8;
/** Half the width that a digit of a step's number takes. */
const STEP_DIGIT = 4;
const STEP_DISTANCE = 13;

/** Numbers in rising order as ranges: `0`, `3–8`, `1, 3–8`. */
function rangesOf(numbers: readonly number[]): string {
  const ranges: [number, number][] = [];
  for (const number of numbers) {
    const last = ranges.at(-1);
    if (last && number === last[1] + 1) last[1] = number;
    else ranges.push([number, number]);
  }
  return ranges.map(([first, last]) => (first === last ? String(first) : `${first}–${last}`)).join(", ");
}

/** A curve that shoots up at its ends must not press the rest flat. */
export function valueRange(values: readonly number[], needed: readonly number[]): [number, number] {
  const finite = values.filter(Number.isFinite).sort((one, other) => one - other);
  if (finite.length === 0) return [-1, 1];
  const at = (share: number): number => finite[Math.round(share * (finite.length - 1))]!;
  const [low, high] = [at(0.02), at(0.98)];
  const reach = 4 * (high - low) + 1e-12;
  const wanted = [finite[0]!, finite.at(-1)!, ...needed].filter((value) => value >= low - reach && value <= high + reach);
  const [smallest, largest] = [Math.min(...wanted), Math.max(...wanted)];
  const room = (largest - smallest || Math.abs(largest) || 1) * 0.08;
  return [smallest - room, largest + room];
}

export function drawCurve({ names, ranges, values, here, slopes, path, output }: Landscape): Drawn {
  const [name, range] = [names[0]!, ranges[0]!];
  const slope = slopes === null ? null : slopes[0]!;
  const x = scaleLinear([range.smallest, range.largest], [BOX.left, BOX.right]);
  const y = scaleLinear(valueRange(values, [here.value]), [BOX.bottom, BOX.top]);
  const step = (range.largest - range.smallest) / (values.length - 1);
  const curve = line<number>((_, index) => x(range.smallest + index * step), y).defined(Number.isFinite)(values as number[]);
  const at = here.place[name]!;
  const parts = [
    shape("path", { d: curve ?? "", class: "plot-curve" }),
    ...(slope === null ? [] : tangent(slope, range, x, (place) => y(here.value + slope * (place - at)))),
    ...steps(path.map(({ place, value }) => [x(place[name]!), y(value)])),
    shape("circle", { cx: x(at), cy: y(here.value), r: 5, class: "plot-here" }),
  ];
  const label = curveDescribed({ output, name, at: formatNumber(at), value: formatNumber(here.value) }, slope);
  const root = drawing(label, axes({ scale: x, name }, { scale: y, name: output }), inside(...parts));
  return { root, placeAt: (across) => ({ [name]: x.invert(across) }) };
}

type Described = Readonly<Record<"output" | "name" | "at" | "value", string>>;

/** The curve in words, with its slope as far as that is to be seen. */
export function curveDescribed({ output, name, at, value }: Described, slope: number | null): string {
  if (slope === null) return say("curve-described", { output, name, at, value });
  return say("curve-described.and-slope", { output, name, at, value, slope: formatNumber(slope) });
}

/** The straight line that touches the curve, across the whole drawing; none where the slope or the value there is no number. */
function tangent(slope: number, { smallest, largest }: Range, x: Scale, heightAt: (place: number) => number): SVGElement[] {
  const [left, right] = [heightAt(smallest), heightAt(largest)];
  if (!Number.isFinite(left) || !Number.isFinite(right)) return [];
  const sign = slope > 0 ? "positive" : slope < 0 ? "negative" : "zero";
  return [shape("line", { x1: x(smallest), y1: left, x2: x(largest), y2: right, class: `plot-tangent is-${sign}` })];
}

/** Numbered points and the lines between them; those that would cover one another share a mark, "3–8". */
export function steps(places: readonly (readonly [number, number])[]): SVGElement[] {
  const drawable = places.filter(([x, y]) => Number.isFinite(x) && Number.isFinite(y) && Math.abs(x) < 1e5 && Math.abs(y) < 1e5);
  const clusters: { readonly x: number; readonly y: number; readonly steps: number[] }[] = [];
  for (const [index, [x, y]] of drawable.entries()) {
    const covered = clusters.find((cluster) => Math.hypot(x - cluster.x, y - cluster.y) <= STEP_DISTANCE);
    if (covered) covered.steps.push(index);
    else clusters.push({ x, y, steps: [index] });
  }
  const marks = clusters.flatMap(({ x, y, steps: indices }) => {
    const text = rangesOf(indices);
    const half = Math.max(STEP_RADIUS, text.length * STEP_DIGIT);
    return [
      shape("rect", {
        x: x - half,
        y: y - STEP_RADIUS,
        width: 2 * half,
        height: 2 * STEP_RADIUS,
        rx: STEP_RADIUS,
        class: "plot-step",
      }),
      shape("text", { x, y: y + 4, class: "plot-step-number", "text-anchor": "middle" }, text),
    ];
  });
  return [shape("polyline", { points: drawable.map(([x, y]) => `${x},${y}`).join(" "), class: "plot-path" }), ...marks];
}
