/** Which numbers of a picture can be asked for or guessed. Apart from the questions themselves, which are fetched when one is asked. Pure. */

import type { Slot } from "../core/slots.ts";
import type { Graph } from "../core/types.ts";
import { isSingleNumber } from "../text/format.ts";

/** Which number a step brings; null for a step of forward mode. */
export function slotOfStep({ steps, edges }: Graph, index: number): Slot | null {
  const step = steps[index];
  if (!step || step.phase === "tangent") return null;
  if (step.edge !== undefined) return { node: edges[step.edge]!.source, row: "grad" };
  return { node: step.node!, row: step.phase === "forward" ? "data" : "grad" };
}

/** Whether there is a single number to be guessed, and nobody keeps it from the page. */
export function isGuessable(graph: Graph, { node, row }: Slot): boolean {
  const wanted = graph.nodes[node];
  return wanted !== undefined && graph.redactedFrom === undefined && isSingleNumber(wanted[row]);
}
