/** Weights that are changed by hand, one after the other: another run goes on from the checkpoint with the number in it. Pure. */
import { isOver, withWeight } from "../run.ts";
import type { StudioState } from "../state.ts";
import type { Checkpoint, Parameters } from "../types.ts";
import { start } from "./beginning.ts";
import { type Edit, isLive, type RunnerState, redraw, type Step, set, type Use } from "./step.ts";

/** Whether the run rests, and there is a checkpoint that training goes on from. */
export function canEdit(is: RunnerState, { run, isPreview, isStarting }: StudioState): boolean {
  if (is.edits !== null) return true;
  if (run === null || isPreview || isStarting || run.state === "running" || run.state === "diverged") return false;
  return isLive(is, run) || (is.ended === run.started.id && is.missing !== run.started.id);
}

export function edit(step: Step, asked: Edit): void {
  const { edits } = step.is;
  if (edits !== null) set(step, { edits: [...edits, asked] });
  else if (canEdit(step.is, step.page)) fetch(step, asked, []);
}

function fetch(step: Step, asked: Edit, waiting: readonly Edit[]): void {
  const { page, is } = step;
  const run = page.run!;
  const isKept = !isLive(is, run);
  const use: Use = { kind: "edit", number: is.number, run, edit: asked };
  set(step, { edits: waiting });
  step.effects.push({ kind: "fetch", run: isKept ? run.started.id : is.live!, isKept, use });
}

export function editFrom(step: Step, checkpoint: Checkpoint | null, use: Extract<Use, { kind: "edit" }>): void {
  const { run } = use;
  const { place, value } = use.edit;
  const { edits } = step.is;
  // It may have been set going meanwhile.
  if (checkpoint === null || step.page.run?.state === "running") {
    set(step, { edits: null });
    return redraw(step, run.started.id);
  }
  const state = checkpoint.checkpoint as { readonly parameters: Parameters };
  const { parameters, before } = withWeight(state.parameters, place, value);
  const endless = isOver(run) || (run.started.request.endless ?? false);
  start(
    step,
    { checkpoint: { ...checkpoint, checkpoint: { ...state, parameters } }, training: { ...step.page.request, endless } },
    "resume",
    { kind: "run", history: { ...run, edit: { place, before, after: value } } },
  );
  set(step, { edits });
}

/** The run with the last weight is there: the next one that was changed meanwhile is taken up. */
export function takeUpNext(step: Step): void {
  const [next, ...waiting] = step.is.edits ?? [];
  set(step, { edits: null });
  if (next && canEdit(step.is, step.page)) fetch(step, next, waiting);
}
