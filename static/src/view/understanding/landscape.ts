/** What a plot draws of a program's output around the place where its inputs stand. */
import type { Range } from "../../core/ranges.ts";
import type { DescentStep } from "../../graph/descent.ts";

/** All that is drawn. */
export interface Landscape {
  readonly names: readonly string[];
  readonly ranges: readonly Range[];
  /** Row by row where there are two names; the first name runs fastest. */
  readonly values: readonly number[];
  readonly here: DescentStep;
  readonly slopes: readonly number[];
  readonly path: readonly DescentStep[];
  readonly output: string;
}
