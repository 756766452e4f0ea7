/** The end of a lesson: how many of its questions are right, and the pages to look at again. */

import { pagesToReview, rightAnswers } from "../../learn/reading_progress.ts";
import type { LessonPage } from "../../learn/types.ts";
import { say } from "../../messages/messages.ts";
import { element } from "../shared/dom.ts";
import { recalledProgress } from "./memory.ts";

/** Returns what to call after another answer; nothing is shown but on the last page of a lesson that asks. */
export function mountReview(root: HTMLElement, { lesson, asked }: LessonPage): () => void {
  const place = root.querySelector("#lesson-review");
  if (!place || !asked || asked.length === 0) return () => {};
  const show = (): void => {
    const progress = recalledProgress(lesson);
    const [right, count] = [rightAnswers(progress), asked.length];
    const pages = pagesToReview(progress, asked);
    const words = right < count ? say("lesson-end-some", { right, count }) : say("lesson-end-all", { count });
    const links = pages.map(({ page, title }) => element("li", {}, element("a", { href: `/learn/${lesson}/${page}` }, title)));
    place.replaceChildren(
      element("p", {}, words),
      ...(links.length > 0 ? [element("p", {}, say("lesson-end-again")), element("ul", {}, ...links)] : []),
    );
  };
  show();
  return show;
}
