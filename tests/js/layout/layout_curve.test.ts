/** Wires as paths, and places along them. */
import assert from "node:assert/strict";
import test from "node:test";
import { curvePath, distanceToCurve, flattenCurve, measureCurve, pointAlong } from "../../../static/src/layout/wire_curves.ts";

const LINE = [0, 0, 10, 10, 20, 20, 30, 30];
const S = [0, 0, 50, 0, 50, 100, 100, 100];
const BENT = [...S, 130, 100, 170, 100, 200, 100];

test("a path moves to the start and curves on piece by piece, in hundredths at most", () => {
  assert.equal(curvePath([0.123456, 1, 2, 3, 4, 5, 6, -7.999]), "M0.12,1C2,3 4,5 6,-8");
  assert.equal(curvePath(BENT).split("C").length, 3);
});

test("half way along a straight line is its middle, and one heads straight on", () => {
  const { x, y, angle } = pointAlong(measureCurve(LINE), 0.5);
  assert.ok(Math.abs(x - 15) < 1e-9 && Math.abs(y - 15) < 1e-9);
  assert.ok(Math.abs(angle - Math.PI / 4) < 1e-9);
});

test("one begins and ends on the curve's ends, heading along the flow, whatever fraction is asked for beyond them", () => {
  const track = measureCurve(BENT);
  for (const [fraction, x, y] of [
    [0, 0, 0],
    [-1, 0, 0],
    [1, 200, 100],
    [7, 200, 100],
  ] as const) {
    assert.deepEqual(pointAlong(track, fraction), { x, y, angle: 0 });
  }
});

test("equal parts of the way are equally long", () => {
  const track = measureCurve(BENT);
  const steps = 50;
  const places = Array.from({ length: steps + 1 }, (_, step) => pointAlong(track, step / steps));
  for (let step = 1; step <= steps; step += 1) {
    const length = Math.hypot(places[step]!.x - places[step - 1]!.x, places[step]!.y - places[step - 1]!.y);
    assert.ok(Math.abs(length / (track.length / steps) - 1) < 0.01);
  }
});

test("the length is that of a very fine polyline", () => {
  const points = flattenCurve(BENT, 2000);
  let length = 0;
  for (let at = 2; at < points.length; at += 2)
    length += Math.hypot(points[at]! - points[at - 2]!, points[at + 1]! - points[at - 1]!);
  assert.ok(Math.abs(measureCurve(BENT).length / length - 1) < 1e-3);
});

test("a wire without length has a place all the same", () => {
  const { x, y, angle } = pointAlong(measureCurve([5, 6, 5, 6, 5, 6, 5, 6]), 0.5);
  assert.deepEqual([x.toFixed(6), y.toFixed(6), angle], ["5.000000", "6.000000", 0]);
});

test("the distance to a curve is that to its nearest point, its ends among them", () => {
  assert.ok(Math.abs(distanceToCurve(LINE, 30, 0) - Math.hypot(15, 15)) < 1e-9);
  for (const [x, y] of [
    [20, 30],
    [-5, 0],
    [90, 44],
    [60, 10],
  ] as const) {
    assert.ok(Math.abs(distanceToCurve(BENT, x, y) - Math.min(...nearness(BENT, x, y))) < 0.5);
  }
});

/** From a place to each of many points of a curve. */
function nearness(curve: number[], x: number, y: number): number[] {
  const points = flattenCurve(curve, 3000);
  return Array.from({ length: points.length / 2 }, (_, at) => Math.hypot(points[2 * at]! - x, points[2 * at + 1]! - y));
}
