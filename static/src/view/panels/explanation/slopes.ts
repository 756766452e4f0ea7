/** The local derivatives of a node in the phase in which they are written on the wires: with letters, with numbers, and their values. */

import type { Graph, GraphEdge, GraphNode } from "../../../core/types.ts";
import { isUsedOtherwise } from "../../../graph/places.ts";
import { grouped, say } from "../../../messages/messages.ts";
import type { State } from "../../../state/state.ts";
import { phaseAt, type Schedule } from "../../../timeline/schedule.ts";
import { isSlopeShown } from "../../../timeline/slopes.ts";
import { element } from "../../shared/dom.ts";
import { math } from "../../shared/math.ts";
import { typesetProse } from "../../shared/typeset_text.ts";
import { type LedgerContext, ruleLine } from "./ledger.ts";
import { scrolled } from "./scrolled.ts";

/** As many are listed; a sum has as many as terms. */
const LONGEST_LIST = 12;

interface Moment {
  readonly state: Pick<State, "position">;
  readonly graph: Graph;
  readonly schedule: Schedule;
  readonly node: GraphNode;
}

/** Of a result by its inputs, of an input in what it is used for; null in other phases, and where none is written yet. */
export function slopesSection({ state, graph, schedule, node }: Moment, context: LedgerContext): HTMLElement | null {
  if (phaseAt(schedule, state.position) !== "slopes") return null;
  const isOwn = ({ source, target }: GraphEdge): boolean => (node.op === null ? source : target) === node.id;
  const edges = graph.edges.filter((edge) => isOwn(edge) && isSlopeShown(schedule.slopes, edge.id, state.position));
  if (edges.length === 0) return null;
  const lines = edges.slice(0, LONGEST_LIST).map((edge) => scrolled(element("p", { class: "formula" }, lineOf(context, edge))));
  const rest = edges.length - lines.length;
  const hasUpstream = edges.some((edge) => edge.local === null && context.notation.rule(edge) !== null);
  const several = edges.find((edge) => edge.local !== null && isUsedOtherwise(graph, edge));
  return element(
    "section",
    { class: "inspector-section" },
    element("h3", {}, say("slopes-heading")),
    ...lines,
    hasUpstream && element("p", { class: "remark" }, say("slope-upstream", { upstream: context.notation.upstream.plain })),
    several &&
      element(
        "p",
        { class: "remark" },
        ...typesetProse(say("slope-places", { name: `\`${context.notation.node(several.source).plain}\`` })),
      ),
    rest > 0 && element("p", { class: "remark" }, say("more-slopes", { count: grouped(rest) })),
  );
}

/** An operation on whole arrays has no single number for a slope: its rule says what it makes of the gradient that arrives. */
function lineOf(context: LedgerContext, edge: GraphEdge): Node {
  const line = ruleLine(context, edge);
  if (line) return line;
  const { rule, node } = context.notation;
  const [made, source] = [rule(edge), node(edge.source)];
  if (!made) return element("span", {}, ...typesetProse(say("slope-of-array", { source: `\`${source.plain}\`` })));
  return element("span", { class: "equations" }, element("span", {}, `${say("ledger-to")} `, math(source), ":"), math(made));
}
