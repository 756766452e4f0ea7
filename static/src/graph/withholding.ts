/**
 * The end of what a graph shows of itself. While a class is asked for a number, its steps end before the one that tells it; since everything on the
 * page is told by steps, nothing gives the number away. Pure; knows no DOM.
 */
import type { Graph } from "../core/types.ts";

/** How many steps may be taken. */
export function lengthOf({ steps, withheldFrom }: Graph): number {
  return Math.min(steps.length, withheldFrom ?? Infinity);
}

/** What is asked for: a node's number, or the step that comes after a position. */
export type Withheld =
  | { readonly node: number; readonly quantity: "gradient" | "value" }
  | { readonly position: number };

/** The last position before the answer. Where the program has no such node or number, nothing is withheld. */
function lastPositionBefore({ steps, edges }: Graph, withheld: Withheld): number {
  if ("position" in withheld) return withheld.position;
  const { node, quantity } = withheld;
  const telling = steps.findIndex((step) => {
    if (quantity === "value") return step.phase === "forward" && step.node === node;
    return step.phase === "backward" && (step.edge === undefined ? step.node === node : edges[step.edge]!.source === node);
  });
  return telling < 0 ? steps.length : telling;
}

/** The same graph with its end before the answer; the graph itself where there is nothing to withhold. */
export function withhold(graph: Graph, withheld: Withheld | null): Graph {
  if (withheld === null) return graph;
  const withheldFrom = lastPositionBefore(graph, withheld);
  // What the program prints may be the very number.
  return withheldFrom < graph.steps.length ? { ...graph, printed: [], withheldFrom } : graph;
}
