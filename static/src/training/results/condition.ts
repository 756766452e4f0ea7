/**
 * What the numbers of a run say about how its training goes: how good the model is, where its loss is heading, which neurons pass nothing
 * on. The evidence from which `diagnosis.ts` concludes. Knows no DOM.
 */
import type { Run } from "../run.ts";
import type { Examples, Moment, Progress, Started } from "../types.ts";
import { idleShares } from "./neurons.ts";
import { classOf } from "./regions.ts";

/** The steps that are looked at, the newest last. */
const WINDOW = 100;

export interface Condition {
  /** The share of points classified correctly, or the share of the variance that is explained. */
  readonly score: number;
  /** The step from which on the set-up is what it is: losses and gradients before it are those of another one. */
  readonly since: number;
  /** Steps since then, and whether the run is over. */
  readonly steps: number;
  readonly isOver: boolean;
  /** How much smaller the mean loss of the newer half of the steps is than that of the older half, as a share of the latter. */
  readonly fall: number;
  /** The share of steps after which the loss was larger, and its mean change from step to step as a share of the loss. */
  readonly rises: number;
  readonly jump: number;
  /** The median over the steps of the largest update over weights of any layer; null where there is none. */
  readonly update: number | null;
  /** The length of the newest gradient as a share of the longest one with this set-up: small where the descent has arrived somewhere. */
  readonly slope: number;
  /** The learning rate of the newest step: a schedule may have made it much smaller than the one that was chosen. */
  readonly rate: number;
  /** By hidden layer: for each neuron the share of points for which it passes (almost) nothing on; null where that is not known. */
  readonly idle: readonly (readonly number[])[] | null;
}

const mean = (values: readonly number[]): number => values.reduce((sum, value) => sum + value, 0) / Math.max(1, values.length);

function median(values: readonly number[]): number | null {
  const sorted = values.toSorted((one, other) => one - other);
  return sorted.length === 0 ? null : sorted[sorted.length >> 1]!;
}

/** The share of points classified correctly; of numbers 1 − Σ(prediction − target)² / Σ(target − mean)², at least 0. */
function scoreOf({ classes, boundary, examples }: Started, predictions: Moment["predictions"]): number | null {
  const { targets } = examples;
  if (!predictions || predictions.length < targets.length || targets.length === 0) return null;
  const given = targets.map((_, place) => Number(predictions[place]));
  if (!given.every(Number.isFinite)) return null;
  if (classes !== null) return mean(given.map((value, place) => (classOf(value, boundary) === targets[place] ? 1 : 0)));
  const middle = mean(targets);
  const variance = mean(targets.map((target) => (target - middle) ** 2));
  return variance === 0 ? null : Math.max(0, 1 - mean(given.map((value, place) => (value - targets[place]!) ** 2)) / variance);
}

/** null while there is too little to judge by, or where the model gives no numbers. */
export function conditionOf(run: Run, started: Started, moment: Moment): Condition | null {
  const score = scoreOf(started, moment.predictions);
  const since = run.setups.findLast((setup) => setup.started === started)?.step ?? 0;
  const own = run.steps.slice(Math.max(0, run.stepCount - WINDOW), run.stepCount).filter(({ step }) => step >= since);
  const losses = own.map(({ loss }) => Number(loss)).filter(Number.isFinite);
  if (score === null || losses.length < 10) return null;
  const half = losses.length >> 1;
  const [older, newer] = [mean(losses.slice(0, half)), mean(losses.slice(half))];
  const changes = losses.slice(1).map((loss, place) => loss - losses[place]!);
  const size = Math.max(1e-12, mean(losses.map(Math.abs)));
  return {
    score,
    since,
    steps: moment.step - since,
    isOver: run.state === "finished",
    fall: (older - newer) / Math.max(1e-12, Math.abs(older)),
    rises: mean(changes.map((change) => (change > 0 ? 1 : 0))),
    jump: mean(changes.map(Math.abs)) / size,
    update: median(own.flatMap(largestUpdate)),
    slope: slopeOf(run, since),
    rate: own.at(-1)!.learning_rate,
    idle: idleShares(moment.parameters, started),
  };
}

function slopeOf({ steps, stepCount }: Run, since: number): number {
  const own = steps.slice(0, stepCount).filter(({ step }) => step >= since);
  const norms = own.map(({ gradient_norm }) => Number(gradient_norm));
  const longest = norms.reduce((most, norm) => (norm > most ? norm : most), 1e-300);
  return norms.at(-1)! / longest;
}

function largestUpdate({ update_ratios }: Progress): number[] {
  const ratios = Object.values(update_ratios ?? {}).flatMap((ratio) => (ratio === null ? [] : [Number(ratio)]));
  return ratios.length === 0 ? [] : [Math.max(...ratios)];
}

/** How far features are from mean 0 and deviation 1, and the point with the most extreme number. */
export function scaleOf({ inputs }: Examples): { readonly isFar: boolean; readonly example: number } {
  const far = (inputs[0] ?? []).map((_, axis) => {
    const column = inputs.map((row) => row[axis]!);
    const middle = mean(column);
    const deviation = Math.sqrt(mean(column.map((value) => (value - middle) ** 2)));
    return deviation > 5 || deviation < 0.05 || Math.abs(middle) > 5 * Math.max(deviation, 1e-12);
  });
  const size = (row: readonly number[]): number => Math.max(...row.map(Math.abs));
  const largest = inputs.reduce((best, row, place) => (size(row) > size(inputs[best]!) ? place : best), 0);
  return { isFar: far.some(Boolean), example: largest };
}
