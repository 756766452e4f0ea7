/** What practice shows: the start, a question with its field and hints, and the end. Made again with every change. */
import { PITFALL_WORDS } from "../../exercises/pitfall_words.ts";
import { PITFALLS, type Pitfall } from "../../exercises/pitfalls.ts";
import { encourage } from "../../exercises/practice.ts";
import type { Question } from "../../exercises/questions.ts";
import type { Round } from "../../exercises/round.ts";
import { grouped, say } from "../../messages/messages.ts";
import type { State } from "../../state/state.ts";
import { element, prose } from "../shared/dom.ts";

/** What is pressed. */
export interface PracticePorts {
  begin(): void;
  answer(text: string): void;
  help(question: Question): void;
  breakEngine(pitfall: Pitfall): void;
}

/** Beyond this a graph is nothing to be traced by hand, and its questions would take seconds to make. */
export const MOST_NODES = 300;

/** What describes the field: the verdict on the last answer, the question, its hints. */
const DESCRIBED = ["practice-remark", "practice-question", "practice-hints"] as const;

function form(question: Question, hints: number, { answer, help: moreHelp }: PracticePorts): HTMLElement {
  const kind = question.shape ? { inputmode: "text", placeholder: say("such-as-shape") } : { inputmode: "decimal" };
  const field = element("input", {
    class: "field practice-answer",
    ...kind,
    autocomplete: "off",
    "aria-label": say("your-answer"),
    // Each question has a field of its own, which gets the focus: what is read with it is the verdict, the question and its hints.
    "aria-describedby": DESCRIBED.join(" "),
  });
  const submit = element("button", { type: "submit", class: "solid-button" }, say("panel-check"));
  const made = element("form", { class: "practice-form" }, field, submit);
  made.addEventListener("submit", (event) => {
    event.preventDefault();
    answer(field.value);
  });
  const isLast = hints === question.hints.length - 1;
  const help = element(
    "button",
    { type: "button", class: "text-button" },
    isLast ? say("show-answer") : say("show-hint", { hints: hints + 1 }),
  );
  help.addEventListener("click", () => moreHelp(question));
  made.append(help);
  return made;
}

function progress({ questions, index, score }: Round): HTMLElement {
  const marks = questions.map((_, place) =>
    element("span", { class: place < index ? "is-done" : place === index ? "is-now" : "" }),
  );
  const found = score.first + score.helped;
  return element(
    "div",
    {
      class: "practice-progress",
      role: "img",
      "aria-label": say("question-of", { index: index + 1, count: questions.length, found }),
    },
    ...marks.slice(0, 60),
  );
}

export function questionPart(current: Round, question: Question, ports: PracticePorts): HTMLElement {
  return element(
    "div",
    { class: "inspector-section" },
    progress(current),
    element("p", { class: "practice-remark", id: DESCRIBED[0] }, ...prose(current.remark)),
    element("p", { class: "practice-question", id: DESCRIBED[1] }, ...prose(question.text)),
    form(question, current.hints, ports),
    element(
      "ol",
      { class: "practice-hints", id: DESCRIBED[2] },
      ...question.hints.slice(0, current.hints).map((hint) => element("li", {}, ...prose(hint))),
    ),
  );
}

function startButton(text: string, { begin }: PracticePorts): HTMLElement {
  const button = element("button", { type: "button", class: "solid-button" }, text);
  button.addEventListener("click", begin);
  return button;
}

export function endPart({ score, questions }: Round, ports: PracticePorts): HTMLElement {
  return element(
    "div",
    { class: "inspector-section" },
    element("h2", { class: "panel-title" }, say("done")),
    element("p", {}, encourage(score)),
    element(
      "dl",
      { class: "practice-score" },
      ...[
        [say("at-first-try"), score.first],
        [say("with-more-tries"), score.helped],
        [say("practice-shown"), score.shown],
        [say("practice-all"), questions.length],
      ].flatMap(([label, count]) => [element("dt", {}, String(label)), element("dd", { class: "numbers" }, String(count))]),
    ),
    startButton(say("once-more"), ports),
  );
}

/** Switches that break the engine, so that what goes wrong is seen; the banner over the picture says so as long as it lasts. */
function pitfallChoices({ pitfall }: State, { breakEngine }: PracticePorts): HTMLElement {
  const choices = PITFALLS.map((choice) => {
    const radio = element("input", { type: "radio", name: "pitfall", value: choice, checked: choice === pitfall });
    radio.addEventListener("change", () => breakEngine(choice));
    return element(
      "label",
      { class: "pitfall-choice" },
      radio,
      element("span", {}, ...prose(choice === "none" ? say("nothing-broken") : PITFALL_WORDS[choice].title)),
    );
  });
  return element("fieldset", { class: "pitfalls" }, element("legend", {}, say("break-the-engine")), ...choices);
}

/** `count`: how many questions there are; null where the graph is too large for any. */
export function startPart(state: State, count: number | null, ports: PracticePorts): HTMLElement {
  if (count === null)
    return element(
      "div",
      { class: "inspector-section" },
      element("p", { class: "panel-remark" }, say("practice-too-large", { most: grouped(MOST_NODES) })),
      pitfallChoices(state, ports),
    );
  if (count === 0) return element("p", { class: "panel-remark" }, say("no-number-to-ask"));
  return element(
    "div",
    { class: "inspector-section" },
    element("h2", { class: "panel-title" }, say("trace-by-hand")),
    element("p", {}, say("begin-hides-all", { count })),
    startButton(say("begin"), ports),
    element("p", { class: "panel-remark" }, say("three-digits")),
    pitfallChoices(state, ports),
  );
}
