/** Asking the class: put a question, see how the answers come in, close it, show the answer and the step that explains it. */

import { say } from "../../../../messages/messages.ts";
import type { Poll, PollChange } from "../../../../room/messages.ts";
import type { Room } from "../../../../room/room.ts";
import { element, prose } from "../../../shared/dom.ts";
import { notify } from "../../../shared/notice.ts";
import { button } from "../../elements.ts";
import { createMoves } from "../../question/changed_votes.ts";
import { createCountdown } from "../../question/countdown.ts";
import { createHistogram } from "../../question/histogram.ts";
import type { DrawerPart, DrawerPorts } from "./drawer_part.ts";
import { createOpenAnswers } from "./open_answers.ts";
import { createPreparedList } from "./prepared_list.ts";
import { createQuestionForm } from "./question_form.ts";

const TIMES = [30, 60, 120, 300] as const;

const durationText = (seconds: number): string =>
  seconds < 60 ? say("time-to-answer.seconds", { seconds }) : say("time-to-answer.minutes", { minutes: seconds / 60 });

function stateOf({ state, round = 1 }: Poll): string {
  const vote = round > 1 ? say("answer-shown.second") : "";
  if (state === "open") return vote;
  return vote + say(state === "closed" ? "answer-shown.closed" : state === "discuss" ? "answer-shown.discuss" : "answer-shown");
}

/** Whether a teacher's tab may show what was answered. Open answers are sorted by hand before the class sees them. */
const isShown = ({ state, question }: Poll): boolean => state === "revealed" || (state === "closed" && question.type === "text");

/** What is there before a question is asked: what was prepared, and the form of a new one. `mayAsk` says why not. */
function createAsking(
  ports: DrawerPorts,
  { seconds }: TimeToAnswer,
  mayAsk: () => boolean,
): { root: HTMLElement; show(): void; load(): void } {
  const { store, questions, hasGraph } = ports;
  const prepared = createPreparedList(ports, seconds, mayAsk);
  const form = createQuestionForm(
    store,
    async (question) => {
      return mayAsk() && showReply(await questions.ask(question, seconds()));
    },
    prepared.add,
    hasGraph,
  );
  const root = element("div", { class: "drawer-part" }, prepared.root, form.root);
  return { root, show: form.show, load: () => void prepared.load() };
}

interface TimeToAnswer {
  readonly root: HTMLElement;
  /** null: without end. */
  seconds(): number | null;
}

/** How long the class has for the question that is asked, or opened again, next. */
function createTimeToAnswer(): TimeToAnswer {
  const time = element(
    "select",
    { class: "field" },
    element("option", { value: "" }, say("time-to-answer.none")),
    ...TIMES.map((seconds) => element("option", { value: seconds }, durationText(seconds))),
  );
  return {
    root: element("label", { class: "drawer-label time-to-answer" }, say("time-to-answer"), time),
    seconds: () => (time.value === "" ? null : Number(time.value)),
  };
}

/** Says why something was refused; whether it was not. */
function showReply(reply: object): boolean {
  if ("sentence" in reply) notify(String(reply.sentence));
  return !("sentence" in reply);
}

