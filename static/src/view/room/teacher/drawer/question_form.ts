/** The form of a question: what is asked about the chosen node, or a question in the teacher's own words. */

import type { Store } from "../../../../core/store.ts";
import { nodeTitle } from "../../../../graph/places.ts";
import { say } from "../../../../messages/messages.ts";
import type { Quantity, Question } from "../../../../room/messages.ts";
import { canAskForEdge, usualPrompt } from "../../../../room/polls.ts";
import { isSelectionOther, nodeOfSelection } from "../../../../state/selection.ts";
import type { State } from "../../../../state/state.ts";
import { seekTo } from "../../../../state/state_actions.ts";
import { element, prose } from "../../../shared/dom.ts";
import { notify } from "../../../shared/notice.ts";
import { button } from "../../elements.ts";

const KINDS = [
  ["gradient", say("ask-gradient")],
  ["value", say("ask-value")],
  ["formula", say("kind-formula")],
  ["edge", say("kind-edge")],
  ["choice", say("ask-choice")],
  ["given", say("kind-given")],
  ["text", say("kind-open")],
] as const;

type Kind = (typeof KINDS)[number][0];

/** Without a graph on the screens nothing is asked about it. */
const kindsOf = (hasGraph: boolean) => KINDS.filter(([kind]) => hasGraph || ["choice", "given", "text"].includes(kind));

const LONGEST_PROMPT = 300;

/** The node that is asked about: the chosen one, else the first input that has a gradient. */
function subjectOf(state: State): number | null {
  const { graph } = state;
  if (!graph) return null;
  const selected = nodeOfSelection(state);
  if (selected !== null && graph.nodes[selected]!.role !== "constant") return selected;
  return graph.nodes.find(({ op, role }) => op === null && role !== "constant")?.id ?? null;
}

/** Where "which edge next?" can be asked: at the page's step, else where the first gradient leaves the output; null where none does. */
function positionToAsk({ graph, position }: State): number | null {
  if (!graph) return null;
  // Slopes are shown between two steps; a class counts whole ones.
  const here = Math.floor(position);
  if (canAskForEdge(graph, here)) return here;
  const first = graph.steps.findIndex((_step, each) => canAskForEdge(graph, each));
  return first < 0 ? null : first;
}

const quantityOf = (chosen: Kind): Quantity => (chosen === "value" ? "value" : "gradient");
const typeOf = (chosen: Kind): Question["type"] =>
  chosen === "gradient" || chosen === "value" || chosen === "given" ? "number" : chosen;
const isAboutNode = (chosen: Kind): boolean => ["gradient", "value", "formula"].includes(chosen);

function nodeQuestion(chosen: Kind, prompt: string, node: number | null): Question | string {
  if (node === null) return say("no-node-to-ask");
  return chosen === "formula"
    ? { type: "formula", prompt, node, quantity: "gradient" }
    : { type: "number", prompt, node, quantity: quantityOf(chosen) };
}

/** An answer a line; the right one begins with a star. */
function choiceQuestion(prompt: string, text: string): Question | string {
  const lines = text
    .split("\n")
    .map((line) => line.trim())
    .filter((line) => line !== "");
  if (lines.length < 2) return say("write-two-answers");
  const correct = lines.flatMap((line, place) => (line.startsWith("*") ? [place] : []));
  if (correct.length > 1) return say("mark-one");
  return {
    type: "choice",
    prompt,
    choices: lines.map((line) => line.replace(/^\*\s*/, "")),
    correct: correct.length > 0 ? correct : null,
  };
}

