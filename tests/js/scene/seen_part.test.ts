/** Of a long wire only what a stage shows is drawn, and its dashes stay where they are. */
import assert from "node:assert/strict";
import test from "node:test";
import { flattenCurve, measureCurve } from "../../../static/src/layout/wire_curves.ts";
import { seenPart, type Window } from "../../../static/src/scene/wire_ends.ts";

/** Level, down in an S, level for a long way, and up again. */
const LONG = [
  ...[0, 100],
  ...[10, 100, 20, 100, 30, 100],
  ...[50, 100, 50, 300, 70, 300],
  ...[66_713, 300, 133_356, 300, 200_000, 300],
  ...[200_020, 300, 200_020, 100, 200_040, 100],
];
const track = measureCurve(LONG);

const isWithin = (x: number, y: number, { left, top, right, bottom }: Window): boolean =>
  x >= left && x <= right && y >= top && y <= bottom;

function pointsWithin(curve: readonly number[], window: Window): number {
  const points = flattenCurve(curve, 4096);
  return points.filter((x, at) => at % 2 === 0 && isWithin(x, points[at + 1]!, window)).length;
}

test("what a window shows of a wire is drawn, and little else", () => {
  for (const left of [-500, 0, 40, 1_000, 99_000, 150_000, 199_500]) {
    const window = { left, top: 0, right: left + 1_000, bottom: 400 };
    const { curve, skipped } = seenPart(track, window);
    assert.ok(pointsWithin(curve, window) >= pointsWithin(LONG, window));
    const { length } = measureCurve(curve);
    assert.ok(length < 3_500, `${length} from ${left}`);
    // On the level piece the way is the distance.
    if (curve[0]! > 70 && curve[0]! < 200_000) assert.ok(Math.abs(skipped - lengthTo(curve[0]!)) < 1);
  }
});

/** The way to a place on the level piece. */
function lengthTo(x: number): number {
  return measureCurve([...LONG.slice(0, 14), 70 + (x - 70) / 3, 300, x - (x - 70) / 3, 300, x, 300]).length;
}

test("a wire that is seen whole is drawn as it is", () => {
  const { curve, skipped } = seenPart(track, { left: -1, top: -1, right: 300_000, bottom: 500 });
  // The very curve, by which it is known that nothing has to be drawn again.
  assert.equal(curve, LONG);
  assert.equal(skipped, 0);
});
