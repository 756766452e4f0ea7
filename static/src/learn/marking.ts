/** Marks answers to a lesson's questions. Pure; knows no DOM. */

import type { ChoiceData, NumberData } from "./types.ts";

export interface Mark {
  readonly right: boolean;
  /** Which of the author's sentences answers to it, by the name in `data-thought`; there may be none of that name. */
  readonly thought: string;
  /** What the engine's table of misconceptions says to it. */
  readonly sentence: string | null;
}

export const markChoice = ({ right }: ChoiceData, chosen: number): Mark => ({
  right: chosen === right,
  thought: String(chosen),
  sentence: null,
});

/** A wrong answer is recognised as narrowly as it can be typed: two misconceptions may lie close together. */
const RECOGNISED = 5e-3;
const NOISE = 1e-9;

const isNear = (given: number, wanted: number, share: number): boolean =>
  Math.abs(given - wanted) <= Math.max(Math.abs(wanted) * share, NOISE);

export function markNumber({ answer, within, wrong, mistakes }: NumberData, given: number): Mark {
  if (Math.abs(given - answer) <= Math.max(within, NOISE)) return { right: true, thought: "right", sentence: null };
  const own = wrong.findIndex((value) => isNear(given, value, RECOGNISED));
  if (own >= 0) return { right: false, thought: `wrong-${own}`, sentence: null };
  const near = mistakes.filter(([value]) => isNear(given, value, RECOGNISED));
  near.sort(([one], [other]) => Math.abs(given - one) - Math.abs(given - other));
  return { right: false, thought: "wrong", sentence: near[0]?.[1] ?? null };
}
