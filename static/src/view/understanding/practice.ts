/** Practice: the timeline stands still until its next number has been found. What was not found yet is nowhere on the page. */
import type { State } from "../../core/state.ts";
import type { Store } from "../../core/store.ts";
import { parseValue } from "../../core/ranges.ts";
import type { Graph } from "../../core/types.ts";
import { recordsByName } from "../../graph/captions.ts";
import { scheduleOf, seek } from "../../graph/playback.ts";
import { answerOf, encourage, judge, judgeShape, questionsOf, type Score, type Verdict } from "../../graph/practice.ts";
import { parseShape } from "../../graph/practice_tensors.ts";
import { PITFALL_WORDS, PITFALLS } from "../../graph/pitfalls.ts";
import type { Question } from "../../graph/questions.ts";
import { element, prose } from "../dom.ts";
import type { PanelView } from "./panel_view.ts";

interface Round {
  readonly graph: Graph;
  readonly questions: readonly Question[];
  index: number;
  hints: number;
  tries: number;
  score: Score;
  remark: string;
}

/** A verdict, or what the answer should look like. */
function judgedNumber(question: Question, text: string): Verdict | string {
  const given = parseValue(text);
  return typeof given === "number" ? judge(question, given) : "Write a number, such as −2.5.";
}

function judgedShape(question: Question, text: string): Verdict | string {
  const given = parseShape(text);
  return given ? judgeShape(question, given) : "Write a shape: the length of each axis, such as 2×3.";
}

const NONE: Score = { first: 0, helped: 0, shown: 0 };

