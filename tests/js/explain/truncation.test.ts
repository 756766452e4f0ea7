import assert from "node:assert/strict";
import test from "node:test";
import { hasTruncation, type SweepRow, truncated } from "../../../static/src/explain/truncation.ts";

/** Truncation is 3h², and of what is estimated of it rounding leaves no less than 1e−16 / h. */
const CUBE: readonly SweepRow[] = Array.from({ length: 12 }, (_, index) => {
  const h = 10 ** -(index + 1);
  return { h, error: 3 * h * h, truncation: Math.max(3 * h * h, 1e-16 / h), round_off: 1.1e-16 / h };
});

test("truncation falls with h, and where rounding covers it nothing is drawn of it", () => {
  const seen = truncated(CUBE);
  assert.deepEqual(
    seen.map(({ h }) => h),
    CUBE.slice(0, 5).map(({ h }) => h),
  );
  assert.equal(
    seen.every(({ truncation }, index) => index === 0 || Number(truncation) < Number(seen[index - 1]!.truncation)),
    true,
  );
  assert.equal(hasTruncation(CUBE), true);
  assert.equal(hasTruncation(CUBE.map((row) => ({ ...row, truncation: 0 }))), false);
});
