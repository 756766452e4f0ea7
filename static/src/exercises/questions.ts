/** What a question of an exercise is, and the words that questions share. Pure; knows no DOM. */

import type { Graph, GraphEdge, MisconceptionRecord, Value } from "../core/types.ts";
import { type Records, ruleInWords } from "../explain/captions.ts";
import { nodeTitle } from "../graph/places.ts";
import { say } from "../messages/messages.ts";
import { formatNumber, isScalar, toNumber } from "../text/format.ts";
import type { Schedule } from "../timeline/schedule.ts";
import { type Mistake, mistakes } from "./misconceptions.ts";

/** The numbers of a question: all that a guess is judged by. */
export interface Asked {
  readonly answer: number;
  /** Wrong answers with a known misconception, and that misconception. */
  readonly misconceptions: readonly Mistake[];
}

export interface Question extends Asked {
  /** The timeline's position at which the answer appears; it is asked one step before. */
  readonly position: number;
  readonly kind: "value" | "seed" | "contribution" | "sum" | "shape";
  /** With code between backticks. */
  readonly text: string;
  /** Where a shape is asked for, in place of a number. */
  readonly shape?: readonly number[];
  /** From a nudge of the mind to the answer. */
  readonly hints: readonly [string, string, string, string];
  readonly shapeMisconceptions?: readonly { readonly shape: readonly number[]; readonly sentence: string }[];
}

export interface Context {
  readonly graph: Graph;
  readonly program: string;
  readonly records: Records;
  readonly misconceptions: readonly MisconceptionRecord[];
  readonly schedule: Schedule;
}

/** NaN for what is not a single number. */
export const number = (value: Value | null): number => (value !== null && isScalar(value) ? toNumber(value) : NaN);

export function called({ graph, program }: Context, node: number): string {
  return `\`${nodeTitle(graph, program, node)}\``;
}

export function contributionHints(
  { graph, program, records }: Context,
  edge: GraphEdge,
  upstream: number,
  local: number,
  sent: number,
): Question["hints"] {
  const record = records.get(graph.nodes[edge.target]!.op ?? "");
  // With the program's names: the letters of the operation's own rule may be others of them.
  const letters = ruleInWords(graph, records, edge, (node) => nodeTitle(graph, program, node)) ?? "";
  return [
    record?.why ?? say("upstream-times-slope"),
    say("chain-rule-hint", { choice: letters ? say("chain-rule-hint.slope", { letters }) : "" }),
    say("work-out-product", { upstream: formatNumber(upstream), local: formatNumber(local) }),
    say("it-is-sent", { sent: formatNumber(sent) }),
  ];
}

export function askedSum(records: readonly MisconceptionRecord[], before: number, sent: number): Asked {
  const answer = before + sent;
  return { answer, misconceptions: distinct(mistakes(records, "sum", { answer, before, sent }, null), answer) };
}

/** What a number's gradient is after something was added to what had arrived before. */
export function sumOf(
  records: readonly MisconceptionRecord[],
  name: string,
  position: number,
  before: number,
  sent: number,
): Question {
  const asked = askedSum(records, before, sent);
  return {
    ...asked,
    position,
    kind: "sum",
    text: say("what-is-sum", { called: name, before: formatNumber(before), sent: formatNumber(sent) }),
    hints: [
      say("what-is-sum.first"),
      say("what-is-sum.second"),
      say("what-is-sum.third", { before: formatNumber(before), sent: formatNumber(sent) }),
      say("it-is", { answer: formatNumber(asked.answer) }),
    ],
  };
}

/** Those that differ from the answer, and of equal ones the first. */
export function distinct(found: readonly Mistake[], answer: number): Question["misconceptions"] {
  return found.filter(
    ({ value }, index) =>
      Number.isFinite(value) && !isClose(value, answer) && found.findIndex((other) => isClose(other.value, value)) === index,
  );
}

/** As near as a number is read off the page: three digits are enough. */
export function isClose(given: number, wanted: number): boolean {
  return Math.abs(given - wanted) <= Math.max(5e-4, Math.abs(wanted) * 2e-3);
}
