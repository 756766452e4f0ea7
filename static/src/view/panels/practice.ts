/** Practice: the timeline waits until its next number has been found. What was not found yet is nowhere on the page. */

import { parseValue } from "../../core/ranges.ts";
import type { Store } from "../../core/store.ts";
import type { Graph } from "../../core/types.ts";
import { questionsOf } from "../../exercises/exercise.ts";
import { PITFALL_WORDS } from "../../exercises/pitfall_words.ts";
import { PITFALLS } from "../../exercises/pitfalls.ts";
import { answerOf, encourage, judge, judgeShape, type Score, type Verdict } from "../../exercises/practice.ts";
import { parseShape } from "../../exercises/practice_tensors.ts";
import type { Question } from "../../exercises/questions.ts";
import { slotOfStep } from "../../exercises/slots.ts";
import { recordsByName } from "../../explain/captions.ts";
import { grouped, say } from "../../messages/messages.ts";
import type { State } from "../../state/state.ts";
import { choose, choosePitfall, goTo, markAsked, STOP, seekTo } from "../../state/state_actions.ts";
import { scheduleOf } from "../../timeline/playback.ts";
import { isAmongSlopes } from "../../timeline/slopes.ts";
import { element, prose } from "../shared/dom.ts";
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
  return typeof given === "number" ? judge(question, given) : say("write-number-such");
}

function judgedShape(question: Question, text: string): Verdict | string {
  const given = parseShape(text);
  return given ? judgeShape(question, given) : say("write-shape-such");
}

/** Beyond this a graph is nothing to be traced by hand, and its questions would take seconds to make. */
const MOST_NODES = 300;

/** What describes the field: the verdict on the last answer, the question, its hints. */
const DESCRIBED = ["practice-remark", "practice-question", "practice-hints"] as const;

/** After so many wrong tries the hints that name the rule and its slope are there unasked; not the one that works it out. */
const WRONG_TRIES = 2;
const HINTS_OF_THE_RULE = 2;

const NONE: Score = { first: 0, helped: 0, shown: 0 };

export function mountPractice(container: HTMLElement, store: Store<State>): PanelView {
  let round: Round | null = null;

  function begin(): void {
    store.dispatch(choosePitfall("none"));
    const { graph, graphProgram } = store.get();
    if (!graph) return;
    const { operations, misconceptions } = store.get();
    const questions = questionsOf(scheduleOf(graph), graphProgram, recordsByName(operations), misconceptions);
    round = { graph, questions, index: 0, hints: 0, tries: 0, score: NONE, remark: "" };
    store.dispatch(choose(null));
    place();
    draw();
    focusField();
  }

  /** To the moment before the answer appears. A sum is asked after its contribution has been found, and appears with it. */
  function place(): void {
    const question = round?.questions[round.index];
    const position = question ? question.position - 1 : Infinity;
    store.dispatch(seekTo(position));
    mark();
  }

  /** Lights the number that is asked for, as long as this tab is open. */
  function mark(): void {
    const { panel, asked } = store.get();
    const question = panel === "practice" ? round?.questions[round.index] : undefined;
    const wanted = question ? slotOfStep(round!.graph, question.position - 1) : null;
    if (wanted?.node !== asked?.node || wanted?.row !== asked?.row) store.dispatch(markAsked(wanted));
  }
  store.subscribe((state, previous) => {
    if (state.panel !== previous.panel) mark();
    // The slopes between the passes are what answers are made of: while a number is asked for, a step goes over them.
    if (!state.asked || !state.graph || !isAmongSlopes(scheduleOf(state.graph).slopes, state.position)) return;
    store.dispatch(goTo(state.position > previous.position ? Math.ceil(state.position) : Math.floor(state.position)));
  });

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

  /** Who steps on along the timeline has seen the answers on the way: they are named as shown, and playing rests there. */
  function skipSeen(current: Round, position: number): boolean {
    const from = current.index;
    while (current.index < current.questions.length && current.questions[current.index]!.position <= position) current.index += 1;
    const seen = current.index - from;
    current.score = { ...current.score, shown: current.score.shown + seen };
    if (seen === 0) return false;
    const passed = answerOf(current.questions[from]!);
    [current.hints, current.tries, current.remark] = [0, 0, say("practice-passed", { count: seen, answer: passed })];
    if (store.get().playing) store.dispatch(STOP);
    return true;
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
      // Who is wrong again needs the rule more than another try.
      if (round.tries === WRONG_TRIES) round.hints = Math.max(round.hints, HINTS_OF_THE_RULE);
      return redraw(text);
    }
    round.remark = say("right-answer", { answerof: answerOf(question) });
    goOn(round.hints === 0 && round.tries === 0 ? "first" : "helped");
  }

  function redraw(text: string): void {
    draw();
    const field = container.querySelector<HTMLInputElement>(".practice-answer");
    if (!field) return;
    field.value = text;
    field.focus({ preventScroll: true });
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

  function drawQuestion(current: Round, question: Question): HTMLElement {
    return element(
      "div",
      { class: "inspector-section" },
      progress(current),
      element("p", { class: "practice-remark", id: DESCRIBED[0] }, ...prose(current.remark)),
      element("p", { class: "practice-question", id: DESCRIBED[1] }, ...prose(question.text)),
      form(question, current.hints),
      element(
        "ol",
        { class: "practice-hints", id: DESCRIBED[2] },
        ...question.hints.slice(0, current.hints).map((hint) => element("li", {}, ...prose(hint))),
      ),
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
      startButton(say("once-more")),
    );
  }

  /** Switches that break the engine, so that what goes wrong is seen; the banner over the picture says so as long as it lasts. */
  function pitfallChoices({ pitfall }: State): HTMLElement {
    const choices = PITFALLS.map((choice) => {
      const radio = element("input", { type: "radio", name: "pitfall", value: choice, checked: choice === pitfall });
      radio.addEventListener("change", () => store.dispatch(choosePitfall(choice)));
      return element(
        "label",
        { class: "pitfall-choice" },
        radio,
        element("span", {}, ...prose(choice === "none" ? say("nothing-broken") : PITFALL_WORDS[choice].title)),
      );
    });
    return element("fieldset", { class: "pitfalls" }, element("legend", {}, say("break-the-engine")), ...choices);
  }

  function drawStart(state: State): HTMLElement {
    if (state.graph && state.graph.nodes.length > MOST_NODES)
      return element(
        "div",
        { class: "inspector-section" },
        element("p", { class: "panel-remark" }, say("practice-too-large", { most: grouped(MOST_NODES) })),
        pitfallChoices(state),
      );
    const count = state.graph
      ? questionsOf(scheduleOf(state.graph), state.graphProgram, recordsByName(state.operations), state.misconceptions).length
      : 0;
    if (count === 0) return element("p", { class: "panel-remark" }, say("no-number-to-ask"));
    return element(
      "div",
      { class: "inspector-section" },
      element("h2", { class: "panel-title" }, say("trace-by-hand")),
      element("p", {}, say("begin-hides-all", { count })),
      startButton(say("begin")),
      element("p", { class: "panel-remark" }, say("three-digits")),
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
      const hasSeen = round !== null && skipSeen(round, state.position);
      mark();
      if (hasSeen) return draw();
      if (drawnFor === state.graph && container.childElementCount > 0) return;
      drawnFor = state.graph;
      const focused =
        document.activeElement instanceof HTMLInputElement && container.contains(document.activeElement)
          ? document.activeElement.value
          : null;
      draw();
      if (focused !== null)
        container.querySelector<HTMLInputElement>(`input[type="radio"][value="${CSS.escape(focused)}"]`)?.focus();
    },
  };
}
