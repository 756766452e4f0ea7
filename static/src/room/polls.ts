/** Questions to a class as they are put, redacted, answered and shown: pure functions, no DOM. */

import type { Graph } from "../core/types.ts";
import { nodeTitle } from "../graph/places.ts";
import type { Redaction } from "../graph/redaction.ts";
import { say } from "../messages/messages.ts";
import { select } from "../state/selection.ts";
import type { State } from "../state/state.ts";
import { formatNumber } from "../text/format.ts";
import { scheduleOf } from "../timeline/playback.ts";
import { positionOfNode } from "../timeline/schedule.ts";
import type { AnswerGroup, GivenAnswer, Poll, Quantity, Question, RoomFacts, Tally } from "./messages.ts";
import { type Room, stageOf } from "./room.ts";

/** More ways than these would be a list to search, not a question. */
const MAX_EDGES = 8;

/** The question in words, with code between backticks; the teacher may write it in others. */
export function usualPrompt(type: Question["type"], quantity: Quantity, label: string): string {
  if (type === "number") return say("poll-what-is", { quantity, label });
  if (type === "formula") return say("poll-which-formula", { quantity, label });
  return type === "edge" ? say("poll-which-edge") : "";
}

/** Whether a question is about the graph of the playground. */
const needsGraph = (question: Question): boolean =>
  question.type === "number" ? question.quantity !== "given" : question.type === "formula" || question.type === "edge";

/** The question, as far as the screens can show it: beside a lesson or the studio there is no graph to be asked about. */
export const shownPoll = (room: Pick<RoomFacts, "poll" | "stage" | "lesson">): Poll | null =>
  room.poll && stageOf(room) !== "playground" && needsGraph(room.poll.question) ? null : room.poll;

/** A room with the question that the screens can show, and no other. */
export function withShownPoll(room: Room): Room {
  const poll = shownPoll(room);
  return { ...room, poll, tally: poll && room.tally };
}

/** What would be asked of the graph at this moment, where the teacher wrote no words. */
export function promptOf(question: Question, graph: Graph | null, program: string): string {
  if (question.prompt !== "") return question.prompt;
  if (question.type !== "number" && question.type !== "formula") return usualPrompt(question.type, "gradient", "");
  if (question.node === null || !graph?.nodes[question.node]) return say("prepared-no-node", { node: question.node ?? "" });
  return usualPrompt(question.type, question.quantity, nodeTitle(graph, program, question.node));
}

/** `1:05`. */
export function clockText(seconds: number): string {
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`;
}

/** What no page may show while this question is open; null where it gives nothing away. */
export function redactionOf(poll: Poll | null): Redaction | null {
  if (!poll || poll.state === "revealed") return null;
  const { question } = poll;
  if (question.type === "edge") return { position: question.position };
  if (question.type !== "number" && question.type !== "formula") return null;
  return question.node === null ? null : { node: question.node, quantity: question.quantity };
}

/** The moment that explains the answer: where the asked number is complete, or the asked edge is travelled. null where there is none to go to. */
export function explainingMoment(graph: Graph, question: Question): Partial<State> | null {
  const schedule = scheduleOf(graph);
  if (question.type === "edge") {
    const position = Math.min(question.position + 1, schedule.length);
    const edge = graph.steps[position - 1]?.edge;
    return { position, ...select(edge === undefined ? null : { edge }) };
  }
  if (question.type !== "number" && question.type !== "formula") return null;
  const { node, quantity } = question;
  if (node === null || !graph.nodes[node]) return null;
  return { position: positionOfNode(schedule, node, quantity === "gradient" ? schedule.backwardEnd : 0), ...select({ node }) };
}

export interface EdgeChoice {
  readonly edge: number;
  readonly label: string;
}

/** The edges along which something is still to travel, in an order that says nothing about which is next. */
export function edgeChoices(graph: Graph, program: string, position: number): EdgeChoice[] {
  const open = graph.steps
    .slice(position)
    .flatMap(({ phase, edge, arriving }) => (phase === "backward" && edge !== undefined && !arriving ? [edge] : []));
  return open
    .slice(0, MAX_EDGES)
    .sort((one, other) => one - other)
    .map((edge) => ({ edge, label: callEdge(graph, program, graph.edges[edge]!) }));
}

/** An edge by the nodes at its ends, in the direction in which the gradient travels; null where the graph has no such edge. */
export function edgeLabel(graph: Graph, program: string, id: number): string | null {
  const edge = graph.edges[id];
  return edge ? callEdge(graph, program, edge) : null;
}

function callEdge(graph: Graph, program: string, { id, source, target, slot }: Graph["edges"][number]): string {
  const call = (node: number): string => `\`${nodeTitle(graph, program, node)}\``;
  const isTwice = graph.edges.some((other) => other.id !== id && other.source === source && other.target === target);
  return `${call(target)} → ${call(source)}${isTwice ? say("edge-slot", { slot: slot + 1 }) : ""}`;
}

/** Whether the next edge of the program can be asked for at its position: a gradient travels in the step after it. */
export function canAskForEdge(graph: Graph, position: number): boolean {
  const next = graph.steps[position];
  return next?.phase === "backward" && next.edge !== undefined;
}

/** An answer as its giver reads it. `nameOf`: any edge of the graph, since one that is tapped need not be among the choices. */
export function answerText(
  question: Question,
  answer: GivenAnswer | null,
  nameOf: (edge: number) => string | null = () => null,
): string {
  if (answer === null) return "";
  if (question.type === "choice" && Array.isArray(answer))
    return (answer as readonly number[]).map((place) => question.choices[place] ?? "").join(", ");
  if (question.type === "edge")
    return [answer]
      .flat()
      .map((id) => nameOf(Number(id)) ?? say("edge-number", { edge: id }))
      .join(say("or-else"));
  // What was computed has the digits of the cards; what was typed stays as it was typed.
  return typeof answer === "number" ? formatNumber(answer) : String(answer).replace(/^-/, "−");
}

export interface Bar {
  readonly label: string;
  readonly count: number;
  /** Of the largest, from 0 to 1. */
  readonly part: number;
  readonly correct: boolean | null;
  readonly misconception: string | null;
  /** Chosen by the teacher among open answers. */
  readonly starred: boolean;
}

/** More bars, or cards, than these are shown as a number. */
const MAX_BARS = 8;
const MAX_CARDS = 24;

/** The histogram: the answers by how often they came; of a choice all that could be chosen, in their order. */
export function barsOf(question: Question, tally: Tally): { bars: Bar[]; further: number } {
  const most = Math.max(1, ...tally.groups.map(({ count }) => count));
  const bar = ({ label, count, correct, misconception, starred = false }: AnswerGroup): Bar => ({
    label,
    count,
    part: count / most,
    correct,
    misconception,
    starred,
  });
  if (question.type === "choice") {
    const found = (place: number): AnswerGroup | undefined =>
      tally.groups.find(({ answer }) => Array.isArray(answer) && answer.length === 1 && answer[0] === place);
    const isCorrect = (place: number): boolean | null => (question.correct ? question.correct.includes(place) : null);
    const bars = question.choices.map((label, place) =>
      bar(found(place) ?? { answer: [place], label, count: 0, correct: isCorrect(place), misconception: null }),
    );
    return { bars: bars.map((each, place) => ({ ...each, label: question.choices[place]! })), further: 0 };
  }
  const shown = question.type === "text" ? MAX_CARDS : MAX_BARS;
  const bars = tally.groups.slice(0, shown).map(bar);
  const further = tally.groups.slice(shown).reduce((sum, { count }) => sum + count, tally.others);
  return { bars, further };
}
