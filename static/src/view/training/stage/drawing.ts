/** Clicks into the picture: a point there is opened, or points are drawn and erased. */
import type { Store } from "../../../core/store.ts";
import { nearestPoint, withoutPoint, withPoint } from "../../../training/csv.ts";
import { boundsShown, DRAWING_BOUNDS, exampleAt, pointsShown, startedShown } from "../../../training/shown.ts";
import type { StudioState } from "../../../training/state.ts";
import { changeRequest, openExample } from "../../../training/state_actions.ts";
import type { OwnPoints } from "../../../training/types.ts";
import type { Plate } from "./plates.ts";

/** A finger is as good as a pointer within this part of an axis. */
const REACH = 0.045;

export function listenToClicks(own: Plate, store: Store<StudioState>): void {
  function bounds(): readonly (readonly [number, number])[] {
    const shown = boundsShown(store.get());
    return shown.length === 2 ? shown : DRAWING_BOUNDS;
  }

  function erase(at: readonly [number, number]): void {
    const { request } = store.get();
    const points = request.data as OwnPoints;
    const index = nearestPoint(points.inputs, at, bounds(), 2 * REACH);
    if (index !== null) store.dispatch(changeRequest((now) => ({ ...now.request, data: withoutPoint(points, index) })));
  }

  function open(at: readonly [number, number]): void {
    const state = store.get();
    const { points } = pointsShown(state);
    const started = startedShown(state);
    const is =
      started?.features.length === 1 && !("inputs" in state.request.data)
        ? points.inputs.map(([x], index) => [x!, points.targets[index]!])
        : points.inputs;
    const across = started?.bounds?.[0];
    const shownBounds = across && started?.features.length === 1 ? [across, rangeOf(points.targets)] : bounds();
    const index = nearestPoint(is, at, shownBounds, REACH);
    store.dispatch(openExample(index === null ? null : exampleAt(state, points.inputs[index]!)));
  }

  own.body.addEventListener("pointerdown", (event) => {
    const plane = own.plane();
    const { request, brush } = store.get();
    if (!plane || !(event.target as Element).closest("svg.plane")) return;
    const at = plane.placeOf(event);
    const isDrawing = "inputs" in request.data;
    if (isDrawing && (event.button === 2 || brush === "erase")) erase(at);
    else if (event.button !== 0) return;
    else if (isDrawing && brush !== "open")
      store.dispatch(
        changeRequest((now) => ({
          ...now.request,
          data: withPoint(now.request.data as OwnPoints, inside(at, bounds()), brush as number),
        })),
      );
    else open(at);
    event.preventDefault();
  });
  own.body.addEventListener("contextmenu", (event) => {
    if ("inputs" in store.get().request.data && (event.target as Element).closest("svg.plane")) event.preventDefault();
  });
}

function inside(at: readonly [number, number], bounds: readonly (readonly [number, number])[]): number[] {
  return at.map((value, axis) => Math.min(bounds[axis]![1], Math.max(bounds[axis]![0], value)));
}

function rangeOf(values: readonly number[]): readonly [number, number] {
  const [low, high] = [Math.min(...values), Math.max(...values)];
  return [low, high > low ? high : low + 1];
}
