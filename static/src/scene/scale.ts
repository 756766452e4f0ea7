/**
 * Magnitude as the width of a wire on which something goes: 2 to 4 pixels on a symmetric logarithm.
 * The scale ends at a round number, so that it stays put while a slider moves. Pure arithmetic.
 */

const THINNEST = 2;
const THICKEST = 4;
/** Of one on which nothing goes. */
export const AT_REST = 1.5;
/** Below this fraction of the end the scale is linear, above it logarithmic. */
const LINEAR_PART = 1 / 20;

export interface WidthScale {
  /** The magnitude that is drawn thickest: 1, 2 or 5 times a power of ten. */
  readonly end: number;
  widthOf(value: number): number;
}

/** The scale for a set of numbers; NaN and infinities do not stretch it and are drawn thickest. */
export function widthScale(values: Iterable<number>): WidthScale {
  let largest = 0;
  for (const value of values) if (Number.isFinite(value)) largest = Math.max(largest, Math.abs(value));
  const end = roundUp(largest);
  const whole = Math.log1p(1 / LINEAR_PART);
  return {
    end,
    widthOf(value) {
      const part = Math.log1p(Math.abs(value) / (end * LINEAR_PART)) / whole;
      return Number.isNaN(part) ? THICKEST : THINNEST + (THICKEST - THINNEST) * Math.min(1, part);
    },
  };
}

/** The next of 1, 2, 5, 10, 20, 50… that is not smaller. */
function roundUp(value: number): number {
  if (value === 0) return 1;
  const power = 10 ** Math.floor(Math.log10(value));
  const factor = [1, 2, 5, 10].find((candidate) => candidate * power >= value * (1 - 1e-9)) ?? 10;
  return factor * power;
}
