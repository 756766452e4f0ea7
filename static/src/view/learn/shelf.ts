/** The shelf: how far one has come in each lesson, and a link that goes on where one stopped. */

import { rightAnswers } from "../../learn/reading_progress.ts";
import { say } from "../../messages/messages.ts";
import { element } from "../shared/dom.ts";
import { recalledProgress } from "./memory.ts";

export function mountShelf(root: ParentNode): void {
  for (const card of root.querySelectorAll<HTMLElement>("[data-lesson]")) {
    const lesson = card.dataset.lesson!;
    const pages = Number(card.dataset.pages);
    const progress = recalledProgress(lesson);
    const { seen, page } = progress;
    const read = seen.filter((each) => each <= pages).length;
    const place = card.querySelector<HTMLElement>(".shelf-progress");
    if (read === 0 || !place) continue;
    const isWhole = read >= pages;
    const [right, count] = [rightAnswers(progress), Number(card.dataset.questions)];
    const bar = element("progress", { max: pages + count, value: read + right, "aria-label": say("lesson-progress") });
    const answered = right < count ? say("lesson-questions-right", { right, count }) : say("lesson-finished");
    const words = isWhole ? answered : say("lesson-pages-read", { read, pages });
    place.replaceChildren(bar, element("span", {}, words));
    place.hidden = false;
    if (!isWhole) {
      for (const link of card.querySelectorAll<HTMLAnchorElement>("a"))
        link.href = page <= pages ? `/learn/${lesson}/${page}` : link.href;
      const start = card.querySelector<HTMLAnchorElement>(".shelf-start");
      if (start) {
        start.ariaLabel = say("titled", {
          title: say("lesson-go-on"),
          text: card.querySelector(".shelf-title")?.textContent ?? "",
        });
        start.textContent = say("lesson-go-on");
      }
    }
  }
}
