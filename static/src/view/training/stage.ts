/** The pictures in the middle: the plane (or curve) of the moment, that of the kept run beside it, the network, and drawing by hand. */

import type { Store } from "../../core/store.ts";
import { say } from "../../messages/messages.ts";
import { nearestPoint, withoutPoint, withPoint } from "../../training/csv.ts";
import { gridOf, neuronMaps } from "../../training/results/neurons.ts";
import { classOf } from "../../training/results/regions.ts";
import type { Run } from "../../training/run.ts";
import { isGliding, lengthOf, startedAt } from "../../training/run.ts";
import {
  boundsShown,
  DRAWING_BOUNDS,
  encodingOf,
  exampleAt,
  keptMoment,
  momentShown,
  pointsShown,
  startedShown,
  targetText,
} from "../../training/shown.ts";
import type { StudioState } from "../../training/state.ts";
import { changeRequest, openExample, openNeuron, seeNeuron, TOGGLE_DISCRETE } from "../../training/state_actions.ts";
import type { Grid, Moment, OwnPoints, Started } from "../../training/types.ts";
import { element, icon } from "../shared/dom.ts";
import { createCurvePlane } from "./pictures/curve_plane.ts";
import { createNetwork } from "./pictures/network.ts";
import { createPlane, type Plane, type PlaneContent } from "./pictures/plane.ts";
import { createTables } from "./tables.ts";

/** A finger is as good as a pointer within this part of an axis. */
const REACH = 0.045;
const NETWORK_PAUSE = 33;

