/**
 * A training run as the page knows it: what its events have told so far. Lists only grow, so that they need not be copied with every
 * event; a new `Run` around them says that there is news. Knows no DOM and no server.
 */
import type { Diverged, Finished, Moment, Progress, RunEvent, Started, Stopped } from "./types.ts";

export type RunState = "running" | "paused" | "finished" | "diverged" | "stopped";

export interface Run {
  readonly started: Started;
  readonly state: RunState;
  /** By step, ascending; grows in place. */
  readonly steps: readonly Progress[];
  /** By step, ascending; the model after the last update comes last. Grows in place. */
  readonly moments: readonly Moment[];
  /** How many of both there were when this `Run` was made. */
  readonly stepCount: number;
  readonly momentCount: number;
  readonly secondsLeft: number | null;
  readonly finished: Finished | null;
  readonly diverged: Diverged | null;
  readonly stopped: Stopped | null;
}

const begun = (started: Started): Run => ({
  started,
  state: "running",
  steps: [],
  moments: [],
  stepCount: 0,
  momentCount: 0,
  secondsLeft: null,
  finished: null,
  diverged: null,
  stopped: null,
});

/** The run after an event. Events that were told before (after a gap or a reconnection) change nothing. */
export function advance(run: Run | null, event: RunEvent): Run | null {
  if (event.type === "started") return run !== null && run.started.id === event.data.id ? { ...run, started: event.data } : begun(event.data);
  if (run === null) return null;
  switch (event.type) {
    case "progress":
      return { ...run, stepCount: grow(run.steps, event.data.steps), secondsLeft: event.data.seconds_left };
    case "moment":
      return { ...run, momentCount: grow(run.moments, [event.data]) };
    case "state":
      return { ...run, state: event.data.state };
    case "finished":
      return { ...run, state: "finished", finished: event.data, secondsLeft: null, momentCount: grow(run.moments, [event.data]) };
    case "diverged":
      return { ...run, state: "diverged", diverged: event.data, secondsLeft: null };
    case "stopped":
      return { ...run, state: "stopped", stopped: event.data, secondsLeft: null };
  }
}

/** Appends what is newer than the last; returns the new length. */
function grow<Item extends { readonly step: number }>(list: readonly Item[], items: readonly Item[]): number {
  for (const item of items) if (item.step > (list.at(-1)?.step ?? -1)) (list as Item[]).push(item);
  return list.length;
}

/** Whether nothing more will come. */
export function isOver({ state }: Run): boolean {
  return state === "finished" || state === "diverged" || state === "stopped";
}

/** The place of the moment that is shown: the wanted one, or the newest. −1 where there is none yet. */
export function placeShown(run: Run, wanted: number | null): number {
  return Math.min(wanted ?? Infinity, run.momentCount - 1);
}

/** Whether the page follows a run that goes on: what is left out of one frame comes with the next. */
export function isGliding({ run, position }: { readonly run: Run | null; readonly position: number | null }): boolean {
  return run?.state === "running" && position === null;
}

/** What a step's numbers are at a moment: the last known ones up to it. Undefined before the first. */
export function progressAt(run: Run, step: number): Progress | undefined {
  let [low, high] = [0, run.steps.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (run.steps[middle]!.step <= step) low = middle + 1;
    else high = middle;
  }
  return run.steps[low - 1];
}

/** The kept moment nearest to a step. */
export function nearestMoment({ moments, momentCount }: Pick<Run, "moments" | "momentCount">, step: number): number {
  let best = 0;
  for (let place = 1; place < momentCount; place += 1)
    if (Math.abs(moments[place]!.step - step) < Math.abs(moments[best]!.step - step)) best = place;
  return best;
}

/** How many steps the run is to make. */
export function lengthOf({ started }: Pick<Run, "started">): number {
  return started.request.steps ?? 100;
}
