/** Questions about operations on whole arrays: one element of a product of matrices, and what a sum or a mean sends back. Pure; knows no DOM. */

import type { GraphEdge, GraphNode, Value } from "../core/types.ts";
import { elementAt } from "../graph/arrays.ts";
import { say } from "../messages/messages.ts";
import { flatten, formatNumber, isScalar } from "../text/format.ts";
import type { Mistake } from "./misconceptions.ts";
import { valueQuestion } from "./practice.ts";
import { type Context, called, distinct, isClose, type Question } from "./questions.ts";
import { MAX_ADDED, written } from "./summed.ts";

/** An array of more numbers is not written into a question, so nothing is asked that needs it. */
const MOST_SHOWN = 12;
type Place = readonly [row: number, column: number];

/** A matrix, or a vector as the one row or column that it is in a product. */
interface Matrix {
  readonly rows: number;
  readonly columns: number;
  at(place: Place): number;
}

/** `[[0.5, −1], [0.2, 0.8]]`; null where it is too large to be read. */
function whole(value: Value): string | null {
  const text = (part: Value): string => (isScalar(part) ? formatNumber(Number(part)) : `[${part.map(text).join(", ")}]`);
  return sizeOf(value) <= MOST_SHOWN ? text(value) : null;
}

const sizeOf = (value: Value): number => (isScalar(value) ? 1 : value.reduce<number>((sum, part) => sum + sizeOf(part), 0));

/** `axes`: which of its two axes it has; a vector lacks one, a single number both. */
function matrix(value: Value, shape: readonly number[], axes: readonly (0 | 1)[]): Matrix {
  const length = (axis: 0 | 1): number => shape[axes.indexOf(axis)] ?? 1;
  return {
    rows: length(0),
    columns: length(1),
    at: (place) =>
      elementAt(
        value,
        axes.map((axis) => place[axis]),
      ),
  };
}

/** The parts of a product of matrices and vectors; null where stacks are multiplied. */
function partsOf({ graph }: Context, { inputs, shape, op }: GraphNode) {
  if (op !== "matmul" || shape.length > 2) return null;
  const [left, right] = [graph.nodes[inputs[0]!]!, graph.nodes[inputs[1]!]!];
  if (left.shape.length > 2 || right.shape.length > 2) return null;
  const axesOfLeft = left.shape.length === 2 ? ([0, 1] as const) : ([1] as const);
  const axesOfRight = right.shape.length === 2 ? ([0, 1] as const) : ([0] as const);
  const axesOfOut = [...(left.shape.length === 2 ? [0 as const] : []), ...(right.shape.length === 2 ? [1 as const] : [])];
  return { left, right, axesOfLeft, axesOfRight, axesOfOut };
}

/** Where in a matrix an element of an array is. */
function placeIn(index: readonly number[], axes: readonly (0 | 1)[]): Place {
  return [index[axes.indexOf(0)] ?? 0, index[axes.indexOf(1)] ?? 0];
}

const count = (length: number): number[] => Array.from({ length }, (_, at) => at);
const sum = (numbers: readonly number[]): number => numbers.reduce((total, each) => total + each, 0);

const bracketed = (number: number): string => (number < 0 ? `(${formatNumber(number)})` : formatNumber(number));

/** Pairs whose products are added: as numbers, as text, and what the mistakes with them come to. */
function added(pairs: readonly (readonly [number, number])[]) {
  return {
    total: sum(pairs.map(([one, other]) => one * other)),
    filled: pairs.map(([one, other]) => `${bracketed(one)} × ${bracketed(other)}`).join(" + "),
    firsts: pairs.map(([one]) => formatNumber(one)).join(", "),
    seconds: pairs.map(([, other]) => formatNumber(other)).join(", "),
    oneAlone: pairs.length > 1 ? [{ value: pairs[0]![0] * pairs[0]![1], sentence: say("one-product-alone") }] : [],
  };
}

