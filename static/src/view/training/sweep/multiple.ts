/** One run of a sweep as a small picture: what it has learnt, over its loss on the way. Draws one result. */
import { scaleLinear, scaleLog } from "d3-scale";
import { line } from "d3-shape";
import { say } from "../../../messages/messages.ts";
import { formatNumber } from "../../../text/format.ts";
import { percentText } from "../../../training/results/log.ts";
import type { CellResult } from "../../../training/sweep/state.ts";
import type { Encoding, Examples, Started } from "../../../training/types.ts";
import { element } from "../../shared/dom.ts";
import { append } from "../../shared/svg.ts";
import { createCurvePlane } from "../pictures/curve_plane.ts";
import { createPlane } from "../pictures/plane.ts";
import { dress } from "../pictures/shapes.ts";

/** What all runs of a sweep share: their points, and how predictions are read. */
export interface Shared {
  readonly started: Started;
  readonly encoding: Encoding;
}

/** As many points as such a small picture can show. */
const MAX_POINTS = 150;
const SIDE = 400;
const CURVE = { width: 100, height: 30 } as const;

const firstOf = ({ inputs, targets }: Examples): Examples => ({
  inputs: inputs.slice(0, MAX_POINTS),
  targets: targets.slice(0, MAX_POINTS),
});

/** The regions or the curve that were learnt; null of three and more features, and of a run that diverged. */
function pictureOf({ regions }: CellResult, { started, encoding }: Shared): SVGSVGElement | null {
  const { bounds, classes } = started;
  if (regions === null || bounds === null) return null;
  const plane = bounds.length === 1 ? createCurvePlane() : createPlane();
  plane.show({
    grid: regions,
    bounds,
    features: [],
    encoding,
    boundary: started.boundary ?? null,
    classes,
    points: firstOf(started.examples),
    heldOut: null,
    predictions: null,
    chosen: null,
    arrow: null,
  });
  // Without the room for the numbers at its edges, which are too small to read here.
  dress(plane.svg, { viewBox: `0 0 ${SIDE} ${SIDE}`, class: "sweep-plane" });
  plane.svg.removeAttribute("role");
  plane.svg.removeAttribute("aria-label");
  plane.svg.setAttribute("aria-hidden", "true");
  return plane.svg;
}

/** The loss over the run on a logarithmic axis that all runs of a sweep share. */
function curveOf({ curve }: CellResult, range: readonly [number, number]): SVGSVGElement {
  const svg = document.createElementNS("http://www.w3.org/2000/svg", "svg");
  dress(svg, {
    viewBox: `0 0 ${CURVE.width} ${CURVE.height}`,
    preserveAspectRatio: "none",
    class: "sweep-curve",
    "aria-hidden": "true",
  });
  const x = scaleLinear([curve.steps[0] ?? 0, Math.max(1, curve.steps.at(-1) ?? 1)], [1, CURVE.width - 1]);
  const y = scaleLog([range[0], Math.max(range[1], range[0] * 1.0001)], [CURVE.height - 2, 2]).clamp(true);
  const points = curve.losses.map((loss, index) => ({ step: curve.steps[index]!, loss: Number(loss) }));
  const path = line<(typeof points)[number]>(
    ({ step }) => x(step),
    ({ loss }) => y(Math.max(loss, range[0])),
  )
    .defined(({ loss }) => Number.isFinite(loss))
    .digits(1);
  append(svg, "path", { d: path(points) ?? "" });
  return svg;
}

/** How a run has ended, in a few words: the loss, and what it gets right; of the held-out points where there are some, as the best is chosen. */
export function resultTexts(result: CellResult): readonly string[] {
  if (result.problem) return [say("sweep-refused")];
  if (result.diverged_at !== null) return [say("sweep-diverged", { step: result.diverged_at })];
  const isHeldOut = result.held_out_loss !== null;
  const [loss, accuracy] = isHeldOut ? [result.held_out_loss, result.held_out_accuracy] : [result.loss, result.accuracy];
  const text = formatNumber(Number(loss), 3);
  return accuracy === null ? [text] : [text, percentText(accuracy)];
}

/** A cell whose run has ended. */
export function multipleOf(result: CellResult, shared: Shared, range: readonly [number, number] | null): Node[] {
  const picture = pictureOf(result, shared) ?? element("span", { class: "sweep-no-picture" }, result.problem ? "—" : "×");
  const curve = range && result.curve.steps.length > 1 ? [curveOf(result, range)] : [];
  return [
    picture,
    ...curve,
    element("span", { class: "sweep-result numbers" }, ...resultTexts(result).map((text) => element("span", {}, text))),
  ];
}
