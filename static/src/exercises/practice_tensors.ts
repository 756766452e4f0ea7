/** Questions about tensors: one element worked out, a shape, or the sum that undoes a broadcast. Pure; knows no DOM. */

import type { GraphEdge, Value } from "../core/types.ts";
import { combine, elementAt, indicesOf } from "../graph/arrays.ts";
import { say } from "../messages/messages.ts";
import { flatten, formatNumber, formatShape, isScalar, shapeOf } from "../text/format.ts";
import { fill } from "../text/operation_templates.ts";
import { mistakes } from "./misconceptions.ts";
import { type Context, called, contributionHints, distinct, type Question } from "./questions.ts";

/** Which element is asked for: another one at each step, the same each time. */
function placeOf(shape: readonly number[], position: number): number[] {
  const all = indicesOf(shape);
  return all[(position * 7) % all.length]!;
}

const written = (index: readonly number[]): string => `[${index.join(", ")}]`;
/** More summands than this are no exercise in adding. */
const MAX_ADDED = 6;

/** Whether an operation works element by element, as far as its contributions show. */
function isElementwise({ graph }: Context, id: number): boolean {
  const edges = graph.edges.filter(({ target, how }) => target === id && how !== null);
  return edges.length > 0 && edges.every(({ how }) => how !== "adjoint");
}

export function tensorValueQuestion(context: Context, id: number, position: number): Question {
  return isElementwise(context, id) ? elementQuestion(context, id, position) : shapeQuestion(context, id, position);
}

function elementQuestion(context: Context, id: number, position: number): Question {
  const { graph, records } = context;
  const node = graph.nodes[id]!;
  const index = placeOf(node.shape, position);
  const answer = elementAt(node.data, index);
  const record = records.get(node.op ?? "");
  const numbers = node.inputs.map((input) => elementAt(graph.nodes[input]!.data, index));
  const given = node.inputs
    .map((input, slot) => say("has-there", { called: called(context, input), numbers: formatNumber(numbers[slot]!) }))
    .join(", ");
  const filled = record
    ? fill(record.plain, Object.fromEntries(record.parameters.map((name, slot) => [name, formatNumber(numbers[slot] ?? NaN)])))
    : "";
  return {
    position,
    kind: "value",
    text: say("what-is-element", { written: written(index), called: called(context, id) }),
    answer,
    hints: [
      say("element-by-element", { summary: record?.summary ?? "" }).trim(),
      `${given}.`,
      say("work-out-filled", { filled }),
      say("it-is", { answer: formatNumber(answer) }),
    ],
    misconceptions: distinct(
      mistakes(context.misconceptions, "value", { answer, first: numbers[0] ?? NaN, second: numbers[1] ?? NaN }, node.op),
      answer,
    ),
  };
}

function shapeQuestion(context: Context, id: number, position: number): Question {
  const { graph, records } = context;
  const node = graph.nodes[id]!;
  const shapes = node.inputs.map((input) => graph.nodes[input]!.shape);
  const given = node.inputs
    .map((input, slot) => say("has-the-shape", { called: called(context, input), shapewords: shapeWords(shapes[slot]!) }))
    .join(", ");
  return {
    position,
    kind: "shape",
    text: say("what-shape", { called: called(context, id) }),
    answer: NaN,
    shape: node.shape,
    hints: [
      records.get(node.op ?? "")?.summary ?? say("look-at-operation"),
      `${given}.`,
      say("which-axes"),
      say("it-is-shape", { shape: formatShape(node.shape) }),
    ],
    misconceptions: [],
    shapeMisconceptions: [
      { shape: node.shape.toReversed(), sentence: say("axes-swapped") },
      ...shapes.map((shape) => ({ shape, sentence: say("shape-of-input") })),
    ],
  };
}

