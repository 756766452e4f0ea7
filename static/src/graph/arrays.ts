/** Arithmetic on values of any shape, element by element, stretched as NumPy stretches. Pure. */
import type { Value } from "../core/types.ts";
import { isScalar, shapeOf, toNumber } from "../text/format.ts";

/** The common shape of two; null where they do not fit. */
export function broadcastShape(one: readonly number[], other: readonly number[]): number[] | null {
  const length = Math.max(one.length, other.length);
  const shape: number[] = [];
  for (let axis = 1; axis <= length; axis += 1) {
    const [a, b] = [one[one.length - axis] ?? 1, other[other.length - axis] ?? 1];
    if (a !== b && a !== 1 && b !== 1) return null;
    shape.unshift(a === 1 ? b : a);
  }
  return shape;
}

/** The number at a place of a value, or of what the value is stretched to: it may have fewer axes than the place, and axes of one. */
export function elementAt(value: Value, index: readonly number[]): number {
  const shape = shapeOf(value);
  let found = value;
  for (const [axis, length] of shape.entries())
    found = (found as Value[])[length === 1 ? 0 : index[index.length - shape.length + axis]!]!;
  return isScalar(found) ? toNumber(found) : NaN;
}

/** Every index of a shape, the last axis first. */
export function indicesOf(shape: readonly number[]): number[][] {
  return shape.reduce<number[][]>(
    (found, length) => found.flatMap((index) => Array.from({ length }, (_, at) => [...index, at])),
    [[]],
  );
}

/** What a function makes of two values, element by element; null where their shapes do not fit. */
export function combine(one: Value, other: Value, made: (one: number, other: number) => number): Value | null {
  const shape = broadcastShape(shapeOf(one), shapeOf(other));
  if (shape === null) return null;
  const numbers = indicesOf(shape).map((index) => made(elementAt(one, index), elementAt(other, index)));
  return nested(numbers, shape);
}

/** Numbers in rows, as JSON has a value of that shape. */
function nested(numbers: readonly number[], shape: readonly number[]): Value {
  const [length, ...rest] = shape;
  if (length === undefined) return numbers[0]!;
  const size = numbers.length / Math.max(1, length);
  return Array.from({ length }, (_, at) => nested(numbers.slice(at * size, (at + 1) * size), rest));
}
