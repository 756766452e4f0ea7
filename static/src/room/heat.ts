/** Where in the graph a class goes wrong: answers counted at the nodes and edges that they are about. Pure. */
import type { HostPoll } from "./messages.ts";

export interface HeatSpot {
  readonly spot: { readonly node: number } | { readonly edge: number };
  readonly answered: number;
  readonly wrong: number;
  /** The thinking behind the most frequent mistake, where it is a known one. */
  readonly why: string | null;
}

type Tally = NonNullable<HostPoll["tally"]>;

/** The spots of polls about a program. Of several questions about one node the last counts; of an edge all answers that name it. */
export function heatOf(polls: readonly HostPoll[], program: string): HeatSpot[] {
  const nodes = new Map<number, HeatSpot>();
  const edges = new Map<number, HeatSpot>();
  for (const { about, question, tally } of polls) {
    if (about.program !== program || tally === null || tally.answered === 0) continue;
    if (question.type === "edge") countEdges(edges, tally);
    else if ((question.type === "number" || question.type === "formula") && question.node !== null)
      nodes.set(question.node, spotOfNode(question.node, tally));
  }
  return [...nodes.values(), ...edges.values()];
}

/** Adds the answers to those that named the same edges before. */
function countEdges(edges: Map<number, HeatSpot>, { groups }: Tally): void {
  for (const { answer, count, correct, misconception } of groups) {
    if (typeof answer !== "number") continue;
    const before = edges.get(answer);
    edges.set(answer, {
      spot: { edge: answer },
      answered: (before?.answered ?? 0) + count,
      wrong: (before?.wrong ?? 0) + (correct === false ? count : 0),
      why: misconception ?? before?.why ?? null,
    });
  }
}

function spotOfNode(node: number, { groups, answered, correct }: Tally): HeatSpot {
  const why = groups.find((group) => group.correct === false && group.misconception !== null);
  return { spot: { node }, answered, wrong: answered - (correct ?? answered), why: why?.misconception ?? null };
}
