/** What the events of a run lead to: it fills, is set going once it is there, goes its way back, and leaves its checkpoint. Pure. */
import { heard, nextMove, type Replay, replayOf } from "../replay.ts";
import { advance, type History, isOver, noted, type Run, resumed } from "../run.ts";
import type { RunEvent, Started } from "../types.ts";
import { drop } from "./beginning.ts";
import { type Beginning, change, dispatch, type Past, type Step, set, show } from "./step.ts";
import { takeUpNext } from "./weights.ts";

export function receive(step: Step, event: RunEvent): void {
  const beginning = step.is.beginning!;
  const { run: before } = step.page;
  const isNew = event.type === "started" && before?.started.id !== event.data.id;
  const run = after(step, beginning, before, event, isNew);
  if (run === null) return;
  if (event.type === "started") set(step, { live: run.started.id });
  if (isOver(run)) end(step, run);
  fill(step, beginning, run, event, isNew);
  if (event.type === "moment" && beginning.purpose === "preview") release(step);
  if (event.type === "state" && !step.is.isUnderWay) {
    setGoing(step, beginning);
    takeUpNext(step);
  } else if (step.is.replay) {
    const replay = heard(step.is.replay, event);
    if (replay) goBack(step, replay);
  }
}

function after({ is }: Step, { what, past }: Beginning, before: Run | null, event: RunEvent, isNew: boolean): Run | null {
  const next = isNew && past ? resumed(historyOf(past, event.data as Started), event.data as Started) : advance(before, event);
  if (next === null || (!isNew && event.type !== "changed")) return next;
  return noted(next, { ...(is.asked ? { asked: is.asked } : {}), ...(isNew ? { origin: what } : {}) });
}

function historyOf(past: Past, started: Started): History {
  if (past.kind === "run") return past.history;
  const { steps = [], setups = [] } = past.curves ?? {};
  return {
    steps,
    stepCount: steps.length,
    moments: [],
    momentCount: 0,
    setups: setups.map(({ step, request }) => ({ step, started: { ...started, step, request } })),
  };
}

function fill(step: Step, { purpose }: Beginning, run: Run, event: RunEvent, isNew: boolean): void {
  const { example } = step.page;
  const stays = example !== null && example < run.started.examples.inputs.length;
  show(step, "receive an event", {
    run,
    ...(event.type === "started" ? { isStarting: false, problems: [], connection: null, isPreview: purpose === "preview" } : {}),
    ...(isNew ? { position: null, push: null, example: stays ? example : null } : {}),
  });
}

function end(step: Step, run: Run): void {
  set(step, { live: null, edits: null, replay: null });
  if (run.state === "diverged") return;
  set(step, { ended: run.started.id });
  step.effects.push({ kind: "keep", run: run.started.id });
}

/** The first picture has come: the server need not keep a run for it. */
function release(step: Step): void {
  drop(step);
  dispatch(step, { name: "keep the first picture", change: ({ run }) => ({ run: { ...run!, state: "paused" } }) });
}

/** Every run starts paused, and goes off once it is there: so its first moment is always seen, and its pace holds from the first step. */
function setGoing(step: Step, { purpose }: Beginning): void {
  const { stepsPerSecond: steps_per_second, run } = step.page;
  set(step, { isUnderWay: true });
  if (purpose === "play") change(step, { state: "running", steps_per_second });
  else if (purpose === "step") change(step, { advance: 1, steps_per_second });
  else if (purpose === "resume") change(step, { steps_per_second });
  else if (purpose === "replay") goBack(step, replayOf(step.is.plan!.legs, run?.started.step ?? 0));
}

/** Makes the same steps and changes as the run before, up to the step that is gone back to. */
function goBack(step: Step, from: Replay): void {
  const { replay, move } = nextMove(from);
  set(step, { replay });
  if (move.kind === "advance") change(step, { advance: move.steps });
  else if (move.kind === "take") {
    const { asked, started } = move.setup;
    set(step, { asked: asked ?? started.request });
    change(step, { training: started.request });
  } else {
    const { stepsPerSecond: steps_per_second } = step.page;
    const { next } = step.is.plan!;
    set(step, { replay: null, asked: step.is.declared });
    change(step, next ? { training: next, state: "running", steps_per_second } : { steps_per_second });
  }
}
