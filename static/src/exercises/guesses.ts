/** A guess at one number of the picture, whenever somebody makes one: whether it is right, and what a wrong one gives away. Pure. */

import type { Slot } from "../core/slots.ts";
import { judge, questionOfStep, type Verdict } from "./practice.ts";
import { type Context, distinct, number, type Question } from "./questions.ts";
import { slotOfStep } from "./slots.ts";

/** The whole gradient is asked for, so one contribution alone is a mistake with a name. */
export function judgeGuess(context: Context, slot: Slot, given: number): Verdict {
  const { graph } = context;
  const questions = graph.steps.flatMap((_, index): Question[] => {
    const own = slotOfStep(graph, index);
    return own?.node === slot.node && own.row === slot.row ? questionOfStep(context, index) : [];
  });
  const answer = number(graph.nodes[slot.node]![slot.row]);
  // Those of the sum first: a part of it is more likely meant as a part than as anything else.
  const mistakes = [...questions].reverse().flatMap(({ misconceptions }) => misconceptions);
  return judge({ answer, misconceptions: distinct(mistakes, answer) }, given);
}
