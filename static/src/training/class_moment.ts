/** What a class is shown of the teacher's run: a moment of it, small enough to be sent to every phone once a second. Pure. */

import { advance, type Run, startedAt } from "./run.ts";
import { momentShown, startedShown } from "./shown.ts";
import type { StudioState } from "./state.ts";
import type { Moment, Progress, Started } from "./types.ts";

export interface ClassMoment {
  readonly started: Started;
  readonly steps: readonly Progress[];
  readonly moment: Moment;
}

/** Points of a curve: as many as are distinct at a phone's width. */
const MOST_STEPS = 160;
/** Digits of a colour, and of a point of a curve. */
const COLOUR_DIGITS = 3;
const CURVE_DIGITS = 6;

const rounded = <Given>(value: Given, digits: number): Given =>
  (typeof value === "number" ? Number(value.toPrecision(digits)) : value) as Given;

/** What the curves of loss and accuracy need; those of the layers stay with the teacher. */
const thin = ({ step, loss, learning_rate, accuracy, held_out_loss, held_out_accuracy, gradient_norm }: Progress): Progress => ({
  step,
  loss: rounded(loss, CURVE_DIGITS),
  learning_rate,
  accuracy: rounded(accuracy, CURVE_DIGITS),
  gradient_norm: rounded(gradient_norm, CURVE_DIGITS),
  held_out_loss: rounded(held_out_loss, CURVE_DIGITS),
  held_out_accuracy: rounded(held_out_accuracy, CURVE_DIGITS),
  gradient_norms: null,
  update_ratios: null,
});

/** Evenly chosen, with the first, the newest and that of the moment among them. */
function chosen({ steps, stepCount }: Run, moment: Moment): readonly Progress[] {
  const every = Math.ceil(stepCount / MOST_STEPS);
  const here = steps.findLastIndex(({ step }, place) => place < stepCount && step <= moment.step);
  return steps.slice(0, stepCount).filter((_step, place) => place % every === 0 || place === here || place === stepCount - 1);
}

/** `name`: what the run is called before the class; with its own name anybody could end it. Null before there is anything to be seen. */
export function classMoment(state: Pick<StudioState, "run" | "position" | "isPreview">, name: string): ClassMoment | null {
  const moment = momentShown(state);
  const started = startedShown(state);
  if (!state.run || !moment || !started) return null;
  const regions = moment.regions?.map((row) => row.map((value) => rounded(value, COLOUR_DIGITS))) ?? null;
  const { passing: _, ...kept } = moment;
  return {
    started: { ...started, id: name },
    steps: state.isPreview ? [] : chosen(state.run, moment).map(thin),
    moment: { step: kept.step, parameters: kept.parameters, predictions: kept.predictions, regions },
  };
}

/** The run as those see it who were sent a moment of it. */
export function runOfMoment({ started, steps, moment }: ClassMoment): Run {
  const begun = advance(null, { type: "started", data: started });
  const measured = advance(begun, { type: "progress", data: { steps, seconds_left: null } });
  const shown = advance(measured, { type: "moment", data: moment })!;
  return { ...shown, state: "paused", started: startedAt(shown, moment.step) };
}
