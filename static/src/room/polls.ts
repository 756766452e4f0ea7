/** Questions to a class as they are put, kept from being given away, answered and told: pure functions, no DOM. */
import { nodeLabel } from "../core/places.ts";
import type { Graph } from "../core/types.ts";
import { scheduleOf } from "../graph/playback.ts";
import { positionOfNode } from "../graph/schedule.ts";
import type { Withheld } from "../graph/withholding.ts";
import type { AnswerGroup, GivenAnswer, Poll, Quantity, Question, Tally } from "./messages.ts";

/** More ways than these would be a list to search, not a question. */
const MOST_EDGES = 8;

/** The question in words, with code between backticks; the teacher may write it in others. */
export function usualPrompt(type: Question["type"], quantity: Quantity, label: string): string {
  if (type === "number") return `What is the ${quantity} of \`${label}\`?`;
  if (type === "formula") return `Which formula gives the ${quantity} of \`${label}\`?`;
  return type === "edge" ? "Along which edge does the next gradient travel?" : "";
}

/** What nobody's page may tell while this question is up; null where it gives nothing away. */
export function withheldBy(poll: Poll | null): Withheld | null {
  if (!poll || poll.state === "revealed") return null;
  const { question } = poll;
  if (question.type === "edge") return { position: question.position };
  if (question.type !== "number" && question.type !== "formula") return null;
  return question.node === null ? null : { node: question.node, quantity: question.quantity };
}

/** The moment that explains the answer: where the asked number is complete. null where there is none to go to. */
export function explainingMoment(graph: Graph, question: Question): { position: number; selected: number | null } | null {
  const schedule = scheduleOf(graph);
  if (question.type === "edge") {
    const position = Math.min(question.position + 1, schedule.length);
    const edge = graph.steps[position - 1]?.edge;
    return { position, selected: edge === undefined ? null : graph.edges[edge]!.source };
  }
  if (question.type !== "number" && question.type !== "formula") return null;
  const { node, quantity } = question;
  if (node === null || !graph.nodes[node]) return null;
  return { position: positionOfNode(schedule, node, quantity === "gradient" ? schedule.backwardEnd : 0), selected: node };
}

export interface EdgeChoice {
  readonly edge: number;
  readonly label: string;
}

/** The edges along which something is still to travel, in an order that says nothing about which is next. */
export function edgeChoices(graph: Graph, program: string, position: number): EdgeChoice[] {
  const open = graph.steps.slice(position).flatMap(({ phase, edge, arriving }) => (phase === "backward" && edge !== undefined && !arriving ? [edge] : []));
  const call = (node: number): string => nodeLabel(graph, program, node);
  return open
    .slice(0, MOST_EDGES)
    .sort((one, other) => one - other)
    .map((id) => {
      const { source, target, slot } = graph.edges[id]!;
      const isTwice = graph.edges.some((other) => other.id !== id && other.source === source && other.target === target);
      return { edge: id, label: `\`${call(target)}\` → \`${call(source)}\`${isTwice ? ` (slot ${slot + 1})` : ""}` };
    });
}

/** Whether the program, where it stands, can be asked for the next edge. */
export function canAskForEdge(graph: Graph, position: number): boolean {
  return graph.steps.slice(position).some(({ phase, edge }) => phase === "backward" && edge !== undefined) && graph.steps[position]?.phase === "backward";
}

/** An answer as its giver reads it. */
export function answerText(question: Question, answer: GivenAnswer | null, edges: readonly EdgeChoice[] = []): string {
  if (answer === null) return "";
  if (question.type === "choice" && Array.isArray(answer)) return (answer as readonly number[]).map((place) => question.choices[place] ?? "").join(", ");
  if (question.type === "edge") return [answer].flat().map((id) => edges.find(({ edge }) => edge === id)?.label ?? `edge ${String(id)}`).join(" or ");
  return String(answer).replace(/^-/, "−");
}

export interface Bar {
  readonly label: string;
  readonly count: number;
  /** Of the largest, from 0 to 1. */
  readonly part: number;
  readonly correct: boolean | null;
  readonly misconception: string | null;
}

/** More bars than these are told as a number. */
export const MOST_BARS = 8;

/** The histogram: the answers by how often they came; of a choice all that could be chosen, in their order. */
export function barsOf(question: Question, tally: Tally): { bars: Bar[]; further: number } {
  const most = Math.max(1, ...tally.groups.map(({ count }) => count));
  const bar = ({ label, count, correct, misconception }: AnswerGroup): Bar => ({ label, count, part: count / most, correct, misconception });
  if (question.type === "choice") {
    const found = (place: number): AnswerGroup | undefined => tally.groups.find(({ answer }) => Array.isArray(answer) && answer.length === 1 && answer[0] === place);
    const isCorrect = (place: number): boolean | null => (question.correct ? question.correct.includes(place) : null);
    const bars = question.choices.map((label, place) => bar(found(place) ?? { answer: [place], label, count: 0, correct: isCorrect(place), misconception: null }));
    return { bars: bars.map((each, place) => ({ ...each, label: question.choices[place]! })), further: 0 };
  }
  const bars = tally.groups.slice(0, MOST_BARS).map(bar);
  const further = tally.groups.slice(MOST_BARS).reduce((sum, { count }) => sum + count, tally.others);
  return { bars, further };
}
