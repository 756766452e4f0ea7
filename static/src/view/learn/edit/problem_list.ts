/** What is wrong in a lesson's text, below it: each mistake leads to its place. */

import type { LessonProblem, Preview } from "../../../learn/types.ts";
import { say } from "../../../messages/messages.ts";
import { element, prose } from "../../shared/dom.ts";

/** So many are in view; the caret shows the others. */
const SHOWN = 4;

export function showResult(region: HTMLElement, preview: Preview, goTo: (line: number, column: number) => void): void {
  const { problems, pages, figures } = preview;
  if (problems.length === 0) {
    const words = say("lesson-edit-ready", { pages: pages.length, figures });
    region.replaceChildren(element("p", { class: "edit-ready" }, words));
    return;
  }
  const more = problems.length - SHOWN;
  region.replaceChildren(
    ...problems.slice(0, SHOWN).map((problem) => row(problem, goTo)),
    ...(more > 0 ? [element("p", { class: "edit-more" }, say("lesson-edit-more", { count: more }))] : []),
  );
}

export function showSilence(region: HTMLElement, sentence: string): void {
  region.replaceChildren(element("p", { class: "connection" }, sentence));
}

function row({ message, hint, line, column }: LessonProblem, goTo: (line: number, column: number) => void): HTMLElement {
  const made = element(
    "button",
    { type: "button", class: "edit-problem" },
    element("span", { class: "problem-place" }, say("problem-line", { line, column })),
    element("span", {}, ...prose(message)),
    hint && element("span", { class: "problem-hint" }, ...prose(hint)),
  );
  made.addEventListener("click", () => goTo(line, column));
  return made;
}
