/** The question after what a number, or an element of an array, gets that was stretched: the sum over its places. Pure; knows no DOM. */

import type { GraphEdge, Value } from "../core/types.ts";
import { combine, elementAt, indicesOf } from "../graph/arrays.ts";
import { say } from "../messages/messages.ts";
import { formatNumber, formatShape, shapeOf } from "../text/format.ts";
import { type Asked, type Context, called, distinct, type Question } from "./questions.ts";

/** More summands than this are no exercise in adding. */
export const MAX_ADDED = 8;

export const written = (index: readonly number[]): string => `[${index.join(", ")}]`;

/** Where in an array that was stretched the number is that takes part at a place of what it was stretched to. */
function placeBefore(place: readonly number[], shape: readonly number[]): number[] {
  return shape.map((length, axis) => (length === 1 ? 0 : place[place.length - shape.length + axis]!));
}

export interface Gathered extends Asked {
  readonly arriving: Value;
  /** What arrives at each of the places. */
  readonly numbers: readonly number[];
}

/** What a number gets that was stretched: the sum of what arrives at all of its places; null where that is no exercise. */
export function askedGathered({ graph }: Context, edge: GraphEdge, upstream: Value, index: readonly number[]): Gathered | null {
  const { shape } = graph.nodes[edge.source]!;
  const arriving = combine(upstream, edge.local!, (one, other) => one * other);
  if (arriving === null) return null;
  const answer = elementAt(edge.contribution!, index);
  const numbers = indicesOf(shapeOf(arriving))
    .filter((place) => placeBefore(place, shape).join() === index.join())
    .map((place) => elementAt(arriving, place));
  if (numbers.length < 2 || numbers.length > MAX_ADDED) return null;
  const found = [
    { value: numbers[0]!, sentence: say("one-place-alone") },
    { value: answer / numbers.length, sentence: say("mean-not-sum") },
  ];
  return { answer, misconceptions: distinct(found, answer), arriving, numbers };
}

/** The question after it. */
export function summedQuestion(
  context: Context,
  edge: GraphEdge,
  upstream: Value,
  index: readonly number[],
  position: number,
): Question | null {
  const asked = askedGathered(context, edge, upstream, index);
  if (asked === null) return null;
  const { answer, misconceptions, arriving, numbers } = asked;
  const listed = numbers.map((each) => formatNumber(each));
  const name = called(context, edge.source);
  const source = index.length === 0 ? name : say("element-of", { written: written(index), called: name });
  return {
    position,
    kind: "contribution",
    text: `${say("what-is-gathered", { source, shapeof: formatShape(shapeOf(arriving)), called: called(context, edge.target) })} ${say("arrive-at-places", { listed: listed.join("; ") })}`,
    answer,
    hints: [
      say("what-is-gathered.first", { source }),
      say("what-is-gathered.second", { count: numbers.length }),
      say("what-is-gathered.third", { listed: listed.join(" + "), choice: "" }),
      say("it-is", { answer: formatNumber(answer) }),
    ],
    misconceptions,
  };
}
