/**
 * A program as an exercise: each step of the timeline a question with its answer, hints in four layers, and what a wrong answer
 * gives away about the thinking behind it. Pure; knows no DOM.
 */
import { nodeLabel } from "../core/places.ts";
import type { Graph, GraphEdge, MisconceptionRecord, Value } from "../core/types.ts";
import { substituted, type Records } from "./captions.ts";
import { formatNumber, isScalar, toNumber } from "./format.ts";
import { mistakes, type Mistake } from "./misconceptions.ts";
import type { Schedule } from "./schedule.ts";
import { fill } from "./templates.ts";

export interface Question {
  /** The timeline's position at which the answer appears; it is asked one step before. */
  readonly position: number;
  readonly kind: "value" | "seed" | "contribution" | "sum";
  /** With code between backticks. */
  readonly text: string;
  readonly answer: number;
  /** From a nudge of the mind to the answer. */
  readonly hints: readonly [string, string, string, string];
  /** Wrong answers that tell something, with what they tell. */
  readonly misconceptions: readonly Mistake[];
}

interface Context {
  readonly graph: Graph;
  readonly program: string;
  readonly records: Records;
  readonly misconceptions: readonly MisconceptionRecord[];
  readonly schedule: Schedule;
}

const number = (value: Value | null): number => (value !== null && isScalar(value) ? toNumber(value) : NaN);

/** All questions of a program, in the order of the timeline. Steps with tensors are not asked: their numbers cannot be typed in one field. */
export function questionsOf(schedule: Schedule, program: string, records: Records, misconceptions: readonly MisconceptionRecord[]): Question[] {
  const { graph } = schedule;
  const context: Context = { graph, program, records, misconceptions, schedule };
  return graph.steps.flatMap((step, index): Question[] => {
    const position = index + 1;
    if (step.phase === "tangent") return [];
    if (step.edge !== undefined) return step.arriving ? [] : contributionQuestions(context, graph.edges[step.edge]!, position);
    const found = step.phase === "forward" ? valueQuestion(context, step.node!, position) : seedQuestion(context, step.node!, position);
    return Number.isFinite(found.answer) ? [found] : [];
  });
}

function called({ graph, program }: Context, node: number): string {
  return `\`${nodeLabel(graph, program, node)}\``;
}

function valueQuestion(context: Context, id: number, position: number): Question {
  const { graph, records } = context;
  const node = graph.nodes[id]!;
  const record = records.get(node.op ?? "");
  const inputs = node.inputs.map((input) => number(graph.nodes[input]!.data));
  const given = node.inputs.map((input) => `${called(context, input)} is ${formatNumber(number(graph.nodes[input]!.data))}`).join(", ");
  const answer = number(node.data);
  return {
    position,
    kind: "value",
    text: `What is the value of ${called(context, id)}?`,
    answer,
    hints: [
      record?.summary ?? "Look at the operation in the circle.",
      `${given}.`,
      `Work out \`${substituted(graph, records, id) ?? ""}\`.`,
      `It is ${formatNumber(answer)}.`,
    ],
    misconceptions: distinct(mistakes(context.misconceptions, "value", { answer, first: inputs[0] ?? NaN, second: inputs[1] ?? NaN }, node.op), answer),
  };
}

function seedQuestion(context: Context, id: number, position: number): Question {
  const answer = number(context.graph.nodes[id]!.grad);
  return {
    position,
    kind: "seed",
    text: `The backward pass begins. What is the gradient of ${called(context, id)} with respect to itself?`,
    answer,
    hints: [
      "How much does a number change when that same number grows by a little?",
      "∂y/∂y: by just as much.",
      "The change divided by itself.",
      `It is ${formatNumber(answer)}.`,
    ],
    misconceptions: distinct(mistakes(context.misconceptions, "seed", { answer, own: number(context.graph.nodes[id]!.data) }, null), answer),
  };
}