export function createAskTab(ports: DrawerPorts): DrawerPart {
  const { client, questions, hasGraph, showHeat } = ports;
  const time = createTimeToAnswer();
  const asking = createAsking(ports, time, mayAsk);
  const heading = element("p", { class: "poll-question" });
  const count = element("p", { class: "poll-count", role: "status" });
  const countdown = createCountdown();
  const histogram = createHistogram();
  const moves = createMoves();
  const open = createOpenAnswers((moderation) => {
    if (last?.poll) void questions.moderate(last.poll.poll, moderation).then(showReply);
  });
  const buttons = element("div", { class: "drawer-row" });
  const cover = element("input", { type: "checkbox" });
  const coverRow = element("label", { class: "drawer-switch" }, cover, element("span", {}, say("keep-answers-off")));
  const heat = element("input", { type: "checkbox" });
  heat.addEventListener("change", () => showHeat(heat.checked));
  const heatRow = element("label", { class: "drawer-switch", hidden: !hasGraph }, heat, element("span", {}, say("heat-all")));
  let last: Room | null = null;
  // Most teachers show the class this very window: answers, and which are right, come once they are shown to all.
  cover.checked = true;
  cover.addEventListener("change", () => {
    client.send({ type: "peek", on: !cover.checked });
    if (last) show(last);
  });
  const running = element(
    "div",
    { class: "poll" },
    heading,
    countdown.root,
    count,
    coverRow,
    histogram.root,
    open.root,
    moves.root,
  );
  const root = element("div", { class: "drawer-part" }, running, time.root, buttons, asking.root, heatRow);
  let drawn = "";
  let isListed = false;

  function mayAsk(): boolean {
    if (last?.featured) notify(say("copy-on-screens"));
    return !last?.featured;
  }

  function change(poll: Poll, state: PollChange): void {
    void questions.change(poll.poll, state).then(showReply);
  }

  /** Only what makes sense now, the usual next thing first. */
  function buttonsOf(poll: Poll): HTMLElement[] {
    const another = button(say("another-question"), () => change(poll, "over"), "solid-button");
    const discard = button(say("discard"), () => askBeforeDiscarding(poll), "link-button", { title: say("discard.about") });
    const reveal = button(
      poll.question.type === "text" ? say("show-answers") : say("show-answer"),
      () => change(poll, "revealed"),
      poll.state === "closed" ? "solid-button" : "room-button",
    );
    const discuss = button(say("discuss"), () => change(poll, "discuss"), "room-button", { title: say("discuss.about") });
    const close = button(say("close"), () => change(poll, "closed"), "solid-button");
    if (poll.state === "open") return [close, discuss, reveal, discard];
    const reopen = (): void => void questions.open(poll.poll, time.seconds()).then(showReply);
    if (poll.state === "discuss") return [button(say("vote-again"), reopen, "solid-button"), reveal, discard];
    if (poll.state === "closed") return [reveal, discuss, button(say("open-again"), reopen), discard];
    return [another];
  }

  /** What the class has answered cannot be recovered. A question that nobody has answered yet goes at once. */
  function askBeforeDiscarding(poll: Poll): void {
    const drop = (): void => void questions.drop(poll.poll).then(showReply);
    if ((last?.tally?.answered ?? poll.answered) === 0) return drop();
    const sure = button(say("discard-answers"), drop, "solid-button");
    const goOn = button(say("go-on"), () => buttons.replaceChildren(...buttonsOf(poll)), "link-button");
    buttons.replaceChildren(element("span", {}, say("discard-answers.about")), sure, goOn);
    sure.focus();
  }

  function sentenceOf({ poll, tally, count: here }: Room): string {
    const answered = tally?.answered ?? poll!.answered;
    const correct = isCovered(poll!) ? null : tally?.correct;
    const right = correct === null || correct === undefined ? "" : say("answers-right", { correct });
    const state = stateOf(poll!);
    return say("answered-of", { answered, max: Math.max(here, answered), right, state });
  }

  function isCovered(poll: Poll): boolean {
    return cover.checked && !isShown(poll);
  }

  function show(room: Room): void {
    const { poll, tally } = room;
    last = room;
    asking.root.hidden = poll !== null;
    running.hidden = buttons.hidden = poll === null;
    // What is open has its time already, and what was shown is over.
    time.root.hidden = poll?.state === "open" || poll?.state === "revealed";
    if (!poll) {
      drawn = "";
      if (!isListed) asking.load();
      isListed = true;
      return asking.show();
    }
    isListed = false;
    countdown.show(room);
    const key = `${poll.poll} ${poll.state}`;
    if (key !== drawn) {
      heading.replaceChildren(...prose(poll.question.prompt));
      buttons.replaceChildren(...buttonsOf(poll));
      drawn = key;
    }
    const text = sentenceOf(room);
    if (count.textContent !== text) count.textContent = text;
    coverRow.hidden = isShown(poll);
    const seen = isCovered(poll) ? null : (poll.tally ?? tally);
    // Open answers are sorted by hand before the class sees them, and afterwards too.
    const isText = poll.question.type === "text";
    histogram.root.hidden = isText;
    histogram.show(poll, seen);
    open.show(isText ? (isCovered(poll) ? null : tally) : null);
    moves.show(seen?.moves ?? []);
  }

  return { root, show };
}
