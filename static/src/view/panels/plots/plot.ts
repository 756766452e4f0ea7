/** The output against one input with its tangent, or against two as contours with the gradient's arrow; and the way downhill, step by step. */

import { NAME } from "../../../core/names.ts";
import type { Range } from "../../../core/ranges.ts";
import type { Store } from "../../../core/store.ts";
import type { JsonNumber, Value } from "../../../core/types.ts";
import { type DescentStep, describeDescent, stepDown } from "../../../exercises/descent.ts";
import { elementName, firstIndices, heldNumbers, type InputNumber, movableElements } from "../../../explain/elements.ts";
import { elementAt } from "../../../graph/arrays.ts";
import { nodeTitle } from "../../../graph/places.ts";
import { say } from "../../../messages/messages.ts";
import { nodeOfSelection } from "../../../state/selection.ts";
import type { State } from "../../../state/state.ts";
import { moveInput } from "../../../state/state_actions.ts";
import { formatNumber, toNumber } from "../../../text/format.ts";
import { element } from "../../shared/dom.ts";
import type { PanelView } from "../panel_view.ts";
import { createAsking, createMemory, requestWith } from "../question.ts";
import { drawContours } from "./contours.ts";
import { drawCurve } from "./curve.ts";
import { mountEnlarging } from "./enlarging.ts";
import type { Drawn, Landscape } from "./landscape.ts";
import { mountPlotDrag } from "./plot_drag.ts";
import { type BatchAnswer, FEWEST_POINTS, inputsAt, nearRange, pointsFor, pointsQuestion, programShape } from "./points.ts";

const STEPS = 8;
/** Characters of an unnamed output that have room in a sentence and beside an axis. */
const LONGEST_OUTPUT = 16;
const RATES = { smallest: 0.01, largest: 1, usual: 0.1 } as const;

/** The numbers at the place where the inputs are. */
type Here = Pick<Landscape, "here" | "slopes">;

interface GradientAnswer {
  readonly value: JsonNumber;
  readonly gradients: Readonly<Record<string, Value | null>>;
}

/** What can be plotted: a number that the program computes, or one of an array. */
interface Plotted {
  readonly node: number;
  readonly index: readonly number[];
  /** As a request names it; null for the output of the program, whose number and gradients come with the graph. */
  readonly asked: string | null;
  readonly label: string;
}

/** The output or, of an array, each of its numbers; and those of the selected value, where a request can name it. */
function plottedOf(state: State): Plotted[] {
  const { graph, graphProgram } = state;
  if (!graph) return [];
  const of = (node: number, label: string, name: string): Plotted[] =>
    firstIndices(graph.nodes[node]!.shape).map((index) => ({
      node,
      index,
      asked: node === graph.output && index.length === 0 ? null : elementName(name, index),
      label: elementName(label, index),
    }));
  const { name, shape } = graph.nodes[graph.output]!;
  const label = nodeTitle(graph, graphProgram, graph.output);
  const { output, numerator } = calledOutput(
    label,
    movableElements(graph.nodes).map(({ owner }) => owner),
  );
  const found = of(graph.output, shape.length === 0 ? output : numerator, state.output === null ? "" : (name ?? ""));
  const selected = graph.nodes[nodeOfSelection(state) ?? graph.output]!;
  // A name that was given again, or that a function has for itself, means something else to a request.
  const isLast = graph.nodes.every((other) => other.name !== selected.name || other.id <= selected.id);
  const isNamed = selected.name !== null && NAME.test(selected.name) && (selected.group ?? null) === null && isLast;
  return selected.id !== graph.output && selected.op !== null && isNamed
    ? [...found, ...of(selected.id, selected.name!, selected.name!)]
    : found;
}

/** The gradients of the numbers that are moved; 0 where none travels to them. */
function slopesAt(gradients: GradientAnswer["gradients"], inputs: readonly InputNumber[]): number[] {
  return inputs.map(({ owner, index }) => elementAt(gradients[owner] ?? 0, index));
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
  if (NAME.test(label) || /\[[\d, ]+\]$/.test(label)) return { output: label, numerator: label };
  if (label.length <= LONGEST_OUTPUT) return { output: label, numerator: `(${label})` };
  const letter = ["y", "f", "L"].find((each) => !inputs.includes(each))!;
  return { output: letter, numerator: letter };
}