/** What a user sends back to a tensor. */
export function tensorContributionQuestion(context: Context, edge: GraphEdge, position: number): Question | null {
  const { graph } = context;
  const source = graph.nodes[edge.source]!;
  const upstream = graph.nodes[edge.target]!.grad;
  if (upstream === null || edge.contribution === null) return null;
  if (edge.how === "adjoint" || edge.local === null)
    return source.shape.length > 0 ? gradientShapeQuestion(context, edge, position) : null;
  if (edge.how === "sum-over-axes")
    return source.shape.length > 0
      ? gradientShapeQuestion(context, edge, position)
      : summedQuestion(context, edge, upstream, position);
  const index = placeOf(source.shape, position);
  const [arriving, local, sent] = [upstream, edge.local, edge.contribution].map((value) => elementAt(value, index)) as [
    number,
    number,
    number,
  ];
  const names = {
    upstream: arriving,
    local,
    answer: sent,
    own: elementAt(source.data, index),
    out: elementAt(graph.nodes[edge.target]!.data, index),
  };
  return {
    position,
    kind: "contribution",
    text: say("what-is-sent-element", {
      called: called(context, edge.target),
      written: written(index),
      called2: called(context, edge.source),
    }),
    answer: sent,
    hints: contributionHints(context, edge, arriving, local, sent),
    misconceptions: distinct(mistakes(context.misconceptions, "contribution", names, graph.nodes[edge.target]!.op), sent),
  };
}

/** A single number that was stretched gets the sum of what arrives at all of its places. */
function summedQuestion(context: Context, edge: GraphEdge, upstream: Value, position: number): Question | null {
  const arriving = combine(upstream, edge.local!, (one, other) => one * other);
  if (arriving === null || !isScalar(edge.contribution!)) return null;
  const [answer, numbers] = [elementAt(edge.contribution, []), flatten(arriving)];
  const listed = numbers
    .slice(0, MAX_ADDED)
    .map((each) => formatNumber(each))
    .join(" + ");
  const source = called(context, edge.source);
  return {
    position,
    kind: "contribution",
    text: say("what-is-gathered", { source, shapeof: formatShape(shapeOf(arriving)), called: called(context, edge.target) }),
    answer,
    hints: [
      say("what-is-gathered.first", { source }),
      say("what-is-gathered.second", { count: numbers.length }),
      say("what-is-gathered.third", { listed, choice: numbers.length > MAX_ADDED ? " + …" : "" }),
      say("it-is", { answer: formatNumber(answer) }),
    ],
    misconceptions: distinct(
      [
        {
          value: numbers[0]!,
          sentence: say("one-place-alone"),
        },
        { value: answer / numbers.length, sentence: say("mean-not-sum") },
      ],
      answer,
    ),
  };
}

function gradientShapeQuestion(context: Context, edge: GraphEdge, position: number): Question {
  const { graph } = context;
  const [source, target] = [graph.nodes[edge.source]!, graph.nodes[edge.target]!];
  const name = called(context, edge.source);
  return {
    position,
    kind: "shape",
    text: say("what-gradient-shape", { shapewords: shapeWords(target.shape), called: called(context, edge.target), name }),
    answer: NaN,
    shape: source.shape,
    hints: [
      say("what-gradient-shape.first"),
      say("what-gradient-shape.second", { name, shape: formatShape(source.shape) }),
      edge.how === "sum-over-axes" ? say("what-gradient-shape.third") : say("what-gradient-shape.transpose"),
      say("it-is-shape", { shape: formatShape(source.shape) }),
    ],
    misconceptions: [],
    shapeMisconceptions: [{ shape: target.shape, sentence: say("shape-of-arriving", { name }) }],
  };
}

const shapeWords = (shape: readonly number[]): string => (shape.length === 0 ? say("of-single-number") : formatShape(shape));

/** `(2, 3)`, `2, 3`, `2×3`, `2 by 3`: the numbers in what was typed; null where there is none. */
export function parseShape(text: string): number[] | null {
  const numbers = text.match(/\d+/g);
  return numbers && !/[.−-]\s*\d/.test(text) ? numbers.map(Number) : null;
}