/** An element of a product: a row with a column. */
export function productQuestion(context: Context, id: number, index: readonly number[], position: number): Question | null {
  const node = context.graph.nodes[id]!;
  const parts = partsOf(context, node);
  if (parts === null) return null;
  const { left, right, axesOfLeft, axesOfRight, axesOfOut } = parts;
  const [shownLeft, shownRight] = [whole(left.data), whole(right.data)];
  const [a, b] = [matrix(left.data, left.shape, axesOfLeft), matrix(right.data, right.shape, axesOfRight)];
  if (shownLeft === null || shownRight === null || a.columns > MAX_ADDED) return null;
  const [row, column] = placeIn(index, axesOfOut);
  const met = added(count(a.columns).map((at) => [a.at([row, at]), b.at([at, column])]));
  const answer = elementAt(node.data, index);
  if (!isClose(met.total, answer)) return null;
  const turned: Mistake[] =
    a.rows === a.columns
      ? [{ value: sum(count(a.columns).map((at) => a.at([at, row]) * b.at([at, column]))), sentence: say("column-for-row") }]
      : [];
  const [one, other] = [called(context, left.id), called(context, right.id)];
  const asked = index.length > 0 ? say("what-is-element", { written: written(index), called: called(context, id) }) : null;
  return {
    position,
    kind: "value",
    text: `${asked ?? say("what-is-value", { called: called(context, id) })} ${say("two-are", { one, first: shownLeft, other, second: shownRight })}`,
    answer,
    hints: [
      say("product-element"),
      say("numbers-that-meet", { one, first: met.firsts, other, second: met.seconds }),
      say("work-out-filled", { filled: met.filled }),
      say("it-is", { answer: formatNumber(answer) }),
    ],
    misconceptions: distinct([...met.oneAlone, ...turned], answer),
  };
}

/** A single number that is made of an array: a product of vectors, a sum, a mean. Nothing where the array is too large to be written out. */
export function foldedQuestion(context: Context, id: number, position: number): Question | null {
  const { graph } = context;
  const { op, inputs, data } = graph.nodes[id]!;
  if (op === "matmul") return productQuestion(context, id, [], position);
  const arrays = [...new Set(inputs)].filter((input) => graph.nodes[input]!.shape.length > 0);
  const shown = arrays.map((input) => whole(graph.nodes[input]!.data));
  if (shown.includes(null)) return null;
  const asked = valueQuestion(context, id, position);
  const listed = arrays.map((input, place) => say("has-value", { called: called(context, input), value: shown[place]! }));
  const [numbers, answer] = [flatten(graph.nodes[inputs[0]!]!.data), elementAt(data, [])];
  const mean = sum(numbers) / numbers.length;
  const isFold = (op === "sum" && isClose(sum(numbers), answer)) || (op === "mean" && isClose(mean, answer));
  const given = { ...asked, text: `${asked.text} ${listed.join(", ")}.` };
  if (!isFold) return given;
  const filled = numbers.map(bracketed).join(" + ");
  const [rule, , , last] = asked.hints;
  const middle = op === "sum" ? say("sum-folds") : say("mean-folds", { count: numbers.length });
  return {
    ...given,
    hints: [rule, middle, say("work-out-filled", { filled: op === "sum" ? filled : `(${filled}) ÷ ${numbers.length}` }), last],
    misconceptions: distinct(
      [
        op === "sum" ? { value: mean, sentence: say("mean-for-sum") } : { value: sum(numbers), sentence: say("sum-for-mean") },
        ...asked.misconceptions,
      ],
      answer,
    ),
  };
}

