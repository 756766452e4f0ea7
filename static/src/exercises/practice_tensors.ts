/** Questions about tensors: one element worked out, a shape, or the sum that undoes a broadcast. Pure; knows no DOM. */

import type { GraphEdge } from "../core/types.ts";
import { elementAt, indicesOf } from "../graph/arrays.ts";
import { say } from "../messages/messages.ts";
import { formatNumber, formatShape } from "../text/format.ts";
import { fill } from "../text/operation_templates.ts";
import { mistakes } from "./misconceptions.ts";
import { foldedQuestion, productGradientQuestion, productQuestion, reductionQuestion } from "./practice_products.ts";
import { type Context, called, contributionHints, distinct, type Question, sumOf } from "./questions.ts";
import { summedQuestion, written } from "./summed.ts";

/** Which element is asked for: another one at each step, the same each time. */
function placeOf(shape: readonly number[], position: number): number[] {
  const all = indicesOf(shape);
  return all[(position * 7) % all.length]!;
}

/** Whether an operation works element by element, as far as its contributions show. */
function isElementwise({ graph }: Context, id: number): boolean {
  const edges = graph.edges.filter(({ target, how }) => target === id && how !== null);
  return edges.length > 0 && edges.every(({ how }) => how !== "adjoint");
}

export function tensorValueQuestions(context: Context, id: number, position: number): Question[] {
  if (context.graph.nodes[id]!.shape.length === 0)
    return [foldedQuestion(context, id, position)].filter((found) => found !== null);
  if (isElementwise(context, id)) return [elementQuestion(context, id, position)];
  const product = productQuestion(context, id, placeOf(context.graph.nodes[id]!.shape, position), position);
  return [shapeQuestion(context, id, position), ...(product ? [product] : [])];
}

/** The numbers of nodes at one place, as a sentence: in the picture an array is a pattern of colours, whose numbers nobody could read. */
function haveThere(context: Context, nodes: readonly number[], index: readonly number[]): string {
  const isInText = (id: number): boolean =>
    context.graph.nodes[id]!.role === "constant" && context.graph.nodes[id]!.shape.length === 0;
  const each = [...new Set(nodes)]
    .filter((id) => !isInText(id))
    .map((id) =>
      say("has-there", { called: called(context, id), numbers: formatNumber(elementAt(context.graph.nodes[id]!.data, index)) }),
    );
  return `${each.join(", ")}.`;
}

function elementQuestion(context: Context, id: number, position: number): Question {
  const { graph, records } = context;
  const node = graph.nodes[id]!;
  const index = placeOf(node.shape, position);
  const answer = elementAt(node.data, index);
  const record = records.get(node.op ?? "");
  const numbers = node.inputs.map((input) => elementAt(graph.nodes[input]!.data, index));
  const parameters = record ? Object.fromEntries(record.parameters.map((name) => [name, name])) : {};
  const filled = record
    ? fill(record.plain, Object.fromEntries(record.parameters.map((name, slot) => [name, formatNumber(numbers[slot] ?? NaN)])))
    : "";
  return {
    position,
    kind: "value",
    text: `${say("what-is-element", { written: written(index), called: called(context, id) })} ${haveThere(context, node.inputs, index)}`,
    answer,
    hints: [
      say("element-by-element", { summary: record?.summary ?? "" }).trim(),
      say("at-each-place", { formula: record ? fill(record.plain, parameters) : "" }),
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

/** What a user sends back to a tensor, and the sum that it makes there. */
export function tensorContributionQuestions(context: Context, edge: GraphEdge, position: number): Question[] {
  const { shape } = context.graph.nodes[edge.source]!;
  const isWhole = edge.how === "adjoint" || edge.how === "sum-over-axes" || edge.local === null;
  const asked = contributionQuestion(context, edge, position);
  const found = isWhole && shape.length > 0 ? [gradientShapeQuestion(context, edge, position), asked] : [asked];
  return [...found, asked && sumThereQuestion(context, edge, position, asked.answer)].filter((each) => each !== null);
}

/** The same place has received something before. */
function sumThereQuestion(context: Context, edge: GraphEdge, position: number, sent: number): Question | null {
  const { graph, schedule, misconceptions } = context;
  const before = schedule.arrivals[edge.source]!.find((each) => each.position === position)?.before ?? null;
  if (before === null) return null;
  const index = placeOf(graph.nodes[edge.source]!.shape, position);
  const name = called(context, edge.source);
  return sumOf(
    misconceptions,
    index.length === 0 ? name : say("element-of", { written: written(index), called: name }),
    position,
    elementAt(before, index),
    sent,
  );
}

function contributionQuestion(context: Context, edge: GraphEdge, position: number): Question | null {
  const { graph } = context;
  const source = graph.nodes[edge.source]!;
  const upstream = graph.nodes[edge.target]!.grad;
  if (upstream === null || edge.contribution === null) return null;
  const index = placeOf(source.shape, position);
  if (edge.how === "adjoint" || edge.local === null) {
    if (source.shape.length === 0) return null;
    return productGradientQuestion(context, edge, index, position) ?? reductionQuestion(context, edge, index, position);
  }
  if (edge.how === "sum-over-axes") return summedQuestion(context, edge, upstream, index, position);
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
    text: `${say("what-is-sent-element", {
      called: called(context, edge.target),
      written: written(index),
      called2: called(context, edge.source),
    })} ${say("arrives-there", { arriving: formatNumber(arriving) })} ${haveThere(context, [...graph.nodes[edge.target]!.inputs, edge.target], index)}`,
    answer: sent,
    hints: contributionHints(context, edge, arriving, local, sent),
    misconceptions: distinct(mistakes(context.misconceptions, "contribution", names, graph.nodes[edge.target]!.op), sent),
  };
}

function gradientShapeQuestion(context: Context, edge: GraphEdge, position: number): Question {
  const { graph } = context;
  const [source, target] = [graph.nodes[edge.source]!, graph.nodes[edge.target]!];
  const name = called(context, edge.source);
  return {
    position,
    kind: "shape",
    text: say("what-gradient-shape", { shapewords: formatShape(target.shape), called: called(context, edge.target), name }),
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
