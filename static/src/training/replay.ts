/**
 * Going back in a run: the same set-up makes the same run, number by number, so an earlier step is reached by beginning where its stretch of
 * the run began and making the same steps and changes once more. Knows neither network nor DOM.
 */
import { type History, placeShown, type Run, type Setup } from "./run.ts";
import { canGoOnWith } from "./setup.ts";
import type { Branch, StudioState } from "./state.ts";
import type { RunEvent, StartBody, TrainingRequest } from "./types.ts";

/** So many steps, then another set-up. */
export interface Leg {
  readonly to: number;
  readonly setup: Setup | null;
}

export interface Plan {
  readonly origin: StartBody;
  /** What was asked for where it begins, and what at the step that is gone back to. */
  readonly askedFirst: TrainingRequest;
  readonly asked: TrainingRequest;
  readonly history: History;
  readonly legs: readonly Leg[];
}

/** How to come to a step: with what was changed at this very step, or `before` it. Null where nobody knows how the run began. */
export function planTo(run: Run, step: number, before: boolean): Plan | null {
  const setups = run.setups.filter((setup, place) => (before && place > 0 ? setup.step < step : setup.step <= step));
  const first = setups.findLastIndex(({ origin }) => origin !== undefined);
  const start = setups[first];
  if (!start?.origin) return null;
  const legs = setups.slice(first + 1).map((setup): Leg => ({ to: setup.step, setup }));
  const asked = (setup: Setup): TrainingRequest => setup.asked ?? setup.started.request;
  return {
    origin: start.origin,
    askedFirst: asked(start),
    asked: asked(setups.at(-1)!),
    history: { ...run, setups: setups.slice(0, first), ...(start.edit ? { edit: start.edit } : {}) },
    legs: [...legs, { to: step, setup: null }],
  };
}

/** A way back that is being gone, one leg after the other. */
export interface Replay {
  readonly legs: readonly Leg[];
  /** The step that the run is at, and the leg that leads on from there. */
  readonly step: number;
  readonly place: number;
  /** What the run reports once it has done what it was last asked for. */
  readonly awaited: "moment" | "changed" | null;
}

/** What a run is asked for next on its way back. */
export type NextMove =
  | { readonly kind: "advance"; readonly steps: number }
  | { readonly kind: "take"; readonly setup: Setup }
  | { readonly kind: "done" };

export const replayOf = (legs: readonly Leg[], from: number): Replay => ({ legs, step: from, place: 0, awaited: null });

export function nextMove(replay: Replay): { readonly replay: Replay; readonly move: NextMove } {
  const { legs, step, place } = replay;
  const leg = legs[place];
  if (!leg) return { replay, move: { kind: "done" } };
  if (step < leg.to) return { replay: { ...replay, awaited: "moment" }, move: { kind: "advance", steps: leg.to - step } };
  const after = { ...replay, place: place + 1 };
  if (!leg.setup) return nextMove(after);
  return { replay: { ...after, awaited: "changed" }, move: { kind: "take", setup: leg.setup } };
}

/** The way back after an event that it has waited for; null where it waits on. */
export function heard(replay: Replay, event: RunEvent): Replay | null {
  const { awaited, legs, place } = replay;
  if (event.type === "moment" && awaited === "moment" && event.data.step >= legs[place]!.to)
    return { ...replay, step: event.data.step, awaited: null };
  return event.type === "changed" && awaited === "changed" ? { ...replay, awaited: null } : null;
}

/** The step from which a second branch grows when play is pressed: an earlier moment is in sight, and something was changed there. */
export function branchStep(state: Pick<StudioState, "run" | "position" | "request" | "isPreview">): number | null {
  const { run, position, request, isPreview } = state;
  if (!run || isPreview || position === null || run.state === "running") return null;
  const place = placeShown(run, position);
  const asked = run.setups.at(-1)?.asked;
  if (place >= run.momentCount - 1 || asked === undefined || asked === request || !canGoOnWith(asked, request)) return null;
  return run.moments[place]?.step ?? null;
}

/** The branches with one more: the run as it is now, which another one leaves at a step. */
export function withBranch(branches: readonly Branch[], run: Run, step: number): readonly Branch[] {
  const number = Math.max(0, ...branches.map((branch) => branch.number)) + 1;
  return [...branches, { number, step, run }];
}