/** An element of what a product sends back to one of its factors: what arrives, with the other factor turned around. */
export function productGradientQuestion(
  context: Context,
  edge: GraphEdge,
  index: readonly number[],
  position: number,
): Question | null {
  const { graph, records } = context;
  const node = graph.nodes[edge.target]!;
  const parts = partsOf(context, node);
  if (parts === null || node.grad === null || edge.contribution === null) return null;
  const { left, right, axesOfLeft, axesOfRight, axesOfOut } = parts;
  const isLeft = edge.slot === 0;
  const factor = isLeft ? right : left;
  const [shownArriving, shownFactor] = [whole(node.grad), whole(factor.data)];
  const g = matrix(node.grad, node.shape, axesOfOut);
  const f = isLeft ? matrix(right.data, right.shape, axesOfRight) : matrix(left.data, left.shape, axesOfLeft);
  const length = isLeft ? g.columns : g.rows;
  if (shownArriving === null || shownFactor === null || length > MAX_ADDED) return null;
  const [row, column] = placeIn(index, isLeft ? axesOfLeft : axesOfRight);
  const pairs = count(length).map((at): [number, number] =>
    isLeft ? [g.at([row, at]), f.at([column, at])] : [g.at([at, column]), f.at([at, row])],
  );
  const met = added(pairs);
  const answer = elementAt(edge.contribution, index);
  if (!isClose(met.total, answer)) return null;
  const asItIs = count(length).map((at) =>
    isLeft ? g.at([row, at]) * f.at([at, column]) : f.at([row, at]) * g.at([at, column]),
  );
  const [target, source, other] = [called(context, edge.target), called(context, edge.source), called(context, factor.id)];
  return {
    position,
    kind: "contribution",
    text: `${say("what-is-sent-element", { called: target, written: written(index), called2: source })} ${say("arrives-and-is", { called: target, arriving: shownArriving, other, second: shownFactor })}`,
    answer,
    hints: [
      records.get("matmul")?.why ?? say("upstream-times-slope"),
      say("gradients-that-meet", { arriving: met.firsts, other, second: met.seconds }),
      say("work-out-filled", { filled: met.filled }),
      say("it-is-sent", { sent: formatNumber(answer) }),
    ],
    misconceptions: distinct(
      [
        ...met.oneAlone,
        ...(f.rows === f.columns ? [{ value: sum(asItIs), sentence: say("not-transposed", { other }) }] : []),
        { value: sum(pairs.map(([, each]) => each)), sentence: say("arriving-left-out") },
        { value: sum(pairs.map(([each]) => each)), sentence: say("factor-left-out", { other }) },
      ],
      answer,
    ),
  };
}

/** An element of what the sum or the mean of a whole array sends back. */
export function reductionQuestion(
  context: Context,
  edge: GraphEdge,
  index: readonly number[],
  position: number,
): Question | null {
  const { graph, records } = context;
  const [source, node] = [graph.nodes[edge.source]!, graph.nodes[edge.target]!];
  if ((node.op !== "sum" && node.op !== "mean") || node.shape.length > 0 || node.grad === null || edge.contribution === null)
    return null;
  const size = source.shape.reduce((product, length) => product * length, 1);
  const upstream = elementAt(node.grad, []);
  const answer = elementAt(edge.contribution, index);
  const isMean = node.op === "mean";
  if (!isClose(isMean ? upstream / size : upstream, answer)) return null;
  const [name, target] = [called(context, edge.source), called(context, edge.target)];
  return {
    position,
    kind: "contribution",
    text: `${say("what-is-sent-element", { called: target, written: written(index), called2: name })} ${say("arrives-and-counts", { called: target, arriving: formatNumber(upstream), name, count: size })}`,
    answer,
    hints: [
      records.get(node.op)?.why ?? say("upstream-times-slope"),
      isMean ? say("slope-of-mean", { count: size }) : say("slope-of-sum"),
      say("work-out-filled", { filled: isMean ? `${formatNumber(upstream)} ÷ ${size}` : `${formatNumber(upstream)} × 1` }),
      say("it-is-sent", { sent: formatNumber(answer) }),
    ],
    misconceptions: distinct(
      [
        isMean
          ? { value: upstream, sentence: say("mean-is-sum", { count: size }) }
          : { value: upstream / size, sentence: say("sum-is-mean") },
        { value: upstream * size, sentence: say("all-for-one") },
        { value: elementAt(source.data, index), sentence: say("element-itself") },
      ],
      answer,
    ),
  };
}
