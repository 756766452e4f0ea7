/** Asking the class: put a question, see how the answers come in, close it, show the answer and the step that explains it. */
import type { Poll, PollChange } from "../../room/messages.ts";
import type { Room } from "../../room/room.ts";
import { element, prose } from "../dom.ts";
import { notify } from "../notice.ts";
import type { DrawerPart, DrawerPorts } from "./drawer_part.ts";
import { createHistogram } from "./histogram.ts";
import { button } from "./parts.ts";
import { createQuestionForm } from "./question_form.ts";

export function createAskTab({ store, questions }: DrawerPorts): DrawerPart {
  const form = createQuestionForm(store, async (question) => {
    if (last?.featured) return notify("A student's copy is on all screens. Go back to yours first: questions are about your program.");
    tell(await questions.ask(question));
  });
  const heading = element("p", { class: "poll-question" });
  const count = element("p", { class: "poll-count", role: "status" });
  const histogram = createHistogram();
  const buttons = element("div", { class: "drawer-row" });
  const cover = element("input", { type: "checkbox" });
  const coverRow = element("label", { class: "drawer-switch" }, cover, element("span", {}, "Keep the answers off this screen until I close"));
  let last: Room | null = null;
  cover.checked = store.get().projector;
  cover.addEventListener("change", () => last && show(last));
  // What is projected would tell the class what to answer.
  store.subscribe((state, previous) => {
    if (state.projector === previous.projector) return;
    cover.checked = state.projector;
    if (last?.poll) show(last);
  });
  const running = element("div", { class: "poll" }, heading, count, coverRow, histogram.root, buttons);
  const root = element("div", { class: "drawer-part" }, form.root, running);
  let drawn = "";

  function tell(reply: object): void {
    if ("sentence" in reply) notify(String(reply.sentence));
  }

  function change(poll: Poll, state: PollChange): void {
    void questions.change(poll.poll, state).then(tell);
  }

  /** Only what makes sense now, the usual next thing first. */
  function buttonsOf(poll: Poll): HTMLElement[] {
    const another = button("Another question", () => change(poll, "over"), "solid-button");
    const discard = button("Discard", () => {
      void questions.drop(poll.poll).then(tell);
    }, "link-button", { title: "Take the question back, with all answers to it" });
    const reveal = button(poll.question.type === "text" ? "Show the answers to all" : "Show the answer", () => change(poll, "revealed"), poll.state === "closed" ? "solid-button" : "room-button");
    if (poll.state === "open") return [button("Close", () => change(poll, "closed"), "solid-button"), reveal, discard];
    if (poll.state === "closed") return [reveal, button("Open again", () => change(poll, "open")), discard];
    return [another];
  }

  function sentenceOf({ poll, tally, count: here }: Room): string {
    const answered = tally?.answered ?? poll!.answered;
    const correct = isCovered(poll!) ? null : tally?.correct;
    const right = correct === null || correct === undefined ? "" : ` · ${correct} right`;
    const state = poll!.state === "open" ? "" : poll!.state === "closed" ? " · closed" : " · answer shown";
    return `${answered} of ${Math.max(here, answered)} answered${right}${state}`;
  }

  function isCovered({ state }: Poll): boolean {
    return state === "open" && cover.checked;
  }

  function show(room: Room): void {
    const { poll, tally } = room;
    last = room;
    form.root.hidden = poll !== null;
    running.hidden = poll === null;
    if (!poll) {
      drawn = "";
      return form.show();
    }
    const key = `${poll.poll} ${poll.state}`;
    if (key !== drawn) {
      heading.replaceChildren(...prose(poll.question.prompt));
      buttons.replaceChildren(...buttonsOf(poll));
      drawn = key;
    }
    const text = sentenceOf(room);
    if (count.textContent !== text) count.textContent = text;
    coverRow.hidden = poll.state !== "open";
    histogram.show(poll, isCovered(poll) ? null : (poll.tally ?? tally));
  }

  return { root, show };
}
