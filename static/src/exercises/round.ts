/** One round of practice: which question is asked, what has helped with it, and how the answers so far came out. Pure. */
import { parseValue } from "../core/ranges.ts";
import type { Graph } from "../core/types.ts";
import { say } from "../messages/messages.ts";
import { answerOf, judge, judgeShape, type Score, type Verdict } from "./practice.ts";
import { parseShape } from "./practice_tensors.ts";
import type { Question } from "./questions.ts";

export interface Round {
  readonly graph: Graph;
  readonly questions: readonly Question[];
  /** The place of the question that is asked; past the last one at the end. */
  readonly index: number;
  /** How many hints are shown, and how many tries were wrong. */
  readonly hints: number;
  readonly tries: number;
  readonly score: Score;
  /** The verdict on the last answer. */
  readonly remark: string;
}

/** After so many wrong tries the hints that name the rule and its slope are there unasked; not the one that works it out. */
const WRONG_TRIES = 2;
const HINTS_OF_THE_RULE = 2;

const NONE: Score = { first: 0, helped: 0, shown: 0 };

export const roundOf = (graph: Graph, questions: readonly Question[]): Round => ({
  graph,
  questions,
  index: 0,
  hints: 0,
  tries: 0,
  score: NONE,
  remark: "",
});

/** undefined at the end. */
export const questionOf = ({ questions, index }: Round): Question | undefined => questions[index];

/** At the next question, with one more counted. */
function atNext(round: Round, counted: keyof Score, remark: string): Round {
  const score = { ...round.score, [counted]: round.score[counted] + 1 };
  return { ...round, score, index: round.index + 1, hints: 0, tries: 0, remark };
}

/** After an answer: at the next question where it is right. */
export function answered(round: Round, text: string): Round {
  const question = questionOf(round);
  if (!question) return round;
  const verdict = question.shape ? judgedShape(question, text) : judgedNumber(question, text);
  if (typeof verdict === "string") return { ...round, remark: verdict };
  if (verdict.right) {
    const isFirst = round.hints === 0 && round.tries === 0;
    return atNext(round, isFirst ? "first" : "helped", say("right-answer", { answerof: answerOf(question) }));
  }
  const tries = round.tries + 1;
  // Who is wrong again needs the rule more than another try.
  const hints = tries === WRONG_TRIES ? Math.max(round.hints, HINTS_OF_THE_RULE) : round.hints;
  return { ...round, tries, hints, remark: verdict.sentence };
}

/** With one more hint; the last one is the answer, and the next question follows. */
export function helped(round: Round, { hints: all }: Question): Round {
  const hints = round.hints + 1;
  return hints >= all.length ? atNext(round, "shown", all[3]) : { ...round, hints, remark: "" };
}

/** Who steps on along the timeline has seen the answers on the way: they are named as shown. The same round where there were none. */
export function passed(round: Round, position: number): Round {
  const { questions, index: from, score } = round;
  let index = from;
  while (index < questions.length && questions[index]!.position <= position) index += 1;
  const seen = index - from;
  if (seen === 0) return round;
  const remark = say("practice-passed", { count: seen, answer: answerOf(questions[from]!) });
  return { ...round, index, score: { ...score, shown: score.shown + seen }, hints: 0, tries: 0, remark };
}

/** A verdict, or what the answer should look like. */
function judgedNumber(question: Question, text: string): Verdict | string {
  const given = parseValue(text);
  return typeof given === "number" ? judge(question, given) : say("write-number-such");
}

function judgedShape(question: Question, text: string): Verdict | string {
  const given = parseShape(text);
  return given ? judgeShape(question, given) : say("write-shape-such");
}
