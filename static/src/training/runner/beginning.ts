/** How a run is started: from the set-up, from the end of another one, or from an earlier step of it. Pure. */
import { planTo, withBranch } from "../replay.ts";
import { isOver, type Run } from "../run.ts";
import type { Checkpoint, StartBody, TrainingRequest } from "../types.ts";
import { type Past, type Purpose, type Step, set, show, stopSettling, type Use } from "./step.ts";

/** No run is followed any more, and none is kept on the server. */
export function drop(step: Step): void {
  const { live, number } = step.is;
  stopSettling(step);
  step.effects.push({ kind: "close" });
  if (live !== null) step.effects.push({ kind: "end", run: live });
  set(step, { live: null, edits: null, replay: null, number: number + 1 });
}

export function start(step: Step, what: StartBody, purpose: Purpose, past: Past | null = null): void {
  drop(step);
  const declared = step.page.request;
  const asked = purpose === "replay" ? step.is.plan!.askedFirst : declared;
  set(step, { beginning: { what, purpose, past }, wanted: purpose, isUnderWay: false, declared, asked });
  show(step, "start a run", { isStarting: true, ...(purpose === "preview" ? {} : { position: null }) });
  step.effects.push({ kind: "follow", number: step.is.number, body: { ...what, paused: true } });
}

export const preview = (step: Step): void => start(step, step.page.request, "preview");

/** The run that is over and still the one of the form: another one goes on from its end. */
export function endOf({ is }: Step, run: Run | null, request: TrainingRequest): Run | null {
  return run !== null && isOver(run) && is.ended === run.started.id && request === is.declared ? run : null;
}

/** Past its end a run goes on without one: from its checkpoint, or from the start where there is none. */
export function goOn(step: Step, run: Run, purpose: Purpose): void {
  show(step, "go on past the end", { isStarting: true, position: null });
  const use: Use = { kind: "go on", number: step.is.number, run, purpose };
  step.effects.push({ kind: "fetch", run: run.started.id, isKept: true, use });
  set(step, { wanted: purpose });
}

export function goOnFrom(step: Step, checkpoint: Checkpoint | null, { run, purpose }: Extract<Use, { kind: "go on" }>): void {
  const { request } = step.page;
  if (checkpoint === null) return start(step, request, purpose);
  start(step, { checkpoint, training: { ...request, endless: true } }, purpose, { kind: "run", history: run });
}

/** The run stays as a branch; another one goes on from a step of it, with what is asked for now or as it was before the step's change. */
export function branch(step: Step, from: number, isUndo: boolean): void {
  const { run, branches, request } = step.page;
  const found = run && planTo(run, from, isUndo);
  if (!found) return;
  const endless = run.started.request.endless ?? false;
  const loaded = isUndo ? found.asked : request;
  set(step, { plan: { ...found, next: isUndo ? null : { ...request, endless } }, loaded });
  show(step, "begin a branch", {
    request: loaded,
    branches: withBranch(branches ?? [], run, from),
    flag: null,
    problems: [],
  });
  start(step, found.origin, "replay", { kind: "run", history: found.history });
}
