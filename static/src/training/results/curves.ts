/**
 * Curves over the steps of a run: which numbers, thinned to what a screen can show, and the range of their axis. Pure arithmetic on lists.
 */

import type { JsonNumber } from "../../core/types.ts";
import { say } from "../../messages/messages.ts";
import { formatNumber } from "../../text/format.ts";
import type { Run } from "../run.ts";
import type { Progress } from "../types.ts";
import { parameterName } from "./network.ts";

export interface Point {
  readonly step: number;
  readonly value: number;
}

export interface Curve {
  readonly name: string;
  readonly points: readonly Point[];
  /** How it is drawn, so that curves can be distinguished without colour: 0 is solid, the others are dashed differently. */
  readonly style: number;
  /** Belongs to the run that was kept to compare with. */
  readonly isKept?: boolean;
  /** Belongs to a branch. */
  readonly isBranch?: boolean;
}

/** A column of the run's numbers; what was not computed is left out. */
function column(steps: readonly Progress[], count: number, read: (progress: Progress) => JsonNumber | null | undefined): Point[] {
  const points: Point[] = [];
  for (let place = 0; place < count; place += 1) {
    const value = read(steps[place]!);
    if (value !== null && value !== undefined) points.push({ step: steps[place]!.step, value: Number(value) });
  }
  return points;
}

/**
 * At most about `most` points, which draw the same picture: of every bucket its smallest and its largest, in their order.
 * (Largest-and-smallest thinning keeps every spike; means would hide them.)
 */
export function thinned(points: readonly Point[], most: number): readonly Point[] {
  if (points.length <= most) return points;
  const buckets = Math.max(1, Math.floor(most / 2));
  const kept: Point[] = [points[0]!];
  for (let bucket = 0; bucket < buckets; bucket += 1) {
    const from = Math.floor((bucket * points.length) / buckets);
    const to = Math.floor(((bucket + 1) * points.length) / buckets);
    let [low, high] = [points[from]!, points[from]!];
    for (let place = from; place < to; place += 1) {
      const point = points[place]!;
      if (point.value < low.value || Number.isNaN(low.value)) low = point;
      if (point.value > high.value || Number.isNaN(high.value)) high = point;
    }
    for (const point of low.step <= high.step ? [low, high] : [high, low]) if (point.step > kept.at(-1)!.step) kept.push(point);
  }
  if (kept.at(-1)!.step < points.at(-1)!.step) kept.push(points.at(-1)!);
  return kept;
}

/** What is drawable on an axis. */
function drawable(curves: readonly Curve[], isLogarithmic: boolean): number[] {
  return curves
    .flatMap(({ points }) => points.map(({ value }) => value))
    .filter((value) => Number.isFinite(value) && (!isLogarithmic || value > 0));
}

/** From the smallest to the largest number, with some room; one spike at the start must not press the rest flat. */
export function rangeOf(curves: readonly Curve[], isLogarithmic: boolean, needed: readonly number[] = []): [number, number] {
  const sorted = drawable(curves, isLogarithmic).sort((one, other) => one - other);
  if (sorted.length === 0) return isLogarithmic ? [0.001, 1] : [0, 1];
  if (isLogarithmic) {
    const [low, high] = [Math.min(sorted[0]!, ...needed), Math.max(sorted.at(-1)!, ...needed)];
    return low === high ? [low / 2, high * 2] : [low / 1.15, high * 1.15];
  }
  const high = sorted[Math.floor((sorted.length - 1) * 0.98)]!;
  const top = sorted.at(-1)! <= 2.5 * high ? sorted.at(-1)! : 1.5 * high;
  const [least, most] = [Math.min(sorted[0]!, ...needed), Math.max(top, ...needed)];
  const room = (most - least || Math.abs(most) || 1) * 0.06;
  return [least >= 0 ? Math.max(0, least - room) : least - room, most + room];
}

/** A loss that ends above this many times its smallest value leaves nothing else to see on an even axis. */
const RUNAWAY = 1000;

/** Whether only a logarithmic axis shows the curves whole: one of them diverges, and every value has a logarithm. */
export function needsLogarithm(curves: readonly Curve[]): boolean {
  const values = drawable(curves, false);
  const least = values.reduce((smallest, value) => Math.min(smallest, value), Infinity);
  const ends = curves.map(({ points }) => points.findLast(({ value }) => Number.isFinite(value))?.value ?? 0);
  return least > 0 && ends.some((end) => end > RUNAWAY * least);
}

type Quantity = "loss" | "accuracy";

/** Loss or accuracy of a run: on the points it learns from, and on those held out. */
export function curvesOf(run: Run, quantity: Quantity, isKept = false): Curve[] {
  const { steps, stepCount, finished, started } = run;
  const learnt = column(steps, stepCount, (progress) => progress[quantity]);
  const heldOut = column(steps, stepCount, (progress) => progress[`held_out_${quantity}`]);
  // Only the end of the run shows what the last update led to.
  const isBatch = (started.request.batch_size ?? null) !== null;
  const last = (points: Point[], value: JsonNumber | null | undefined): Point[] =>
    finished && value !== null && value !== undefined && points.length > 0
      ? [...points, { step: finished.step, value: Number(value) }]
      : points;
  const made: Curve[] = [
    {
      name: isBatch ? say("curve-batch") : say("curve-training"),
      // The end of the run is measured on all examples, which is no point of a curve of batches.
      points: isBatch ? learnt : last(learnt, finished?.[quantity]),
      style: 0,
      isKept,
    },
  ];
  if (heldOut.length > 0)
    made.push({ name: say("held-out"), points: last(heldOut, finished?.[`held_out_${quantity}`]), style: 1, isKept });
  return made.filter(({ points }) => points.length > 0);
}

/** A number for each layer: lengths of gradients, or of updates against the weights. */
export function layerCurves({ started, steps, stepCount }: Run, field: "gradient_norms" | "update_ratios"): Curve[] {
  const names = Object.keys(steps.find((progress) => progress[field] !== null)?.[field] ?? {});
  const ordered = [
    ...started.layers.filter((name) => names.includes(name)),
    ...names.filter((name) => !started.layers.includes(name)),
  ];
  return ordered
    .map((name, style) => ({
      name: parameterName(name),
      points: column(steps, stepCount, (progress) => progress[field]?.[name]),
      style,
    }))
    .filter(({ points }) => points.length > 0);
}

/** The value of a curve at a step: of its last point up to it. */
export function valueOn({ points }: Curve, step: number): number | null {
  let [low, high] = [0, points.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (points[middle]!.step <= step) low = middle + 1;
    else high = middle;
  }
  return points[low - 1]?.value ?? null;
}

/** Digits of a distance between two ticks. */
const DISTANCE_DIGITS = 2;

/** The numbers of an axis from the least up; where few digits do not distinguish them, how far each is above the first. */
export function tickTexts(ticks: readonly number[], format: (value: number) => string): readonly string[] {
  const texts = ticks.map((tick) => format(tick));
  if (new Set(texts).size === texts.length) return texts;
  return texts.map((text, index) => (index === 0 ? text : `+${formatNumber(ticks[index]! - ticks[0]!, DISTANCE_DIGITS)}`));
}
