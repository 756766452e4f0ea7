/**
 * A step of the timeline as a question with its answer, hints in four layers, and what a wrong answer gives away about the thinking
 * behind it. Pure; knows no DOM.
 */

import type { Graph, GraphEdge } from "../core/types.ts";
import { substituted } from "../explain/captions.ts";
import { say } from "../messages/messages.ts";
import { formatNumber, formatShape, formatValue } from "../text/format.ts";
import { mistakes } from "./misconceptions.ts";
import {
  type Asked,
  type Context,
  called,
  contributionHints,
  distinct,
  isClose,
  number,
  type Question,
  sumOf,
} from "./questions.ts";
import { summedQuestion } from "./summed.ts";

/** What is asked of arrays: given by who asks for more than single numbers, since it is a good deal of code. */
export interface TensorQuestions {
  value(context: Context, node: number, position: number): Question[];
  contribution(context: Context, edge: GraphEdge, position: number): Question[];
}

/** What can be asked of one step: nothing, its number, or its number and the sum that it makes. Of a tensor what `tensors` asks. */
export function questionOfStep(context: Context, index: number, tensors?: TensorQuestions): Question[] {
  const { graph } = context;
  const step = graph.steps[index]!;
  const position = index + 1;
  if (step.phase === "tangent") return [];
  if (step.edge !== undefined)
    return step.arriving ? [] : contributionQuestions(context, graph.edges[step.edge]!, position, tensors).filter(isAnswerable);
  const isOfTensors = (id: number): boolean => graph.nodes[id]!.shape.length > 0;
  if (step.phase === "forward" && (isOfTensors(step.node!) || (tensors && graph.nodes[step.node!]!.inputs.some(isOfTensors))))
    return (tensors?.value(context, step.node!, position) ?? []).filter(isAnswerable);
  const found =
    step.phase === "forward" ? valueQuestion(context, step.node!, position) : seedQuestion(context, step.node!, position);
  return [found].filter(isAnswerable);
}

const isAnswerable = ({ answer, shape }: Question): boolean => shape !== undefined || Number.isFinite(answer);

export function askedValue({ graph, misconceptions }: Context, id: number): Asked {
  const { data, inputs, op } = graph.nodes[id]!;
  const [first = NaN, second = NaN] = inputs.map((input) => number(graph.nodes[input]!.data));
  const answer = number(data);
  return { answer, misconceptions: distinct(mistakes(misconceptions, "value", { answer, first, second }, op), answer) };
}

export function askedSeed({ graph, misconceptions }: Context, id: number): Asked {
  const { data, grad } = graph.nodes[id]!;
  const answer = number(grad);
  return { answer, misconceptions: distinct(mistakes(misconceptions, "seed", { answer, own: number(data) }, null), answer) };
}

export interface Sent extends Asked {
  readonly upstream: number;
  readonly local: number;
  /** What had arrived before; null where this is the first. */
  readonly before: number | null;
}

/** What a single number sends back to another; null where one of the numbers is not finite. */
export function askedSent({ graph, misconceptions, schedule }: Context, edge: GraphEdge, position: number): Sent | null {
  const user = graph.nodes[edge.target]!;
  const [upstream, local, answer] = [number(user.grad), number(edge.local), number(edge.contribution)];
  if (![upstream, local, answer].every(Number.isFinite)) return null;
  const arrivals = schedule.arrivals[edge.source]!;
  const arrived = arrivals.find((each) => each.position === position)?.before ?? null;
  const whole = arrivals.length > 1 ? number(graph.nodes[edge.source]!.grad) : NaN;
  const names = { upstream, local, answer, whole, own: number(graph.nodes[edge.source]!.data), out: number(user.data) };
  const found = distinct(mistakes(misconceptions, "contribution", names, user.op), answer);
  return { answer, misconceptions: found, upstream, local, before: arrived === null ? null : number(arrived) };
}