export function mountStage(container: HTMLElement, store: Store<StudioState>): { show(state: StudioState): void } {
  const own = plate("", "is-own");
  const kept = plate(say("run-kept"), "is-kept");
  const network = createNetwork({
    see: (neuron) => store.dispatch(seeNeuron(neuron)),
    choose: (neuron) => store.dispatch(openNeuron(neuron)),
  });
  const networkPlate = element("section", { class: "plate network-plate", "aria-label": say("model-network") }, network.root);
  const legend = element("p", { class: "plane-legend" });
  const discrete = element(
    "button",
    { type: "button", class: "legend-switch", title: say("action-discrete") },
    say("classes-only"),
  );
  discrete.addEventListener("click", () => store.dispatch(TOGGLE_DISCRETE));
  const hint = element("p", { class: "plane-hint", hidden: true }, say("click-into-picture"));
  const tables = createTables();
  let networkDrawn = 0;
  own.body.append(hint);
  own.root.append(legend);
  kept.root.append(element("p", { class: "plane-legend" }));
  container.append(kept.root, own.root, networkPlate, tables.root);

  function contentOf(state: StudioState, run: Run, moment: Moment | null, isOwn: boolean): PlaneContent {
    const encoding = encodingOf(run, state);
    // The data may have been changed since: an earlier moment is shown with what it was learnt from.
    const started = moment === null ? run.started : startedAt(run, moment.step);
    const examples = started.examples;
    const { points, classes } = isOwn ? pointsShown(state) : { points: examples, classes: started.classes };
    const isDrawn = isOwn && points !== examples;
    // Once the run has the very points that are drawn, what it says of them holds.
    const isKnown = !isDrawn || (started.held_out === null && points.inputs.length === examples.inputs.length);
    const { example, push } = state;
    const at = isOwn && example !== null ? examples.inputs[example] : undefined;
    const chosen =
      at === undefined
        ? null
        : isDrawn
          ? points.inputs.findIndex((inputs) => inputs.every((value, axis) => value === at[axis]))
          : example;
    const isPushed = isOwn && push !== null && push.example === example && push.step === moment?.step;
    const bounds = isOwn ? boundsShown(state) : (started.bounds ?? DRAWING_BOUNDS);
    // What was computed for another stretch of the plane is not of these points.
    const isOfBounds = String(bounds) === String(started.bounds ?? DRAWING_BOUNDS);
    const laid = isOwn && isOfBounds && moment !== null ? laidOver(state, moment, started) : null;
    return {
      grid: laid ?? (isOfBounds ? (moment?.regions ?? null) : null),
      bounds,
      features: started.features,
      encoding: laid ? "sign" : encoding,
      boundary: laid ? 0 : started.boundary,
      isDiscrete: (state.isDiscrete ?? false) && laid === null,
      classes,
      points,
      heldOut: started.held_out,
      predictions: isKnown && laid === null ? (moment?.predictions ?? null) : null,
      chosen: chosen === -1 ? null : chosen,
      arrow: isPushed ? { from: push.result.inputs, to: push.result.moved } : null,
    };
  }

  function writeLegend(started: Started | null): void {
    const classes = started?.classes ?? null;
    const parts =
      classes === null
        ? [say("targets-shown")]
        : Array.from({ length: classes }, (_, target) => targetText(target, classes, started?.class_names));
    const key = `${parts.join()} ${started?.held_out ? say("held-out") : ""}`;
    if (legend.dataset.key === key) return;
    legend.dataset.key = key;
    legend.replaceChildren(
      ...parts.map((name, target) =>
        element(
          "span",
          { class: classes === null ? "class-name" : `class-name class-${target}` },
          icon(classes === null ? "circle" : CLASS_ICONS[target % CLASS_ICONS.length]!),
          name,
        ),
      ),
      ...(classes !== null ? [element("span", { class: "class-name" }, icon("ring"), say("misclassified"))] : []),
      ...(started?.held_out ? [element("span", { class: "class-name" }, say("small-held-out"))] : []),
      ...(classes !== null ? [discrete] : []),
    );
  }

  function drawEmpty(state: StudioState): void {
    const { points, classes } = pointsShown(state);
    const plane = own.planeFor(2);
    plane.show({
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
    });
  }

  function show(state: StudioState): void {
    const { run } = state;
    const moment = momentShown(state);
    const isTable = state.view === "table";
    own.root.hidden = isTable;
    networkPlate.hidden = isTable;
    tables.root.hidden = !isTable;
    kept.root.hidden = isTable || state.kept === null || state.kept === run;
    container.classList.toggle("is-stale", state.problems.length > 0);
    container.classList.toggle("is-compared", !kept.root.hidden);
    container.classList.toggle("is-beside", !isTable && kept.root.hidden);
    const isDrawing = "inputs" in state.request.data;
    hint.hidden = !isDrawing || (state.request.data as OwnPoints).inputs.length > 0;
    own.root.classList.toggle("is-drawing", isDrawing && state.brush !== "open");
    own.setTitle(kept.root.hidden ? "" : say("run-this"));
    writeLegend(startedShown(state));
    discrete.setAttribute("aria-pressed", String(state.isDiscrete ?? false));
    if (isTable) return tables.show(state, moment);
    const hasPlane = run !== null && run.started.features.length <= 2;
    own.root.classList.toggle("has-no-plane", run !== null && !hasPlane);
    if (run === null) drawEmpty(state);
    else if (hasPlane) own.planeFor(isDrawing ? 2 : run.started.features.length).show(contentOf(state, run, moment, true));
    else own.showExamples(state, run, moment, (example) => store.dispatch(openExample(example)));
    if (run && moment) showNetwork(state, run, moment);
    if (!kept.root.hidden) showKept(state, state.kept!, moment);
  }

  /** Hundreds of lines are not redrawn with every frame of a run that goes on. */
  function showNetwork(state: StudioState, run: Run, { parameters, step }: Moment): void {
    const now = performance.now();
    if (isGliding(state) && now - networkDrawn < NETWORK_PAUSE) return;
    networkDrawn = now;
    network.show(parameters, startedAt(run, step));
  }

  function showKept(state: StudioState, run: Run, moment: Moment | null): void {
    const isAtEnd = state.run?.finished !== null && moment?.step === state.run?.finished?.step;
    const other = keptMoment(run, isAtEnd ? lengthOf(run) : (moment?.step ?? 0));
    kept.setTitle(say("run-kept-step", { step: other?.step ?? 0 }));
    if (run.started.features.length <= 2) kept.planeFor(run.started.features.length).show(contentOf(state, run, other, false));
  }

  listen(own, store);
  return { show };
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

const CLASS_ICONS = ["diamond", "circle", "triangle", "square"] as const;

interface Plate {
  readonly root: HTMLElement;
  readonly body: HTMLElement;
  setTitle(text: string): void;
  planeFor(features: number): Plane;
  showExamples(state: StudioState, run: Run, moment: Moment | null, choose: (example: number) => void): void;
  plane(): Plane | null;
}

function plate(title: string, name: string): Plate {
  const heading = element("h2", { class: "plate-title", hidden: title === "" }, title);
  const body = element("div", { class: "plate-body" });
  const list = element("ol", { class: "example-list", hidden: true });
  body.append(list);
  const root = element("section", { class: `plate plane-plate ${name}`, "aria-label": say("picture") }, heading, body);
  let present: { readonly kind: number; readonly plane: Plane } | null = null;
  return {
    root,
    body,
    plane: () => present?.plane ?? null,
    setTitle(text) {
      heading.textContent = text;
      heading.hidden = text === "";
    },
    planeFor(features) {
      list.hidden = true;
      if (present?.kind !== features) {
        present?.plane.svg.remove();
        present = { kind: features, plane: features === 1 ? createCurvePlane() : createPlane() };
        body.prepend(present.plane.svg);
      }
      return present.plane;
    },
    showExamples(state, run, moment, choose) {
      present?.plane.svg.remove();
      present = null;
      list.hidden = false;
      showList(list, state, run, moment, choose);
    },
  };
}

/** Examples of more than two features cannot be a plane: they are listed, each with what the model says of it. */
function showList(
  list: HTMLElement,
  state: StudioState,
  run: Run,
  moment: Moment | null,
  choose: (example: number) => void,
): void {
  const { examples, boundary, classes, id, step } = moment ? startedAt(run, moment.step) : run.started;
  const { inputs, targets } = examples;
  const most = Math.min(inputs.length, 60);
  const key = `${id} ${step ?? 0}`;
  if (list.dataset.run !== key) {
    list.dataset.run = key;
    list.replaceChildren(
      ...inputs.slice(0, most).map((row, index) => {
        const button = element(
          "button",
          { type: "button", class: `example-entry class-${targets[index]}` },
          icon(CLASS_ICONS[targets[index]! % CLASS_ICONS.length] ?? "circle"),
          element("span", { class: "numbers" }, row.join(", ")),
          element("span", { class: "numbers example-prediction" }),
        );
        button.addEventListener("click", () => choose(index));
        return element("li", {}, button);
      }),
    );
  }
  for (const [index, entry] of Array.from(list.querySelectorAll<HTMLElement>(".example-entry")).entries()) {
    const prediction = moment?.predictions?.[index];
    const isRight =
      prediction === undefined ||
      prediction === null ||
      classes === null ||
      classOf(Number(prediction), boundary) === targets[index];
    entry.setAttribute("aria-pressed", String(index === state.example));
    entry.classList.toggle("is-wrong", !isRight);
    entry.lastElementChild!.textContent =
      typeof prediction === "number"
        ? `${prediction > 0 ? "+" : ""}${prediction.toFixed(3).replace("-", "−")}${isRight ? "" : ` ${say("wrong-mark")}`}`
        : "";
  }
}

/** Clicks into the picture: open the point there, or draw. */
function listen(own: Plate, store: Store<StudioState>): void {
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
