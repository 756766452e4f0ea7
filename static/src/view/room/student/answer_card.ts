/** The question that is up, on a student's page: what is asked, a field that suits it, whether it is stored, and at the end how it was. */

import { answerPoll, type OwnWorth, ownWorth } from "../../../api/rooms.ts";
import type { Store } from "../../../core/store.ts";
import { say } from "../../../messages/messages.ts";
import { type Answering, createAnswerSender, UNANSWERED } from "../../../room/answering.ts";
import { waitBefore } from "../../../room/back_off.ts";
import type { Status } from "../../../room/client.ts";
import type { GivenAnswer, Poll } from "../../../room/messages.ts";
import type { OwnAnswer } from "../../../room/own_answers.ts";
import { answerText, edgeChoices, edgeLabel, redactionOf } from "../../../room/polls.ts";
import type { Room } from "../../../room/room.ts";
import type { State } from "../../../state/state.ts";
import { browserClock } from "../../shared/clock.ts";
import { COMPACT } from "../../shared/controls/compact.ts";
import { element, isTyping, prose } from "../../shared/dom.ts";
import { notify } from "../../shared/notice.ts";
import { askedMark } from "../asked_mark.ts";
import { onChange } from "../elements.ts";
import { createOnGraph, type Laid } from "../on_graph.ts";
import { createCountdown } from "../question/countdown.ts";
import { createHistogram } from "../question/histogram.ts";
import { type AnswerField, createAnswerField } from "./answer_field.ts";
import { showCard } from "./card.ts";
import { createSlot, type Slot } from "./slot.ts";

/** Within so many milliseconds after an answer is shown every page asks what its own was worth. */
const ASKED_WITHIN = 600;

/** What failed now may go well in a while. */
const isPassing = (status: number): boolean => status === 0 || status === 429 || status >= 500;

interface Ports {
  readonly store: Store<State>;
  readonly code: string;
  readonly token: string;
  /** A question is no longer open: what the student's answer was, and once it is shown what it was worth. */
  answered(answer: OwnAnswer): void;
}

/** What somebody wrote may end in a stop of its own. */
const asSentence = (text: string): string => (text === "" || /[.!?…]$/.test(text) ? text : `${text}.`);

export interface AnswerCard {
  show(room: Room, status: Status): void;
  /** An edge of the picture was chosen: true where that answers the question. */
  tapped(edge: number | null): boolean;
  /** The edge that was given as the answer, which stays selected; null where none was. */
  givenEdge(): number | null;
  remove(): void;
}

