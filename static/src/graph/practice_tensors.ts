/** Questions about tensors: one element worked out, a shape, or the sum that undoes a broadcast. Pure; knows no DOM. */
import type { GraphEdge, Value } from "../core/types.ts";
import { combine, elementAt, indicesOf } from "./arrays.ts";
import { flatten, formatNumber, formatShape, isScalar, shapeOf } from "./format.ts";
import { mistakes } from "./misconceptions.ts";
import { called, contributionHints, distinct, type Context, type Question } from "./questions.ts";
import { fill } from "./templates.ts";

/** Which element is asked for: another one at each step, the same each time. */
function placeOf(shape: readonly number[], position: number): number[] {
  const all = indicesOf(shape);
  return all[(position * 7) % all.length]!;
}

const written = (index: readonly number[]): string => `[${index.join(", ")}]`;
/** More summands than this are no exercise in adding. */
const MOST_ADDED = 6;

/** Whether an operation works element by element, as far as what flows back through it tells. */
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
  const given = node.inputs.map((input, slot) => `${called(context, input)} has ${formatNumber(numbers[slot]!)} there`).join(", ");
  const filled = record ? fill(record.plain, Object.fromEntries(record.parameters.map((name, slot) => [name, formatNumber(numbers[slot] ?? NaN)]))) : "";
  return {
    position,
    kind: "value",
    text: `What is the element ${written(index)} of ${called(context, id)}?`,
    answer,
    hints: [`${record?.summary ?? ""} It works element by element: look at the same place of what goes in.`.trim(), `${given}.`, `Work out \`${filled}\`.`, `It is ${formatNumber(answer)}.`],
    misconceptions: distinct(mistakes(context.misconceptions, "value", { answer, first: numbers[0] ?? NaN, second: numbers[1] ?? NaN }, node.op), answer),
  };
}

function shapeQuestion(context: Context, id: number, position: number): Question {
  const { graph, records } = context;
  const node = graph.nodes[id]!;
  const shapes = node.inputs.map((input) => graph.nodes[input]!.shape);
  const given = node.inputs.map((input, slot) => `${called(context, input)} has the shape ${shapeWords(shapes[slot]!)}`).join(", ");
  return {
    position,
    kind: "shape",
    text: `What shape does ${called(context, id)} have?`,
    answer: NaN,
    shape: node.shape,
    hints: [records.get(node.op ?? "")?.summary ?? "Look at the operation in the circle.", `${given}.`, "Which axes are used up, and which are left?", `It is ${formatShape(node.shape)}.`],
    misconceptions: [],
    shapeMisconceptions: [{ shape: node.shape.toReversed(), sentence: "The axes are right, their order is not: rows come first." }, ...shapes.map((shape) => ({ shape, sentence: "That is the shape of what goes in. The operation changes it." }))],
  };
}

/** What a user sends back to a tensor. */
export function tensorContributionQuestion(context: Context, edge: GraphEdge, position: number): Question | null {
  const { graph } = context;
  const source = graph.nodes[edge.source]!;
  const upstream = graph.nodes[edge.target]!.grad;
  if (upstream === null || edge.contribution === null) return null;
  if (edge.how === "adjoint" || edge.local === null) return source.shape.length > 0 ? gradientShapeQuestion(context, edge, position) : null;
  if (edge.how === "sum-over-axes") return source.shape.length > 0 ? gradientShapeQuestion(context, edge, position) : summedQuestion(context, edge, upstream, position);
  const index = placeOf(source.shape, position);
  const [arriving, local, sent] = [upstream, edge.local, edge.contribution].map((value) => elementAt(value, index)) as [number, number, number];
  const names = { upstream: arriving, local, answer: sent, own: elementAt(source.data, index), out: elementAt(graph.nodes[edge.target]!.data, index) };
  return {
    position,
    kind: "contribution",
    text: `How much gradient does ${called(context, edge.target)} send back to the element ${written(index)} of ${called(context, edge.source)}?`,
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
  const listed = numbers.slice(0, MOST_ADDED).map((each) => formatNumber(each)).join(" + ");
  const source = called(context, edge.source);
  return {
    position,
    kind: "contribution",
    text: `${source} was stretched to the shape ${formatShape(shapeOf(arriving))}. How much gradient does it get from ${called(context, edge.target)}?`,
    answer,
    hints: [
      `${source} takes part at each of those places, and what comes back along several ways is added.`,
      `At each place arrives upstream × local slope; then all ${numbers.length} are added.`,
      `Work out \`${listed}${numbers.length > MOST_ADDED ? " + …" : ""}\`.`,
      `It is ${formatNumber(answer)}.`,
    ],
    misconceptions: distinct(
      [
        { value: numbers[0]!, sentence: "That is what arrives at one of the places. It was stretched over all of them, so all count." },
        { value: answer / numbers.length, sentence: "That is their mean. Contributions are added, not averaged." },
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
    text: `A gradient of shape ${shapeWords(target.shape)} arrives at ${called(context, edge.target)}. What shape does the gradient have that ${name} gets?`,
    answer: NaN,
    shape: source.shape,
    hints: [
      "A gradient says of each number how much it matters.",
      `So it has the shape of what it belongs to, and ${name} has the shape ${formatShape(source.shape)}.`,
      edge.how === "sum-over-axes" ? "Along the axes that were stretched it is summed." : "The operation sends it back through its transpose, which turns the axes around.",
      `It is ${formatShape(source.shape)}.`,
    ],
    misconceptions: [],
    shapeMisconceptions: [{ shape: target.shape, sentence: `That is the shape of what arrives. The gradient of ${name} has the shape of ${name}.` }],
  };
}

const shapeWords = (shape: readonly number[]): string => (shape.length === 0 ? "of a single number" : formatShape(shape));

/** `2×3`, `2, 3`, `(2, 3)`, `2 by 3`: the numbers in what was typed; null where there is none. */
export function parseShape(text: string): number[] | null {
  const numbers = text.match(/\d+/g);
  return numbers && !/[.−-]\s*\d/.test(text) ? numbers.map(Number) : null;
}
