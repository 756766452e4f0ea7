/**
 * Going back in a run: the same set-up makes the same run, number by number, so an earlier step is reached by beginning where its stretch of
 * the run began and making the same steps and changes once more. Knows neither network nor DOM.
 */
import { type History, placeShown, type Run, type Setup } from "./run.ts";
import { canGoOnWith } from "./setup.ts";
import type { Branch, StudioState } from "./state.ts";
import type { Change, RunEvent, StartBody, TrainingRequest } from "./types.ts";

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

export interface Replay {
  begin(): void;
  hear(event: RunEvent): void;
}

/** Asks for one leg after the other, from a step that the run is at. */
export function createReplay(
  legs: readonly Leg[],
  from: number,
  ports: { send(change: Change): void; take(setup: Setup): void; done(): void },
): Replay {
  let step = from;
  let place = 0;
  let awaited: "moment" | "changed" | null = null;

  function next(): void {
    const leg = legs[place];
    if (!leg) return ports.done();
    if (step < leg.to) {
      awaited = "moment";
      return ports.send({ advance: leg.to - step });
    }
    place += 1;
    if (!leg.setup) return next();
    awaited = "changed";
    ports.take(leg.setup);
  }

  return {
    begin: next,
    hear(event) {
      const isThere = event.type === "moment" && awaited === "moment" && event.data.step >= legs[place]!.to;
      if (isThere) step = event.data.step;
      if (!isThere && (event.type !== "changed" || awaited !== "changed")) return;
      awaited = null;
      next();
    },
  };
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