/** Whether an edge brings a single number what arrives at several places of an array: all that is asked of arrays without `TensorQuestions`. */
export const isGathered = ({ nodes }: Graph, { source, target, how }: GraphEdge): boolean =>
  how === "sum-over-axes" && nodes[source]!.shape.length === 0 && nodes[target]!.grad !== null;

export function valueQuestion(context: Context, id: number, position: number): Question {
  const { graph, records } = context;
  const node = graph.nodes[id]!;
  const record = records.get(node.op ?? "");
  const given = node.inputs
    .map((input) =>
      say("has-value", { called: called(context, input), value: formatValue(graph.nodes[input]!.data, undefined, 24) }),
    )
    .join(", ");
  const asked = askedValue(context, id);
  return {
    ...asked,
    position,
    kind: "value",
    text: say("what-is-value", { called: called(context, id) }),
    hints: [
      record?.summary ?? say("look-at-operation"),
      `${given}.`,
      say("work-out", { substituted: substituted(graph, records, id) ?? "" }),
      say("it-is", { answer: formatNumber(asked.answer) }),
    ],
  };
}

function seedQuestion(context: Context, id: number, position: number): Question {
  const asked = askedSeed(context, id);
  return {
    ...asked,
    position,
    kind: "seed",
    text: say("what-is-seed", { called: called(context, id) }),
    hints: [
      say("what-is-seed.first"),
      say("what-is-seed.second"),
      say("what-is-seed.third"),
      say("it-is", { answer: formatNumber(asked.answer) }),
    ],
  };
}

function contributionQuestions(
  context: Context,
  edge: GraphEdge,
  position: number,
  tensors: TensorQuestions | undefined,
): Question[] {
  const { graph } = context;
  const [source, target] = [graph.nodes[edge.source]!, graph.nodes[edge.target]!];
  if (source.shape.length > 0 || target.shape.length > 0) {
    if (tensors) return tensors.contribution(context, edge, position);
    const asked = isGathered(graph, edge) ? summedQuestion(context, edge, target.grad!, [], position) : null;
    return asked === null ? [] : [asked];
  }
  const sent = askedSent(context, edge, position);
  if (sent === null) return [];
  const { answer, misconceptions, upstream, local, before } = sent;
  const asked: Question = {
    position,
    kind: "contribution",
    text: say("what-is-sent", { called: called(context, edge.target), called2: called(context, edge.source) }),
    answer,
    hints: contributionHints(context, edge, upstream, local, answer),
    misconceptions,
  };
  if (before === null) return [asked];
  return [asked, sumOf(context.misconceptions, called(context, edge.source), position, before, answer)];
}

export interface Verdict {
  readonly right: boolean;
  readonly sentence: string;
}

export function judgeShape({ shape = [], shapeMisconceptions = [] }: Question, given: readonly number[]): Verdict {
  const isSame = (one: readonly number[]): boolean => one.join() === given.join();
  if (isSame(shape)) return { right: true, sentence: say("right") };
  return {
    right: false,
    sentence: shapeMisconceptions.find((each) => isSame(each.shape))?.sentence ?? say("not-yet"),
  };
}

/** What the answer is, to be read. */
export function answerOf({ answer, shape }: Question): string {
  return shape ? formatShape(shape) : formatNumber(answer);
}

export function judge(question: Pick<Question, "answer" | "misconceptions">, given: number): Verdict {
  // An exact misconception beats a generous tolerance where the two lie close together.
  if (isClose(given, question.answer)) return { right: true, sentence: say("right") };
  const mistake = question.misconceptions.find(({ value }) => isClose(given, value));
  return { right: false, sentence: mistake?.sentence ?? say("not-yet") };
}

/** `first`: at the first try and without hints; `helped`: found in the end; `shown`: the answer was shown. */
export interface Score {
  readonly first: number;
  readonly helped: number;
  readonly shown: number;
}

export function encourage({ first, helped, shown }: Score): string {
  const all = first + helped + shown;
  if (first === all) return say("praise-perfect");
  if (shown === 0) return say("praise-all");
  if (first + helped >= shown) return say("praise-most");
  return say("praise-first");
}
