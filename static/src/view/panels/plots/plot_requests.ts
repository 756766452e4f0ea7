/** What a plot asks the server for: the curve, the place where the inputs are on it, and the way downhill from there. */
import type { Range } from "../../../core/ranges.ts";
import type { JsonNumber } from "../../../core/types.ts";
import { type DescentStep, stepDown } from "../../../exercises/descent.ts";
import type { InputNumber } from "../../../explain/elements.ts";
import { elementAt } from "../../../graph/arrays.ts";
import { isWithheld } from "../../../graph/redaction.ts";
import { say } from "../../../messages/messages.ts";
import type { State } from "../../../state/state.ts";
import { toNumber } from "../../../text/format.ts";
import { createAsking, requestWith } from "../question.ts";
import type { Landscape } from "./landscape.ts";
import { type GradientAnswer, type Plotted, slopesAt } from "./plotted.ts";
import { type BatchAnswer, inputsAt, pointsQuestion } from "./points.ts";

const STEPS = 8;

/** The numbers at the place where the inputs are. */
export type Here = Pick<Landscape, "here" | "slopes">;

/** `figure` and `steps` are what the answers fill; `refuse` takes the sentence where there is no answer. */
export function createPlotRequests(figure: HTMLElement, steps: HTMLElement, refuse: (sentence: string) => void) {
  const points = createAsking(figure);
  const places = createAsking(figure);
  const walk = createAsking(steps);

  function askForPoints(
    state: State,
    inputs: readonly InputNumber[],
    ranges: readonly Range[],
    output: object,
    receive: (values: number[]) => void,
  ): void {
    const question = pointsQuestion(state, inputs, ranges, output);
    points.ask<BatchAnswer>("gradient/batch", question, ({ values }) => receive(values.map(toNumber)), refuse);
  }

  /** What is plotted and its slopes where the inputs are: of the program's output they are in the graph, of all else they are asked for. */
  function askForHere(state: State, inputs: readonly InputNumber[], plotted: Plotted, receive: (here: Here) => void): void {
    const { graph } = state;
    const place = Object.fromEntries(inputs.map(({ name, data }) => [name, data]));
    if (plotted.asked === null)
      return receive({
        here: { place, value: toNumber(graph!.value as JsonNumber) },
        slopes: isWithheld(graph!) ? null : inputs.map(({ grad }) => grad ?? 0),
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

  function walkDown(
    state: State,
    inputs: readonly InputNumber[],
    output: object,
    start: DescentStep,
    slopes: readonly number[],
    rate: number,
    receive: (path: readonly DescentStep[]) => void,
  ): void {
    const wrt = [...new Set(inputs.map(({ owner }) => owner))];
    walk.run(async (one) => {
      const walked = [start];
      let gradients = Object.fromEntries(Object.keys(start.place).map((name, index) => [name, slopes[index]!]));
      while (walked.length <= STEPS) {
        const place = stepDown(walked.at(-1)!.place, gradients, rate);
        if (!Object.values(place).every(Number.isFinite)) break;
        const question = requestWith(state, { inputs: inputsAt(state, inputs, place), wrt, ...output });
        const found = await one<GradientAnswer>("gradient", question);
        if (!found) break;
        walked.push({ place, value: toNumber(found.value) });
        const slopesThere = slopesAt(found.gradients, inputs);
        gradients = Object.fromEntries(inputs.map(({ name }, index) => [name, slopesThere[index]!]));
      }
      receive(walked);
    });
  }

  return { askForPoints, askForHere, walkDown };
}
