/** Where in the graph a class goes wrong: answers counted at the nodes and edges that they are about. Pure. */
import type { HostPoll } from "./messages.ts";

export interface HeatSpot {
  readonly spot: { readonly node: number } | { readonly edge: number };
  /** All who answered, whatever they chose. */
  readonly answered: number;
  readonly right: number;
  readonly wrong: number;
  /** The thinking behind the most frequent mistake, where it is a known one. */
  readonly why: string | null;
}

type Tally = NonNullable<HostPoll["tally"]>;

/** The spots of polls about a program. Of several questions about one node the last counts; edges are counted over all questions: those that
 * somebody chose, and those that were right. */
export function heatOf(polls: readonly HostPoll[], program: string): HeatSpot[] {
  const nodes = new Map<number, HeatSpot>();
  const edges = new Map<number, HeatSpot>();
  for (const { about, question, expected, tally } of polls) {
    if (about.program !== program || tally === null || tally.answered === 0) continue;
    if (question.type === "edge") countEdges(edges, tally, expected);
    else if ((question.type === "number" || question.type === "formula") && question.node !== null)
      nodes.set(question.node, spotOfNode(question.node, tally));
  }
  return [...nodes.values(), ...edges.values()];
}

/** Adds a question to what was answered about the same edges before. */
function countEdges(edges: Map<number, HeatSpot>, { groups, answered }: Tally, expected: HostPoll["expected"]): void {
  const ways = Array.isArray(expected) ? expected : [];
  const named = new Set([...groups.map(({ answer }) => answer), ...ways]);
  for (const edge of named) {
    if (typeof edge !== "number") continue;
    const before = edges.get(edge);
    const chosen = groups.find(({ answer }) => answer === edge);
    const count = chosen?.count ?? 0;
    edges.set(edge, {
      spot: { edge },
      answered: (before?.answered ?? 0) + answered,
      right: (before?.right ?? 0) + (chosen?.correct === true ? count : 0),
      wrong: (before?.wrong ?? 0) + (chosen?.correct === false ? count : 0),
      why: chosen?.misconception ?? before?.why ?? null,
    });
  }
}

function spotOfNode(node: number, { groups, answered, correct }: Tally): HeatSpot {
  const why = groups.find((group) => group.correct === false && group.misconception !== null);
  const right = correct ?? answered;
  return { spot: { node }, answered, right, wrong: answered - right, why: why?.misconception ?? null };
}
