/** What is wrong, under the program: a sentence, what to write, and where; and a word while an answer is awaited. */

import type { Store } from "../../core/store.ts";
import type { Problem, Progress, Span } from "../../core/types.ts";
import { lineAndColumn } from "../../graph/places.ts";
import { say } from "../../messages/messages.ts";
import { OWN_ENGINE_QUESTION } from "../../state/evaluation/machine.ts";
import type { State } from "../../state/state.ts";
import { applyReplacement, leaveOut } from "../../state/state_actions.ts";
import { leftOut } from "../../text/left_out.ts";
import { placeInNotebook } from "../../text/notebooks.ts";
import { byId, element, icon, prose } from "../shared/dom.ts";
import { mountOutputChoice } from "./output_choice.ts";
import { mountReading } from "./reading.ts";
import { mountRunAsIs } from "./run_as_is.ts";

export interface ProblemPorts {
  goTo(span: Span): void;
  cancel(): void;
}

/** The list of inputs says of each what it counts as, beside the slider that changes it; but a mistyped name is no input. */
const SHOWN_BY_INPUTS = "assumed-input";
/** So rarely that a reader of the screen is not interrupted. */
const HEARD_EVERY_SECONDS = 10;
const SEVERITIES: readonly Problem["severity"][] = ["error", "warning", "info"];

/** A button that makes a comment of the statement with a mistake; undo brings it back. */
function leaveOutButton(span: Span, store: Store<State>): HTMLElement {
  const made = element("button", { type: "button", class: "text-button problem-action" }, say("leave-out"));
  made.addEventListener("click", () => store.dispatch(leaveOut(leftOut(store.get().program, span))));
  return made;
}

/** A button that writes what the hint says; undo takes it back. */
function applyButton({ span: [start, end], text }: NonNullable<Problem["replacement"]>, store: Store<State>): HTMLElement {
  const made = element(
    "button",
    { type: "button", class: "text-button problem-action", "aria-label": say("apply-replacement-about", { text }) },
    say("apply-replacement"),
  );
  made.addEventListener("click", () => {
    const { program } = store.get();
    store.dispatch(applyReplacement(program.slice(0, start) + text + program.slice(end)));
  });
  return made;
}

/** A place as people name it: line and column, or cell and line of a notebook. */
function placeOf(program: string, offset: number): string {
  const cell = placeInNotebook(program, offset);
  if (cell) return say("problem-cell", { cell: cell.cell, line: cell.line });
  const { line, column } = lineAndColumn(program, offset);
  return say("problem-line", { line, column });
}

function row(problem: Problem, program: string, goTo: (span: Span) => void): HTMLElement {
  const { span } = problem;
  const place = span ? element("span", { class: "problem-place" }, placeOf(program, span[0])) : null;
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

/** The worst first; but a note with a remedy, of a place above the mistake, is most likely its cause and comes before it. */
function byImportance(problems: readonly Problem[]): Problem[] {
  const mistake = problems.find(({ severity }) => severity === "error")?.span?.[0] ?? 0;
  const rank = ({ severity, span, replacement }: Problem): number =>
    replacement && span && span[0] < mistake ? -1 : SEVERITIES.indexOf(severity);
  return [...problems].sort((first, second) => rank(first) - rank(second));
}

export function mountProblems(store: Store<State>, ports: ProblemPorts): void {
  const region = byId("problems");
  mountOutputChoice(region, store);
  mountReading(region, store);
  mountRunAsIs(region, store);
  const evaluation = byId("evaluation");
  const cancel = element("button", { type: "button", class: "text-button" }, say("cancel"));
  cancel.addEventListener("click", () => ports.cancel());

  function rowsOf(problem: Problem, program: string): HTMLElement[] {
    const shown = row(problem, program, ports.goTo);
    return [
      shown,
      ...(problem.replacement ? [applyButton(problem.replacement, store)] : []),
      ...(problem.statement ? [leaveOutButton(problem.statement, store)] : []),
    ];
  }

  let shown = "";
  /** What the messages are of, and whether another program is awaited in its place: then they are true of nothing that is there. */
  let [ofProgram, areOld] = [store.get().program, false];

  function showAge({ program, waiting }: State): void {
    areOld = program !== ofProgram && (areOld || waiting);
    region.querySelector(".problem-list")?.toggleAttribute("inert", areOld);
  }

  function showProblems({ problems, program, connection }: State): void {
    const sorted = byImportance(
      problems.filter(({ code, replacement }) => (code !== SHOWN_BY_INPUTS || replacement) && code !== OWN_ENGINE_QUESTION),
    );
    // A slider brings the same notes sixty times a second.
    const places = sorted.map(({ span }) => span && placeOf(program, span[0]));
    const key = JSON.stringify([connection, sorted, places]);
    if (key === shown) return;
    shown = key;
    region.replaceChildren(
      ...(connection ? [element("p", { class: "connection" }, connection)] : []),
      ...(sorted.length > 0
        ? [element("div", { class: "problem-list" }, ...sorted.flatMap((problem) => rowsOf(problem, program)))]
        : []),
    );
  }

  /** What is seen changes every second; what is heard, much less often. */
  const [seen, heard] = [element("span", { "aria-hidden": "true" }), element("span", { class: "visually-hidden" })];
  let heardUntil = 0;

  function showEvaluation({ waiting }: State): void {
    heardUntil = 0;
    seen.textContent = heard.textContent = say("computing");
    evaluation.replaceChildren(...(waiting ? [seen, heard, cancel] : []));
  }

  async function showProgress(progress: Progress): Promise<void> {
    const { progressWords } = await import("./computing.ts");
    if (store.get().progress !== progress) return;
    seen.textContent = progressWords(progress);
    if (progress.seconds < heardUntil) return;
    heard.textContent = seen.textContent;
    heardUntil = progress.seconds + HEARD_EVERY_SECONDS;
  }

  showProblems(store.get());
  showEvaluation(store.get());
  store.subscribe((state, previous) => {
    if (state.problems !== previous.problems) ofProgram = state.program;
    if (state.problems !== previous.problems || state.connection !== previous.connection) showProblems(state);
    showAge(state);
    const { waiting, progress } = state;
    const begins = waiting !== previous.waiting;
    if (begins || (progress === null && previous.progress !== null)) showEvaluation(state);
    if (progress !== null && (begins || progress !== previous.progress)) void showProgress(progress);
  });
}
