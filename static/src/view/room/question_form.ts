/** The form of a question: what is asked about the chosen node, or a question in the teacher's own words. */
import { nodeLabel } from "../../core/places.ts";
import type { State } from "../../core/state.ts";
import type { Store } from "../../core/store.ts";
import type { Quantity, Question } from "../../room/messages.ts";
import { canAskForEdge, usualPrompt } from "../../room/polls.ts";
import { element, prose } from "../dom.ts";
import { notify } from "../notice.ts";

const KINDS = [
  ["gradient", "A gradient"],
  ["value", "A value"],
  ["formula", "A gradient as a formula"],
  ["edge", "Which edge next?"],
  ["choice", "A choice"],
  ["text", "An open question"],
] as const;

type Kind = (typeof KINDS)[number][0];

const LONGEST_PROMPT = 300;

/** The node that is asked about: the chosen one, else the first input that has a gradient. */
function subjectOf({ graph, selected }: State): number | null {
  if (!graph) return null;
  if (selected !== null && graph.nodes[selected] && graph.nodes[selected].role !== "constant") return selected;
  return graph.nodes.find(({ op, role }) => op === null && role !== "constant")?.id ?? null;
}

export function createQuestionForm(store: Store<State>, ask: (question: Question) => Promise<void>): { root: HTMLElement; show(): void } {
  const kind = element("select", { class: "field" }, ...KINDS.map(([value, label]) => element("option", { value }, label)));
  const about = element("p", { class: "panel-remark" });
  const prompt = element("textarea", { class: "field drawer-prompt", rows: 2, maxlength: LONGEST_PROMPT });
  const choices = element("textarea", { class: "field drawer-prompt", rows: 4, placeholder: "One answer on each line;\n* before the right one" });
  const choicesLabel = element("label", { class: "drawer-label" }, "Answers to choose from", choices);
  const submit = element("button", { type: "submit", class: "solid-button" }, "Ask the class");
  const root = element("form", { class: "question-form" }, element("label", { class: "drawer-label" }, "Ask for", kind), about, element("label", { class: "drawer-label" }, "In words", prompt), choicesLabel, submit);

  const quantityOf = (chosen: Kind): Quantity => (chosen === "value" ? "value" : "gradient");
  const typeOf = (chosen: Kind): Question["type"] => (chosen === "gradient" || chosen === "value" ? "number" : chosen);
  const isAboutNode = (chosen: Kind): boolean => ["gradient", "value", "formula"].includes(chosen);

  function labelOf(state: State): string {
    const node = subjectOf(state);
    return node === null || !state.graph ? "" : nodeLabel(state.graph, state.graphProgram, node);
  }

  function remarkOf(state: State, chosen: Kind): string {
    if (isAboutNode(chosen)) return `About \`${labelOf(state)}\`. Click another node in the picture to ask about that one. No screen tells the number until you show the answer.`;
    if (chosen === "edge") return "Asked at the step where you are now; nobody can step on until you show the answer.";
    return chosen === "choice" ? "Without a right answer it is a vote." : "Answers are collected as they are written.";
  }

  /** The words in grey are what is asked where the teacher writes none. */
  function show(): void {
    const state = store.get();
    const chosen = kind.value as Kind;
    about.replaceChildren(...prose(remarkOf(state, chosen)));
    prompt.placeholder = usualPrompt(typeOf(chosen), quantityOf(chosen), labelOf(state)).replaceAll("`", "") || "Your question";
    choicesLabel.hidden = chosen !== "choice";
  }

  /** The question as it is put, or a sentence that says what it lacks. */
  function read(): Question | string {
    const state = store.get();
    const chosen = kind.value as Kind;
    const words = prompt.value.trim() || usualPrompt(typeOf(chosen), quantityOf(chosen), labelOf(state));
    const node = subjectOf(state);
    if (chosen === "edge") {
      if (!state.graph || !canAskForEdge(state.graph, state.position)) return "Go to a step of the backward pass first: the next edge is what is asked for.";
      return { type: "edge", prompt: words, position: state.position };
    }
    if (isAboutNode(chosen)) {
      if (node === null) return "There is no node to ask about: write a program first.";
      return chosen === "formula" ? { type: "formula", prompt: words, node, quantity: "gradient" } : { type: "number", prompt: words, node, quantity: quantityOf(chosen) };
    }
    if (words === "") return "Write the question first.";
    if (chosen === "text") return { type: "text", prompt: words };
    const lines = choices.value.split("\n").map((line) => line.trim()).filter((line) => line !== "");
    if (lines.length < 2) return "Write at least two answers, each on a line of its own.";
    const correct = lines.flatMap((line, place) => (line.startsWith("*") ? [place] : []));
    if (correct.length > 1) return "Mark one answer as the right one: students choose one.";
    return { type: "choice", prompt: words, choices: lines.map((line) => line.replace(/^\*\s*/, "")), correct: correct.length > 0 ? correct : null };
  }

  kind.addEventListener("change", show);
  store.subscribe((state, previous) => {
    if (state.graph !== previous.graph || state.selected !== previous.selected) show();
  });
  root.addEventListener("submit", (event) => {
    event.preventDefault();
    const question = read();
    if (typeof question === "string") return notify(question);
    submit.disabled = true;
    void ask(question).finally(() => {
      submit.disabled = false;
      prompt.value = "";
    });
  });
  return { root, show };
}
