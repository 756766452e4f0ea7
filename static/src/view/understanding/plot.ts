/** The output against one input with its tangent, or against two as contours with the gradient's arrow; and the way downhill, step by step. */
import type { State } from "../../core/state.ts";
import type { Store } from "../../core/store.ts";
import { rangeFor, type Range } from "../../core/ranges.ts";
import { nodeLabel } from "../../core/places.ts";
import type { JsonNumber } from "../../core/types.ts";
import { describeDescent, stepDown, type DescentStep } from "../../graph/descent.ts";
import { formatNumber, toNumber } from "../../graph/format.ts";
import { element } from "../dom.ts";
import { drawContours } from "./contours.ts";
import { drawCurve } from "./curve.ts";
import type { Landscape } from "./landscape.ts";
import type { PanelView } from "./panel_view.ts";
import { createAsking, createMemory, hasScalarOutput, movables, requestWith, type Movable } from "./question.ts";

const CURVE_POINTS = 201;
const GRID_POINTS = 45;
const STEPS = 8;
const RATES = { smallest: 0.01, largest: 1, usual: 0.1 } as const;

interface BatchAnswer {
  readonly values: readonly JsonNumber[];
  readonly gradients: Readonly<Record<string, readonly JsonNumber[]>>;
}

function spread({ smallest, largest }: Range, count: number): number[] {
  return Array.from({ length: count }, (_, index) => smallest + ((largest - smallest) * index) / (count - 1));
}

