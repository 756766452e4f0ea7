/** The output against one input with its tangent, or against two as contours with the gradient's arrow; and the way downhill, step by step. */

import { NAME } from "../../../core/names.ts";
import { type Range, rangeFor } from "../../../core/ranges.ts";
import type { Store } from "../../../core/store.ts";
import type { Graph, JsonNumber } from "../../../core/types.ts";
import { type DescentStep, describeDescent, stepDown } from "../../../exercises/descent.ts";
import { nodeLabel } from "../../../graph/places.ts";
import { say } from "../../../messages/messages.ts";
import { nodeOfSelection } from "../../../state/selection.ts";
import type { State } from "../../../state/state.ts";
import { moveInput } from "../../../state/state_actions.ts";
import { formatNumber, toNumber } from "../../../text/format.ts";
import { element } from "../../shared/dom.ts";
import type { PanelView } from "../panel_view.ts";
import { createAsking, createMemory, hasScalarOutput, type Movable, movables, requestWith } from "../question.ts";
import { drawContours } from "./contours.ts";
import { drawCurve } from "./curve.ts";
import { mountEnlarging } from "./enlarging.ts";
import type { Drawn, Landscape } from "./landscape.ts";
import { mountPlotDrag } from "./plot_drag.ts";

const CURVE_POINTS = 201;
const GRID_POINTS = 45;
/** So many numbers are computed for one drawing: of a larger graph fewer points. */
const MOST_NUMBERS = 4_000_000;
/** A program with tensors is run again for each point: so many values are made within the time that the server gives. */
const MOST_MADE_AGAIN = 250_000;
/** A curve, and a map along either side, of fewer points shows nothing. */
const FEWEST_POINTS = 9;
const STEPS = 8;
/** Characters of an unnamed output that have room in a sentence and beside an axis. */
const LONGEST_OUTPUT = 16;
const RATES = { smallest: 0.01, largest: 1, usual: 0.1 } as const;

interface BatchAnswer {
  readonly values: readonly JsonNumber[];
  readonly gradients: Readonly<Record<string, readonly JsonNumber[]>>;
}

function spread({ smallest, largest }: Range, count: number): number[] {
  return Array.from({ length: count }, (_, index) => smallest + ((largest - smallest) * index) / (count - 1));
}

