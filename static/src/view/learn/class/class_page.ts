/** The page of a lesson in class, as teacher and students have it in common: shows a page, its questions, and what is revealed of them. */

import type { LessonQuestions } from "../../../api/lesson_class.ts";
import type { Preview } from "../../../learn/types.ts";
import { say } from "../../../messages/messages.ts";
import type { ComparedAnswers, LessonTally, RoomLesson } from "../../../room/lessons/lesson.ts";
import { element, prose } from "../../shared/dom.ts";
import { appendParts, pageArticle } from "../article.ts";
import { type AnswerPorts, mountParts, openGate } from "../mounted_parts.ts";

const AGAIN = 2_000;

export interface ClassPage {
  /** Shows a page, unless it is the one that is shown, and what is revealed on it. */
  show(page: number, lesson: RoomLesson): void;
  /** Shows something else for good: nothing of the lesson goes on. */
  end(...content: Node[]): void;
}

/** `drawn`: another page is on the screen now. */
export function createClassPage(
  root: HTMLElement,
  ask: Pick<LessonQuestions, "page">,
  ports: AnswerPorts,
  drawn: (page: Preview) => void = () => {},
): ClassPage {
  let shown = 0;
  let live = new AbortController();
  let wanted = 0;
  /** As it was last received: more may be revealed while a page is fetched. */
  let lesson: RoomLesson;
  let parts: Preview["parts"] = [];
  /** Predictions after which the rest of the page was asked for. */
  const opened = new Set<string>();
  /** An answer opens what follows, which the server has kept until then. */
  const opening: AnswerPorts = {
    ...ports,
    answered(question, given) {
      ports.answered(question, given);
      void open(question);
    },
  };

  async function load(page: number): Promise<void> {
    const reply = await ask.page(page);
    if (wanted !== page) return;
    if (!("answer" in reply)) {
      root.replaceChildren(element("p", { class: "shelf-missing", role: "alert" }, reply.sentence));
      wanted = 0;
      if (reply.status === 0 || reply.status >= 500) setTimeout(() => show(page, lesson), AGAIN);
      return;
    }
    shown = page;
    draw(reply.answer);
    reveal();
    drawn(reply.answer);
  }

  function draw(preview: Preview): void {
    const article = pageArticle(preview);
    root.lang = preview.matter.language;
    root.replaceChildren(article);
    live.abort();
    live = new AbortController();
    parts = preview.parts;
    opened.clear();
    mountParts(article, preview.operations, opening, live.signal);
    window.scrollTo(0, 0);
  }

  /** Shows what a prediction keeps closed; the rest of the page comes where it is not here yet. */
  async function open(question: string): Promise<void> {
    openGate(root, question);
    const last = parts.at(-1);
    if (!last?.gate || last.id !== question || opened.has(question)) return;
    opened.add(question);
    const page = shown;
    const reply = await ask.page(page);
    if (shown !== page || parts.at(-1) !== last) return;
    if (!("answer" in reply)) {
      opened.delete(question);
      if (reply.status === 0 || reply.status >= 500) setTimeout(() => void open(question), AGAIN);
      return;
    }
    const place = root.querySelector<HTMLElement>(`[data-gate="${question}"]`)!;
    appendParts(place, reply.answer.parts.slice(parts.length));
    parts = reply.answer.parts;
    mountParts(place, reply.answer.operations, opening, live.signal, root);
    reveal();
  }

  function reveal(): void {
    const { revealed, compared } = lesson;
    for (const form of root.querySelectorAll<HTMLElement>("[data-question]")) {
      const question = form.dataset.question!;
      const tally = revealed[question];
      for (const old of form.querySelectorAll(".class-tally, .class-compared")) old.remove();
      if (compared?.question === question) form.append(comparedOf(compared));
      if (!tally) continue;
      form.append(tallyOf(tally));
      void open(question);
    }
  }

  function show(page: number, received: RoomLesson): void {
    lesson = received;
    if (wanted !== page) {
      wanted = page;
      void load(page);
    } else if (shown === page) reveal();
  }

  return {
    show,
    end(...content) {
      wanted = 0;
      live.abort();
      root.replaceChildren(...content);
    },
  };
}

/** Answers side by side, in the order in which the teacher chose them. */
function comparedOf({ answers }: ComparedAnswers): HTMLElement {
  return element(
    "section",
    { class: "class-compared", "aria-label": say("in-class-compared") },
    element("p", {}, say("in-class-compared")),
    element("div", { class: "class-compared-answers" }, ...answers.map((answer) => element("blockquote", {}, ...prose(answer)))),
  );
}

/** A distribution without names: bars, what is right, and the thought behind a known mistake. */
export function tallyOf({ answered, groups, others }: LessonTally): HTMLElement {
  const rows = groups.map(({ label, correct, thought, count }) =>
    element(
      "li",
      { class: correct ? "class-group is-right" : "class-group" },
      element("span", { class: "class-label" }, correct ? `✓ ${label}` : label),
      element("progress", { max: Math.max(answered, 1), value: count, "aria-label": label }),
      element("span", { class: "class-count" }, String(count)),
      thought && element("span", { class: "class-thought" }, ...prose(thought)),
    ),
  );
  return element(
    "div",
    { class: "class-tally" },
    element("p", {}, say("in-class-answers", { count: answered })),
    element("ul", {}, ...rows),
    others > 0 && element("p", {}, say("in-class-other-answers", { count: others })),
  );
}