export function mountPlot(container: HTMLElement, store: Store<State>): PanelView {
  const of = element("select", { class: "field", "aria-label": say("plotted") });
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
    of,
    element("span", {}, say("plot-across")),
    first,
    element("span", {}, say("plot-and")),
    second,
    enlarge,
  );
  const walking = element("label", { class: "plot-switch" }, descend, say("walk-downhill"));
  container.append(choices, figure, walking, downhill, caption, steps);
  const points = createAsking(figure);
  const places = createAsking(figure);
  const walk = createAsking(steps);
  const isNewCurve = createMemory();
  const isNewPlace = createMemory();
  const isNewWalk = createMemory();
  let ranges: Record<string, Range> = {};
  let landscape: Landscape | null = null;
  /** The curve that the landscape has, and the last place known on it. */
  let drawnCurve = "";
  let last: Here | null = null;
  let drawn: Drawn | null = null;
  let path: readonly DescentStep[] = [];
  /** What the user has chosen for the second input; null for no choice. */
  let wantedSecond: string | null = null;
  let followed: number | null = null;

  const rateNow = (): number => Number((10 ** rate.valueAsNumber).toPrecision(2));

  /** A range stays as it is while its number moves within it, so that the curve does not move under the moving point. */
  function rangeOf({ name, data }: InputNumber): Range {
    const kept = ranges[name];
    if (!kept || data < kept.smallest || data > kept.largest) ranges = { ...ranges, [name]: nearRange(data) };
    return ranges[name]!;
  }

  function choose(select: HTMLSelectElement, names: readonly string[], preferred: string | null, fallback: string): string {
    const wanted = preferred !== null && names.includes(preferred) ? preferred : fallback;
    const key = JSON.stringify(names);
    if (select.dataset.names !== key) {
      select.dataset.names = key;
      select.replaceChildren(
        ...names.map((name) => element("option", { value: name }, name === "" ? say("nothing-else") : name)),
      );
    }
    select.value = wanted;
    return wanted;
  }

  function chosen(state: State): InputNumber[] {
    const inputs = movableElements(state.graph!.nodes);
    const names = inputs.map(({ name }) => name);
    const selected = nodeOfSelection(state);
    const own = inputs.find(({ id }) => id === selected)?.name;
    const isOwn = inputs.some(({ id, name }) => id === selected && name === first.value);
    // An input that is selected in the picture is meant here as well, until another number is chosen here.
    const isFollowed = selected !== followed && own !== undefined && !isOwn;
    followed = selected;
    const across = choose(first, names, isFollowed ? own : first.value, own ?? names[0]!);
    const others = names.filter((name) => name !== across);
    // Two inputs are a landscape; of more, a curve says more than any two of them.
    const other = choose(second, ["", ...others], wantedSecond, others.length === 1 ? others[0]! : "");
    return [across, other].filter(Boolean).map((name) => inputs.find((input) => input.name === name)!);
  }

  /** What is plotted: the first choice, until another one is made. */
  function chosenOutput(state: State): Plotted {
    const found = plottedOf(state);
    const label = choose(
      of,
      found.map((each) => each.label),
      of.value,
      found[0]!.label,
    );
    of.hidden = found.length === 1;
    return found.find((each) => each.label === label)!;
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

  function askForPoints(state: State, inputs: readonly InputNumber[], output: object, receive: (values: number[]) => void): void {
    const question = pointsQuestion(state, inputs, inputs.map(rangeOf), output);
    points.ask<BatchAnswer>("gradient/batch", question, ({ values }) => receive(values.map(toNumber)), refuse);
  }

  /** What is plotted and its slopes where the inputs are: of the program's output they are in the graph, of all else they are asked for. */
  function askForHere(state: State, inputs: readonly InputNumber[], plotted: Plotted, receive: (here: Here) => void): void {
    const { graph } = state;
    const place = Object.fromEntries(inputs.map(({ name, data }) => [name, data]));
    if (plotted.asked === null)
      return receive({
        here: { place, value: toNumber(graph!.value as JsonNumber) },
        slopes: inputs.map(({ grad }) => grad ?? 0),
      });
    const question = requestWith(state, { wrt: [...new Set(inputs.map(({ owner }) => owner))], output: plotted.asked });
    places.ask<GradientAnswer>(
      "gradient",
      question,
      ({ value, gradients }) => {
        // What is asked for by name is what is seen in the picture, or there is nothing to say of it.
        const seen = elementAt(graph!.nodes[plotted.node]!.data, plotted.index);
        if (toNumber(value) !== seen) return refuse(say("plot-not-this-value"));
        receive({ here: { place, value: seen }, slopes: slopesAt(gradients, inputs) });
      },
      refuse,
    );
  }

  function show(state: State): void {
    // Without a number that can be moved there is nothing to choose.
    const canMove = state.graph !== null && movableElements(state.graph.nodes).length > 0;
    choices.hidden = walking.hidden = !canMove;
    downhill.hidden = !canMove || !descend.checked;
    rateShown.textContent = String(rateNow());
    if (!canMove) {
      isNewCurve(null);
      isNewPlace(null);
      return refuse(say("no-single-input"));
    }
    if (state.stale) return;
    const inputs = chosen(state);
    const plotted = chosenOutput(state);
    const graph = state.graph!;
    if (pointsFor(graph, inputs) < FEWEST_POINTS) {
      isNewCurve(null);
      isNewPlace(null);
      return refuse(say(inputs.length === 1 ? "plot-too-large" : "plot-too-large.two", { count: graph.nodes.length }));
    }
    const names = inputs.map(({ name }) => name);
    const held = Object.entries(state.inputs).filter(([name]) => !inputs.some(({ owner }) => owner === name));
    const rest = heldNumbers(graph.nodes, inputs);
    const ranged = inputs.map(rangeOf);
    const curve = [programShape(state), held, rest, names, ranged, plotted.label];
    const moved = inputs.map(({ data }) => data);
    if (!isNewPlace([curve, moved, rateNow(), descend.checked, inputs.map(({ grad }) => grad), graph.value])) return;
    askForHere(state, inputs, plotted, ({ here, slopes }) => {
      const { output, numerator } = calledOutput(plotted.label, [...names, ...inputs.map(({ owner }) => owner)]);
      const asked = plotted.asked === null ? {} : { output: plotted.asked };
      const key = JSON.stringify(curve);
      last = { here, slopes };
      if (isNewCurve(curve)) {
        askForPoints(state, inputs, asked, (values) => {
          drawnCurve = key;
          landscape = { names, ranges: ranged, values, ...last!, path, output, numerator };
          draw();
        });
      } else if (landscape && drawnCurve === key) {
        landscape = { ...landscape, here, slopes };
        draw();
      }
      if (descend.checked && isNewWalk([curve, here, rateNow()])) walkDown(state, inputs, asked, here, slopes);
    });
  }

  function walkDown(
    state: State,
    inputs: readonly InputNumber[],
    output: object,
    start: DescentStep,
    slopes: readonly number[],
  ): void {
    const wrt = [...new Set(inputs.map(({ owner }) => owner))];
    walk.run(async (one) => {
      const walked = [start];
      let gradients = Object.fromEntries(Object.keys(start.place).map((name, index) => [name, slopes[index]!]));
      while (walked.length <= STEPS) {
        const place = stepDown(walked.at(-1)!.place, gradients, rateNow());
        if (!Object.values(place).every(Number.isFinite)) break;
        const question = requestWith(state, { inputs: inputsAt(state, inputs, place), wrt, ...output });
        const found = await one<GradientAnswer>("gradient", question);
        if (!found) break;
        walked.push({ place, value: toNumber(found.value) });
        const slopesThere = slopesAt(found.gradients, inputs);
        gradients = Object.fromEntries(inputs.map(({ name }, index) => [name, slopesThere[index]!]));
      }
      path = walked;
      draw();
    });
  }

  second.addEventListener("input", () => (wantedSecond = second.value));
  mountPlotDrag(figure, {
    drawn: () => drawn,
    range: (name) => ranges[name],
    move(name, value, joins) {
      const state = store.get();
      const moved = movableElements(state.graph?.nodes ?? []).find((each) => each.name === name);
      if (moved) store.dispatch(moveInput(moved.owner, inputsAt(state, [moved], { [name]: value })[moved.owner]!, joins));
    },
  });
  mountEnlarging(enlarge, store);
  for (const control of [of, first, second, descend, rate]) control.addEventListener("input", () => show(store.get()));
  return { show };
}
