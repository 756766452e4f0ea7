/** Two inputs: lines of equal value, the gradient as an arrow that points uphill, and the numbered steps of a descent. */

import { contours } from "d3-contour";
import { scaleLinear } from "d3-scale";
import { say } from "../../../messages/messages.ts";
import { formatNumber } from "../../../text/format.ts";
import { axes, BOX, drawing, inside, shape } from "./axes.ts";
import { steps } from "./curve.ts";
import type { Drawn, Landscape } from "./landscape.ts";

const LEVELS = 12;
const ARROW = 42;

type Frame = Readonly<Record<keyof typeof BOX, number>>;

/** Levels at equal shares of the values, so that a steep corner does not take all the lines. */
function levelsOf(values: readonly number[]): number[] {
  const sorted = values.filter(Number.isFinite).sort((one, other) => one - other);
  const levels = Array.from({ length: LEVELS }, (_, index) => sorted[Math.floor(((index + 0.5) / LEVELS) * sorted.length)]!);
  return [...new Set(levels)].filter((level) => level !== undefined);
}

export function drawContours({ names, ranges, values, here, slopes, path, output }: Landscape, size: number): Drawn {
  const [across, up] = [ranges[0]!, ranges[1]!];
  const frame = frameFor(across.largest - across.smallest, up.largest - up.smallest);
  const x = scaleLinear([across.smallest, across.largest], [frame.left, frame.right]);
  const y = scaleLinear([up.smallest, up.largest], [frame.bottom, frame.top]);
  // d3-contour's cells have their values in their middles: half a cell is taken off on each side.
  const columnAt = scaleLinear([0.5, size - 0.5], [frame.left, frame.right]);
  const rowAt = scaleLinear([0.5, size - 0.5], [frame.bottom, frame.top]);
  const levels = levelsOf(values);
  const made = contours().size([size, size]).thresholds(levels)(
    values.map((value) => (Number.isFinite(value) ? value : -Infinity)),
  );
  const lines = made.map(({ coordinates }, index) => {
    const ring = (points: readonly (readonly number[])[]): string =>
      `M${points.map(([column, row]) => `${columnAt(column!)},${rowAt(row!)}`).join("L")}Z`;
    const d = coordinates.flatMap((polygon) => polygon.map((points) => ring(points))).join("");
    return shape("path", { d, class: "plot-level", "fill-opacity": (0.06).toFixed(2), "data-level": index });
  });
  const [hereX, hereY] = [x(here.place[names[0]!]!), y(here.place[names[1]!]!)];
  const both = names.join(` ${say("names-and")} `);
  const label =
    slopes === null
      ? say("contours-described", { output, names: both })
      : say("contours-described.and-slopes", {
          output,
          names: both,
          slopes: slopes.map((slope) => formatNumber(slope)).join(", "),
        });
  const root = drawing(
    label,
    inside(...lines),
    axes({ scale: x, name: names[0]! }, { scale: y, name: names[1]! }),
    inside(
      ...steps(path.map(({ place }) => [x(place[names[0]!]!), y(place[names[1]!]!)])),
      ...(slopes ? arrow(hereX, hereY, slopes, x, y) : []),
    ),
    shape("circle", { cx: hereX, cy: hereY, r: 5, class: "plot-here" }),
  );
  return { root, placeAt: (column, row) => ({ [names[0]!]: x.invert(column), [names[1]!]: y.invert(row) }) };
}

/** Axes more unequal than this would leave a sliver of a picture if they were drawn to the same scale. */
const MOST_UNEQUAL = 4;

/** A part of the box in which both axes have the same scale, so that the gradient is at a right angle to the lines; all of it where that is too thin. */
function frameFor(width: number, height: number): Frame {
  const [roomX, roomY] = [BOX.right - BOX.left, BOX.bottom - BOX.top];
  const scale = Math.min(roomX / width, roomY / height);
  const unequal = Math.max(roomX / width, roomY / height) / scale;
  if (!(unequal <= MOST_UNEQUAL)) return BOX;
  const [sideX, sideY] = [(roomX - width * scale) / 2, (roomY - height * scale) / 2];
  return { left: BOX.left + sideX, right: BOX.right - sideX, top: BOX.top + sideY, bottom: BOX.bottom - sideY };
}

/** Uphill in the picture as it is scaled: at a right angle to the line of equal value. */
function arrow(
  fromX: number,
  fromY: number,
  slopes: readonly number[],
  x: (value: number) => number,
  y: (value: number) => number,
): SVGElement[] {
  // By how much the value grows over a length of the picture, along either axis.
  const [dx, dy] = [slopes[0]! / (x(1) - x(0)), slopes[1]! / (y(1) - y(0))];
  const length = Math.hypot(dx, dy);
  if (!Number.isFinite(length) || length === 0) return [];
  const [unitX, unitY] = [dx / length, dy / length];
  const [toX, toY] = [fromX + ARROW * unitX, fromY + ARROW * unitY];
  const head = [
    [toX, toY],
    [toX - 9 * unitX + 4.5 * unitY, toY - 9 * unitY - 4.5 * unitX],
    [toX - 9 * unitX - 4.5 * unitY, toY - 9 * unitY + 4.5 * unitX],
  ];
  return [
    shape("line", { x1: fromX, y1: fromY, x2: toX - 6 * unitX, y2: toY - 6 * unitY, class: "plot-arrow" }),
    shape("polygon", { points: head.map((point) => point.join()).join(" "), class: "plot-arrow-head" }),
  ];
}
