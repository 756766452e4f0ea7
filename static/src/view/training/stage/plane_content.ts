/** What a plane shows of a run at a moment: its regions, its points and what the model says of them. Knows no document. */
import { gridOf, neuronMaps } from "../../../training/results/neurons.ts";
import { type Run, startedAt } from "../../../training/run.ts";
import { boundsShown, DRAWING_BOUNDS, encodingOf, pointsShown } from "../../../training/shown.ts";
import type { StudioState } from "../../../training/state.ts";
import type { Examples, Grid, Moment, Started } from "../../../training/types.ts";
import type { PlaneContent } from "../pictures/plane.ts";

/** What the page's own run, or the one beside it, shows. */
export function contentOf(state: StudioState, run: Run, moment: Moment | null, isOwn: boolean): PlaneContent {
  // The data may have been changed since: an earlier moment is shown with what it was learnt from.
  const started = moment === null ? run.started : startedAt(run, moment.step);
  const bounds = isOwn ? boundsShown(state) : (started.bounds ?? DRAWING_BOUNDS);
  const { points, classes, isDrawn, isKnown } = pointsOf(state, started, isOwn);
  // What was computed for another stretch of the plane is not of these points.
  const isOfBounds = String(bounds) === String(started.bounds ?? DRAWING_BOUNDS);
  const laid = isOwn && isOfBounds && moment !== null ? laidOver(state, moment, started) : null;
  return {
    ...surfaceOf(state, run, started, laid),
    grid: laid ?? (isOfBounds ? (moment?.regions ?? null) : null),
    bounds,
    features: started.features,
    classes,
    points,
    heldOut: started.held_out,
    predictions: isKnown && laid === null ? (moment?.predictions ?? null) : null,
    chosen: isOwn ? chosenOf(state.example, started.examples, isDrawn ? points : null) : null,
    arrow: isOwn && moment !== null ? arrowOf(state, moment) : null,
  };
}

/** The points that are drawn by hand, until the run has them; and whether what the run says holds of them. */
function pointsOf(state: StudioState, { examples, classes, held_out }: Started, isOwn: boolean) {
  const shown = isOwn ? pointsShown(state) : { points: examples, classes };
  const isDrawn = isOwn && shown.points !== examples;
  // Once the run has the very points that are drawn, what it says of them holds.
  const isKnown = !isDrawn || (held_out === null && shown.points.inputs.length === examples.inputs.length);
  return { ...shown, isDrawn, isKnown };
}

function surfaceOf(
  state: StudioState,
  run: Run,
  { boundary }: Started,
  laid: Grid | null,
): Pick<PlaneContent, "encoding" | "boundary" | "isDiscrete"> {
  if (laid) return { encoding: "sign", boundary: 0, isDiscrete: false };
  return { encoding: encodingOf(run, state), boundary, isDiscrete: state.isDiscrete ?? false };
}

/** The place of the example that is looked at: among the run's, or among those that are `drawn`, where it may be missing. */
export function chosenOf(example: number | null, { inputs }: Examples, drawn: Examples | null): number | null {
  const at = example === null ? undefined : inputs[example];
  if (at === undefined || drawn === null) return at === undefined ? null : example;
  const place = drawn.inputs.findIndex((inputs) => inputs.every((value, axis) => value === at[axis]));
  return place === -1 ? null : place;
}

function arrowOf({ push, example }: StudioState, { step }: Moment): PlaneContent["arrow"] {
  if (push === null || push.example !== example || push.step !== step) return null;
  return { from: push.result.inputs, to: push.result.moved };
}

/** The plane before there is a run: what is drawn by hand. */
export function emptyContent(state: StudioState): PlaneContent {
  const { points, classes } = pointsShown(state);
  return {
    grid: null,
    bounds: DRAWING_BOUNDS,
    features: ["x", "y"],
    encoding: "sign",
    boundary: null,
    classes,
    points,
    heldOut: null,
    predictions: null,
    chosen: null,
    arrow: null,
  };
}

/** As many cells as the picture has, and values so large that the surest is in the deepest band. */
const LAID_CELLS = 40;
const DEEPEST_VALUE = 2;

/** What the neuron says that is pointed at, in place of what the whole model says. */
function laidOver({ neuronSeen }: StudioState, moment: Moment, started: Started): Grid | null {
  const maps = neuronSeen ? neuronMaps(moment.parameters, started, LAID_CELLS) : null;
  const grid = maps && neuronSeen ? gridOf(maps, neuronSeen) : null;
  if (grid === null || started.bounds?.length !== 2) return null;
  const largest = Math.max(1e-12, ...grid.flat().map(Math.abs));
  return grid.map((row) => row.map((value) => (DEEPEST_VALUE * value) / largest));
}
