/** The gradient of a node: the sum with its parts, and where each of them came from. */

import type { Graph, GraphNode } from "../../../core/types.ts";
import { cellStory } from "../../../explain/cell_story.ts";
import { type Entry, reasonOf, received } from "../../../explain/contributions.ts";
import { valueFormula } from "../../../explain/notation.ts";
import { elementAt } from "../../../graph/arrays.ts";
import { shortTitle } from "../../../graph/places.ts";
import { nodesThroughNaN } from "../../../graph/through_nan.ts";
import { say } from "../../../messages/messages.ts";
import { roundOffOf } from "../../../scene/rounding.ts";
import { indexOf } from "../../../scene/tensor_grid.ts";
import { formatNumber, isScalar } from "../../../text/format.ts";
import { gradientAt, gradientSummaryAt } from "../../../timeline/schedule.ts";
import { element } from "../../shared/dom.ts";
import { heatmap } from "../../shared/heatmap.ts";
import { math } from "../../shared/math.ts";
import { typesetProse } from "../../shared/typeset_text.ts";
import { histogram } from "./large_array.ts";
import { type LedgerContext, parts, receivedLedger, signed } from "./ledger.ts";
import { copyButton } from "./value_section.ts";
import type { View } from "./view.ts";

/** As far as a long expression is written out within a sentence; the server's explanations end at the same place. */
const FULL_WIDTH = 200;

/** What one number of a tensor's gradient is made of: `1 × 0.5 = 0.5 from h*h, −1 from loss`. */
function sharesOf(
  graph: Graph,
  node: GraphNode,
  entries: readonly Entry[],
  call: (node: number) => string,
): (place: number) => string {
  const landed = entries.filter((entry) => entry.landed && entry.edge.contribution !== null);
  return (place) => {
    const index = indexOf(node.data, place);
    const share = ({ edge }: Entry): string =>
      `${cellStory(graph, edge, index) ?? formatNumber(elementAt(edge.contribution!, index))} ${say("ledger-from")} \`${call(edge.target)}\``;
    return landed.map(share).join(", ");
  };
}

export function gradientSection(view: View, context: LedgerContext): HTMLElement {
  const { state, graph, schedule, node, notation } = view;
  const moment = gradientAt(schedule, node, state.position);
  const entries = received(schedule, node.id, state.position);
  const call = (id: number): string => shortTitle(graph, state.graphProgram, id, FULL_WIDTH);
  const complete = moment.state === "final" || moment.state === "never";
  const summary = gradientSummaryAt(schedule, node, state.position);
  const isAwaited = node.summary?.grad !== undefined && !summary;
  const reason = complete && !isAwaited ? reasonOf(graph, node.id, call) : null;
  const isConstant = moment.state === "never" && node.grad === null;
  const headline = element(
    "p",
    { class: "formula result derivative" },
    math(notation.derivative(graph.output, node.id)),
    " = ",
    moment.value === null || isScalar(moment.value)
      ? signed(moment.value, nodesThroughNaN(graph).has(node.id))
      : math(valueFormula(moment.value)),
    moment.value !== null && parts(context, entries, moment.value),
    // A sum that is not finished must not pass for the derivative.
    moment.state === "partial" && element("span", { class: "remark" }, say("so-far")),
    moment.value !== null && copyButton(moment.value, "gradient"),
  );
  const landed = entries.filter((entry) => entry.landed).length;
  const progress =
    moment.state === "partial" || moment.state === "none"
      ? say("contributions-arrived", { landed, count: schedule.arrivals[node.id]!.length })
      : null;
  return element(
    "section",
    { class: "inspector-section" },
    // What the formula says; a constant has none.
    element("h3", { class: isConstant ? "" : "visually-hidden" }, say("table-gradient")),
    !isConstant && headline,
    moment.value !== null &&
      !isScalar(moment.value) &&
      heatmap(moment.value, say("table-gradient"), {
        ...(entries.length > 0 && { remarkOn: sharesOf(graph, node, entries, call) }),
        roundOff: roundOffOf(graph)[node.id]!,
      }),
    entries.length > 0 && receivedLedger(context, entries, moment.value),
    entries.length > 0 && progress && element("p", { class: "remark" }, progress),
    reason && element("p", { class: "remark" }, ...typesetProse(reason)),
    summary && histogram(summary, say("table-gradient")),
  );
}
