/**
 * The run in step with the set-up and with what is pressed, as a machine: an event and the studio's state give the next state of the runner,
 * and what is to be done. Pure: the caller of `next` asks the server, runs the timer and changes the page.
 */

import { branchStep } from "../replay.ts";
import { onlyFreezes } from "../results/freezing.ts";
import { isOver, placeShown, type Run } from "../run.ts";
import { canGoOnWith, isSame } from "../setup.ts";
import type { StudioState } from "../state.ts";
import type { CheckpointFile } from "../types.ts";
import { branch, drop, endOf, goOn, goOnFrom, preview, start } from "./beginning.ts";
import { receive } from "./course.ts";
import {
  type Alteration,
  change,
  type Effect,
  isLive,
  type RunnerEvent,
  type RunnerState,
  redraw,
  type Step,
  set,
  settle,
  show,
  stopSettling,
} from "./step.ts";
import { edit, editFrom } from "./weights.ts";

/** Answers to a change that came too late. */
const OVER = new Set(["unknown-run", "run-ended"]);

export function next(
  runner: RunnerState,
  event: RunnerEvent,
  page: StudioState,
): { readonly runner: RunnerState; readonly effects: readonly Effect[] } {
  const step: Step = { page, effects: [], is: runner };
  take(step, event);
  return { runner: step.is, effects: step.effects };
}

function take(step: Step, event: RunnerEvent): void {
  switch (event.kind) {
    case "toggle":
      return toggle(step);
    case "train":
      return train(step);
    case "forward":
      return stepForward(step);
    case "back":
      return stepBack(step);
    case "preview":
      return preview(step);
    case "cancel":
      return cancel(step);
    case "leave":
      return drop(step);
    case "load":
      return load(step, event.file);
    case "edit":
      return edit(step, event.edit);
    case "undo":
      return step.is.replay === null ? branch(step, event.step, true) : undefined;
    case "speed":
      show(step, "choose a pace", { stepsPerSecond: event.stepsPerSecond });
      return void change(step, { steps_per_second: event.stepsPerSecond });
    case "setup":
      return changeSetup(step, event.state, event.previous);
    case "settled":
      return step.is.settling === "alter" ? alter(step) : preview(step);
    default:
      return hear(step, event);
  }
}

// What the server sends

type Reply = Extract<RunnerEvent, { kind: "event" | "refused" | "connection" | "answer" | "end" | "checkpoint" }>;

function hear(step: Step, reply: Reply): void {
  if (reply.kind === "answer") return answered(step, reply);
  if (reply.kind === "end") {
    if (!reply.isMissing) return;
    set(step, { missing: reply.run });
    return redraw(step, reply.run);
  }
  if ((reply.kind === "checkpoint" ? reply.use : reply).number !== step.is.number) return;
  if (reply.kind === "event") receive(step, reply.event);
  else if (reply.kind === "connection") show(step, "lose or regain the server", { connection: reply.connection });
  else if (reply.kind === "refused") {
    set(step, { edits: null });
    show(step, "be refused", { problems: reply.problems, isStarting: false, connection: null });
  } else if (reply.use.kind === "edit") editFrom(step, reply.checkpoint, reply.use);
  else goOnFrom(step, reply.checkpoint, reply.use);
}

function answered(step: Step, { run, problems, alteration }: Extract<RunnerEvent, { kind: "answer" }>): void {
  // What a run that is over answers, its stream has reported or will report.
  const news = problems.filter(({ code }) => !OVER.has(code));
  if (news.length > 0 && step.is.live === run) show(step, "show problems", { problems: news });
  else if (problems.length > 0 && alteration) makeWay(step, alteration);
}

// The set-up

function changeSetup(step: Step, state: StudioState, previous: StudioState): void {
  const { loaded, declared } = step.is;
  if (state.request === previous.request || state.request === loaded) return;
  // What is changed at an earlier moment waits for play, and then grows from there.
  if (branchStep(state) !== null) return;
  if (isLive(step.is, state.run) && !state.isPreview && declared !== null && canGoOnWith(declared, state.request)) {
    stopSettling(step);
    if (state.problems.length > 0) show(step, "change the set-up", { problems: [] });
    return settle(step, "alter");
  }
  // Weights are frozen as they are now: a run that has ended goes on from its end, and not from its start.
  const end = onlyFreezes(previous.request, state.request) ? endOf(step, state.run, previous.request) : null;
  if (end) {
    set(step, { declared: state.request });
    return goOn(step, end, "resume");
  }
  drop(step);
  // Branches of another model or of other data are beside the point.
  const isOther = !canGoOnWith(previous.request, state.request);
  show(step, "change the set-up", { isStarting: false, problems: [], ...(isOther ? { branches: [] } : {}) });
  settle(step, "preview");
}

