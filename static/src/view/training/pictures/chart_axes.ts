/** The axes of a chart: steps go across, values up. Knows no document. */
import { type ScaleContinuousNumeric, scaleLinear, scaleLog } from "d3-scale";
import { type Curve, type Point, rangeOf } from "../../../training/results/curves.ts";

export interface ChartContent {
  readonly curves: readonly Curve[];
  /** The step that the page shows, and how many the run will have. */
  readonly step: number;
  readonly length: number;
  readonly isLogarithmic: boolean;
  /** Steps at which the run was given another set-up. */
  readonly flags: readonly number[];
}

export interface Range {
  /** Numbers that the axis must hold, whatever the curves do. */
  readonly needed?: readonly number[];
  /** Where the axis ends for good: no share is above 1. */
  readonly end?: number;
}

export interface Size {
  readonly width: number;
  readonly height: number;
}

export interface Axes {
  x(step: number): number;
  y(value: number): number;
  /** The step at a place across. */
  stepAt(x: number): number;
  /** Where a value is drawn: what lies beyond the axis at its end. */
  within(value: number): number;
  isDrawable(point: Point): boolean;
  /** The values that have a line. */
  readonly ticks: readonly number[];
}

export const LEFT = 50;
export const RIGHT = 10;
export const TOP = 8;
export const BOTTOM = 18;
/** How far a curve may leave the axis. */
const BEYOND = 4;

export function axesOf({ curves, length, isLogarithmic }: ChartContent, range: Range, { width, height }: Size): Axes {
  const across = scaleLinear([0, Math.max(1, length)], [LEFT, width - RIGHT]);
  const up = scaleUp(rangeOf(curves, isLogarithmic, range.needed), [height - BOTTOM, TOP], isLogarithmic, range.end);
  return {
    x: across,
    y: up,
    stepAt: (x) => Math.max(0, Math.min(length, Math.round(across.invert(x)))),
    within: (value) => Math.max(TOP - BEYOND, Math.min(height - BOTTOM + BEYOND, up(value))),
    isDrawable: ({ value }) => Number.isFinite(value) && (!isLogarithmic || value > 0),
    ticks: ticksOf(up.ticks(3), isLogarithmic),
  };
}

function scaleUp(
  [low, high]: readonly [number, number],
  place: [number, number],
  isLogarithmic: boolean,
  end: number | undefined,
): ScaleContinuousNumeric<number, number> {
  if (isLogarithmic) return scaleLog([low, high], place).clamp(true);
  return end === undefined ? scaleLinear([low, high], place).nice(3) : scaleLinear([low, Math.min(high, end)], place);
}

/** Powers of ten alone where there are two of them, and a handful at most. */
function ticksOf(all: readonly number[], isLogarithmic: boolean): readonly number[] {
  const powers = all.filter((value) => Number.isInteger(Math.log10(value)));
  const ticks = isLogarithmic && powers.length >= 2 ? powers : all;
  const stride = Math.max(1, Math.ceil(ticks.length / 5));
  return ticks.filter((_, index) => index % stride === 0);
}
