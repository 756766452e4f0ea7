/** What a sweep is called and what has come of it, in words. Pure. */
import { say } from "../../messages/messages.ts";
import type { Options } from "../types.ts";
import { bestOf, missingOf, type Sweep } from "./state.ts";
import type { Axis } from "./swept_settings.ts";

export const cellCount = (axes: readonly Axis[]): number => axes.reduce((product, { values }) => product * values.length, 1);

/** The axes of a sweep, or the sentence that says why there are none; the second one may be missing. */
export function axesTogether(
  across: Axis | null,
  down: Axis | null,
  { limits }: Pick<Options, "limits">,
): readonly Axis[] | string {
  if (across === null) return say("sweep-mistake");
  if (down?.setting === across.setting) return say("sweep-same");
  const axes = down ? [across, down] : [across];
  const count = cellCount(axes);
  const most = limits.max_sweep_cells ?? Infinity;
  return count > most ? say("sweep-too-many", { count, most }) : axes;
}

export function sentenceOf(sweep: Sweep): string {
  const total = sweep.cells.length;
  const done = total - missingOf(sweep).length;
  const best = bestOf(sweep);
  if (sweep.state !== "finished") return say(sweep.state === "running" ? "sweep-done" : "sweep-stopped", { done, total });
  const result = best === null ? null : sweep.results[best];
  if (!result) return say("sweep-none-learns");
  if (result.held_out_loss !== null) return say("sweep-best-held-out", { total });
  return say(result.accuracy === null ? "sweep-best-loss" : "sweep-best", { total });
}
