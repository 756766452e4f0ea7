/** Small pictures for the set-up: the points of a data set, and the learning rate over the run. Knows no state. */
import { scaleLinear } from "d3-scale";
import { line } from "d3-shape";
import type { DataOption, Examples } from "../../../training/types.ts";
import { append } from "../../shared/svg.ts";
import { dress, outlineOf, short } from "../pictures/shapes.ts";

const SIZE = 44;

function drawing(width: number, height: number, name: string): SVGSVGElement {
  const svg = document.createElementNS("http://www.w3.org/2000/svg", "svg");
  dress(svg, { viewBox: `0 0 ${width} ${height}`, width, height, class: name, "aria-hidden": "true" });
  return svg;
}

function extent(values: readonly number[]): [number, number] {
  const [low, high] = [Math.min(...values), Math.max(...values)];
  return high > low ? [low, high] : [low - 1, high + 1];
}

/** Points in a square; targets that are numbers are drawn over their single feature; of three and more features the first two. */
function sketchOfPoints({ inputs, targets }: Examples, classes: number | null): SVGSVGElement {
  const svg = drawing(SIZE, SIZE, "data-sketch");
  const upward = (index: number): number => (classes === null ? targets[index]! : (inputs[index]![1] ?? targets[index]!));
  const x = scaleLinear(extent(inputs.map(([first]) => first!)), [6, SIZE - 6]);
  const y = scaleLinear(extent(inputs.map((_, index) => upward(index))), [SIZE - 6, 6]);
  for (const [index, row] of inputs.entries())
    append(svg, "path", {
      d: outlineOf(classes === null ? 1 : targets[index]!, 13),
      transform: `translate(${short(x(row[0]!))},${short(y(upward(index)))})`,
      class: `class-${classes === null ? 1 : targets[index]} sketch-point`,
    });
  return svg;
}

export const sketchOfData = ({ sketch, classes }: DataOption): SVGSVGElement => sketchOfPoints(sketch, classes);

const RATE = { width: 240, height: 40 } as const;

/** The learning rate over the run. */
export function sketchOfRates(rates: readonly number[]): SVGSVGElement {
  const svg = drawing(RATE.width, RATE.height, "rate-sketch");
  dress(svg, { preserveAspectRatio: "none" });
  const x = scaleLinear([0, Math.max(1, rates.length - 1)], [2, RATE.width - 2]);
  const y = scaleLinear([0, Math.max(...rates, 1e-12)], [RATE.height - 3, 3]);
  append(svg, "path", { d: line<number>((_, index) => x(index), y).digits(1)(rates as number[]) ?? "", class: "rate-line" });
  return svg;
}
