/** A lesson's page: its parts, what this browser knows of the reader's way through it, and turning its pages. */

import { type LessonProgress, withAnswer, withPage } from "../../learn/reading_progress.ts";
import type { LessonPage } from "../../learn/types.ts";
import { say } from "../../messages/messages.ts";
import { isTyping } from "../shared/dom.ts";
import { recalledProgress, updateProgress } from "./memory.ts";
import { type AnswerPorts, mountParts } from "./mounted_parts.ts";
import { listenForPrinting } from "./printing.ts";
import { mountReview } from "./review.ts";

export function mountLesson(root: HTMLElement, page: LessonPage): void {
  const progress = recalledProgress(page.lesson);
  if (page.page !== null) updateProgress(page.lesson, (kept) => withPage(kept, page.page!));
  const answers = rememberedAnswers(page.lesson);
  const review = mountReview(root, page);
  const parts = mountParts(root, page.operations, {
    ...answers,
    answered(question, answer) {
      answers.answered(question, answer);
      review();
    },
  });
  markPlaces(root, progress);
  listenForTurns(root);
  listenForPrinting(root, parts);
}

/** Answers as this browser keeps them. */
export function rememberedAnswers(lesson: string): AnswerPorts {
  const { answers } = recalledProgress(lesson);
  return {
    given: (question) => answers[question],
    answered: (question, answer) => updateProgress(lesson, (kept) => withAnswer(kept, question, answer)),
  };
}

/** Marks the pages that were open before. */
function markPlaces(root: HTMLElement, { seen }: LessonProgress): void {
  for (const place of root.querySelectorAll<HTMLElement>("[data-page]")) {
    place.classList.toggle("is-seen", seen.includes(Number(place.dataset.page)));
  }
}

/** Arrow keys turn the page where nothing else has a use for them. */
export function listenForTurns(root: HTMLElement): void {
  document.addEventListener("keydown", (event) => {
    if (event.altKey || event.ctrlKey || event.metaKey || event.shiftKey || event.defaultPrevented) return;
    const target = event.target;
    if (isTyping(target) || (target instanceof Element && target.closest(".live, .question") !== null)) return;
    const way = event.key === "ArrowRight" ? "next" : event.key === "ArrowLeft" ? "prev" : null;
    const link = way && root.querySelector<HTMLAnchorElement>(`.lesson-turn a[rel="${way}"]`);
    if (!link) return;
    event.preventDefault();
    link.click();
  });
  const next = root.querySelector<HTMLAnchorElement>(".lesson-turn a[rel='next']");
  if (next) next.title = say("lesson-next-key");
}
