/** The questions of a lesson: an answer, the thought behind a wrong one, hints one after the other, and trying again. */

import { parseValue } from "../../core/ranges.ts";
import { type Mark, markChoice, markNumber } from "../../learn/marking.ts";
import type { Given } from "../../learn/reading_progress.ts";
import type { QuestionData } from "../../learn/types.ts";
import { say } from "../../messages/messages.ts";
import { formatNumber } from "../../text/format.ts";
import { element, prose } from "../shared/dom.ts";

export interface QuestionPorts {
  /** What was answered at an earlier visit. */
  readonly given: Given | undefined;
  /** An answer was given. */
  answered(given: Given): void;
  /** The answer may be seen from now on: it was found, looked at, or guessed where a guess is all that is asked for. */
  settled(): void;
}

/** After so many wrong answers the right one may be looked at. */
const TRIES = 2;

export function mountQuestion(form: HTMLFormElement, data: QuestionData, { given, answered, settled }: QuestionPorts): void {
  const isPrediction = form.classList.contains("is-prediction");
  const field = element("input", {
    class: "field question-field",
    type: "text",
    inputmode: "text",
    autocomplete: "off",
    autocapitalize: "off",
    spellcheck: "false",
    "aria-label": say("lesson-your-answer"),
  });
  const check = element("button", { type: "submit", class: "learn-button is-main" }, say("lesson-check-answer"));
  const hint = element("button", { type: "button", class: "learn-button", hidden: data.hints.length === 0 }, say("lesson-hint"));
  const show = element("button", { type: "button", class: "learn-button", hidden: true }, say("lesson-show-answer"));
  const hints = element("ol", { class: "question-hints", "aria-live": "polite", hidden: true });
  const verdict = element("div", { class: "question-verdict", role: "status" });
  const authored = new Map(
    Array.from(form.querySelectorAll<HTMLElement>(".thought"), (thought) => [thought.dataset.thought!, thought]),
  );
  const row = element("div", { class: "question-row" }, data.kind === "number" && field, check, hint, show);
  form.append(row, verdict, hints);
  for (const thought of authored.values()) thought.remove();
  let wrong = 0;
  let hinted = 0;

  const chosen = (): HTMLInputElement | null => form.querySelector<HTMLInputElement>("input[name='choice']:checked");

  function say_(state: "right" | "wrong" | "open", ...content: (Node | string)[]): void {
    verdict.dataset.verdict = state;
    verdict.replaceChildren(...content);
  }

  function thoughtOf({ thought, sentence }: Mark): Node[] {
    const own = authored.get(thought);
    if (own) {
      const copy = own.cloneNode(true) as HTMLElement;
      copy.hidden = false;
      return [copy];
    }
    return sentence === null ? [] : [element("p", {}, ...prose(sentence))];
  }

  function rightAnswer(): string {
    if (data.kind === "number") return formatNumber(data.answer);
    return form.querySelectorAll(".choice")[data.right]?.textContent?.trim() ?? "";
  }

  function finish(): void {
    form.classList.add("is-done");
    hint.hidden = show.hidden = true;
    settled();
  }

  function showMark(mark: Mark): void {
    const lead = element(
      "strong",
      {},
      mark.right ? say("lesson-right") : isPrediction ? say("lesson-predicted-otherwise") : say("lesson-not-yet"),
    );
    const thoughts = thoughtOf(mark);
    say_(mark.right ? "right" : "wrong", lead, ...thoughts);
    // A wrong answer that nobody thought of gets what to look at next.
    if (!mark.right && thoughts.length === 0) giveHint();
    field.setAttribute("aria-invalid", String(!mark.right));
    if (mark.right) return finish();
    if (isPrediction) settled();
    wrong += 1;
    show.hidden = wrong < TRIES;
  }

  /** null where nothing that could be marked has been given yet. */
  function marked(): { readonly mark: Mark; readonly text: string } | null {
    if (data.kind === "choice") {
      const choice = chosen();
      return choice ? { mark: markChoice(data, Number(choice.value)), text: choice.value } : null;
    }
    const value = parseValue(field.value);
    return typeof value === "number" ? { mark: markNumber(data, value), text: field.value } : null;
  }

  form.addEventListener("submit", (event) => {
    event.preventDefault();
    const result = marked();
    if (!result) return say_("open", data.kind === "choice" ? say("lesson-choose-one") : say("lesson-type-number"));
    showMark(result.mark);
    answered({ text: result.text, right: result.mark.right });
  });
  function giveHint(): void {
    const next = data.hints[hinted];
    if (next === undefined) return;
    hinted += 1;
    hints.hidden = false;
    hints.append(element("li", {}, ...prose(next)));
    hint.hidden = hinted >= data.hints.length;
  }

  hint.addEventListener("click", giveHint);
  show.addEventListener("click", () => {
    say_("open", element("strong", {}, say("lesson-answer-is", { answer: rightAnswer() })), ...thoughtOf(rightMark(data)));
    finish();
    check.focus();
  });

  if (given) {
    field.value = given.text;
    const choice = form.querySelectorAll<HTMLInputElement>("input[name='choice']")[Number(given.text)];
    if (data.kind === "choice" && choice) choice.checked = true;
    const result = marked();
    if (result) showMark(result.mark);
  }
}

const rightMark = (data: QuestionData): Mark =>
  data.kind === "choice" ? markChoice(data, data.right) : markNumber(data, data.answer);
