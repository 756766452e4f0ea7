/** One input: the curve, the point where the input is, its tangent, and the numbered steps of a descent. */

import { scaleLinear } from "d3-scale";
import { line } from "d3-shape";
import { say } from "../../../messages/messages.ts";
import { formatNumber } from "../../../text/format.ts";
import { axes, BOX, drawing, inside, shape } from "./axes.ts";
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
  const [name, range, slope] = [names[0]!, ranges[0]!, slopes[0]!];
  const x = scaleLinear([range.smallest, range.largest], [BOX.left, BOX.right]);
  const y = scaleLinear(valueRange(values, [here.value]), [BOX.bottom, BOX.top]);
  const step = (range.largest - range.smallest) / (values.length - 1);
  const curve = line<number>((_, index) => x(range.smallest + index * step), y).defined(Number.isFinite)(values as number[]);
  const at = here.place[name]!;
  const tangentAt = (place: number): number => y(here.value + slope * (place - at));
  const sign = slope > 0 ? "positive" : slope < 0 ? "negative" : "zero";
  const parts = [
    shape("path", { d: curve ?? "", class: "plot-curve" }),
    ...(Number.isFinite(slope) && Number.isFinite(here.value)
      ? [
          shape("line", {
            x1: x(range.smallest),
            y1: tangentAt(range.smallest),
            x2: x(range.largest),
            y2: tangentAt(range.largest),
            class: `plot-tangent is-${sign}`,
          }),
        ]
      : []),
    ...steps(path.map(({ place, value }) => [x(place[name]!), y(value)])),
    shape("circle", { cx: x(at), cy: y(here.value), r: 5, class: "plot-here" }),
  ];
  const label = say("curve-described", {
    output,
    name,
    at: formatNumber(at),
    value: formatNumber(here.value),
    slope: formatNumber(slope),
  });
  const root = drawing(label, axes({ scale: x, name }, { scale: y, name: output }), inside(...parts));
  return { root, placeAt: (across) => ({ [name]: x.invert(across) }) };
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