export function mountPractice(container: HTMLElement, store: Store<State>): PanelView {
  const records = recordsByName(store.get().operations);
  let round: Round | null = null;

  function begin(): void {
    store.set({ pitfall: "none" });
    const { graph, graphProgram } = store.get();
    if (!graph) return;
    const questions = questionsOf(scheduleOf(graph), graphProgram, records, store.get().misconceptions);
    round = { graph, questions, index: 0, hints: 0, tries: 0, score: NONE, remark: "" };
    store.set({ selected: null });
    place();
    draw();
    focusField();
  }

  /** To the moment before the answer appears. A sum is asked after its contribution has been found, and appears with it. */
  function place(): void {
    const question = round?.questions[round.index];
    const position = question ? question.position - 1 : Infinity;
    store.set({ ...seek(store.get(), position) });
  }

  function goOn(counted: keyof Score): void {
    if (!round) return;
    round.score = { ...round.score, [counted]: round.score[counted] + 1 };
    round.index += 1;
    round.hints = 0;
    round.tries = 0;
    place();
    draw();
    focusField();
  }

  /** Whoever steps on along the timeline has seen the answers on the way. */
  function skipSeen(current: Round, position: number): boolean {
    const from = current.index;
    while (current.index < current.questions.length && current.questions[current.index]!.position <= position) current.index += 1;
    const seen = current.index - from;
    current.score = { ...current.score, shown: current.score.shown + seen };
    if (seen > 0) [current.hints, current.tries, current.remark] = [0, 0, ""];
    return seen > 0;
  }

  function focusField(): void {
    container.querySelector<HTMLInputElement>(".practice-answer")?.focus({ preventScroll: true });
  }

  function answer(text: string): void {
    const question = round?.questions[round.index];
    if (!round || !question) return;
    const verdict = question.shape ? judgedShape(question, text) : judgedNumber(question, text);
    if (typeof verdict === "string") {
      round.remark = verdict;
      return redraw(text);
    }
    round.remark = verdict.sentence;
    if (!verdict.right) {
      round.tries += 1;
      return redraw(text);
    }
    round.remark = `Right: ${answerOf(question)}.`;
    goOn(round.hints === 0 && round.tries === 0 ? "first" : "helped");
  }

  function redraw(text: string): void {
    draw();
    const field = container.querySelector<HTMLInputElement>(".practice-answer");
    if (!field) return;
    field.value = text;
    field.select();
  }

  function moreHelp(question: Question): void {
    if (!round) return;
    round.hints += 1;
    if (round.hints >= question.hints.length) {
      round.remark = question.hints[3];
      return goOn("shown");
    }
    round.remark = "";
    draw();
    focusField();
  }

  function form(question: Question, hints: number): HTMLElement {
    const kind = question.shape ? { inputmode: "text", placeholder: "such as 2×3" } : { inputmode: "decimal" };
    const field = element("input", { class: "field practice-answer", ...kind, autocomplete: "off", "aria-label": "Your answer" });
    const submit = element("button", { type: "submit", class: "solid-button" }, "Check");
    const made = element("form", { class: "practice-form" }, field, submit);
    made.addEventListener("submit", (event) => {
      event.preventDefault();
      answer(field.value);
    });
    const isLast = hints === question.hints.length - 1;
    const help = element("button", { type: "button", class: "text-button" }, isLast ? "Show the answer" : `Hint ${hints + 1} of 3`);
    help.addEventListener("click", () => moreHelp(question));
    made.append(help);
    return made;
  }

  function progress({ questions, index, score }: Round): HTMLElement {
    const marks = questions.map((_, place) => element("span", { class: place < index ? "is-done" : place === index ? "is-now" : "" }));
    const found = score.first + score.helped;
    return element(
      "div",
      { class: "practice-progress", role: "img", "aria-label": `Question ${index + 1} of ${questions.length}; ${found} found` },
      ...marks.slice(0, 60),
    );
  }

  function drawQuestion(current: Round, question: Question): HTMLElement {
    return element(
      "div",
      { class: "inspector-section" },
      progress(current),
      element("p", { class: "practice-remark", role: "status" }, ...prose(current.remark)),
      element("p", { class: "practice-question" }, ...prose(question.text)),
      form(question, current.hints),
      element("ol", { class: "practice-hints" }, ...question.hints.slice(0, current.hints).map((hint) => element("li", {}, ...prose(hint)))),
    );
  }

  function startButton(text: string): HTMLElement {
    const button = element("button", { type: "button", class: "solid-button" }, text);
    button.addEventListener("click", begin);
    return button;
  }

  function drawEnd({ score, questions }: Round): HTMLElement {
    return element(
      "div",
      { class: "inspector-section" },
      element("h2", { class: "panel-title" }, "Done"),
      element("p", {}, encourage(score)),
      element(
        "dl",
        { class: "practice-score" },
        ...[
          ["at the first try", score.first],
          ["with some thought", score.helped],
          ["shown", score.shown],
          ["together", questions.length],
        ].flatMap(([label, count]) => [element("dt", {}, String(label)), element("dd", { class: "numbers" }, String(count))]),
      ),
      startButton("Once more"),
    );
  }

  /** Switches that break the engine, so that what goes wrong is seen; the banner over the picture says so as long as it lasts. */
  function pitfallChoices({ pitfall }: State): HTMLElement {
    const choices = PITFALLS.map((choice) => {
      const radio = element("input", { type: "radio", name: "pitfall", value: choice, checked: choice === pitfall });
      radio.addEventListener("change", () => store.set({ pitfall: choice }));
      return element("label", { class: "pitfall-choice" }, radio, element("span", {}, ...prose(choice === "none" ? "Nothing: as it should be" : PITFALL_WORDS[choice].title)));
    });
    return element("fieldset", { class: "pitfalls" }, element("legend", {}, "Or break the engine, and see what goes wrong"), ...choices);
  }

  function drawStart(state: State): HTMLElement {
    const count = state.graph ? questionsOf(scheduleOf(state.graph), state.graphProgram, records, state.misconceptions).length : 0;
    if (count === 0)
      return element("p", { class: "panel-remark" }, "There is no number here that could be asked for.");
    return element(
      "div",
      { class: "inspector-section" },
      element("h2", { class: "panel-title" }, "Trace it by hand"),
      element("p", {}, `All values and gradients are taken off the picture. Find them one after the other: ${count} numbers, forward, then backward.`),
      element("p", { class: "panel-remark" }, "Three digits are enough. There are three hints to each, and whoever gives up a number still learns it."),
      startButton("Begin"),
      pitfallChoices(state),
    );
  }

  function draw(): void {
    const state = store.get();
    const question = round?.questions[round.index];
    const content = round === null ? drawStart(state) : question ? drawQuestion(round, question) : drawEnd(round);
    container.replaceChildren(content);
  }

  let drawnFor: Graph | null = null;
  return {
    show(state) {
      // Another program or other numbers: another exercise.
      if (round && round.graph !== state.graph && !state.stale) round = null;
      if (round && skipSeen(round, state.position)) return draw();
      if (drawnFor === state.graph && container.childElementCount > 0) return;
      drawnFor = state.graph;
      const focused = document.activeElement instanceof HTMLInputElement && container.contains(document.activeElement) ? document.activeElement.value : null;
      draw();
      if (focused !== null) container.querySelector<HTMLInputElement>(`input[type="radio"][value="${CSS.escape(focused)}"]`)?.focus();
    },
  };
}