function contributionQuestions(context: Context, edge: GraphEdge, position: number): Question[] {
  const { graph, schedule } = context;
  const upstream = number(graph.nodes[edge.target]!.grad);
  const [local, sent] = [number(edge.local), number(edge.contribution)];
  if (![upstream, local, sent].every(Number.isFinite)) return [];
  const arrival = schedule.arrivals[edge.source]!.find((each) => each.position === position);
  const before = arrival?.before === null || arrival === undefined ? null : number(arrival.before);
  const asked: Question = {
    position,
    kind: "contribution",
    text: `How much gradient does ${called(context, edge.target)} send back to ${called(context, edge.source)}?`,
    answer: sent,
    hints: contributionHints(context, edge, upstream, local, sent),
    misconceptions: contributionMisconceptions(context, edge, upstream, local, sent),
  };
  return before === null ? [asked] : [asked, sumQuestion(context, edge, position, before, sent)];
}

function contributionHints({ graph, records }: Context, edge: GraphEdge, upstream: number, local: number, sent: number): Question["hints"] {
  const user = graph.nodes[edge.target]!;
  const record = records.get(user.op ?? "");
  const rule = record?.rules[edge.slot] ?? record?.rules[0];
  const letters = rule ? fill(rule.plain, Object.fromEntries([...record!.parameters, "out"].map((name) => [name, name]))) : "";
  return [
    record?.why ?? "Upstream gradient times the local slope.",
    `The chain rule: what arrived upstream, times the local slope${letters ? `, which is \`${letters}\`` : ""}.`,
    `Work out \`${formatNumber(upstream)} × ${formatNumber(local)}\`.`,
    `It is ${formatNumber(sent)}.`,
  ];
}

function contributionMisconceptions({ graph, misconceptions }: Context, edge: GraphEdge, upstream: number, local: number, sent: number): Question["misconceptions"] {
  const user = graph.nodes[edge.target]!;
  const names = { upstream, local, answer: sent, own: number(graph.nodes[edge.source]!.data), out: number(user.data) };
  return distinct(mistakes(misconceptions, "contribution", names, user.op), sent);
}

function sumQuestion(context: Context, edge: GraphEdge, position: number, before: number, sent: number): Question {
  const answer = before + sent;
  return {
    position,
    kind: "sum",
    text: `${called(context, edge.source)} had ${formatNumber(before)} and now gets ${formatNumber(sent)}. What is its gradient?`,
    answer,
    hints: [
      "It influences the output in more than one way.",
      "What comes back along several paths is added.",
      `Work out \`${formatNumber(before)} + ${formatNumber(sent)}\`.`,
      `It is ${formatNumber(answer)}.`,
    ],
    misconceptions: distinct(mistakes(context.misconceptions, "sum", { answer, before, sent }, null), answer),
  };
}

/** Those that differ from the answer, and of equal ones the first. */
function distinct(found: readonly Mistake[], answer: number): Question["misconceptions"] {
  return found.filter(
    ({ value }, index) => Number.isFinite(value) && !isClose(value, answer) && found.findIndex((other) => isClose(other.value, value)) === index,
  );
}

/** As near as a number is read off the page: three digits are enough. */
export function isClose(given: number, wanted: number): boolean {
  return Math.abs(given - wanted) <= Math.max(5e-4, Math.abs(wanted) * 2e-3);
}

export interface Verdict {
  readonly right: boolean;
  readonly sentence: string;
}

export function judge(question: Question, given: number): Verdict {
  // An exact misconception beats a generous tolerance where the two lie close together.
  if (isClose(given, question.answer)) return { right: true, sentence: "Right." };
  const told = question.misconceptions.find(({ value }) => isClose(given, value));
  return { right: false, sentence: told?.sentence ?? "Not yet. Try again, or take a hint." };
}

/** `first`: at the first try and without hints; `helped`: found in the end; `shown`: the answer was shown. */
export interface Score {
  readonly first: number;
  readonly helped: number;
  readonly shown: number;
}

export function encourage({ first, helped, shown }: Score): string {
  const all = first + helped + shown;
  if (first === all) return "Every number at the first try. You have done a whole backward pass by hand.";
  if (shown === 0) return "You found every number yourself. That is how it is learnt.";
  if (first + helped >= shown) return "Most of it is yours already. A second round will close the gaps.";
  return "A first look is worth a lot. Go through it once more; the numbers will look familiar.";
}
