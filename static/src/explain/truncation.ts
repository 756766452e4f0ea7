/** How far the truncation error of a difference is kept apart from its rounding, over a sweep of steps. Pure. */
import type { JsonNumber } from "../core/types.ts";
import { toNumber } from "../text/format.ts";

export interface SweepRow {
  readonly h: number;
  readonly error: JsonNumber | null;
  readonly truncation: JsonNumber | null;
  readonly round_off: JsonNumber | null;
  readonly straddles?: boolean;
}

/** Whether the difference errs by the bend of the function at the largest step; of a parabola it does not, and all error is rounding. */
export function hasTruncation(rows: readonly SweepRow[]): boolean {
  return truncated(rows).length > 0;
}

/** The rows from the largest step down, as far as truncation is seen: what is estimated of it below is the noise of rounding. */
export function truncated(rows: readonly SweepRow[]): SweepRow[] {
  const falling = [...rows].sort((one, other) => other.h - one.h);
  const end = falling.findIndex(
    ({ truncation, round_off }) =>
      truncation === null || (round_off !== null && Math.abs(toNumber(truncation)) <= Math.abs(toNumber(round_off))),
  );
  return end < 0 ? falling : falling.slice(0, end);
}
