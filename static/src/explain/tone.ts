/** How a number sounds: higher the larger it is, rough where it is negative. Pure. */
import type { Graph, Value } from "../core/types.ts";
import { strength } from "../text/format.ts";

export interface Tone {
  /** In hertz; null for a number that is 0 or does not exist, which is a click. */
  readonly pitch: number | null;
  readonly rough: boolean;
}

/** 1 is the A above middle C; ten times as much is an octave and a half higher. */
const PITCH_OF_ONE = 440;
const OCTAVES_PER_DECADE = 1.5;
const [LOWEST, HIGHEST] = [110, 3520];

export function toneOf(value: Value): Tone {
  const number = strength(value);
  if (number === 0 || !Number.isFinite(number)) return { pitch: null, rough: false };
  const pitch = PITCH_OF_ONE * 2 ** (OCTAVES_PER_DECADE * Math.log10(Math.abs(number)));
  return { pitch: Math.min(HIGHEST, Math.max(LOWEST, pitch)), rough: number < 0 };
}

/** What the step that ends at a position brings: a contribution, a tangent, a value. */
export function broughtAt({ steps, edges, nodes }: Graph, position: number): Value | null {
  const step = steps[position - 1];
  if (!step) return null;
  if (step.phase === "tangent") return step.tangent!;
  if (step.edge !== undefined) return edges[step.edge]!.contribution;
  return step.phase === "forward" ? nodes[step.node!]!.data : (step.total ?? null);
}
