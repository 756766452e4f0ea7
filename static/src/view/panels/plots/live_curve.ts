/** The small curve of the explanation: the output over the input that is selected, with the point where it is and the tangent there. */

import { scaleLinear } from "d3-scale";
import { line } from "d3-shape";
import type { Range } from "../../../core/ranges.ts";
import type { Store } from "../../../core/store.ts";
import { heldNumbers, type InputNumber } from "../../../explain/elements.ts";
import { say } from "../../../messages/messages.ts";
import type { State } from "../../../state/state.ts";
import { openPanelBeside } from "../../../state/state_actions.ts";
import { formatNumber, toNumber } from "../../../text/format.ts";
import { element } from "../../shared/dom.ts";
import type { View } from "../explanation/view.ts";
import { createAsking, createMemory } from "../question.ts";
import { shape } from "./axes.ts";
import { curveDescribed, valueRange } from "./curve.ts";
import { type BatchAnswer, FEWEST_POINTS, nearRange, pointsFor, pointsQuestion, programShape } from "./points.ts";

const [WIDTH, HEIGHT, MARGIN] = [300, 130, 8];
/** The foot has room for the name of the input. */
const FOOT = HEIGHT - 22;
const MOST_POINTS = 81;
const TANGENT = 60;

interface Curve {
  readonly range: Range;
  readonly values: readonly number[];
}

/** Null for `slope` until the gradient has arrived. */
export interface LiveCurve {
  show(view: View, input: InputNumber, slope: number | null): void;
}

export function mountLiveCurve(host: HTMLElement, store: Store<State>): LiveCurve {
  const heading = element("span", {});
  const enlarge = element("button", { type: "button", class: "text-button" }, say("plot-larger"));
  const figure = element("figure", { class: "live-curve" });
  host.append(element("div", { class: "live-curve-heading" }, heading, enlarge), figure);
  enlarge.addEventListener("click", () => store.dispatch(openPanelBeside("plot")));
  const asking = createAsking(figure);
  const isNew = createMemory();
  let range: Range | null = null;
  let curve: Curve | null = null;
  let draw = (): void => {};

  /** A range stays while its number moves within it, so that the curve does not move under the moving point. */
  function rangeOf({ data }: InputNumber, isSame: boolean): Range {
    if (!isSame || range === null || data < range.smallest || data > range.largest) range = nearRange(data);
    return range;
  }

  let name = "";
  return {
    show({ state, graph, notation }, input, slope) {
      const chosen = rangeOf(input, name === input.name);
      name = input.name;
      const [over, output] = [notation.node(input.id).plain, notation.node(graph.output).plain];
      heading.textContent = say("live-curve", { output, name: over });
      draw = () => {
        if (!curve) return;
        const value = toNumber(graph.nodes[graph.output]!.data as number);
        figure.replaceChildren(drawing(curve, { at: input.data, value, slope, name: over, output }));
      };
      const held = Object.entries(state.inputs).filter(([each]) => each !== input.owner);
      if (isNew([programShape(state), held, heldNumbers(graph.nodes, [input]), input.name, chosen])) {
        const count = Math.min(MOST_POINTS, pointsFor(graph, [input]));
        host.hidden = count < FEWEST_POINTS;
        if (host.hidden) return;
        asking.ask<BatchAnswer>(
          "gradient/batch",
          pointsQuestion(state, [input], [chosen], {}, count),
          ({ values }) => {
            curve = { range: chosen, values: values.map(toNumber) };
            host.hidden = false;
            draw();
          },
          () => (host.hidden = true),
        );
      } else draw();
    },
  };
}

interface Point {
  readonly at: number;
  readonly value: number;
  readonly slope: number | null;
  readonly name: string;
  readonly output: string;
}

function drawing({ range, values }: Curve, { at, value, slope, name, output }: Point): SVGElement {
  const x = scaleLinear([range.smallest, range.largest], [MARGIN, WIDTH - MARGIN]);
  const y = scaleLinear(valueRange(values, [value]), [FOOT, MARGIN]);
  const step = (range.largest - range.smallest) / (values.length - 1);
  const path = line<number>((_, index) => x(range.smallest + index * step), y).defined(Number.isFinite)(values as number[]);
  const label = curveDescribed({ output, name, at: formatNumber(at), value: formatNumber(value) }, slope);
  const made = shape("svg", { class: "live-plot", viewBox: `0 0 ${WIDTH} ${HEIGHT}`, role: "img", "aria-label": label });
  made.append(shape("path", { d: path ?? "", class: "plot-curve" }));
  const [left, top] = [x(at), y(value)];
  if (!Number.isFinite(top)) return made;
  made.append(shape("line", { x1: left, x2: left, y1: top, y2: FOOT + 6, class: "plot-grid" }));
  if (slope !== null && Number.isFinite(slope))
    made.append(...tangent(left, top, (y(value + slope) - top) / (x(at + 1) - left), slope));
  made.append(
    shape("circle", { cx: left, cy: top, r: 5, class: "plot-here" }),
    shape(
      "text",
      { x: clamped(left), y: HEIGHT - 3, "text-anchor": "middle", class: "plot-name" },
      `${name} = ${formatNumber(at)}`,
    ),
  );
  return made;
}

/** `rise`: of the drawing, downwards, for one unit to the right. */
function tangent(left: number, top: number, rise: number, slope: number): SVGElement[] {
  const half = TANGENT / Math.hypot(1, rise);
  const isLeft = left > WIDTH / 2;
  const sign = slope > 0 ? "positive" : slope < 0 ? "negative" : "zero";
  return [
    shape("line", {
      x1: left - half,
      y1: top - half * rise,
      x2: left + half,
      y2: top + half * rise,
      class: `plot-tangent is-${sign}`,
    }),
    shape(
      "text",
      {
        x: isLeft ? left - 10 : left + 10,
        y: Math.max(14, top - 10),
        "text-anchor": isLeft ? "end" : "start",
        class: "plot-slope",
      },
      say("live-slope", { slope: formatNumber(slope) }),
    ),
  ];
}

const clamped = (left: number): number => Math.min(WIDTH - 40, Math.max(40, left));