/** Gives the run under way the set-up of the form. */
function alter(step: Step): void {
  if (step.is.replay) return settle(step, "alter");
  const { request, run } = step.page;
  const { declared: before, number } = step.is;
  set(step, { declared: request, asked: request });
  const isEndless = run?.started.request.endless ?? false;
  // A run that went on past its end has none, whatever the form says of it; a press on the form's own switch counts.
  const isSwitched = (before?.endless ?? false) !== (request.endless ?? false);
  const endless = isSwitched ? (request.endless ?? false) : isEndless;
  if (before && endless === isEndless && isSame({ ...before, endless }, { ...request, endless })) return;
  const alteration = { number, request };
  if (!change(step, { training: { ...request, endless } }, alteration)) makeWay(step, alteration);
}

/** A run that has ended meanwhile takes no change: it makes way, as it does for what is changed after its end. */
function makeWay(step: Step, { number, request }: Alteration): void {
  if (number === step.is.number && step.page.request === request) preview(step);
}

// What is pressed

const isGoingOn = (is: RunnerState, run: Run | null): boolean => run?.state === "running" && isLive(is, run);

function toggle(step: Step): void {
  if (step.is.replay === null && isGoingOn(step.is, step.page.run)) change(step, { state: "paused" });
  else train(step);
}

function train(step: Step): void {
  const { run, isStarting } = step.page;
  const { replay, wanted } = step.is;
  // Pressed twice while the server is slow; a first picture on its way gives way to the run.
  if (replay || (isStarting && wanted === "play") || isGoingOn(step.is, run)) return;
  play(step);
}

function play(step: Step): void {
  const { run, request } = step.page;
  const from = branchStep(step.page);
  if (from !== null) return branch(step, from, false);
  const end = endOf(step, run, request);
  if (end) return goOn(step, end, "play");
  if (!isLive(step.is, run)) return start(step, request, "play");
  if (step.is.declared !== request) alter(step);
  show(step, "go on with the run", { position: null, isPreview: false });
  change(step, { state: "running" });
}

function stepForward(step: Step): void {
  const { run, position, request } = step.page;
  if (step.is.replay) return;
  const isThere = isLive(step.is, run);
  if (run !== null && position !== null && position < run.momentCount - 1) {
    const place = position + 1;
    return show(step, "show the next moment", { position: place === run.momentCount - 1 && !isThere ? null : place });
  }
  if (!isThere) {
    const end = endOf(step, run, request);
    if (end) goOn(step, end, "step");
    else if (run === null || run.stepCount === 0) start(step, request, "step");
    return;
  }
  show(step, "show the newest moment", { position: null });
  change(step, run?.state === "running" ? { state: "paused" } : { advance: 1 });
}

function stepBack(step: Step): void {
  const { run, position } = step.page;
  if (run === null) return;
  if (run.state === "running") change(step, { state: "paused" });
  show(step, "show the moment before", { position: Math.max(0, placeShown(run, position) - 1) });
}

function cancel(step: Step): void {
  const { run } = step.page;
  drop(step);
  show(step, "end the run", {
    isStarting: false,
    connection: null,
    ...(run && !isOver(run) ? { run: { ...run, state: "stopped", secondsLeft: null } } : {}),
  });
}

function load(step: Step, { curves, ...checkpoint }: CheckpointFile): void {
  const { request } = checkpoint;
  set(step, { loaded: request });
  show(step, "open a checkpoint", { request, run: null });
  const isAtEnd = ((checkpoint.checkpoint as { readonly step?: number }).step ?? 0) >= (request.steps ?? 100);
  // What was saved at its end would have nothing left to do.
  const what = isAtEnd ? { checkpoint, training: { ...request, endless: true } } : { checkpoint };
  start(step, what, "resume", { kind: "file", curves });
}
