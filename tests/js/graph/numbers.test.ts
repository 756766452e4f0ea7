/** Numbers as both sides show them: one table, read here and by tests/contract/test_numbers.py. */
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import test from "node:test";
import type { Value } from "../../../static/src/core/types.ts";
import { formatValue } from "../../../static/src/text/format.ts";

const CASES = JSON.parse(readFileSync("tests/contract/numbers.json", "utf8")) as [Value | null, string][];

test("the page shows the numbers of the table", () => {
  assert.ok(CASES.length >= 300);
  const shown = CASES.map(([value]) => [value, formatValue(value)]);
  assert.deepEqual(shown, CASES);
});
