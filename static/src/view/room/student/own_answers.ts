/** The student's own answers, in a list to look back on during the class and at its end. */

import { say } from "../../../messages/messages.ts";
import { type OwnAnswer, readAnswers, rightAmong, withAnswer } from "../../../room/own_answers.ts";
import { element, prose } from "../../shared/dom.ts";
import { recall, remember } from "../../shared/memory.ts";
import { createScreen } from "../elements.ts";

/** Those of one class: the last one that this browser took part in. */
const KEY = "backpass.answers";

export interface OwnAnswers {
  has(): boolean;
  note(answer: OwnAnswer): void;
  /** The list as it is now; null where there is nothing in it. */
  list(): HTMLElement | null;
  open(): void;
  remove(): void;
}

function item({ prompt, own, expected, correct, misconception }: OwnAnswer): HTMLElement {
  const mark = correct === null ? "" : correct ? " ✓" : " ✗";
  return element(
    "li",
    { class: "own-answer" },
    element("p", { class: "own-question" }, ...prose(prompt)),
    element("p", {}, ...prose(own === "" ? say("own-none") : say("own-was", { own })), mark),
    misconception !== null && element("p", { class: "histogram-why" }, ...prose(misconception)),
    expected !== "" && correct !== true && element("p", {}, ...prose(expected)),
  );
}

export function createOwnAnswers(code: string): OwnAnswers {
  let answers = readAnswers(recall(KEY), code);
  const screen = createScreen("own-screen", say("my-answers"));

  function list(): HTMLElement | null {
    if (answers.length === 0) return null;
    const { right, marked } = rightAmong(answers);
    return element(
      "section",
      { class: "own-answers", "aria-label": say("my-answers") },
      element("h3", {}, say("my-answers")),
      marked > 0 && element("p", {}, say("own-right", { right, marked })),
      element("ol", {}, ...answers.map(item)),
    );
  }

  return {
    has: () => answers.length > 0,
    note(answer) {
      answers = withAnswer(answers, answer);
      remember(KEY, JSON.stringify({ code, answers }));
    },
    list,
    open() {
      screen.content.replaceChildren(...[list()].filter((each) => each !== null));
      screen.open();
    },
    remove: screen.remove,
  };
}
