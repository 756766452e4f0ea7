/** A sweep as far as it has come. Pure. */
import type { JsonNumber } from "../../core/types.ts";
import type { Grid, TrainingProblem, TrainingRequest } from "../types.ts";
import type { Axis, Cell } from "./swept_settings.ts";

/** How the run of a cell has ended, by the server's own names. */
export interface CellResult {
  readonly loss: JsonNumber | null;
  readonly accuracy: number | null;
  readonly held_out_loss: JsonNumber | null;
  readonly held_out_accuracy: number | null;
  readonly diverged_at: number | null;
  readonly problem: TrainingProblem | null;
  readonly curve: { readonly steps: readonly number[]; readonly losses: readonly JsonNumber[] };
  readonly regions: Grid | null;
}

export interface Sweep {
  readonly state: "running" | "stopped" | "finished";
  /** What all cells have in common. */
  readonly base: TrainingRequest;
  /** The first goes across, the second one down. */
  readonly axes: readonly Axis[];
  readonly cells: readonly Cell[];
  /** In the order of the cells; null for one that is missing. */
  readonly results: readonly (CellResult | null)[];
  readonly problems: readonly TrainingProblem[];
}

export interface SweepState {
  /** null before the first. */
  readonly sweep: Sweep | null;
}

export const missingOf = ({ results }: Pick<Sweep, "results">): readonly number[] =>
  results.flatMap((result, index) => (result === null ? [index] : []));

export function withResult(sweep: Sweep, index: number, result: CellResult): Sweep {
  return { ...sweep, results: sweep.results.map((before, place) => (place === index ? result : before)) };
}

/** The smaller the better: the loss on what is held out; without that the share misclassified, and the loss among equals. */
function rankOf({ loss, accuracy, held_out_loss }: CellResult): readonly [number, number] {
  if (loss === null) return [Infinity, Infinity];
  return held_out_loss === null ? [accuracy === null ? 0 : 1 - accuracy, Number(loss)] : [Number(held_out_loss), Number(loss)];
}

/** The cell with the best result, the first of equals; null where none has ended well. */
export function bestOf({ results }: Pick<Sweep, "results">): number | null {
  let best: { readonly index: number; readonly rank: readonly [number, number] } | null = null;
  for (const [index, result] of results.entries()) {
    if (result === null || result.loss === null || !Number.isFinite(Number(result.loss))) continue;
    const rank = rankOf(result);
    if (best === null || rank[0] < best.rank[0] || (rank[0] === best.rank[0] && rank[1] < best.rank[1])) best = { index, rank };
  }
  return best?.index ?? null;
}

/** The least and the greatest loss of all curves, above 0 for a logarithmic axis; null before there are any. */
export function lossRange({ results }: Pick<Sweep, "results">): readonly [number, number] | null {
  const losses = results.flatMap((result) => result?.curve.losses.map(Number) ?? []).filter((loss) => loss > 0 && loss < 1e300);
  if (losses.length === 0) return null;
  return [losses.reduce((low, loss) => Math.min(low, loss)), losses.reduce((high, loss) => Math.max(high, loss))];
}
