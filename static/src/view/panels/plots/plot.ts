/** The output against one input with its tangent, or against two as contours with the gradient's arrow; and the way downhill, step by step. */

import type { Range } from "../../../core/ranges.ts";
import type { Store } from "../../../core/store.ts";
import { type DescentStep, describeDescent } from "../../../exercises/descent.ts";
import { heldNumbers, type InputNumber, movableElements } from "../../../explain/elements.ts";
import { isWithheld } from "../../../graph/redaction.ts";
import { say } from "../../../messages/messages.ts";
import type { State } from "../../../state/state.ts";
import { moveInput } from "../../../state/state_actions.ts";
import { formatNumber } from "../../../text/format.ts";
import { element } from "../../shared/dom.ts";
import type { PanelView } from "../panel_view.ts";
import { createMemory } from "../question.ts";
import { drawContours } from "./contours.ts";
import { drawCurve } from "./curve.ts";
import { mountEnlarging } from "./enlarging.ts";
import type { Drawn, Landscape } from "./landscape.ts";
import { createPlotChoices, fixedPlotChoices } from "./plot_choices.ts";
import { mountPlotDrag } from "./plot_drag.ts";
import { createPlotRequests, type Here } from "./plot_requests.ts";
import { calledOutput, type Plotted } from "./plotted.ts";
import { FEWEST_POINTS, inputsAt, nearRange, pointsFor, programShape } from "./points.ts";

const RATES = { smallest: 0.01, largest: 1, usual: 0.1 } as const;

/** What the plot shows, as far as it is known. */
interface Plot {
  landscape: Landscape | null;
  /** The curve that the landscape has, and the last place known on it. */
  curve: string;
  last: Here | null;
  drawn: Drawn | null;
  path: readonly DescentStep[];
}

/** What a plot is of. */
interface Asked {
  readonly inputs: readonly InputNumber[];
  readonly plotted: Plotted;
  readonly ranges: readonly Range[];
  /** All that the curve depends on. */
  readonly curve: unknown;
}

/** The walk as a table: where each step is, and what the output is there. */
function stepRows({ names, output, path }: Landscape): HTMLElement[] {
  const heads = [say("descent-step"), ...names, output].map((text) => element("th", { scope: "col" }, text));
  const rows = path.map(({ place, value }, index) =>
    element(
      "tr",
      {},
      element("th", { scope: "row" }, String(index)),
      ...names.map((name) => element("td", {}, formatNumber(place[name]!))),
      element("td", {}, formatNumber(value)),
    ),
  );
  return [element("thead", {}, element("tr", {}, ...heads)), element("tbody", {}, ...rows)];
}

/** What a plot in a text shows, chosen by its author: these inputs along the axes, and the walk downhill where there is a learning rate. */
export interface PlotInText {
  readonly along: readonly string[];
  readonly rate?: number;
}

/** The form and the figure. */
function createParts(inText: PlotInText | undefined) {
  const descend = element("input", { type: "checkbox", checked: inText?.rate !== undefined });
  const rate = element("input", {
    class: "slider",
    type: "range",
    min: Math.log10(RATES.smallest),
    max: Math.log10(RATES.largest),
    step: 0.01,
    value: Math.log10(inText?.rate ?? RATES.usual),
    "aria-label": say("learning-rate"),
  });
  const rateShown = element("output", { class: "numbers" });
  const enlarge = element("button", { type: "button", class: "text-button plot-enlarge", "aria-pressed": "false" });
  return {
    choices: inText ? fixedPlotChoices(inText.along) : createPlotChoices(enlarge),
    enlarge,
    figure: element("figure", { class: "plot-figure" }),
    descend,
    walking: element("label", { class: "plot-switch" }, descend, say("walk-downhill")),
    rate,
    rateShown,
    downhill: element("div", { class: "plot-downhill" }, element("label", {}, say("plot-rate"), rate), rateShown),
    caption: element("p", { class: "panel-remark", "aria-live": "polite" }),
    steps: element("table", { class: "descent-steps" }),
  };
}

export interface PlotView extends PanelView {
  /** Kept once there is a picture, or the sentence that says why there is none. */
  readonly drawn: Promise<void>;
}

