/** What is wrong, under the program: a sentence, what to write, and where; and a word while an answer is awaited. */
import { lineAndColumn } from "../core/places.ts";
import type { State } from "../core/state.ts";
import type { Store } from "../core/store.ts";
import type { Problem, Span } from "../core/types.ts";
import { byId, element, icon, prose } from "./dom.ts";

export interface ProblemPorts {
  goTo(span: Span): void;
  cancel(): void;
}

/** The list of inputs says of each what it counts as, beside the slider that changes it. */
const SHOWN_BY_INPUTS = "assumed-input";
const SEVERITIES: readonly Problem["severity"][] = ["error", "warning", "info"];

function row(problem: Problem, program: string, goTo: (span: Span) => void): HTMLElement {
  const { span } = problem;
  const { line, column } = lineAndColumn(program, span?.[0] ?? 0);
  const place = span ? element("span", { class: "problem-place" }, ` line ${line}:${column}`) : null;
  const made = element(
    span ? "button" : "div",
    { class: `problem is-${problem.severity}`, ...(span ? { type: "button" } : {}) },
    icon(problem.severity),
    element("span", {}, element("span", { class: "visually-hidden" }, `${problem.severity}: `), ...prose(problem.message), place),
    problem.hint && element("span", { class: "problem-hint" }, ...prose(problem.hint)),
  );
  if (span) made.addEventListener("click", () => goTo(span));
  return made;
}

export function mountProblems(store: Store<State>, ports: ProblemPorts): void {
  const region = byId("problems");
  const evaluation = byId("evaluation");
  const cancel = element("button", { type: "button", class: "text-button" }, "Cancel");
  cancel.addEventListener("click", () => ports.cancel());

  function showProblems({ problems, program, connection }: State): void {
    const sorted = problems
      .filter(({ code }) => code !== SHOWN_BY_INPUTS)
      .sort((first, second) => SEVERITIES.indexOf(first.severity) - SEVERITIES.indexOf(second.severity));
    region.replaceChildren(
      ...(connection ? [element("p", { class: "connection" }, connection)] : []),
      ...(sorted.length > 0
        ? [element("div", { class: "problem-list" }, ...sorted.map((problem) => row(problem, program, ports.goTo)))]
        : []),
    );
  }

  function showEvaluation({ waiting }: State): void {
    evaluation.replaceChildren(...(waiting ? ["computing …", cancel] : []));
  }

  showProblems(store.get());
  showEvaluation(store.get());
  store.subscribe((state, previous) => {
    if (state.problems !== previous.problems || state.connection !== previous.connection) showProblems(state);
    if (state.waiting !== previous.waiting) showEvaluation(state);
  });
}
