/**
 * The end of what a graph shows of itself. While a class is asked for a number, its steps end before the one that shows it; since everything on the
 * page follows from steps, nothing gives the number away. Pure; knows no DOM.
 */
import type { Graph } from "../core/types.ts";

/** How many steps may be taken. */
export function lengthOf({ steps, redactedFrom }: Graph): number {
  return Math.min(steps.length, redactedFrom ?? Infinity);
}

/** Whether something of it is not to be seen yet. */
export function isWithheld({ redactedFrom }: Graph): boolean {
  return redactedFrom !== undefined;
}

/** What is asked for: a node's number, or the step that comes after a position. */
export type Redaction = { readonly node: number; readonly quantity: "gradient" | "value" } | { readonly position: number };

/** The last position before the answer. Where the program has no such node or number, nothing is withheld. */
function lastPositionBefore({ steps, edges }: Graph, redaction: Redaction): number {
  if ("position" in redaction) return redaction.position;
  const { node, quantity } = redaction;
  const revealing = steps.findIndex((step) => {
    if (quantity === "value") return step.phase === "forward" && step.node === node;
    return step.phase === "backward" && (step.edge === undefined ? step.node === node : edges[step.edge]!.source === node);
  });
  return revealing < 0 ? steps.length : revealing;
}

/** The same graph with its end before the answer; the graph itself where there is nothing to withhold. */
export function redact(graph: Graph, redaction: Redaction | null): Graph {
  if (redaction === null) return graph;
  const redactedFrom = lastPositionBefore(graph, redaction);
  // What the program prints may be the very number.
  return redactedFrom < graph.steps.length ? { ...graph, printed: [], redactedFrom } : graph;
}
