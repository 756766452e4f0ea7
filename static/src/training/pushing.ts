/** How far the chosen point is pushed, and in how many steps. Pure. */

import { classOf } from "./results/regions.ts";
import { momentShown, startedShown } from "./shown.ts";
import type { StepDirection, StudioState } from "./state.ts";
import type { Pushing, Started } from "./types.ts";

/** A step of the middle size, in standard deviations of the points, is a tenth of this. */
const OF_SIZE = 0.1;

/** The least spread of the points' numbers: a step is as far in each of them. Standardised ones are moved in deviations anyway. */
function spreadOf({ examples, request }: Started): number {
  if (request.standardize) return 1;
  const spreads = (examples.inputs[0] ?? []).map((_, column) => {
    const mean = examples.inputs.reduce((sum, row) => sum + row[column]!, 0) / examples.inputs.length;
    return Math.hypot(...examples.inputs.map((row) => row[column]! - mean)) / Math.sqrt(examples.inputs.length);
  });
  return Math.min(...spreads.filter((spread) => spread > 0));
}

/**
 * Who is classified correctly is moved until that is no longer so, by steps of one length, since the gradient of a model that is sure is
 * next to nothing. All else is one step along the gradient or against it.
 */
export function pushingOf(
  state: Pick<StudioState, "run" | "position" | "example" | "pushSize" | "options">,
  direction: StepDirection,
): Pushing {
  const started = startedShown(state);
  const { example, pushSize: size } = state;
  const prediction = example === null ? undefined : momentShown(state)?.predictions?.[example];
  const isFooling = direction === "adversarial" && started?.classes != null && prediction != null;
  if (!isFooling || classOf(Number(prediction), started.boundary) !== started.examples.targets[example!])
    return { direction, size };
  const { max_input_step_size: largest, max_input_steps: steps } = state.options.limits;
  return { direction, size: Math.min(size * OF_SIZE * spreadOf(started), largest!), by_sign: true, steps: steps! };
}
