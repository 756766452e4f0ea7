/** What a model is given of each point: its features, standardized. The page computes them for the maps of neurons. Knows no DOM. */
import type { ModelInput, Started } from "../types.ts";

/** Examples by feature, then by example. */
export type Columns = readonly Float64Array[];

const OPERATIONS: Readonly<Record<string, (values: readonly number[]) => number>> = {
  square: ([value]) => value! * value!,
  multiply: ([one, other]) => one! * other!,
  sin: ([value]) => Math.sin(value!),
};

/** What each input of the model is called: `x²`, `sin y`, or the names of the data's own columns. */
export function inputNames({ features, inputs }: Pick<Started, "features" | "inputs">): readonly string[] {
  return inputs?.map(({ title }) => title) ?? features;
}

function made(columns: Columns, { operation, columns: of }: ModelInput): Float64Array | null {
  if (operation === null) return columns[of[0]!]!;
  const operate = OPERATIONS[operation];
  return operate ? columns[of[0]!]!.map((_, place) => operate(of.map((axis) => columns[axis]![place]!))) : null;
}

/** What the model is given of points with these numbers; null where only the server knows how a feature is made. */
export function modelInputs(columns: Columns, { inputs, standardized }: Started): Columns | null {
  const features = inputs?.map((input) => made(columns, input)) ?? columns;
  if (!features.every((feature) => feature !== null)) return null;
  if (!standardized) return features;
  return features.map((feature, place) =>
    feature.map((value) => (value - standardized.mean[place]!) / standardized.scale[place]!),
  );
}
