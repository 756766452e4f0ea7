/** Makes the parts of a page live: its questions at once, its formulas and blocks when they come near the view. */

import type { OperationRecord } from "../../core/types.ts";
import type { Given } from "../../learn/reading_progress.ts";
import type { BlockData, QuestionData, TrainingData } from "../../learn/types.ts";
import { addStudio } from "../../messages/messages.ts";
import { math } from "../shared/math.ts";
import { mountQuestion } from "./questions.ts";
import { revealBlock } from "./withheld.ts";

/** A block is mounted this far before it is seen. */
const AHEAD = "300px";
const NEVER = new AbortController().signal;

/** Where answers come from and go to; a question is named by its place in the lesson. */
export interface AnswerPorts {
  given(question: string): Given | undefined;
  /** Marks an answer elsewhere; see `QuestionPorts`. */
  mark?(question: string, text: string): Promise<Given | string>;
  answered(question: string, answer: Given): void;
}

/** Keeps no answers: those of authors and teachers who try questions. */
export const NOBODY: AnswerPorts = { given: () => undefined, answered: () => {} };

export interface MountedParts {
  /** Draws every formula and graph that waits for being near the view. */
  drawAll(): Promise<void>;
}

/** Mounts what waits, at once. */
type MountRest = () => Promise<void>;

/**
 * `signal` ends what is live when the parts leave the page; absent where they stay as long as the document does. `page`: what the
 * parts belong to, where they come later than its others.
 */
export function mountParts(
  root: HTMLElement,
  operations: readonly OperationRecord[],
  ports: AnswerPorts,
  signal: AbortSignal = NEVER,
  page: HTMLElement = root,
): MountedParts {
  mountQuestions(root, page, ports);
  const formulas = mountFormulas(root, signal);
  const blocks = mountBlocks(root, operations, signal);
  mountRuns(root, signal);
  return {
    async drawAll() {
      await Promise.all([formulas(), blocks()]);
    },
  };
}

const dataIn = <Data>(place: HTMLElement): Data =>
  JSON.parse(place.querySelector("script[type='application/json']")?.textContent ?? "null") as Data;

function mountQuestions(root: HTMLElement, page: HTMLElement, { given: givenTo, mark, answered }: AnswerPorts): void {
  for (const form of root.querySelectorAll<HTMLFormElement>("[data-question]")) {
    const question = form.dataset.question!;
    const given = givenTo(question);
    const open = (): void => openGate(page, question);
    if (given) open();
    mountQuestion(form, dataIn<QuestionData>(form), {
      given,
      mark: mark && ((text) => mark(question, text)),
      answered(answer) {
        answered(question, answer);
        open();
      },
      settled() {
        form.dataset.settled = "";
        revealAbove(page, form);
      },
    });
  }
}

/** The block that the questions below it are about, up to the next block, shows what it withholds once all of them are settled. */
function revealAbove(root: HTMLElement, form: HTMLFormElement): void {
  const parts = [...root.querySelectorAll<HTMLElement>("[data-live='backpass'], [data-question]")];
  const isBlock = (part: HTMLElement | undefined): boolean => part?.dataset.live !== undefined;
  const above = parts.slice(0, parts.indexOf(form)).findLast(isBlock);
  if (!above) return;
  const after = parts.slice(parts.indexOf(above) + 1);
  const next = after.findIndex(isBlock);
  const asked = next < 0 ? after : after.slice(0, next);
  if (asked.every((part) => part.dataset.settled !== undefined)) revealBlock(above);
}

/** Shows what a prediction keeps closed. */
export function openGate(root: HTMLElement, question: string): void {
  root.querySelector(`[data-gate="${question}"]`)?.classList.add("is-open");
  root.querySelector(`[data-gate-note="${question}"]`)?.remove();
}

/** Every formula at once, where little is shown. */
export function writeFormulas(root: HTMLElement): void {
  for (const place of root.querySelectorAll<HTMLElement>("[data-latex]")) writeFormula(place);
}

function writeFormula(place: HTMLElement): void {
  const latex = place.dataset.latex!;
  place.replaceChildren(math({ plain: latex, latex }));
}

/** Each formula as it comes near: most pages have none above the fold. */
function mountFormulas(root: HTMLElement, signal: AbortSignal): MountRest {
  return whenNear(root.querySelectorAll<HTMLElement>("[data-latex]"), signal, async (place) => writeFormula(place));
}

function mountBlocks(root: HTMLElement, operations: readonly OperationRecord[], signal: AbortSignal): MountRest {
  return whenNear(root.querySelectorAll<HTMLElement>("[data-live='backpass']"), signal, async (figure) => {
    const { mountLiveBlock } = await import("./live_block.ts");
    await mountLiveBlock(figure, dataIn<BlockData>(figure), operations, signal);
  });
}

function mountRuns(root: HTMLElement, signal: AbortSignal): void {
  whenNear(root.querySelectorAll<HTMLElement>("[data-live='training']"), signal, async (figure) => {
    await addStudio();
    const { mountTrainingBlock } = await import("./training_block.ts");
    await mountTrainingBlock(figure, dataIn<TrainingData>(figure), signal);
  });
}

function whenNear(places: Iterable<HTMLElement>, signal: AbortSignal, mount: (place: HTMLElement) => Promise<void>): MountRest {
  const waiting = new Set(places);
  const begun: Promise<void>[] = [];
  const take = (place: HTMLElement): void => {
    waiting.delete(place);
    observer.unobserve(place);
    begun.push(mount(place));
  };
  const observer = new IntersectionObserver(
    (entries) => {
      for (const { isIntersecting, target } of entries) if (isIntersecting) take(target as HTMLElement);
    },
    { rootMargin: AHEAD },
  );
  for (const place of waiting) observer.observe(place);
  signal.addEventListener("abort", () => observer.disconnect(), { once: true });
  return async () => {
    waiting.forEach(take);
    // Those that came into view a moment ago are awaited as well. What could not be fetched is missing on paper, and nothing else.
    for (const each of await Promise.allSettled(begun)) if (each.status === "rejected") reportError(each.reason);
  };
}
