/** What a plot draws of a program's output around the place where its inputs are. */
import type { Range } from "../../../core/ranges.ts";
import type { DescentStep } from "../../../exercises/descent.ts";

/** A drawing, and where the inputs would be at a point of it. */
export interface Drawn {
  readonly root: SVGElement;
  /** By name; `x` and `y` are lengths of the drawing. */
  placeAt(x: number, y: number): Readonly<Record<string, number>>;
}

/** All that is drawn. */
export interface Landscape {
  readonly names: readonly string[];
  readonly ranges: readonly Range[];
  /** Row by row where there are two names; the first name runs fastest. */
  readonly values: readonly number[];
  readonly here: DescentStep;
  /** null while they are not to be seen. */
  readonly slopes: readonly number[] | null;
  readonly path: readonly DescentStep[];
  readonly output: string;
  /** The output as the numerator of a derivative. */
  readonly numerator: string;
}
