/** Students' own engines, examined: counted by line, in the order of the examination, and saved as a table. */
import assert from "node:assert/strict";
import test from "node:test";
import {
  definesClass,
  linesOfClass,
  rightEngines,
  type StudentsEngine,
  tableOfEngines,
  type Verdict,
} from "../../../static/src/room/engines/engines.ts";

const engine = (name: string, verdicts: Readonly<Record<string, Verdict>>): StudentsEngine => ({
  name,
  examined: {
    right: Object.values(verdicts).every((verdict) => verdict === "passed"),
    passed: Object.values(verdicts).filter((verdict) => verdict === "passed").length,
    asked: Object.keys(verdicts).length,
    lines: Object.entries(verdicts).map(([key, verdict]) => ({ key, section: "operations", verdict, required: true })),
  },
});

const CLASS: StudentsEngine[] = [
  engine("=Ada", { "a + b": "passed", "a * b": "failed" }),
  engine('Ben "B", junior', { "a + b": "passed", "a - b": "passed", "a * b": "passed" }),
  { name: "Cleo", examined: { sentence: "This is no Python." } },
  { name: "Dora", examined: null },
];

test("lines are counted over the engines that were asked, in the order of the examination", () => {
  assert.deepEqual(
    linesOfClass(CLASS).map(({ key, passed, asked }) => [key, passed, asked]),
    [
      ["a + b", 2, 2],
      ["a - b", 1, 1],
      ["a * b", 1, 2],
    ],
  );
  assert.deepEqual(linesOfClass(CLASS)[1]!.verdicts, [null, "passed", null, null]);
  assert.equal(rightEngines(CLASS), 1);
  assert.deepEqual(linesOfClass([]), []);
});

test("a saved table has no cell that a spreadsheet executes", () => {
  assert.deepEqual(tableOfEngines(CLASS).split("\r\n"), [
    '\uFEFFsection,line,passed,asked,\'=Ada,"Ben ""B"", junior",Cleo,Dora',
    "operations,a + b,2,2,passed,passed,,",
    "operations,a - b,1,1,,passed,,",
    "operations,a * b,1,2,failed,passed,,",
    "",
  ]);
});

test("a program that defines a class may bring an engine", () => {
  assert.equal(definesClass("import math\nclass Value:\n    pass"), true);
  assert.equal(definesClass("a = 2.0\nclassy = a * a"), false);
});
