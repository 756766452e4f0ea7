/** A run in words: the lines that its originals print, and sentences for those who listen. Knows no DOM. */

import type { JsonNumber } from "../../core/types.ts";
import { say } from "../../messages/messages.ts";
import { formatNumber } from "../../text/format.ts";
import { isEndless, lengthOf, measuredStep, placeShown, progressAt, type Run, type WeightEdit } from "../run.ts";
import { differencesText } from "../setup_differences.ts";
import type { Options, Progress } from "../types.ts";
import { placeText } from "./network.ts";

/** Digits as Python prints a float, short where it is short. */
function printed(value: JsonNumber): string {
  const number = Number(value);
  if (Number.isNaN(number)) return "nan";
  if (!Number.isFinite(number)) return number > 0 ? "inf" : "-inf";
  return Math.abs(number) >= 1e16 || (number !== 0 && Math.abs(number) < 1e-4)
    ? number.toPrecision(4)
    : String(Number(number.toPrecision(12)));
}

/** Four significant digits, as the short form of a log line wants them. */
function rounded(value: JsonNumber): string {
  const number = Number(value);
  if (!Number.isFinite(number)) return printed(value);
  return number !== 0 && Math.abs(number) < 1e-4 ? number.toExponential(3) : String(Number(number.toPrecision(4)));
}

/** `step 10 loss 0.1978, accuracy 98.0%`: as micrograd's notebook prints it. */
export function logLine(
  {
    step,
    loss,
    accuracy,
    held_out_loss,
    held_out_accuracy,
  }: Pick<Progress, "step" | "loss" | "accuracy" | "held_out_loss" | "held_out_accuracy">,
  isExact = false,
): string {
  const number = isExact ? printed : rounded;
  const percent = (share: number): string => `${(100 * share).toFixed(1)}%`;
  const parts = [say("log-step", { step, number: number(loss) })];
  if (accuracy !== null) parts.push(say("log-accuracy", { share: percent(accuracy) }));
  if (held_out_loss !== null) parts.push(say("log-held-out", { number: number(held_out_loss) }));
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

/** Where the run is and what it has come to, in a sentence. */
export function describeRun(run: Run, wanted: number | null): string {
  const step = run.moments[placeShown(run, wanted)]?.step ?? 0;
  const isAtEnd = run.finished !== null && step >= run.finished.step;
  const { loss, accuracy } = (isAtEnd ? run.finished : progressAt(run, step)) ?? { loss: null, accuracy: null };
  const measured = isAtEnd ? step : measuredStep(run, step);
  const lead = measured === step ? "log-result" : "log-result.before";
  const result =
    loss === null
      ? ""
      : `${say(lead, { step: measured, loss: formatNumber(Number(loss)) })}${accuracy === null ? "" : say("log-result.right", { share: percentText(accuracy) })}`;
  if (run.state === "diverged" && wanted === null) return say("log-ran-away", { began: run.diverged!.began });
  if (isAtEnd) return say("log-finished", { step, result });
  if (run.stepCount === 0 && step > 0) return say("log-resumed", { step });
  if (run.stepCount === 0) return isEndless(run) ? say("log-before.endless") : say("log-before", { lengthof: lengthOf(run) });
  if (isEndless(run)) return say("log-step-of.endless", { step, result });
  return say("log-step-of", { step, lengthof: lengthOf(run), result });
}

/**
 * In words what became another at each step of the run: its set-up, or whether it has an end. What differs in nothing that is reported is
 * left out; several changes at one step are one entry.
 */
export function setupTexts(
  { setups }: Pick<Run, "setups">,
  options: Options,
): readonly { readonly step: number; readonly text: string }[] {
  const changes = new Map<number, string[]>();
  for (const [index, { step, started, edit }] of setups.slice(1).entries()) {
    const { request } = started;
    const before = setups[index]!.started.request;
    const end = request.endless ? say("setup-from-step.on") : say("setup-from-step.end", { steps: request.steps ?? 100 });
    const isOther = (before.endless ?? false) !== (request.endless ?? false);
    const texts = [edit ? editText(edit) : "", differencesText(before, request, options), isOther ? end : ""].filter(Boolean);
    if (texts.length > 0) changes.set(step, [...(changes.get(step) ?? []), ...texts]);
  }
  return [...changes].map(([step, texts]) => ({ step, text: say("setup-from-step", { step, change: texts.join("; ") }) }));
}

/** `layer 1 · weights[0, 2]: 0.5 → 1` */
function editText({ place, before, after }: WeightEdit): string {
  return say("setting-change", { label: placeText(place), before: formatNumber(before), after: formatNumber(after) });
}

/** `1 min 20 s`, `8 s`, `under a second`. */
export function durationText(seconds: number): string {
  if (seconds < 1) return say("under-a-second");
  const whole = Math.round(seconds);
  if (whole < 60) return `${whole} s`;
  return `${Math.floor(whole / 60)} min ${whole % 60} s`;
}
