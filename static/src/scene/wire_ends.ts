/** A wire cut short at one end, so that an arrowhead can be there and not on top of the line. Pure arithmetic on the layout's curves. */

/** Steps by which the way along an end piece is measured. */
const STEPS = 16;

function point(curve: readonly number[], at: number, t: number): [x: number, y: number] {
  const rest = 1 - t;
  const axis = (shift: 0 | 1): number =>
    rest ** 3 * curve[at + shift]! +
    3 * rest * rest * t * curve[at + 2 + shift]! +
    3 * rest * t * t * curve[at + 4 + shift]! +
    t ** 3 * curve[at + 6 + shift]!;
  return [axis(0), axis(1)];
}

/** The parameter at which a piece that starts at `at` has run for `distance`; at most its middle, so that something remains. */
function parameterAfter(curve: readonly number[], at: number, distance: number): number {
  let [x, y] = point(curve, at, 0);
  let gone = 0;
  for (let step = 1; step <= STEPS / 2; step += 1) {
    const [nextX, nextY] = point(curve, at, step / STEPS);
    const length = Math.hypot(nextX - x, nextY - y);
    if (gone + length >= distance) return (step - 1 + (distance - gone) / length) / STEPS;
    gone += length;
    [x, y] = [nextX, nextY];
  }
  return 0.5;
}

function reversed(curve: readonly number[]): number[] {
  const turned: number[] = [];
  for (let index = curve.length - 2; index >= 0; index -= 2) turned.push(curve[index]!, curve[index + 1]!);
  return turned;
}

/** The curve without the first `distance` of its way. */
export function trimStart(curve: readonly number[], distance: number): number[] {
  const t = parameterAfter(curve, 0, distance);
  const between = (one: number, other: number): number => one + (other - one) * t;
  const trimmed = curve.slice();
  for (const axis of [0, 1]) {
    const [a, b, c, d] = [0, 2, 4, 6].map((at) => curve[at + axis]!) as [number, number, number, number];
    const [ab, bc, cd] = [between(a, b), between(b, c), between(c, d)];
    const [abc, bcd] = [between(ab, bc), between(bc, cd)];
    trimmed[axis] = between(abc, bcd);
    trimmed[2 + axis] = bcd;
    trimmed[4 + axis] = cd;
  }
  return trimmed;
}

/** The curve without the last `distance` of its way. */
export function trimEnd(curve: readonly number[], distance: number): number[] {
  return reversed(trimStart(reversed(curve), distance));
}
