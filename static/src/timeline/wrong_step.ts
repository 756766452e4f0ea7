/** The first step of a program's own engine that went wrong. Pure. */

import type { Graph } from "../core/types.ts";

export interface WrongStep {
  /** Right after the step. */
  readonly position: number;
  /** That it went along, or that nothing went along; null where it has none. */
  readonly edge: number | null;
}

/** null where nothing went wrong, and while a part of the graph is withheld. */
export function firstWrongStep({ steps, edges, own_engine: engine, redactedFrom }: Graph): WrongStep | null {
  if (!engine?.mistake || redactedFrom !== undefined) return null;
  const step = steps.findIndex(({ wrong }) => wrong === true);
  if (step >= 0) return { position: step + 1, edge: steps[step]!.edge ?? null };
  const { node, source } = engine.mistake;
  if (node === null) return null;
  // What was never sent, and what is wrong from the beginning, has no step of its own.
  const edge = edges.find((each) => each.source === node && each.target === source)?.id ?? null;
  const made = steps.findIndex((each) => each.phase === "forward" && each.node === node);
  return { position: engine.mode === "forward" && made >= 0 ? made + 1 : steps.length, edge };
}
