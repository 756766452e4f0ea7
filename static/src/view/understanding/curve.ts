/** One input: the curve, the point where the input stands, its tangent, and the numbered steps of a descent. */
import { scaleLinear } from "d3-scale";
import { line } from "d3-shape";
import { formatNumber } from "../../graph/format.ts";
import { axes, BOX, drawing, inside, shape } from "./axes.ts";
import type { Landscape } from "./landscape.ts";

/** A curve that shoots up at its ends must not press the rest flat. */
function valueRange(values: readonly number[], needed: readonly number[]): [number, number] {
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

export function drawCurve({ names, ranges, values, here, slopes, path, output }: Landscape): SVGElement {
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
  const label = `${output} against ${name}: at ${name} = ${formatNumber(at)} it is ${formatNumber(here.value)} with slope ${formatNumber(slope)}.`;
  return drawing(label, axes({ scale: x, name }, { scale: y, name: output.length > 24 ? "output" : output }), inside(...parts));
}

/** Numbered points and the lines between them; numbers that would cover one another are left out. */
export function steps(places: readonly (readonly [number, number])[]): SVGElement[] {
  const drawable = places.filter(([x, y]) => Number.isFinite(x) && Number.isFinite(y) && Math.abs(x) < 1e5 && Math.abs(y) < 1e5);
  const numbered: (readonly [number, number])[] = [];
  const marks = drawable.flatMap(([x, y], index) => {
    const isFree = numbered.every(([otherX, otherY]) => Math.hypot(x - otherX, y - otherY) > 13);
    if (!isFree) return [shape("circle", { cx: x, cy: y, r: 2, class: "plot-step-dot" })];
    numbered.push([x, y]);
    return [
      shape("circle", { cx: x, cy: y, r: 7, class: "plot-step" }),
      shape("text", { x, y: y + 3.2, class: "plot-step-number", "text-anchor": "middle" }, String(index)),
    ];
  });
  return [shape("polyline", { points: drawable.map(([x, y]) => `${x},${y}`).join(" "), class: "plot-path" }), ...marks];
}