export function mountPlot(container: HTMLElement, store: Store<State>, inText?: PlotInText): PlotView {
  const { choices, enlarge, figure, descend, walking, rate, rateShown, downhill, caption, steps } = createParts(inText);
  container.append(choices.root, figure, walking, downhill, caption, steps);
  const requests = createPlotRequests(figure, steps, refuse);
  const isNewCurve = createMemory();
  const isNewPlace = createMemory();
  const isNewWalk = createMemory();
  let ranges: Record<string, Range> = {};
  const plot: Plot = { landscape: null, curve: "", last: null, drawn: null, path: [] };
  let settle = (): void => {};
  const settled = new Promise<void>((resolve) => (settle = resolve));
  let learningRate: number = inText?.rate ?? RATES.usual;

  /** That of the slider in a text; else it stays as it is while its number moves within it, so that the curve does not move under the point. */
  function rangeOf({ name, data }: InputNumber): Range {
    const kept = inText ? (store.get().ranges[name] ?? ranges[name]) : ranges[name];
    const range = !kept || data < kept.smallest || data > kept.largest ? nearRange(data) : kept;
    ranges = { ...ranges, [name]: range };
    return range;
  }

  function refuse(sentence: string): void {
    plot.landscape = null;
    plot.drawn = null;
    figure.replaceChildren();
    steps.replaceChildren();
    caption.textContent = sentence;
    settle();
  }

  /** What has come before is asked for again, should it be wanted again. */
  function giveUp(sentence: string): void {
    isNewCurve(null);
    isNewPlace(null);
    refuse(sentence);
  }

  function draw(): void {
    if (!plot.landscape) return;
    const shown = { ...plot.landscape, path: descend.checked ? plot.path : [] };
    const drawn = shown.names.length === 1 ? drawCurve(shown) : drawContours(shown, Math.round(Math.sqrt(shown.values.length)));
    plot.drawn = drawn;
    figure.replaceChildren(drawn.root);
    caption.textContent = descend.checked ? describeDescent(plot.path) : sentenceOf(shown);
    steps.replaceChildren(...(shown.path.length > 0 ? stepRows(shown) : []));
    settle();
  }

  function show(state: State): void {
    // Without a number that can be moved there is nothing to choose.
    const canMove = state.graph !== null && movableElements(state.graph.nodes).length > 0;
    choices.root.hidden = !canMove;
    walking.hidden = !canMove || inText !== undefined;
    downhill.hidden = !canMove || !descend.checked;
    rateShown.textContent = String(learningRate);
    if (!canMove) return giveUp(say("no-single-input"));
    if (state.stale) return;
    const inputs = choices.inputs(state);
    if (inputs.length === 0) return giveUp(say("no-single-input"));
    const plotted = choices.output(state);
    const graph = state.graph!;
    if (pointsFor(graph, inputs) < FEWEST_POINTS)
      return giveUp(say(inputs.length === 1 ? "plot-too-large" : "plot-too-large.two", { count: graph.nodes.length }));
    const asked = askedOf(state, inputs, plotted, inputs.map(rangeOf));
    const moved = inputs.map(({ data }) => data);
    if (
      !isNewPlace([
        asked.curve,
        moved,
        learningRate,
        descend.checked,
        inputs.map(({ grad }) => grad),
        graph.value,
        isWithheld(graph),
      ])
    )
      return;
    requests.askForHere(state, inputs, plotted, (here) => showHere(state, asked, here));
  }

  function showHere(state: State, { inputs, plotted, ranges, curve }: Asked, { here, slopes }: Here): void {
    const names = inputs.map(({ name }) => name);
    const called = calledOutput(plotted.label, [...names, ...inputs.map(({ owner }) => owner)]);
    const output = plotted.asked === null ? {} : { output: plotted.asked };
    const key = JSON.stringify(curve);
    plot.last = { here, slopes };
    if (isNewCurve(curve)) {
      requests.askForPoints(state, inputs, ranges, output, (values) => {
        plot.curve = key;
        plot.landscape = { names, ranges, values, ...plot.last!, path: plot.path, ...called };
        draw();
      });
    } else if (plot.landscape && plot.curve === key) {
      plot.landscape = { ...plot.landscape, here, slopes };
      draw();
    }
    if (descend.checked && slopes !== null && isNewWalk([curve, here, learningRate]))
      requests.walkDown(state, inputs, output, here, slopes, learningRate, (path) => {
        plot.path = path;
        draw();
      });
  }

  mountPlotDrag(figure, {
    drawn: () => plot.drawn,
    range: (name) => ranges[name],
    move(name, value, joins) {
      const state = store.get();
      const moved = movableElements(state.graph?.nodes ?? []).find((each) => each.name === name);
      if (moved) store.dispatch(moveInput(moved.owner, inputsAt(state, [moved], { [name]: value })[moved.owner]!, joins));
    },
  });
  if (!inText) mountEnlarging(enlarge, store);
  rate.addEventListener("input", () => (learningRate = Number((10 ** rate.valueAsNumber).toPrecision(2))));
  for (const control of [...choices.controls, descend, rate]) control.addEventListener("input", () => show(store.get()));
  return { show, drawn: settled };
}

function askedOf(state: State, inputs: readonly InputNumber[], plotted: Plotted, ranges: readonly Range[]): Asked {
  const names = inputs.map(({ name }) => name);
  const held = Object.entries(state.inputs).filter(([name]) => !inputs.some(({ owner }) => owner === name));
  const rest = heldNumbers(state.graph!.nodes, inputs);
  return { inputs, plotted, ranges, curve: [programShape(state), held, rest, names, ranges, plotted.label] };
}

/** What the output is at the place where the inputs are, and how steep. */
function sentenceOf({ names, numerator, output, here, slopes }: Landscape): string {
  const value = formatNumber(here.value);
  if (slopes === null) return say("here-output", { output, value });
  const at = names.map((name, index) => `∂${numerator}/∂${name} = ${formatNumber(slopes[index]!)}`).join(", ");
  return say("here-output.and-slopes", { output, value, at });
}