export function mountPlot(container: HTMLElement, store: Store<State>): PanelView {
  const first = element("select", { class: "field", "aria-label": "Input across" });
  const second = element("select", { class: "field", "aria-label": "Second input" });
  const descend = element("input", { type: "checkbox" });
  const rate = element("input", {
    class: "slider",
    type: "range",
    min: Math.log10(RATES.smallest),
    max: Math.log10(RATES.largest),
    step: 0.01,
    value: Math.log10(RATES.usual),
    "aria-label": "Learning rate",
  });
  const rateShown = element("output", { class: "numbers" });
  const figure = element("figure", { class: "plot-figure" });
  const caption = element("p", { class: "panel-remark", "aria-live": "polite" });
  const steps = element("ol", { class: "descent-steps", start: 0 });
  const downhill = element("div", { class: "plot-downhill" }, element("label", {}, "rate", rate), rateShown);
  container.append(
    element("div", { class: "plot-choices" }, element("span", {}, "across"), first, element("span", {}, "and"), second),
    figure,
    element("label", { class: "plot-switch" }, descend, "Walk downhill from here"),
    downhill,
    caption,
    steps,
  );
  const points = createAsking();
  const walk = createAsking();
  const isNewCurve = createMemory();
  const isNewWalk = createMemory();
  let ranges: Record<string, Range> = {};
  let landscape: Landscape | null = null;
  let path: readonly DescentStep[] = [];
  /** What somebody has said about the second input; null as long as nobody has. */
  let wantedSecond: string | null = null;

  const rateNow = (): number => Number((10 ** rate.valueAsNumber).toPrecision(2));

  /** A range stays as it is while its number moves within it, so that the curve stands still under the moving point. */
  function rangeOf({ name, data }: Movable): Range {
    const kept = ranges[name];
    if (!kept || data < kept.smallest || data > kept.largest) ranges = { ...ranges, [name]: narrow(data) };
    return ranges[name]!;
  }

  function narrow(value: number): Range {
    const usual = rangeFor(value);
    return Math.abs(value) <= 4 && usual.largest === 10 ? { smallest: -5, largest: 5, step: 0.1 } : usual;
  }

  function choose(select: HTMLSelectElement, names: readonly string[], said: string | null, fallback: string): string {
    const wanted = said !== null && names.includes(said) ? said : fallback;
    if (select.dataset["names"] !== names.join()) {
      select.dataset["names"] = names.join();
      select.replaceChildren(...names.map((name) => element("option", { value: name }, name === "" ? "nothing else" : name)));
    }
    select.value = wanted;
    return wanted;
  }

  function chosen(state: State): Movable[] {
    const inputs = movables(state);
    const names = inputs.map(({ name }) => name);
    const across = choose(first, names, first.value, names.find((name) => inputs.find((input) => input.name === name)?.id === state.selected) ?? names[0]!);
    const others = names.filter((name) => name !== across);
    // Two inputs are a landscape; of more, a curve says more than any two of them.
    const other = choose(second, ["", ...others], wantedSecond, others.length === 1 ? others[0]! : "");
    return [across, other].filter(Boolean).map((name) => inputs.find((input) => input.name === name)!);
  }

  function refuse(sentence: string): void {
    landscape = null;
    figure.replaceChildren();
    steps.replaceChildren();
    caption.textContent = sentence;
  }

  function draw(): void {
    if (!landscape) return;
    const shown = { ...landscape, path: descend.checked ? path : [] };
    figure.replaceChildren(shown.names.length === 1 ? drawCurve(shown) : drawContours(shown, GRID_POINTS));
    const at = shown.names.map((name, index) => `∂/∂${name} = ${formatNumber(shown.slopes[index]!)}`).join(", ");
    caption.textContent = descend.checked ? describeDescent(path) : `Here ${shown.output} is ${formatNumber(shown.here.value)}, and ${at}.`;
    steps.replaceChildren(
      ...shown.path.map(({ place, value }) =>
        element(
          "li",
          {},
          element("span", { class: "numbers" }, Object.entries(place).map(([name, number]) => `${name} = ${formatNumber(number)}`).join(", ")),
          element("span", { class: "numbers descent-value" }, formatNumber(value)),
        ),
      ),
    );
  }

  function askForPoints(state: State, inputs: readonly Movable[], told: (values: number[]) => void): void {
    const [x, y] = inputs.map((input) => spread(rangeOf(input), inputs.length === 1 ? CURVE_POINTS : GRID_POINTS));
    const moved = y
      ? { [inputs[0]!.name]: y.flatMap(() => x!), [inputs[1]!.name]: y.flatMap((value) => x!.map(() => value)) }
      : { [inputs[0]!.name]: x! };
    const others = Object.fromEntries(inputs.map(({ name }) => [name, undefined]));
    const question = requestWith(state, { inputs: { ...state.inputs, ...others, ...moved }, wrt: [] });
    points.ask<BatchAnswer>("gradient/batch", question, ({ values }) => told(values.map(toNumber)), refuse);
  }

  function show(state: State): void {
    downhill.hidden = !descend.checked;
    rateShown.textContent = String(rateNow());
    if (!hasScalarOutput(state)) return refuse("A curve needs a single number as output, such as a loss.");
    if (movables(state).length === 0) return refuse("There is no input that is a single number, so there is nothing to move.");
    if (state.stale) return;
    const inputs = chosen(state);
    const { graph } = state;
    const names = inputs.map(({ name }) => name);
    const here = { place: Object.fromEntries(inputs.map(({ name, data }) => [name, data])), value: toNumber(graph!.value as JsonNumber) };
    const slopes = inputs.map(({ grad }) => toNumber((grad ?? 0) as JsonNumber));
    const output = nodeLabel(graph!, state.graphProgram, graph!.output);
    const held = Object.entries(state.inputs).filter(([name]) => !names.includes(name));
    const rest = movables(state).filter(({ name }) => !names.includes(name)).map(({ name, data }) => [name, data]);
    const ranged = inputs.map(rangeOf);
    if (isNewCurve([shapeOfProgram(state), held, rest, names, ranged])) {
      askForPoints(state, inputs, (values) => {
        landscape = { names, ranges: ranged, values, here, slopes, path, output };
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
    const literals = (graph?.nodes ?? []).flatMap(({ literal }) => (literal ? [literal] : [])).sort((one, other) => other[0] - one[0]);
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
  for (const control of [first, second, descend, rate]) control.addEventListener("input", () => show(store.get()));
  return { show };
}
