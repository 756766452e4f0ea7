/** Questions that were prepared, in the order in which they are to come: each is asked by one press, moved up, or removed. */

import { say } from "../../../../messages/messages.ts";
import type { Draft, Question } from "../../../../room/messages.ts";
import { promptOf } from "../../../../room/polls.ts";
import { seekTo } from "../../../../state/state_actions.ts";
import { element, prose } from "../../../shared/dom.ts";
import { notify } from "../../../shared/notice.ts";
import { button } from "../../elements.ts";
import type { DrawerPorts } from "./drawer_part.ts";

interface PreparedList {
  readonly root: HTMLElement;
  /** Reads it from the server. */
  load(): Promise<void>;
  /** Whether it was taken; where it was not, the page says why. */
  add(question: Question): Promise<boolean>;
}

/** `seconds`: how long a question is open; `mayAsk` says why where nothing can be asked. */
export function createPreparedList(
  { store, questions }: Pick<DrawerPorts, "store" | "questions">,
  seconds: () => number | null,
  mayAsk: () => boolean,
): PreparedList {
  const heading = element("h3", { id: "prepared-questions", tabindex: -1 }, say("prepared-questions"));
  const list = element("ol", { class: "prepared-list" });
  const root = element("section", { class: "prepared", "aria-labelledby": heading.id, hidden: true }, heading, list);
  let drafts: readonly Draft[] = [];

  async function load(): Promise<void> {
    const reply = await questions.drafts();
    if (!("answer" in reply)) return;
    drafts = reply.answer.polls;
    draw();
  }

  /** What was pressed is gone afterwards, so the focus goes to the heading. */
  async function carryOut(change: Promise<object>): Promise<void> {
    const reply = await change;
    if ("sentence" in reply) notify(String(reply.sentence));
    await load();
    if (!root.hidden && !list.contains(document.activeElement)) heading.focus();
  }

  function ask({ poll, question }: Draft): void {
    if (!mayAsk()) return;
    // "Which edge next?" is asked where the page stands.
    if (question.type === "edge") store.dispatch(seekTo(question.position));
    void carryOut(questions.open(poll, seconds()));
  }

  function row(draft: Draft, place: number): HTMLElement {
    const { graph, graphProgram } = store.get();
    const prompt = promptOf(draft.question, graph, graphProgram);
    const text = prompt.replaceAll("`", "");
    return element(
      "li",
      { class: "prepared-question" },
      element("span", {}, ...prose(prompt)),
      button("↑", () => void carryOut(questions.move(draft.poll, place - 1)), "icon-button", {
        "aria-label": say("move-prepared", { text }),
        title: say("move-up"),
        disabled: place === 0,
      }),
      button(say("tab-ask"), () => ask(draft), "room-button", { "aria-label": say("ask-prepared", { text }) }),
      button(say("remove"), () => void carryOut(questions.drop(draft.poll)), "link-button", {
        "aria-label": say("remove-prepared", { text }),
      }),
    );
  }

  function draw(): void {
    root.hidden = drafts.length === 0;
    list.replaceChildren(...drafts.map(row));
  }

  // Their words name nodes of the program that is shown.
  store.subscribe((state, previous) => {
    if (state.graph !== previous.graph) draw();
  });
  return {
    root,
    load,
    async add(question) {
      const reply = await questions.prepare(question);
      if ("sentence" in reply) notify(reply.sentence);
      else await load();
      return "answer" in reply;
    },
  };
}
