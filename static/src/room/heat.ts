/** Where in the graph a class goes wrong: answers counted at the nodes and edges that they are about. Pure. */
import type { HostPoll } from "./messages.ts";

export interface HeatSpot {
  readonly spot: { readonly node: number } | { readonly edge: number };
  readonly answered: number;
  readonly wrong: number;
  /** The thinking behind the most frequent mistake, where it is a known one. */
  readonly why: string | null;
}

/** The spots of polls about a program. Of several questions about one node the last counts; of an edge all answers that name it. */
export function heatOf(polls: readonly HostPoll[], program: string): HeatSpot[] {
  const nodes = new Map<number, HeatSpot>();
  const edges = new Map<number, HeatSpot>();
  for (const { about, question, tally } of polls) {
    if (about.program !== program || tally === null || tally.answered === 0) continue;
    if (question.type === "edge") {
      for (const { answer, count, correct, misconception } of tally.groups) {
        if (typeof answer !== "number") continue;
        const before = edges.get(answer);
        edges.set(answer, {
          spot: { edge: answer },
          answered: (before?.answered ?? 0) + count,
          wrong: (before?.wrong ?? 0) + (correct === false ? count : 0),
          why: misconception ?? before?.why ?? null,
        });
      }
    } else if ((question.type === "number" || question.type === "formula") && question.node !== null) {
      const why = tally.groups.find(({ correct, misconception }) => correct === false && misconception !== null);
      nodes.set(question.node, {
        spot: { node: question.node },
        answered: tally.answered,
        wrong: tally.answered - (tally.correct ?? tally.answered),
        why: why?.misconception ?? null,
      });
    }
  }
  return [...nodes.values(), ...edges.values()];
}
