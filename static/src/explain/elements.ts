/** The numbers of a graph that can be moved one by one: inputs that are single numbers, and the elements of those that are arrays. Pure. */

import type { GraphNode, Value } from "../core/types.ts";
import { elementAt, indicesOf } from "../graph/arrays.ts";
import { isScalar } from "../text/format.ts";

/** One number of an input. */
export interface InputNumber {
  /** The input's node, and its name in the program. */
  readonly id: number;
  readonly owner: string;
  /** Where it is in the input; empty for one that is a single number. */
  readonly index: readonly number[];
  /** `w[1]`; the name alone of a single number. */
  readonly name: string;
  readonly data: number;
  /** null where no gradient travels to the input. */
  readonly grad: number | null;
}

/** Elements of one array that can be chosen: a list of more is no choice. */
export const MOST_CHOICES = 100;

/** As the language writes an element: `w[1]`, `W[0, 2]`; the name alone where there is no index. */
export function elementName(name: string, index: readonly number[]): string {
  return index.length === 0 ? name : `${name}[${index.join(", ")}]`;
}

/** Every index of a shape, but only the first of a large one. */
export function firstIndices(shape: readonly number[], most: number = MOST_CHOICES): number[][] {
  const size = shape.reduce((product, length) => product * length, 1);
  if (size <= most) return indicesOf(shape);
  return Array.from({ length: most }, (_, place) => {
    let left = place;
    return shape
      .toReversed()
      .map((length) => {
        const at = left % length;
        left = Math.floor(left / length);
        return at;
      })
      .toReversed();
  });
}

/** An array that is written where it is used, `np.array([1, 2])`, is called by its text, by which no value can be given for it. */
const TEXT = /^\[|\(/;

function isInput({ op, role, name }: GraphNode): boolean {
  return op === null && role !== "constant" && name !== null && !TEXT.test(name);
}

export function movableElements(nodes: readonly GraphNode[]): InputNumber[] {
  return nodes.filter(isInput).flatMap(({ id, name, data, grad, shape }) =>
    // Of a captured graph a large array comes as a summary, without its numbers.
    (isScalar(data) === (shape.length === 0) ? firstIndices(shape) : [])
      .map((index) => ({
        id,
        owner: name!,
        index,
        name: elementName(name!, index),
        data: elementAt(data, index),
        grad: grad === null || isScalar(grad) !== isScalar(data) ? null : elementAt(grad, index),
      }))
      .filter((element) => Number.isFinite(element.data)),
  );
}

/** The value with another number at a place; the number itself where there is no index. */
export function withElement(value: Value, index: readonly number[], number: Value): Value {
  const [at, ...rest] = index;
  if (at === undefined) return number;
  return (value as Value[]).map((part, place) => (place === at ? withElement(part, rest, number) : part));
}

/** All inputs' numbers with those that are moved left out: what a curve depends on besides them. */
export function heldNumbers(nodes: readonly GraphNode[], moved: readonly InputNumber[]): [string, Value | null][] {
  return nodes
    .filter(({ op, name }) => op === null && name !== null)
    .map(({ id, name, data }) => {
      const own = moved.filter((each) => each.id === id);
      return [name!, own.reduce<Value>((value, { index }) => withElement(value, index, "NaN"), data)];
    });
}
