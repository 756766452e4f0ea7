/** Weights that a run's optimiser leaves as they are: a part of its set-up, kept number by number. Pure. */
import { canGoOnWith, isSame } from "../setup.ts";
import type { FrozenPlace, Started, TrainingRequest, WeightPlace } from "../types.ts";

const keyOf = ({ parameter, path }: WeightPlace): string => [parameter, ...path].join(" ");

/** All single numbers of a parameter below a path, in their order. */
function numbersBelow(parameter: string, shape: readonly number[], path: readonly number[]): readonly WeightPlace[] {
  const [length, ...rest] = shape;
  if (length === undefined) return [{ parameter, path }];
  return Array.from({ length }, (_, index) => numbersBelow(parameter, rest, [...path, index])).flat();
}

/** A set-up may name a row or a whole parameter; here every number has its own place. */
function numbersOf({ parameter, path = [] }: FrozenPlace, { parameters }: Pick<Started, "parameters">): readonly WeightPlace[] {
  const shape = parameters.find(({ name }) => name === parameter)?.shape ?? [];
  return numbersBelow(parameter, shape.slice(path.length), path);
}

type Declared = Pick<TrainingRequest, "frozen">;

/** Reports of a number whether it is frozen. */
export function frozenIn({ frozen }: Declared, started: Pick<Started, "parameters">): (place: WeightPlace) => boolean {
  const keys = new Set((frozen ?? []).flatMap((place) => numbersOf(place, started)).map(keyOf));
  return (place) => keys.has(keyOf(place));
}

/** The same set-up with these numbers frozen, or released. */
export function withFrozen(
  request: TrainingRequest,
  started: Pick<Started, "parameters">,
  places: readonly WeightPlace[],
  isFrozen: boolean,
): TrainingRequest {
  const changed = new Set(places.map(keyOf));
  const before = (request.frozen ?? []).flatMap((place) => numbersOf(place, started));
  const others = before.filter((place) => !changed.has(keyOf(place)));
  const frozen = isFrozen ? [...others, ...places] : others;
  return { ...request, frozen: frozen.length > 0 ? frozen : null };
}

/** Whether nothing but what is frozen differs. */
export function onlyFreezes(before: TrainingRequest, after: TrainingRequest): boolean {
  return !isSame(before.frozen, after.frozen) && isSame({ ...before, frozen: null }, { ...after, frozen: null });
}

/** A set-up with another model has other weights: none of them is frozen. */
export function withoutStaleFrozen(before: TrainingRequest, after: TrainingRequest): TrainingRequest {
  if (!after.frozen || after.frozen !== before.frozen || canGoOnWith({ ...before, loss: after.loss }, after)) return after;
  return { ...after, frozen: null };
}
