/** The questions of a lesson: an answer, the thought behind a wrong one, hints one after the other, and trying again. */

import { parseValue } from "../../core/ranges.ts";
import { type Mark, markChoice, markNumber } from "../../learn/marking.ts";
import type { Given } from "../../learn/reading_progress.ts";
import type { ChoiceData, NumberData, QuestionData } from "../../learn/types.ts";
import { say } from "../../messages/messages.ts";
import { formatNumber } from "../../text/format.ts";
import { element, prose } from "../shared/dom.ts";

export interface QuestionPorts {
  /** What was answered at an earlier visit. */
  readonly given: Given | undefined;
  /** Marks an answer elsewhere, where the page does not hold what is right: the feedback on it, or why it cannot be read. */
  readonly mark?: ((text: string) => Promise<Given | string>) | undefined;
  /** An answer was given. */
  answered(given: Given): void;
  /** The answer may be seen from now on: it was found, looked at, or guessed where a guess is all that is asked for. */
  settled(): void;
}

/** After so many wrong answers the right one may be looked at. */
const TRIES = 2;

/** What an answer is worth, why, and what is right where that may be looked at. */
interface Worth {
  readonly right: boolean;
  readonly why: readonly Node[];
  readonly answer: { readonly text: string; readonly why: readonly Node[] } | null;
}

const isMarkedHere = (data: QuestionData): data is ChoiceData | NumberData => "right" in data || "answer" in data;

export function mountQuestion(form: HTMLFormElement, data: QuestionData, ports: QuestionPorts): void {
  const { given, answered, settled } = ports;
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
  const markHere = isMarkedHere(data) ? createMarker(form, data) : null;
  if (!markHere && !ports.mark) return; // on a wall nobody answers
  const row = element("div", { class: "question-row" }, data.kind === "number" && field, check, hint, show);
  form.append(row, verdict, hints);
  let wrong = 0;
  let hinted = 0;
  let sent = 0;
  let last: Worth | null = null;

  function say_(state: "right" | "wrong" | "open", ...content: (Node | string)[]): void {
    verdict.dataset.verdict = state;
    verdict.replaceChildren(...content);
  }

  function finish(): void {
    form.classList.add("is-done");
    hint.hidden = show.hidden = true;
    settled();
  }

  function showWorth(worth: Worth): void {
    last = worth;
    const { right, why, answer } = worth;
    const otherwise = isPrediction ? say("lesson-predicted-otherwise") : say("lesson-not-yet");
    say_(right ? "right" : "wrong", element("strong", {}, right ? say("lesson-right") : otherwise), ...why);
    // A wrong answer that nobody thought of gets what to look at next.
    if (!right && why.length === 0) giveHint();
    field.setAttribute("aria-invalid", String(!right));
    if (right) return finish();
    if (isPrediction) settled();
    wrong += 1;
    show.hidden = markHere ? wrong < TRIES : answer === null;
  }

  /** null where nothing that could be marked has been given yet. */
  function typed(): string | null {
    if (data.kind === "choice") return form.querySelector<HTMLInputElement>("input[name='choice']:checked")?.value ?? null;
    // What the server reads is more than this page does.
    const isReadable = markHere ? typeof parseValue(field.value) === "number" : field.value.trim() !== "";
    return isReadable ? field.value : null;
  }

  function submit(): void {
    const text = typed();
    if (text === null) return say_("open", data.kind === "choice" ? say("lesson-choose-one") : say("lesson-type-number"));
    if (!markHere) return void sendAway(text);
    const worth = markHere(text);
    showWorth(worth);
    answered({ text, right: worth.right });
  }

  /** Until the server has marked it, it is neither right nor wrong. */
  async function sendAway(text: string): Promise<void> {
    sent += 1;
    const mine = sent;
    say_("open", say("lesson-being-marked"));
    const reply = await ports.mark!(text);
    if (mine !== sent) return; // another answer is on its way by now
    if (typeof reply === "string") return say_("open", reply);
    showWorth(worthOf(reply));
    answered(reply);
  }

  form.addEventListener("submit", (event) => {
    event.preventDefault();
    submit();
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
    const { text, why } = last!.answer!;
    say_("open", element("strong", {}, say("lesson-answer-is", { answer: text })), ...why);
    finish();
    check.focus();
  });

  function worthOf({ right, feedback }: Given): Worth {
    const authored = (html: string): Node[] => [...element("div", {}, ...written(html)).children];
    const why = feedback?.html
      ? authored(feedback.html)
      : feedback?.sentence
        ? [element("p", {}, ...prose(feedback.sentence))]
        : [];
    if (!feedback?.right) return { right, why, answer: null };
    const text = data.kind === "number" ? formatNumber(feedback.right.answer) : choiceText(form, feedback.right.answer);
    return { right, why, answer: { text, why: authored(feedback.right.html) } };
  }

  if (given) {
    field.value = given.text;
    const choice = form.querySelectorAll<HTMLInputElement>("input[name='choice']")[Number(given.text)];
    if (data.kind === "choice" && choice) choice.checked = true;
    const text = typed();
    if (given.feedback) showWorth(worthOf(given));
    else if (text !== null && markHere) showWorth(markHere(text));
  }
}

const choiceText = (form: HTMLElement, place: number): string =>
  form.querySelectorAll(".choice")[place]?.textContent?.trim() ?? "";

/** HTML of the server's making, as it stands in its pages, too. */
function written(html: string): readonly Node[] {
  const holder = document.createElement("template");
  holder.innerHTML = html;
  return [...holder.content.childNodes];
}

/** Marks by what the page holds. The author's thoughts are taken out of it, and come with the answers they belong to. */
function createMarker(form: HTMLFormElement, data: ChoiceData | NumberData): (text: string) => Worth {
  const authored = new Map(
    Array.from(form.querySelectorAll<HTMLElement>(".thought"), (thought) => [thought.dataset.thought!, thought]),
  );
  for (const thought of authored.values()) thought.remove();

  function whyOf({ thought, sentence }: Mark): readonly Node[] {
    const own = authored.get(thought)?.cloneNode(true);
    if (own instanceof HTMLElement) {
      own.hidden = false;
      return [own];
    }
    return sentence === null ? [] : [element("p", {}, ...prose(sentence))];
  }

  const markOf = (value: number): Mark => (data.kind === "choice" ? markChoice(data, value) : markNumber(data, value));
  const right = data.kind === "choice" ? data.right : data.answer;
  const text = data.kind === "choice" ? choiceText(form, data.right) : formatNumber(data.answer);
  return (typedText) => {
    const mark = markOf(data.kind === "choice" ? Number(typedText) : Number(parseValue(typedText)));
    return { right: mark.right, why: whyOf(mark), answer: { text, why: whyOf(markOf(right)) } };
  };
}