/** How many points along each input are computed for one drawing. */
function pointsFor({ nodes }: Graph, inputs: number): number {
  const numbers = nodes.reduce((sum, { shape }) => sum + shape.reduce((size, length) => size * length, 1), 0);
  const again = nodes.some(({ shape }) => shape.length > 0) ? MOST_MADE_AGAIN / nodes.length : CURVE_POINTS ** 2;
  const most = Math.min(again, MOST_NUMBERS / Math.max(1, numbers));
  return Math.floor(inputs === 1 ? Math.min(CURVE_POINTS, most) : Math.min(GRID_POINTS, Math.sqrt(most)));
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

/** What the output is called, alone and in ∂L/∂a: by its name or its text; where that is long by a letter that no input has. */
function calledOutput(label: string, inputs: readonly string[]): Pick<Landscape, "output" | "numerator"> {
  if (NAME.test(label)) return { output: label, numerator: label };
  if (label.length <= LONGEST_OUTPUT) return { output: label, numerator: `(${label})` };
  const letter = ["y", "f", "L"].find((each) => !inputs.includes(each))!;
  return { output: letter, numerator: letter };
}

export function mountPlot(container: HTMLElement, store: Store<State>): PanelView {
  const first = element("select", { class: "field", "aria-label": say("input-across") });
  const second = element("select", { class: "field", "aria-label": say("second-input") });
  const descend = element("input", { type: "checkbox" });
  const rate = element("input", {
    class: "slider",
    type: "range",
    min: Math.log10(RATES.smallest),
    max: Math.log10(RATES.largest),
    step: 0.01,
    value: Math.log10(RATES.usual),
    "aria-label": say("learning-rate"),
  });
  const rateShown = element("output", { class: "numbers" });
  const figure = element("figure", { class: "plot-figure" });
  const caption = element("p", { class: "panel-remark", "aria-live": "polite" });
  const steps = element("table", { class: "descent-steps" });
  const enlarge = element("button", { type: "button", class: "text-button plot-enlarge", "aria-pressed": "false" });
  const downhill = element("div", { class: "plot-downhill" }, element("label", {}, say("plot-rate"), rate), rateShown);
  const choices = element(
    "div",
    { class: "plot-choices" },
    element("span", {}, say("plot-across")),
    first,
    element("span", {}, say("plot-and")),
    second,
    enlarge,
  );
  const walking = element("label", { class: "plot-switch" }, descend, say("walk-downhill"));
  container.append(choices, figure, walking, downhill, caption, steps);
  const points = createAsking(figure);
  const walk = createAsking(steps);
  const isNewCurve = createMemory();
  const isNewWalk = createMemory();
  let ranges: Record<string, Range> = {};
  let landscape: Landscape | null = null;
  let drawn: Drawn | null = null;
  let path: readonly DescentStep[] = [];
  /** What the user has chosen for the second input; null for no choice. */
  let wantedSecond: string | null = null;

  const rateNow = (): number => Number((10 ** rate.valueAsNumber).toPrecision(2));

  /** A range stays as it is while its number moves within it, so that the curve does not move under the moving point. */
  function rangeOf({ name, data }: Movable): Range {
    const kept = ranges[name];
    if (!kept || data < kept.smallest || data > kept.largest) ranges = { ...ranges, [name]: narrow(data) };
    return ranges[name]!;
  }

  function narrow(value: number): Range {
    const usual = rangeFor(value);
    return Math.abs(value) <= 4 && usual.largest === 10 ? { smallest: -5, largest: 5, step: 0.1 } : usual;
  }

  function choose(select: HTMLSelectElement, names: readonly string[], preferred: string | null, fallback: string): string {
    const wanted = preferred !== null && names.includes(preferred) ? preferred : fallback;
    if (select.dataset.names !== names.join()) {
      select.dataset.names = names.join();
      select.replaceChildren(
        ...names.map((name) => element("option", { value: name }, name === "" ? say("nothing-else") : name)),
      );
    }
    select.value = wanted;
    return wanted;
  }

  function chosen(state: State): Movable[] {
    const inputs = movables(state);
    const names = inputs.map(({ name }) => name);
    const across = choose(
      first,
      names,
      first.value,
      names.find((name) => inputs.find((input) => input.name === name)?.id === nodeOfSelection(state)) ?? names[0]!,
    );
    const others = names.filter((name) => name !== across);
    // Two inputs are a landscape; of more, a curve says more than any two of them.
    const other = choose(second, ["", ...others], wantedSecond, others.length === 1 ? others[0]! : "");
    return [across, other].filter(Boolean).map((name) => inputs.find((input) => input.name === name)!);
  }

  function refuse(sentence: string): void {
    landscape = null;
    drawn = null;
    figure.replaceChildren();
    steps.replaceChildren();
    caption.textContent = sentence;
  }

  function draw(): void {
    if (!landscape) return;
    const shown = { ...landscape, path: descend.checked ? path : [] };
    drawn = shown.names.length === 1 ? drawCurve(shown) : drawContours(shown, Math.round(Math.sqrt(shown.values.length)));
    figure.replaceChildren(drawn.root);
    const at = shown.names
      .map((name, index) => `∂${shown.numerator}/∂${name} = ${formatNumber(shown.slopes[index]!)}`)
      .join(", ");
    caption.textContent = descend.checked
      ? describeDescent(path)
      : say("here-output", { output: shown.output, value: formatNumber(shown.here.value), at });
    steps.replaceChildren(...(shown.path.length > 0 ? stepRows(shown) : []));
  }

  function askForPoints(state: State, inputs: readonly Movable[], receive: (values: number[]) => void): void {
    const count = pointsFor(state.graph!, inputs.length);
    const [x, y] = inputs.map((input) => spread(rangeOf(input), count));
    const moved = y
      ? { [inputs[0]!.name]: y.flatMap(() => x!), [inputs[1]!.name]: y.flatMap((value) => x!.map(() => value)) }
      : { [inputs[0]!.name]: x! };
    const others = Object.fromEntries(inputs.map(({ name }) => [name, undefined]));
    const question = requestWith(state, { inputs: { ...state.inputs, ...others, ...moved }, wrt: [] });
    points.ask<BatchAnswer>("gradient/batch", question, ({ values }) => receive(values.map(toNumber)), refuse);
  }

  function show(state: State): void {
    // Without a number that can be moved there is nothing to choose.
    const canMove = hasScalarOutput(state) && movables(state).length > 0;
    choices.hidden = walking.hidden = !canMove;
    downhill.hidden = !canMove || !descend.checked;
    rateShown.textContent = String(rateNow());
    if (!canMove) return refuse(say(hasScalarOutput(state) ? "no-single-input" : "curve-needs-number"));
    if (state.stale) return;
    const inputs = chosen(state);
    const { graph } = state;
    if (pointsFor(graph!, inputs.length) < FEWEST_POINTS) {
      isNewCurve(null);
      return refuse(say(inputs.length === 1 ? "plot-too-large" : "plot-too-large.two", { count: graph!.nodes.length }));
    }
    const names = inputs.map(({ name }) => name);
    const here = {
      place: Object.fromEntries(inputs.map(({ name, data }) => [name, data])),
      value: toNumber(graph!.value as JsonNumber),
    };
    const slopes = inputs.map(({ grad }) => toNumber((grad ?? 0) as JsonNumber));
    const { output, numerator } = calledOutput(nodeLabel(graph!, state.graphProgram, graph!.output), names);
    const held = Object.entries(state.inputs).filter(([name]) => !names.includes(name));
    const rest = movables(state)
      .filter(({ name }) => !names.includes(name))
      .map(({ name, data }) => [name, data]);
    const ranged = inputs.map(rangeOf);
    if (isNewCurve([shapeOfProgram(state), held, rest, names, ranged])) {
      askForPoints(state, inputs, (values) => {
        landscape = { names, ranges: ranged, values, here, slopes, path, output, numerator };
        draw();
      });
    } else if (landscape) {
      landscape = { ...landscape, here, slopes };
      draw();
    }
    if (descend.checked && isNewWalk([shapeOfProgram(state), rest, here, rateNow()])) walkDown(state, here, slopes);
  }

  /** The program without the numbers that the inputs have in it: what makes the curve. */
  function shapeOfProgram({ graph, graphProgram }: State): string {
    const literals = (graph?.nodes ?? [])
      .flatMap(({ literal }) => (literal ? [literal] : []))
      .sort((one, other) => other[0] - one[0]);
    return literals.reduce((text, [start, end]) => text.slice(0, start) + text.slice(end), graphProgram);
  }

  function walkDown(state: State, start: DescentStep, slopes: readonly number[]): void {
    walk.run(async (one) => {
      const walked = [start];
      let gradients = Object.fromEntries(Object.keys(start.place).map((name, index) => [name, slopes[index]!]));
      while (walked.length <= STEPS) {
        const place = stepDown(walked.at(-1)!.place, gradients, rateNow());
        if (!Object.values(place).every(Number.isFinite)) break;
        const question = requestWith(state, { inputs: { ...state.inputs, ...place }, wrt: Object.keys(place) });
        const found = await one<{ value: JsonNumber; gradients: Record<string, JsonNumber> }>("gradient", question);
        if (!found) break;
        walked.push({ place, value: toNumber(found.value) });
        gradients = Object.fromEntries(Object.keys(place).map((name) => [name, toNumber(found.gradients[name]!)]));
      }
      path = walked;
      draw();
    });
  }

  second.addEventListener("input", () => (wantedSecond = second.value));
  mountPlotDrag(figure, {
    drawn: () => drawn,
    range: (name) => ranges[name],
    move: (name, value, joins) => store.dispatch(moveInput(name, value, joins)),
  });
  mountEnlarging(enlarge, store);
  for (const control of [first, second, descend, rate]) control.addEventListener("input", () => show(store.get()));
  return { show };
}
