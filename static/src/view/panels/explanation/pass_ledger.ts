/** Forward mode in the explanation: a node as a dual number, what its slots add to its tangent, and both modes side by side. */

import type { Cost, Graph, Value } from "../../../core/types.ts";
import { dualNumber, narrateCosts } from "../../../explain/pass_narration.ts";
import { nodeTitle } from "../../../graph/places.ts";
import { grouped, say } from "../../../messages/messages.ts";
import { formatValue, isScalar } from "../../../text/format.ts";
import { motionAt, type Pass, passName } from "../../../timeline/passes.ts";
import { type Schedule, tangentPassAt } from "../../../timeline/schedule.ts";
import { element } from "../../shared/dom.ts";
import { signed } from "./ledger.ts";

/** null while values or gradients flow. */
export function passSection(schedule: Schedule, program: string, node: number, position: number): HTMLElement | null {
  const pass = tangentPassAt(schedule, position);
  if (!pass) return null;
  const { graph } = schedule;
  const motion = motionAt(pass, node, position);
  const moving = element("code", {}, passName(graph, pass));
  if (!motion) {
    const reached = pass.motions.has(node);
    return section(
      moving,
      element("p", { class: "remark" }, reached ? say("not-moved-yet") : say("does-not-move")),
      comparison(graph),
    );
  }
  const shown = element(
    "p",
    { class: "formula result" },
    element("code", {}, dualNumber(graph.nodes[node]!.data, motion.tangent)),
  );
  const rows = motion.terms.map(({ edge, sent }) =>
    element(
      "tr",
      {},
      element(
        "th",
        { scope: "row" },
        `${say("ledger-from")} `,
        element("code", {}, nodeTitle(graph, program, graph.edges[edge]!.source)),
      ),
      element("td", {}, factorsOf(schedule, pass, edge)),
      element("td", {}, carried(sent)),
    ),
  );
  const heading = element(
    "tr",
    {},
    element("td", {}),
    element("th", { scope: "col" }, say("slope-times-tangent")),
    element("td", {}),
  );
  const hasProducts = rows.some((row) => row.children[1]!.textContent !== "");
  const terms =
    rows.length > 0 &&
    element("table", { class: "pass-table" }, hasProducts && element("thead", {}, heading), element("tbody", {}, ...rows));
  return section(moving, shown, terms, comparison(graph));
}

/** The same for one edge: what it adds to the tangent of its target. null while values or gradients flow. */
export function edgePassSection(schedule: Schedule, edge: number, position: number): HTMLElement | null {
  const pass = tangentPassAt(schedule, position);
  if (!pass) return null;
  const sent = pass.sent.get(edge);
  const moving = element("code", {}, passName(schedule.graph, pass));
  if (!sent) return section(moving, element("p", { class: "remark" }, say("source-does-not-move")));
  if (sent.position > position)
    return section(moving, element("p", { class: "remark" }, say("travelled-at-step", { position: grouped(sent.position) })));
  const factors = factorsOf(schedule, pass, edge);
  return section(
    moving,
    element("p", { class: "result" }, factors && element("span", { class: "numbers" }, `${factors} = `), carried(sent.value)),
  );
}

/** `slope × tangent`; empty for tensors and whole-array operations, of which there is no single product to show. */
function factorsOf({ graph }: Schedule, pass: Pass, edge: number): string {
  const { source, local } = graph.edges[edge]!;
  const { tangent } = pass.motions.get(source)!;
  return local !== null && isScalar(local) && isScalar(tangent) ? `${formatValue(local)} × ${formatValue(tangent)}` : "";
}

function carried(sent: Value): HTMLElement | string {
  return isScalar(sent) ? signed(sent) : formatValue(sent);
}

function section(moving: HTMLElement, ...content: (HTMLElement | false)[]): HTMLElement {
  return element("section", { class: "inspector-section" }, element("h3", {}, say("forward-mode-of"), moving), ...content);
}

function comparison(graph: Graph): HTMLElement | false {
  const { costs } = graph;
  if (!costs) return false;
  // What a product of matrices costs is another matter than what a product of two numbers does.
  const isScalarOnly = graph.nodes.every(({ shape }) => shape.length === 0);
  const columns: readonly (readonly [string, keyof Cost])[] = isScalarOnly
    ? [
        ["passes", "passes"],
        ["×", "multiplications"],
        ["+", "additions"],
      ]
    : [["passes", "passes"]];
  const row = (name: string, cost: Cost): HTMLElement =>
    element(
      "tr",
      {},
      element("th", { scope: "row" }, name),
      ...columns.map(([, key]) => element("td", {}, cost[key].toLocaleString("en"))),
    );
  const heading = element("tr", {}, element("td", {}), ...columns.map(([title]) => element("th", { scope: "col" }, title)));
  return element(
    "div",
    { class: "pass-costs" },
    element(
      "table",
      { class: "pass-table" },
      element("caption", {}, say("all-gradients")),
      element("thead", {}, heading),
      element("tbody", {}, row(say("reverse-mode"), costs.reverse), row(say("forward-mode"), costs.forward)),
    ),
    element("p", { class: "remark" }, narrateCosts(graph), say("which-mode-wants")),
  );
}
