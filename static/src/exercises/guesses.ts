/** A guess at one number of the picture, whenever somebody makes one: whether it is right, and what a wrong one gives away. Pure. */

import type { Slot } from "../core/slots.ts";
import { askedSeed, askedSent, askedValue, isGathered, judge, type Verdict } from "./practice.ts";
import { type Asked, askedSum, type Context, distinct, number } from "./questions.ts";
import { slotOfStep } from "./slots.ts";
import { askedGathered } from "./summed.ts";

/** What a step asks for, as practice does, but without words: an exported page carries what judges guesses and asks no questions. */
function askedOfStep(context: Context, index: number): readonly (Asked | null)[] {
  const { graph, misconceptions } = context;
  const step = graph.steps[index]!;
  if (step.edge === undefined)
    return [step.phase === "forward" ? askedValue(context, step.node!) : askedSeed(context, step.node!)];
  if (step.arriving) return [];
  const edge = graph.edges[step.edge]!;
  const target = graph.nodes[edge.target]!;
  if (target.shape.length > 0) return isGathered(graph, edge) ? [askedGathered(context, edge, target.grad!, [])] : [];
  const sent = askedSent(context, edge, index + 1);
  if (sent === null || sent.before === null) return [sent];
  return [sent, askedSum(misconceptions, sent.before, sent.answer)];
}

/** The whole gradient is asked for, so one contribution alone is a mistake with a name. */
export function judgeGuess(context: Context, slot: Slot, given: number): Verdict {
  const { graph } = context;
  const asked = graph.steps
    .flatMap((_, index) => {
      const own = slotOfStep(graph, index);
      return own?.node === slot.node && own.row === slot.row ? askedOfStep(context, index) : [];
    })
    .filter((each) => each !== null && Number.isFinite(each.answer)) as Asked[];
  const answer = number(graph.nodes[slot.node]![slot.row]);
  // Those of the sum first: a part of it is more likely meant as a part than as anything else.
  const mistakes = asked.reverse().flatMap(({ misconceptions }) => misconceptions);
  return judge({ answer, misconceptions: distinct(mistakes, answer) }, given);
}
