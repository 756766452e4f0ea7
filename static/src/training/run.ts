/**
 * A training run as the page knows it: what its events have reported so far. Lists only grow, so that they need not be copied with every
 * event; a new `Run` around them says that there is news. Knows no DOM and no server.
 */
import type { Value } from "../core/types.ts";
import type {
  Diverged,
  Finished,
  Moment,
  Parameters,
  Progress,
  RunEvent,
  StartBody,
  Started,
  Stopped,
  TrainingRequest,
  WeightPlace,
} from "./types.ts";

export type RunState = "running" | "paused" | "finished" | "diverged" | "stopped";

/** What a run was declared with from a step on. */
export interface Setup {
  readonly step: number;
  readonly started: Started;
  /** The weight that was changed by hand at this step, where one was. */
  readonly edit?: WeightEdit | undefined;
  /** What was asked for, and where this set-up began a run on the server, with what. */
  readonly asked?: TrainingRequest;
  readonly origin?: StartBody;
}

export interface WeightEdit {
  readonly place: WeightPlace;
  readonly before: number;
  readonly after: number;
}

export interface Run {
  /** As it is declared now. */
  readonly started: Started;
  /** Every declaration it has had, the first first. */
  readonly setups: readonly Setup[];
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

/** What is taken along where a run goes on as another. */
export type History = Pick<Run, "steps" | "stepCount" | "moments" | "momentCount" | "setups"> & { readonly edit?: WeightEdit };

const begun = (started: Started): Run => ({
  started,
  setups: [{ step: started.step ?? 0, started }],
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

/** A run that goes on where an earlier one was, with its curves and moments. */
export function resumed(history: History, started: Started): Run {
  const step = started.step ?? 0;
  const steps = history.steps.slice(0, history.stepCount).filter((progress) => progress.step < step);
  // With another weight the model of this step is another one, too.
  const isKept = (moment: Moment): boolean => (history.edit ? moment.step < step : moment.step <= step);
  const moments = history.moments.slice(0, history.momentCount).filter(isKept);
  const setups = [...history.setups.filter((setup) => setup.step <= step), { step, started, edit: history.edit }];
  return { ...begun(started), setups, steps, moments, stepCount: steps.length, momentCount: moments.length };
}

/** The run with a note to its newest set-up. */
export function noted(run: Run, note: Pick<Setup, "asked" | "origin">): Run {
  return { ...run, setups: [...run.setups.slice(0, -1), { ...run.setups.at(-1)!, ...note }] };
}

/** What the run was declared with at a step. */
export function startedAt({ setups, started }: Pick<Run, "setups" | "started">, step: number): Started {
  return setups.findLast((setup) => setup.step <= step)?.started ?? started;
}

/** The run after an event. Events that were received before (after a gap or a reconnection) change nothing. */
export function advance(run: Run | null, event: RunEvent): Run | null {
  if (event.type === "started")
    return run !== null && run.started.id === event.data.id ? { ...run, started: event.data } : begun(event.data);
  if (run === null) return null;
  switch (event.type) {
    case "progress":
      return { ...run, stepCount: grow(run.steps, event.data.steps), secondsLeft: event.data.seconds_left };
    case "moment":
      makeWay(run.moments as Moment[], event.data);
      return { ...run, momentCount: grow(run.moments, [event.data]) };
    case "changed":
      return changed(run, event.data);
    case "state":
      return { ...run, state: event.data.state };
    case "finished":
      makeWay(run.moments as Moment[], event.data);
      return { ...run, state: "finished", finished: event.data, secondsLeft: null, momentCount: grow(run.moments, [event.data]) };
    case "diverged":
      return { ...run, state: "diverged", diverged: event.data, secondsLeft: null };
    case "stopped":
      return { ...run, state: "stopped", stopped: event.data, secondsLeft: null };
  }
}

/** A moment in passing is followed by the next in its place; the first of all stays. */
function makeWay(moments: Moment[], next: Moment): void {
  const last = moments.at(-1);
  if (last?.passing && last.step < next.step) moments.pop();
}

/** The model at that step is sent once more, as it is with the other set-up. */
function changed(run: Run, started: Started & { readonly step: number }): Run {
  const moments = run.moments as Moment[];
  while (moments.length > 0 && moments.at(-1)!.step >= started.step) moments.pop();
  // What was declared at this very step, and nothing was learnt with, has left no trace.
  const setups = run.setups.filter((setup, place) => place === 0 || setup.step < started.step);
  return { ...run, started, setups: [...setups, { step: started.step, started }], momentCount: moments.length };
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

/**
 * The step whose numbers are known for a moment: a step measures what its model was before its update, so where something was changed since
 * the last one was made, they are those of another model or of other data.
 */
export function measuredStep(run: Run, step: number): number {
  const last = progressAt(run, step)?.step;
  const isOther = run.setups.some((setup, place) => place > 0 && setup.step <= step && setup.step > (last ?? step));
  return isOther ? last! : step;
}

/** The kept moment nearest to a step. */
export function nearestMoment({ moments, momentCount }: Pick<Run, "moments" | "momentCount">, step: number): number {
  let best = 0;
  for (let place = 1; place < momentCount; place += 1)
    if (Math.abs(moments[place]!.step - step) < Math.abs(moments[best]!.step - step)) best = place;
  return best;
}

export function isEndless({ started }: Pick<Run, "started">): boolean {
  return started.request.endless ?? false;
}

/** How many steps the run is to make; of an endless one how long the axis is on which it is drawn. */
export function lengthOf(run: Pick<Run, "started" | "steps" | "moments">): number {
  const declared = run.started.request.steps ?? 100;
  if (!isEndless(run)) return declared;
  const newest = Math.max(run.moments.at(-1)?.step ?? 0, run.steps.at(-1)?.step ?? 0);
  return newest <= declared ? declared : roundedUp(newest);
}

/** The next number of one or two digits and zeros, so that an axis which grows does so seldom. */
function roundedUp(value: number): number {
  const power = 10 ** Math.floor(Math.log10(value));
  return [1, 1.5, 2, 3, 4, 5, 6, 8, 10].map((digits) => digits * power).find((round) => round >= value)!;
}

/** The parameters with another number at a place, and the number that was there. */
export function withWeight(
  parameters: Parameters,
  { parameter, path }: WeightPlace,
  value: number,
): { readonly parameters: Parameters; readonly before: number } {
  let before = Number.NaN;
  const put = (inner: Value, [index, ...rest]: readonly number[]): Value => {
    if (index === undefined) {
      before = Number(inner);
      return value;
    }
    return (inner as readonly Value[]).map((item, place) => (place === index ? put(item, rest) : item));
  };
  return { parameters: { ...parameters, [parameter]: put(parameters[parameter]!, path) }, before };
}
