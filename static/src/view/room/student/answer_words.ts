/** What a student reads below a question: whether the answer is on its way, stored or refused, and at the end how it was. */

import type { OwnWorth } from "../../../api/rooms.ts";
import { say } from "../../../messages/messages.ts";
import type { Answering } from "../../../room/answering.ts";
import type { GivenAnswer, Poll } from "../../../room/messages.ts";
import { answerText, redactionOf } from "../../../room/polls.ts";

/** What is known of the student's own answer. */
export interface Held {
  answering: Answering;
  /** What was stored for this question, by the server's word now or when the page came. */
  stored: GivenAnswer | null;
  /** Its mark, once that is known. */
  worth: OwnWorth | null;
}

type NameOf = (edge: number) => string | null;

/** What somebody wrote may end in a stop of its own. */
const asSentence = (text: string): string => (text === "" || /[.!?…]$/.test(text) ? text : `${text}.`);

export function remarkOf(poll: Poll, held: Held, nameOf: NameOf): string {
  const own = asSentence(answerText(poll.question, held.stored, nameOf));
  if (poll.state === "revealed") return verdictOf(poll, own, held, nameOf);
  if (poll.state === "closed")
    return own === "" ? missing("", say("closed-no-answer"), held.answering) : say("closed-your-answer", { own });
  if (poll.state === "discuss") return own === "" ? say("discuss-without") : say("discuss-with", { own });
  return onItsWay(held.answering) ?? askedAgain(poll, own, held.answering) ?? (own === "" ? "" : say("answer-stored", { own }));
}

function onItsWay(answering: Answering): string | null {
  if (answering.status === "sending") return say("sending");
  if (answering.status === "waiting") return say("answer-kept", { sentence: answering.sentence });
  return answering.status === "refused" ? answering.sentence : null;
}

function askedAgain({ round }: Poll, own: string, { status }: Answering): string | null {
  if (round !== 2 || status !== "none") return null;
  return own === "" ? say("vote-second") : say("vote-second-own", { own });
}

/** The answer that was expected, in a sentence. */
export function answerOf({ question, expected }: Poll, nameOf: NameOf): string {
  const text = answerText(question, expected, nameOf);
  if (text === "") return "";
  return question.type === "edge" ? say("next-could-come", { expected: text }) : say("the-answer", { expected: text });
}

/** Why the student's own is not there: it is on its way, it was refused (for being too late, say), or none was given. */
function missing(answer: string, none: string, answering: Answering): string {
  if (answering.status === "refused") return say("yours-not-counted", { answer, sentence: answering.sentence }).trim();
  return answering.status === "none" ? none : `${answer} ${say("sending")}`.trim();
}

/** Kind and short: the answer, the student's own beside it, and the thinking that led there. */
function verdictOf(poll: Poll, own: string, { answering, worth }: Held, nameOf: NameOf): string {
  const answer = answerOf(poll, nameOf);
  if (own === "") return answer === "" ? "" : missing(answer, say("you-gave-none", { answer }), answering);
  if (worth?.correct === true) return say("yours-was-right", { answer });
  const canStep = redactionOf({ ...poll, state: "open" }) !== null;
  const why = worth?.correct === false ? (worth.misconception ?? (canStep ? say("step-through") : "")) : "";
  return say("yours-was", { answer, own, why }).trim();
}