export function createAnswerCard(place: HTMLElement, { store, code, token, answered }: Ports): AnswerCard {
  let answering: Answering = UNANSWERED;
  let shownFor: { poll: Poll; field: AnswerField | null; slot: Slot | null } | null = null;
  /** What was stored for this question, by the server's word now or when the page came. */
  let stored: GivenAnswer | null = null;
  /** Its mark, once that is known, and the question for which the server was asked. */
  let worth: OwnWorth | null = null;
  let asked: number | null = null;
  let last: Room | null = null;

  const sender = createAnswerSender({
    clock: browserClock,
    random: Math.random,
    async send(poll, answer) {
      const reply = await answerPoll(code, token, poll, answer);
      if ("answer" in reply) return { stored: true };
      return { stored: false, sentence: reply.sentence, later: isPassing(reply.status) };
    },
    changed(next) {
      answering = next;
      if (next.status === "stored") stored = next.answer;
      if (next.status === "stored" && stored !== null) shownFor?.slot?.fill(String(stored));
      if (last) draw(last);
    },
  });

  const onGraph = createOnGraph();
  const heading = element("h2", { class: "answer-question", id: "answer-question", tabindex: -1 });
  const countdown = createCountdown();
  const body = element("div", { class: "answer-body" });
  const histogram = createHistogram();
  const others = element(
    "details",
    { class: "answer-others", hidden: true },
    element("summary", {}, say("how-class-answered")),
    histogram.root,
  );
  const remark = element("p", { class: "answer-remark", role: "status" });
  const card = element(
    "section",
    { class: "answer-card", "aria-label": say("question-to-class"), hidden: true },
    heading,
    countdown.root,
    body,
    remark,
    others,
  );
  place.append(card);

  function remarkOf(poll: Poll): string {
    const own = asSentence(answerText(poll.question, stored, nameOf));
    if (poll.state === "revealed") return verdictOf(poll, own);
    if (poll.state === "closed") return own === "" ? missing("", say("closed-no-answer")) : say("closed-your-answer", { own });
    if (poll.state === "discuss") return own === "" ? say("discuss-without") : say("discuss-with", { own });
    if (answering.status === "sending") return say("sending");
    if (answering.status === "waiting") return say("answer-kept", { sentence: answering.sentence });
    if (answering.status === "refused") return answering.sentence;
    if (poll.round === 2 && answering.status === "none") return own === "" ? say("vote-second") : say("vote-second-own", { own });
    return own === "" ? "" : say("answer-stored", { own });
  }

  function answerOf(poll: Poll): string {
    const expected = answerText(poll.question, poll.expected, nameOf);
    if (expected === "") return "";
    return poll.question.type === "edge" ? say("next-could-come", { expected }) : say("the-answer", { expected });
  }

  /** Why the student's own is not there: it is on its way, it was refused (for being too late, say), or none was given. */
  function missing(answer: string, none: string): string {
    if (answering.status === "refused") return say("yours-not-counted", { answer, sentence: answering.sentence }).trim();
    return answering.status === "none" ? none : `${answer} ${say("sending")}`.trim();
  }

  /** Kind and short: the answer, the student's own beside it, and the thinking that led there. */
  function verdictOf(poll: Poll, own: string): string {
    const answer = answerOf(poll);
    if (own === "") return answer === "" ? "" : missing(answer, say("you-gave-none", { answer }));
    if (worth?.correct === true) return say("yours-was-right", { answer });
    const canStep = redactionOf({ ...poll, state: "open" }) !== null;
    const why = worth?.correct === false ? (worth.misconception ?? (canStep ? say("step-through") : "")) : "";
    return say("yours-was", { answer, own, why }).trim();
  }

  /** Equal answers may be written in many ways, so the server says what the student's own was worth. A class does not ask all at once. */
  function askWorth(poll: number, failures = 0): void {
    const wait = failures === 0 ? Math.random() * ASKED_WITHIN : waitBefore(failures, Math.random);
    browserClock.after(wait, async () => {
      if (asked !== poll) return;
      const reply = await ownWorth(code, token, poll);
      if (asked !== poll || last?.poll?.poll !== poll) return;
      if ("answer" in reply) worth = reply.answer;
      else if (isPassing(reply.status)) return askWorth(poll, failures + 1);
      draw(last);
    });
  }

  function nameOf(edge: number): string | null {
    const { graph, graphProgram } = store.get();
    return graph && edgeLabel(graph, graphProgram, edge);
  }

  function edgesOf({ question }: Poll): ReturnType<typeof edgeChoices> {
    const { graph, graphProgram } = store.get();
    return question.type === "edge" && graph ? edgeChoices(graph, graphProgram, question.position) : [];
  }

  /** A number is filled into its place on the card. */
  function layOn({ poll, question }: Poll, field: AnswerField): (Laid & { readonly slot: Slot }) | null {
    if (question.type !== "number" || question.node === null) return null;
    const give = (text: string): void => sender.give(poll, text.replaceAll("−", "-"));
    const slot = createSlot(question.prompt.replaceAll("`", ""), field.fill, give);
    slot.fill(stored === null ? "" : String(stored));
    return { spot: { slot: question.node, quantity: question.quantity }, element: slot.root, slot };
  }

  /** Once for each thing that is known of it. */
  const note = onChange(answered);

  function noteOwn(poll: Poll): void {
    const isShown = poll.state === "revealed";
    if (poll.state === "open" || poll.state === "discuss" || (isShown && stored !== null && worth === null)) return;
    note({
      poll: poll.poll,
      prompt: poll.question.prompt,
      own: answerText(poll.question, stored, nameOf),
      expected: isShown ? answerOf(poll) : "",
      correct: isShown ? (worth?.correct ?? null) : null,
      misconception: (isShown ? worth?.misconception : null) ?? null,
    });
  }

  /**
   * A question is heard at once and its field is the next stop of the keyboard; a phone has no such key, so the field itself has the focus there.
   * Only who writes is not taken away from that.
   */
  function lead(prompt: string, first: HTMLElement | null): void {
    if (isTyping(document.activeElement)) return notify(say("question-came", { prompt: prompt.replaceAll("`", "") }));
    first?.setAttribute("aria-describedby", heading.id);
    (COMPACT.matches && first ? first : heading).focus();
  }

  /** What somebody writes in stays where it is on the screen, though the question takes its room above it. */
  function draw(room: Room): void {
    const typed = isTyping(document.activeElement) && !card.contains(document.activeElement) ? document.activeElement : null;
    const before = typed?.getBoundingClientRect().top ?? 0;
    drawCard(room);
    if (typed?.isConnected) window.scrollBy(0, typed.getBoundingClientRect().top - before);
  }

  function drawCard({ poll }: Room): void {
    showCard(card, poll !== null, poll?.state === "open");
    if (!poll) {
      shownFor = null;
      return onGraph.lay([]);
    }
    const isOther = shownFor?.poll.poll !== poll.poll;
    const isOpen = poll.state === "open";
    const isOpened = isOpen && (isOther || shownFor?.poll.state !== "open");
    if (
      isOther ||
      shownFor?.poll.state !== poll.state ||
      (isOpen && poll.question.type === "edge" && body.childElementCount === 0)
    ) {
      heading.replaceChildren(...prose(poll.question.prompt));
      const field = isOpen
        ? createAnswerField(poll.question, edgesOf(poll), stored, (answer) => sender.give(poll.poll, answer))
        : null;
      body.replaceChildren(...(field ? [field.root] : []));
      const laid = field ? layOn(poll, field) : null;
      onGraph.lay(laid ? [laid] : askedMark(poll));
      shownFor = { poll, field, slot: laid?.slot ?? null };
      if (isOpened) lead(poll.question.prompt, field?.first ?? null);
    }
    // Here, since the student's answer may be confirmed after the answer was shown to all.
    if (poll.state === "revealed" && stored !== null && asked !== poll.poll) {
      asked = poll.poll;
      askWorth(poll.poll);
    } else if (isOpen) [worth, asked] = [null, null];
    noteOwn(poll);
    card.dataset.state = poll.state;
    shownFor?.field?.mark(answering.status);
    shownFor?.slot?.mark(answering.status);
    remark.replaceChildren(...prose(remarkOf(poll)));
    others.hidden = poll.tally === null || poll.tally.answered === 0;
    if (poll.tally) histogram.show(poll, poll.tally);
  }

  return {
    show(room, status) {
      if (room.poll?.poll !== last?.poll?.poll || room.poll?.round !== last?.poll?.round) sender.forget();
      if (room.poll?.poll !== last?.poll?.poll) {
        [stored, worth, asked] = [null, null, null];
      }
      // The server remembers better than a reloaded page.
      if (room.you.answer !== null && answering.status === "none") stored = room.you.answer;
      if (status === "live") sender.wake();
      last = room;
      countdown.show(room);
      draw(room);
    },
    tapped(edge) {
      const poll = last?.poll;
      if (poll?.state !== "open" || poll.question.type !== "edge" || edge === null) return false;
      shownFor?.field?.fill(edge);
      sender.give(poll.poll, edge);
      return true;
    },
    givenEdge() {
      const poll = last?.poll;
      if (!poll || poll.state === "revealed" || poll.question.type !== "edge") return null;
      return typeof (answering.answer ?? stored) === "number" ? ((answering.answer ?? stored) as number) : null;
    },
    remove: onGraph.remove,
  };
}
