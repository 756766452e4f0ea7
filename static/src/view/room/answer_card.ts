/** The question that is up, on a student's page: what is asked, a field that suits it, whether it is stored, and at the end how it was. */
import { answerPoll, ownWorth, type OwnWorth } from "../../api/rooms.ts";
import type { State } from "../../core/state.ts";
import type { Store } from "../../core/store.ts";
import { createAnswerSender, UNANSWERED, type Answering } from "../../room/answering.ts";
import type { Status } from "../../room/client.ts";
import type { GivenAnswer, Poll } from "../../room/messages.ts";
import { answerText, edgeChoices, withheldBy } from "../../room/polls.ts";
import type { Room } from "../../room/room.ts";
import { browserClock } from "../clock.ts";
import { element, prose } from "../dom.ts";
import { createAnswerField, type AnswerField } from "./answer_field.ts";
import { createHistogram } from "./histogram.ts";

/** Within so many milliseconds after an answer is shown every page asks what its own was worth. */
const ASKED_WITHIN = 600;

interface Ports {
  readonly store: Store<State>;
  readonly code: string;
  readonly token: string;
}

export function createAnswerCard(place: HTMLElement, { store, code, token }: Ports): { show(room: Room, status: Status): void } {
  let answering: Answering = UNANSWERED;
  let shownFor: { poll: Poll; field: AnswerField | null } | null = null;
  /** What was stored for this question, by the server's word now or when the page came. */
  let stored: GivenAnswer | null = null;
  /** What it was worth, once that is told, and the question for which the server was asked. */
  let worth: OwnWorth | null = null;
  let asked: number | null = null;
  let last: Room | null = null;

  const sender = createAnswerSender({
    clock: browserClock,
    random: Math.random,
    async send(poll, answer) {
      const reply = await answerPoll(code, token, poll, answer);
      if ("answer" in reply) return { stored: true };
      const later = reply.status === 0 || reply.status === 429 || reply.status >= 500;
      return { stored: false, sentence: reply.sentence, later };
    },
    changed(next) {
      answering = next;
      if (next.status === "stored") stored = next.answer;
      if (last) draw(last);
    },
  });

  const heading = element("p", { class: "answer-question" });
  const body = element("div", { class: "answer-body" });
  const histogram = createHistogram();
  const others = element("details", { class: "answer-others", hidden: true }, element("summary", {}, "How the class answered"), histogram.root);
  const remark = element("p", { class: "answer-remark", role: "status" });
  const card = element("section", { class: "answer-card", "aria-label": "Question to the class", hidden: true }, heading, body, remark, others);
  place.append(card);

  function remarkOf(poll: Poll): string {
    const edges = edgesOf(poll);
    const own = answerText(poll.question, stored, edges);
    if (poll.state === "revealed") return verdictOf(poll, own);
    if (poll.state === "closed") return own === "" ? "Closed. You gave no answer this time." : `Closed. Your answer: ${own}.`;
    if (answering.status === "sending") return "Sending …";
    if (answering.status === "waiting") return `${answering.sentence} Your answer is kept here and sent again by itself.`;
    if (answering.status === "refused") return answering.sentence;
    return own === "" ? "" : `Stored: ${own}. You may change it until your teacher closes the question.`;
  }

  /** Kind and short: the answer, one's own beside it, and the thinking that led there. */
  function verdictOf(poll: Poll, own: string): string {
    const expected = answerText(poll.question, poll.expected, edgesOf(poll));
    const answer = expected === "" ? "" : poll.question.type === "edge" ? `Next could come ${expected}.` : `The answer: ${expected}.`;
    if (own === "") return answer === "" ? "" : `${answer} You gave none this time.`;
    if (worth?.correct === true) return `${answer} Yours was right.`;
    if (worth?.correct === false) return `${answer} Yours: ${own}. ${worth.misconception ?? (withheldBy({ ...poll, state: "open" }) === null ? "" : "Step through it to see where it comes from.")}`.trim();
    return `${answer} Yours: ${own}.`.trim();
  }

  /** Equal answers may be written in many ways, so the server says what one's own was worth. A class does not ask all at once. */
  function askWorth(poll: number): void {
    if (asked === poll) return;
    asked = poll;
    browserClock.after(Math.random() * ASKED_WITHIN, async () => {
      const reply = await ownWorth(code, token, poll);
      if (last?.poll?.poll !== poll) return;
      if ("answer" in reply) worth = reply.answer;
      else asked = null; // the next news has it asked again
      draw(last);
    });
  }

  function edgesOf({ question }: Poll): ReturnType<typeof edgeChoices> {
    const { graph, graphProgram } = store.get();
    return question.type === "edge" && graph ? edgeChoices(graph, graphProgram, question.position) : [];
  }

  function draw({ poll }: Room): void {
    card.hidden = poll === null;
    if (!poll) return;
    const isOther = shownFor?.poll.poll !== poll.poll;
    const isOpen = poll.state === "open";
    if (isOther || shownFor?.poll.state !== poll.state || (isOpen && poll.question.type === "edge" && body.childElementCount === 0)) {
      heading.replaceChildren(...prose(poll.question.prompt));
      const field = isOpen ? createAnswerField(poll.question, edgesOf(poll), stored, (answer) => sender.give(poll.poll, answer)) : null;
      body.replaceChildren(...(field ? [field.root] : []));
      shownFor = { poll, field };
    }
    card.dataset["state"] = poll.state;
    shownFor?.field?.mark(answering.status);
    remark.replaceChildren(...prose(remarkOf(poll)));
    others.hidden = poll.tally === null || poll.tally.answered === 0;
    if (poll.tally) histogram.show(poll, poll.tally);
  }

  return {
    show(room, status) {
      if (room.poll?.poll !== last?.poll?.poll) {
        sender.forget();
        [stored, worth, asked] = [null, null, null];
      }
      // The server remembers better than a page that was loaded anew.
      if (room.you.answer !== null && answering.status === "none") stored = room.you.answer;
      if (status === "live") sender.wake();
      last = room;
      draw(room);
      if (room.poll?.state === "revealed" && stored !== null) askWorth(room.poll.poll);
      else if (room.poll?.state === "open") [worth, asked] = [null, null];
    },
  };
}
