/** What of the state is in sight: the moment, the points, and what the picture needs of them. Knows no DOM. */
import { placeShown, type Run } from "./run.ts";
import { classesOf, lossOption } from "./setup.ts";
import type { StudioState } from "./state.ts";
import type { Encoding, Examples, Moment, OwnPoints } from "./types.ts";

/** The moment that the whole page shows. */
export function momentShown({ run, position }: Pick<StudioState, "run" | "position">): Moment | null {
  return run === null ? null : (run.moments[placeShown(run, position)] ?? null);
}

/** The moment of the kept run that stands beside it: the last one up to the same step. */
export function keptMoment(kept: Run, step: number): Moment | null {
  return kept.moments.slice(0, kept.momentCount).findLast((moment) => moment.step <= step) ?? kept.moments[0] ?? null;
}

export function encodingOf(run: Run, state: Pick<StudioState, "options">): Encoding {
  return lossOption(run.started.request, state.options)?.encoding ?? "sign";
}

/** Points that are being drawn are shown as they are drawn, before the run with them has begun. */
export function pointsShown(state: Pick<StudioState, "run" | "request" | "options">): { readonly points: Examples; readonly classes: number | null } {
  const { request, run } = state;
  if ("inputs" in request.data && ((request.data as OwnPoints).inputs[0]?.length ?? 2) === 2) return { points: request.data as OwnPoints, classes: classesOf(request, state.options) };
  return { points: run?.started.examples ?? { inputs: [], targets: [] }, classes: run?.started.classes ?? null };
}

/** The place in the run's examples of a point that is shown: they differ where points are held out. */
export function exampleAt({ run }: Pick<StudioState, "run">, point: readonly number[]): number | null {
  const place = run?.started.examples.inputs.findIndex((inputs) => inputs.every((value, axis) => value === point[axis])) ?? -1;
  return place < 0 ? null : place;
}

/** What a target is called: `class 1`, the class' own name where it has one in words, or the number to be found. */
export function targetText(target: number, classes: number | null, names: readonly string[] | null = null): string {
  if (classes === null) return `target ${Number(target.toPrecision(4))}`;
  const name = names?.[target];
  return name === undefined || Number.isFinite(Number(name)) ? `class ${name ?? target}` : name;
}
