/** What this browser keeps of unfinished work between two visits: the program and the values that sliders hold. Knows no DOM. */
import type { State } from "./state.ts";
import type { Value } from "./types.ts";

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
