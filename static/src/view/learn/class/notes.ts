/** What only the teacher sees beside a page: its notes, and which page comes next. */

import type { LessonQuestions } from "../../../api/lesson_class.ts";
import type { Preview } from "../../../learn/types.ts";
import { say } from "../../../messages/messages.ts";
import { element } from "../../shared/dom.ts";
import { pageArticle } from "../article.ts";
import { writeFormulas } from "../mounted_parts.ts";

export interface TeacherNotes {
  readonly place: HTMLElement;
  show(page: Preview): void;
}

/** `shows`: whether the next page is shown, beside its title. */
export function createNotes(ask: LessonQuestions, shows: boolean): TeacherNotes {
  const notes = element("div", { class: "class-notes prose" });
  const next = element("div", { class: "class-next" });
  const place = element(
    "section",
    { class: "class-beside", "aria-label": say("in-class-notes") },
    element("h2", {}, say("in-class-notes")),
    notes,
    next,
  );
  let wanted = 0;

  async function preview(page: number, title: string): Promise<void> {
    const heading = element("h2", {}, say("in-class-next", { title }));
    next.replaceChildren(heading);
    if (!shows) return;
    const reply = await ask.page(page);
    if (wanted !== page || !("answer" in reply)) return;
    const article = pageArticle(reply.answer);
    // To be looked at: what is live in it waits until its page is shown.
    article.inert = true;
    writeFormulas(article);
    article.querySelector("h1")?.remove();
    for (const gate of article.querySelectorAll(".gate-note")) gate.remove();
    for (const gated of article.querySelectorAll(".gated")) gated.classList.add("is-open");
    next.replaceChildren(heading, element("div", { class: "class-next-page" }, article));
  }

  return {
    place,
    show(page) {
      if (page.notes === "") notes.replaceChildren(element("p", { class: "class-none" }, say("in-class-no-notes")));
      else {
        const template = element("template");
        template.innerHTML = page.notes;
        notes.replaceChildren(template.content);
        writeFormulas(notes);
      }
      wanted = page.page + 1;
      const following = page.pages[page.page];
      if (following) void preview(wanted, following.title);
      else next.replaceChildren(element("h2", {}, say("in-class-last-page")));
    },
  };
}
