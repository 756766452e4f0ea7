/** A student's screen as the teacher may look at it: the page where they are, with what they answered. Nothing in it can be changed. */

import type { LessonQuestions } from "../../../api/lesson_class.ts";
import type { Given } from "../../../learn/reading_progress.ts";
import { say } from "../../../messages/messages.ts";
import { createScreen } from "../../room/elements.ts";
import { element } from "../../shared/dom.ts";
import { pageArticle } from "../article.ts";
import { mountParts } from "../mounted_parts.ts";

export interface StudentScreen {
  /** `page`: another one than that where the student is. */
  open(guest: number, name: string, page?: number): Promise<void>;
}

export function createStudentScreen(ask: LessonQuestions): StudentScreen {
  const screen = createScreen("student-screen", say("in-class-screen"));
  let live = new AbortController();
  screen.root.addEventListener("close", () => live.abort());

  async function open(guest: number, name: string, page?: number): Promise<void> {
    live.abort();
    live = new AbortController();
    const { signal } = live;
    const own = await ask.student(guest);
    if (signal.aborted) return; // another screen was asked for, or none any more
    if (!("answer" in own)) return fail(own.sentence);
    const number = page ?? own.answer.page ?? 1;
    const reply = await ask.page(number);
    if (signal.aborted) return;
    if (!("answer" in reply)) return fail(reply.sentence);
    const { pages } = reply.answer;
    const article = pageArticle(reply.answer);
    article.inert = true;
    const heading = element("h2", {}, say("in-class-screen-of", { name, page: number, count: pages.length }));
    const turn = (label: string, target: number): HTMLElement => {
      const button = element("button", { type: "button", class: "learn-button", disabled: !pages[target - 1] }, label);
      button.addEventListener("click", () => void open(guest, name, target));
      return button;
    };
    screen.content.replaceChildren(
      element(
        "header",
        { class: "student-screen-head" },
        heading,
        turn(say("lesson-previous"), number - 1),
        turn(say("lesson-next"), number + 1),
      ),
      article,
    );
    screen.open();
    const answers: Readonly<Record<string, Given>> = own.answer.answers;
    const ports = { given: (question: string) => answers[question], answered: () => {} };
    mountParts(article, reply.answer.operations, ports, signal);
  }

  function fail(sentence: string): void {
    screen.content.replaceChildren(element("p", { role: "alert" }, sentence));
    screen.open();
  }

  return { open };
}
