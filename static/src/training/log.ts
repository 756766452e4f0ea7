/** A run in words: the lines that its originals print, and sentences for those who listen. Knows no DOM. */
import type { JsonNumber } from "../core/types.ts";
import { formatNumber } from "../graph/format.ts";
import { lengthOf, placeShown, progressAt, type Run } from "./run.ts";
import type { Progress } from "./types.ts";

/** Digits as Python prints a float, short where it is short. */
function printed(value: JsonNumber): string {
  const number = Number(value);
  if (Number.isNaN(number)) return "nan";
  if (!Number.isFinite(number)) return number > 0 ? "inf" : "-inf";
  return Math.abs(number) >= 1e16 || (number !== 0 && Math.abs(number) < 1e-4) ? number.toPrecision(4) : String(Number(number.toPrecision(12)));
}

/** Four significant digits, as the short form of a log line wants them. */
function rounded(value: JsonNumber): string {
  const number = Number(value);
  if (!Number.isFinite(number)) return printed(value);
  return number !== 0 && Math.abs(number) < 1e-4 ? number.toExponential(3) : String(Number(number.toPrecision(4)));
}

/** `step 10 loss 0.1978, accuracy 98.0%`: as micrograd's notebook prints it. */
export function logLine({ step, loss, accuracy, held_out_loss, held_out_accuracy }: Pick<Progress, "step" | "loss" | "accuracy" | "held_out_loss" | "held_out_accuracy">, isExact = false): string {
  const number = isExact ? printed : rounded;
  const percent = (share: number): string => `${(100 * share).toFixed(1)}%`;
  const parts = [`step ${step} loss ${number(loss)}`];
  if (accuracy !== null) parts.push(`accuracy ${percent(accuracy)}`);
  if (held_out_loss !== null) parts.push(`held out ${number(held_out_loss)}`);
  if (held_out_accuracy !== null) parts.push(percent(held_out_accuracy));
  return parts.join(", ");
}

/** The whole log as a text file. */
export function logText(run: Run): string {
  const lines = run.steps.slice(0, run.stepCount).map((progress) => logLine(progress, true));
  if (run.finished) lines.push(logLine(run.finished, true));
  return `${lines.join("\n")}\n`;
}

export function percentText(share: number): string {
  return `${Number((100 * share).toFixed(1))} %`;
}

/** Where the run stands and what it has come to, in a sentence. */
export function describeRun(run: Run, wanted: number | null): string {
  const step = run.moments[placeShown(run, wanted)]?.step ?? 0;
  const isAtEnd = run.finished !== null && step >= run.finished.step;
  const { loss, accuracy } = (isAtEnd ? run.finished : progressAt(run, step)) ?? { loss: null, accuracy: null };
  const result = loss === null ? "" : `: loss ${formatNumber(Number(loss))}${accuracy === null ? "" : `, ${percentText(accuracy)} right`}`;
  if (run.state === "diverged" && wanted === null) return `The run ran away from step ${run.diverged!.began} on.`;
  if (isAtEnd) return `Finished after ${step} steps${result}.`;
  if (run.stepCount === 0) return `Before the first of ${lengthOf(run)} steps. Nothing is learnt yet; press play.`;
  return `Step ${step} of ${lengthOf(run)}${result}.`;
}

/** `1 min 20 s`, `8 s`, `under a second`. */
export function durationText(seconds: number): string {
  if (seconds < 1) return "under a second";
  const whole = Math.round(seconds);
  if (whole < 60) return `${whole} s`;
  return `${Math.floor(whole / 60)} min ${whole % 60} s`;
}