/** `ask` and `prepare` return whether the question was taken: what was refused stays in the form. */
export function createQuestionForm(
  store: Store<State>,
  ask: (question: Question) => Promise<boolean>,
  prepare: (question: Question) => Promise<boolean>,
  hasGraph: boolean,
): { root: HTMLElement; show(): void } {
  const kind = element(
    "select",
    { class: "field" },
    ...kindsOf(hasGraph).map(([value, label]) => element("option", { value }, label)),
  );
  const about = element("p", { class: "panel-remark" });
  const prompt = element("textarea", { class: "field drawer-prompt", rows: 2, maxlength: LONGEST_PROMPT });
  const choices = element("textarea", {
    class: "field drawer-prompt",
    rows: 4,
    placeholder: say("one-answer-a-line"),
  });
  const choicesLabel = element("label", { class: "drawer-label" }, say("answers-to-choose"), choices);
  const right = element("input", { class: "field", type: "number", step: "any" });
  const rightLabel = element("label", { class: "drawer-label" }, say("right-number"), right);
  const submit = element("button", { type: "submit", class: "solid-button" }, say("ask-class"));
  const later = button(say("prepare-question"), () => give(true), "room-button", { title: say("prepare-question.about") });
  const root = element(
    "form",
    { class: "question-form" },
    element("label", { class: "drawer-label" }, say("ask-for"), kind),
    about,
    element("label", { class: "drawer-label" }, say("in-words"), prompt),
    choicesLabel,
    rightLabel,
    element("div", { class: "drawer-row" }, submit, later),
  );

  function labelOf(state: State): string {
    const node = subjectOf(state);
    return node === null || !state.graph ? "" : nodeTitle(state.graph, state.graphProgram, node);
  }

  function remarkOf(state: State, chosen: Kind): string {
    if (isAboutNode(chosen)) return say("about-node", { labelof: labelOf(state) });
    if (chosen === "edge")
      return positionToAsk(state) === Math.floor(state.position) ? say("asked-at-step") : say("asked-at-start");
    if (chosen === "given") return say("number-given");
    return chosen === "choice" ? say("vote") : say("answers-collected");
  }

  const usualOf = (chosen: Kind, state: State): string =>
    chosen === "given" ? "" : usualPrompt(typeOf(chosen), quantityOf(chosen), labelOf(state));

  /** The words in grey are what is asked where the teacher writes none. */
  function show(): void {
    const state = store.get();
    const chosen = kind.value as Kind;
    about.replaceChildren(...prose(remarkOf(state, chosen)));
    prompt.placeholder = usualOf(chosen, state).replaceAll("`", "") || say("your-question");
    choicesLabel.hidden = chosen !== "choice";
    rightLabel.hidden = chosen !== "given";
  }

  /** The question as it is put, or a sentence that says what it lacks. One for later is worded when it is asked, about the graph of then. */
  function read(isForLater: boolean): Question | string {
    const state = store.get();
    const chosen = kind.value as Kind;
    const words = prompt.value.trim() || (isForLater ? "" : usualOf(chosen, state));
    if (chosen === "edge") return edgeQuestion(state, words, isForLater);
    if (isAboutNode(chosen)) return nodeQuestion(chosen, words, subjectOf(state));
    if (words === "") return say("write-question");
    if (chosen === "text") return { type: "text", prompt: words };
    if (chosen === "choice") return choiceQuestion(words, choices.value);
    if (right.value === "") return say("write-right-number");
    return { type: "number", prompt: words, node: null, quantity: "given", correct: Number(right.value) };
  }

  function edgeQuestion(state: State, words: string, isForLater: boolean): Question | string {
    const position = positionToAsk(state);
    if (position === null) return say("go-to-backward");
    if (position !== state.position && !isForLater) store.dispatch(seekTo(position));
    return { type: "edge", prompt: words, position };
  }

  kind.addEventListener("change", show);
  store.subscribe((state, previous) => {
    if (state.graph !== previous.graph || state.position !== previous.position || isSelectionOther(state, previous)) show();
  });
  function give(isForLater: boolean): void {
    const question = read(isForLater);
    if (typeof question === "string") return notify(question);
    const pressed = isForLater ? later : submit;
    pressed.disabled = true;
    void (isForLater ? prepare : ask)(question).then((isTaken) => {
      pressed.disabled = false;
      if (!isTaken) return;
      prompt.value = right.value = "";
      if (isForLater) choices.value = "";
    });
  }
  root.addEventListener("submit", (event) => {
    event.preventDefault();
    give(false);
  });
  return { root, show };
}
