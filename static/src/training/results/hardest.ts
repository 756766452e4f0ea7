/** The points with the largest loss at a moment, which are the ones whose graph has something to show. Knows no DOM. */
import type { Started } from "../types.ts";

/** How a loss orders predictions for a target: by their distance from it, or by how far they are on the wrong side of the boundary. */
export type Order = "distance" | "margin";

/** A max-margin loss is 0 for whatever is further than 1 on the right side. */
const BEYOND_MARGIN = -1;

/**
 * The places of at most `most` points, the one with the largest loss first. Of several classes only the class is known: the misclassified
 * ones, in their order. `flat`: whether the loss is 0 beyond the margin; such points are left out.
 */
export function hardest(
  { classes, boundary, examples }: Pick<Started, "classes" | "boundary" | "examples">,
  predictions: readonly unknown[],
  order: Order,
  most: number,
  flat = false,
): number[] {
  const { targets } = examples;
  const loss = (place: number): number => {
    const [prediction, target] = [Number(predictions[place]), targets[place]!];
    if (classes === null) return Math.abs(prediction - target);
    if (boundary === null) return prediction === target ? -Infinity : 1;
    const sign = target === 1 ? 1 : -1;
    return order === "distance" ? Math.abs(prediction - sign) : -sign * (prediction - boundary);
  };
  return targets
    .map((_, place) => ({ place, loss: loss(place) }))
    .filter((each) => each.place < predictions.length && each.loss > (flat ? BEYOND_MARGIN : -Infinity))
    .sort((one, other) => other.loss - one.loss || one.place - other.place)
    .slice(0, most)
    .map(({ place }) => place);
}
