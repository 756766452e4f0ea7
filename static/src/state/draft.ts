/**
 * Programs that are kept: as this browser keeps unfinished work between two visits, with the values that sliders hold, and as one is pinned beside
 * the other. Knows no DOM.
 */

import type { Value } from "../core/types.ts";
import type { Pinned, State } from "./state.ts";

export type Draft = Pick<State, "program" | "inputs">;

function isValue(value: unknown): value is Value {
  return typeof value === "number" || (Array.isArray(value) && value.every(isValue));
}

function isInputs(value: unknown): value is Record<string, Value> {
  return typeof value === "object" && value !== null && !Array.isArray(value) && Object.values(value).every(isValue);
}

export function writeDraft({ program, inputs }: Draft): string {
  return JSON.stringify({ program, inputs });
}

/** null where the text is not a draft: an older page or another program may have left it. */
export function readDraft(text: string | null): Draft | null {
  if (text === null) return null;
  try {
    const read: unknown = JSON.parse(text);
    if (typeof read !== "object" || read === null) return null;
    const { program, inputs } = read as Record<string, unknown>;
    return typeof program === "string" && program.trim() !== "" && isInputs(inputs) ? { program, inputs } : null;
  } catch {
    return null;
  }
}

/** A whole graph that answers the program, of which a class is asked nothing. */
export function mayPin({ graph, stale, redaction, classroom }: State): boolean {
  return graph !== null && !graph.partial && !stale && redaction === null && classroom !== "guest";
}

/** Keeps the program as it is now, without any mistake made on purpose; or drops the one that is kept. */
export function togglePinned({ pinned, program, inputs, output, honest, graph }: State): Partial<State> {
  return { pinned: pinned === null ? { program, inputs, output, graph: honest ?? graph } : null };
}

export function writePinned(pinned: Pinned | null): string | null {
  return pinned && JSON.stringify({ program: pinned.program, inputs: pinned.inputs, output: pinned.output ?? undefined });
}

/** null where the text is no pinned program. */
export function readPinned(text: string): Pinned | null {
  const draft = readDraft(text);
  if (draft === null) return null;
  const { output } = JSON.parse(text) as { output?: unknown };
  return { ...draft, output: typeof output === "string" ? output : null, graph: null };
}
