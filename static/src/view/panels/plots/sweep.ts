/** The error of a difference over its step h, both on logarithmic scales, with the two things it is made of. */

import { scaleLog } from "d3-scale";
import { line } from "d3-shape";
import type { JsonNumber } from "../../../core/types.ts";
import { hasTruncation, type SweepRow, truncated } from "../../../explain/truncation.ts";
import { say } from "../../../messages/messages.ts";
import { formatNumber, toNumber } from "../../../text/format.ts";
import { axes, BOX, drawing, inside, shape } from "./axes.ts";

/** An error of exactly 0 has no place on a logarithmic scale; it is drawn at the foot. */
const FOOT = 1e-17;
const HEIGHT_LIMIT = 10;

const power = (value: number): string => `1e${String(Math.round(Math.log10(value))).replace("-", "−")}`;

/** Which line is which: a sample of it and its name. */
function key(kind: string, name: string, x: number): SVGElement[] {
  const y = BOX.top - 13;
  return [
    shape("line", { x1: x, x2: x + 18, y1: y, y2: y, class: kind }),
    shape("text", { x: x + 22, y: y + 3.5, class: "plot-name" }, name),
  ];
}

export function drawSweep(rows: readonly SweepRow[], best: number | null): SVGElement {
  const x = scaleLog([Math.min(...rows.map(({ h }) => h)), 0.2], [BOX.left, BOX.right]);
  const y = scaleLog([FOOT, HEIGHT_LIMIT], [BOX.bottom, BOX.top]).clamp(true);
  const place = (value: JsonNumber): number => y(Math.max(FOOT, Math.abs(toNumber(value))));
  const through = (key: "error" | "truncation" | "round_off", among = rows): string => {
    const known = among.filter((row) => row[key] !== null && Number.isFinite(toNumber(row[key]!)));
    return (
      line<SweepRow>(
        ({ h }) => x(h),
        (row) => place(row[key]!),
      )(known) ?? ""
    );
  };
  const dots = rows
    .filter(({ error }) => error !== null)
    .map((row) =>
      shape("circle", {
        cx: x(row.h),
        cy: place(row.error!),
        r: row.h === best ? 5.5 : 2.2,
        class: row.h === best ? "plot-best" : row.straddles ? "plot-straddles" : "plot-dot",
      }),
    );
  const isBent = hasTruncation(rows);
  const label = say("error-over-h", { choice: best === null ? "" : say("smallest-near", { best: formatNumber(best) }) });
  return drawing(
    label,
    axes(
      { scale: x, name: "h", ticks: [1e-13, 1e-10, 1e-7, 1e-4, 1e-1], format: power },
      { scale: y, name: say("sweep-axis"), ticks: [1e-16, 1e-12, 1e-8, 1e-4, 1], format: power },
    ),
    inside(
      ...(isBent ? [shape("path", { d: through("truncation", truncated(rows)), class: "plot-truncation" })] : []),
      shape("path", { d: through("round_off"), class: "plot-round-off" }),
      shape("path", { d: through("error"), class: "plot-curve" }),
      ...dots,
    ),
    ...key("plot-curve", say("sweep-error"), BOX.left),
    ...key("plot-round-off", say("sweep-rounding"), BOX.left + 116),
    ...(isBent ? key("plot-truncation", say("sweep-truncation"), BOX.left + 196) : []),
  );
}
