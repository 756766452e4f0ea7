/** The question that is up, on a student's page: what is asked, a field that suits it, whether it is stored, and at the end how it was. */

import { answerPoll, ownWorth } from "../../../api/rooms.ts";
import type { Store } from "../../../core/store.ts";
import { say } from "../../../messages/messages.ts";
import { createAnswerSender, isPassing, UNANSWERED } from "../../../room/answering.ts";
import type { Status } from "../../../room/client.ts";
import { waitBefore } from "../../../room/line/back_off.ts";
import type { GivenAnswer, Poll } from "../../../room/messages.ts";
import type { OwnAnswer } from "../../../room/own_answers.ts";
import { answerText, edgeChoices, edgeLabel } from "../../../room/polls.ts";
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
import { answerOf, type Held, remarkOf } from "./answer_words.ts";
import { showCard } from "./card.ts";
import { createSlot, type Slot } from "./slot.ts";

/** Within so many milliseconds after an answer is shown every page asks what its own was worth. */
const ASKED_WITHIN = 600;

interface Ports {
  readonly store: Store<State>;
  readonly code: string;
  readonly token: string;
  /** A question is no longer open: what the student's answer was, and once it is shown what it was worth. */
  answered(answer: OwnAnswer): void;
}

export interface AnswerCard {
  show(room: Room, status: Status): void;
  /** An edge of the picture was chosen: true where that answers the question. */
  tapped(edge: number | null): boolean;
  /** The edge that was given as the answer, which stays selected; null where none was. */
  givenEdge(): number | null;
  remove(): void;
}

export function createAnswerCard(place: HTMLElement, { store, code, token, answered }: Ports): AnswerCard {
  const held: Held = { answering: UNANSWERED, stored: null, worth: null };
  let shownFor: { poll: Poll; field: AnswerField | null; slot: Slot | null } | null = null;
  /** The question for whose mark the server was asked. */
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
      held.answering = next;
      if (next.status === "stored") held.stored = next.answer;
      if (next.status === "stored" && held.stored !== null) shownFor?.slot?.fill(String(held.stored));
      if (last) draw(last);
    },
  });

  const onGraph = createOnGraph();
  const { card, heading, countdown, body, remark, others, histogram } = createParts(place);

  /** Equal answers may be written in many ways, so the server says what the student's own was worth. A class does not ask all at once. */
  function askWorth(poll: number, failures = 0): void {
    const wait = failures === 0 ? Math.random() * ASKED_WITHIN : waitBefore(failures, Math.random);
    browserClock.after(wait, async () => {
      if (asked !== poll) return;
      const reply = await ownWorth(code, token, poll);
      if (asked !== poll || last?.poll?.poll !== poll) return;
      if ("answer" in reply) held.worth = reply.answer;
      else if (isPassing(reply.status)) return askWorth(poll, failures + 1);
      draw(last);
    });
  }

  const nameOf = (edge: number): string | null => nameIn(store.get(), edge);

  /** A number is filled into its place on the card. */
  function layOn({ poll, question }: Poll, field: AnswerField): (Laid & { readonly slot: Slot }) | null {
    if (question.type !== "number" || question.node === null) return null;
    const give = (text: string): void => sender.give(poll, text.replaceAll("−", "-"));
    const slot = createSlot(question.prompt.replaceAll("`", ""), field.fill, give);
    slot.fill(held.stored === null ? "" : String(held.stored));
    return { spot: { slot: question.node, quantity: question.quantity }, element: slot.root, slot };
  }

  /** Once for each thing that is known of it. */
  const note = onChange(answered);

  function noteOwn(poll: Poll): void {
    const isShown = poll.state === "revealed";
    const { stored, worth } = held;
    if (poll.state === "open" || poll.state === "discuss" || (isShown && stored !== null && worth === null)) return;
    note({
      poll: poll.poll,
      prompt: poll.question.prompt,
      own: answerText(poll.question, stored, nameOf),
      expected: isShown ? answerOf(poll, nameOf) : "",
      correct: isShown ? (worth?.correct ?? null) : null,
      misconception: (isShown ? worth?.misconception : null) ?? null,
    });
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
    renew(poll);
    // Here, since the student's answer may be confirmed after the answer was shown to all.
    if (poll.state === "revealed" && held.stored !== null && asked !== poll.poll) {
      asked = poll.poll;
      askWorth(poll.poll);
    } else if (poll.state === "open") held.worth = asked = null;
    noteOwn(poll);
    card.dataset.state = poll.state;
    shownFor?.field?.mark(held.answering.status);
    shownFor?.slot?.mark(held.answering.status);
    remark.replaceChildren(...prose(remarkOf(poll, held, nameOf)));
    others.hidden = poll.tally === null || poll.tally.answered === 0;
    if (poll.tally) histogram.show(poll, poll.tally);
  }

  /** The question and its field, where another is asked, where it opens or ends, and where its edges are known at last. */
  function renew(poll: Poll): void {
    const isOpen = poll.state === "open";
    const isSame = shownFor?.poll.poll === poll.poll && shownFor.poll.state === poll.state;
    const lacksEdges = isOpen && poll.question.type === "edge" && body.childElementCount === 0;
    if (isSame && !lacksEdges) return;
    heading.replaceChildren(...prose(poll.question.prompt));
    const give = (answer: GivenAnswer): void => sender.give(poll.poll, answer);
    const field = isOpen ? createAnswerField(poll.question, edgesOf(poll, store.get()), held.stored, give) : null;
    body.replaceChildren(...(field ? [field.root] : []));
    const laid = field ? layOn(poll, field) : null;
    onGraph.lay(laid ? [laid] : askedMark(poll));
    shownFor = { poll, field, slot: laid?.slot ?? null };
    if (isOpen && !isSame) lead(heading, poll.question.prompt, field?.first ?? null);
  }

  return {
    show(room, status) {
      if (room.poll?.poll !== last?.poll?.poll || room.poll?.round !== last?.poll?.round) sender.forget();
      if (room.poll?.poll !== last?.poll?.poll) held.stored = held.worth = asked = null;
      // The server remembers better than a reloaded page.
      if (room.you.answer !== null && held.answering.status === "none") held.stored = room.you.answer;
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
      const given = held.answering.answer ?? held.stored;
      return typeof given === "number" ? given : null;
    },
    remove: onGraph.remove,
  };
}

function createParts(place: HTMLElement) {
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
  return { card, heading, countdown, body, remark, others, histogram };
}

const nameIn = ({ graph, graphProgram }: State, edge: number): string | null => graph && edgeLabel(graph, graphProgram, edge);

function edgesOf({ question }: Poll, { graph, graphProgram }: State): ReturnType<typeof edgeChoices> {
  return question.type === "edge" && graph ? edgeChoices(graph, graphProgram, question.position) : [];
}

/**
 * A question is heard at once and its field is the next stop of the keyboard; a phone has no such key, so the field itself has the focus there.
 * Only who writes is not taken away from that.
 */
function lead(heading: HTMLElement, prompt: string, first: HTMLElement | null): void {
  if (isTyping(document.activeElement)) return notify(say("question-came", { prompt: prompt.replaceAll("`", "") }));
  first?.setAttribute("aria-describedby", heading.id);
  (COMPACT.matches && first ? first : heading).focus();
}
