/** What of the state is in sight: the moment, the points, and what the picture needs of them. Knows no DOM. */
import { say } from "../messages/messages.ts";
import { placeShown, type Run, startedAt } from "./run.ts";
import { classesOf, lossOption } from "./setup.ts";
import type { StudioState } from "./state.ts";
import type { Encoding, Examples, Moment, OwnPoints, Started } from "./types.ts";

/** The moment that the whole page shows. */
export function momentShown({ run, position }: Pick<StudioState, "run" | "position">): Moment | null {
  return run === null ? null : (run.moments[placeShown(run, position)] ?? null);
}

/** What the run was declared with at the moment that is shown: data may have been changed since. */
export function startedShown({ run, position }: Pick<StudioState, "run" | "position">): Started | null {
  const moment = momentShown({ run, position });
  return run === null ? null : moment === null ? run.started : startedAt(run, moment.step);
}

/** The moment of the kept run that is beside it: the last one up to the same step. */
export function keptMoment(kept: Run, step: number): Moment | null {
  return kept.moments.slice(0, kept.momentCount).findLast((moment) => moment.step <= step) ?? kept.moments[0] ?? null;
}

export function encodingOf(run: Run, state: Pick<StudioState, "options">): Encoding {
  return lossOption(run.started.request, state.options)?.encoding ?? "sign";
}

/** Points that are being drawn are shown as they are drawn, before the run with them has begun; an earlier moment has its own. */
export function pointsShown(state: Pick<StudioState, "run" | "position" | "request" | "options">): {
  readonly points: Examples;
  readonly classes: number | null;
} {
  const { request, run } = state;
  const started = startedShown(state);
  const isNewest = run === null || started === run.started;
  if (isNewest && "inputs" in request.data && ((request.data as OwnPoints).inputs[0]?.length ?? 2) === 2)
    return { points: request.data as OwnPoints, classes: classesOf(request, state.options) };
  return { points: started?.examples ?? { inputs: [], targets: [] }, classes: started?.classes ?? null };
}

type Bounds = readonly (readonly [number, number])[];

/** How far from 0 points are drawn by hand; Python's `DRAWING_REACH`. */
const DRAWING_REACH = 1.5;

export const DRAWING_BOUNDS: Bounds = [
  [-DRAWING_REACH, DRAWING_REACH],
  [-DRAWING_REACH, DRAWING_REACH],
];

/**
 * The stretch of each axis, by the server's rule: where points are drawn by hand none moves when another one comes, nor when the run with them
 * has begun. So it is known before the server answers, and the run of before, whose points are gone, has no say in it.
 */
export function boundsShown(state: Parameters<typeof pointsShown>[0]): Bounds {
  const { points } = pointsShown(state);
  const isByHand = points === state.request.data && points.inputs.flat().every((value) => Math.abs(value) <= DRAWING_REACH);
  const bounds = startedShown(state)?.bounds ?? null;
  return isByHand || bounds === null ? DRAWING_BOUNDS : bounds;
}

/** The place among the examples of the moment shown of a point that is shown: they differ where points are held out. */
export function exampleAt(state: Pick<StudioState, "run" | "position">, point: readonly number[]): number | null {
  const inputs = startedShown(state)?.examples.inputs ?? [];
  const place = inputs.findIndex((each) => each.every((value, axis) => value === point[axis]));
  return place < 0 ? null : place;
}

/** What a target is called: `class 1`, the class' own name where it has one in words, or the number to be found. */
export function targetText(target: number, classes: number | null, names: readonly string[] | null = null): string {
  if (classes === null) return say("target-number", { number: String(Number(target.toPrecision(4))) });
  const name = names?.[target];
  return name === undefined || Number.isFinite(Number(name)) ? say("class-name", { name: name ?? String(target) }) : name;
}
