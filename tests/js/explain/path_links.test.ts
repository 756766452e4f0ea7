import assert from "node:assert/strict";
import test from "node:test";

import { countOfPaths } from "../../../static/src/explain/path_links.ts";

test("a count of paths has its thousands separated, and is a power of ten where it is very long", () => {
  assert.equal(countOfPaths("1"), "one path");
  assert.equal(countOfPaths("12"), "12 paths");
  assert.equal(countOfPaths("2064"), "2,064 paths");
  assert.equal(countOfPaths("123456789012"), "123,456,789,012 paths");
  assert.match(countOfPaths("1234567890123"), /^about 10/);
});
