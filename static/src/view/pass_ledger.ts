/** Forward mode in the explanation: a node as a dual number, what its slots add to its tangent, and both modes side by side. */
import { nodeLabel } from "../core/places.ts";
import type { Cost, Graph } from "../core/types.ts";
import { formatValue, isScalar } from "../graph/format.ts";
import { dualNumber, narrateCosts } from "../graph/pass_narration.ts";
import { motionAt, passName } from "../graph/passes.ts";
import { tangentPassAt, type Schedule } from "../graph/schedule.ts";
import { element } from "./dom.ts";
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
    return section(moving, element("p", { class: "remark" }, reached ? "Nothing has moved it yet." : "It does not move: nothing leads to it from there."), comparison(graph));
  }
  const shown = element("p", { class: "formula result" }, element("code", {}, dualNumber(graph.nodes[node]!.data, motion.tangent)));
  const rows = motion.terms.map(({ edge, sent }) => {
    const { source, local } = graph.edges[edge]!;
    const tangent = pass.motions.get(source)!.tangent;
    const factors = local !== null && isScalar(local) && isScalar(tangent) ? `${formatValue(local)} × ${formatValue(tangent)}` : "";
    return element("tr", {}, element("th", { scope: "row" }, "from ", element("code", {}, nodeLabel(graph, program, source))), element("td", {}, factors), element("td", {}, isScalar(sent) ? signed(sent) : formatValue(sent)));
  });
  const heading = element("tr", {}, element("td", {}), element("th", { scope: "col" }, "slope × tangent"), element("td", {}));
  // Of tensors and whole-array operations there is no single product to show.
  const hasProducts = rows.some((row) => row.children[1]!.textContent !== "");
  const terms = rows.length > 0 && element("table", { class: "pass-table" }, hasProducts && element("thead", {}, heading), element("tbody", {}, ...rows));
  return section(moving, shown, terms, comparison(graph));
}

function section(moving: HTMLElement, ...content: (HTMLElement | false)[]): HTMLElement {
  return element("section", { class: "inspector-section" }, element("h3", {}, "Forward mode of ", moving), ...content);
}

function comparison(graph: Graph): HTMLElement | false {
  const { costs } = graph;
  if (!costs) return false;
  // What a product of matrices costs is another matter than what a product of two numbers does.
  const isScalarOnly = graph.nodes.every(({ shape }) => shape.length === 0);
  const columns: readonly (readonly [string, keyof Cost])[] = isScalarOnly
    ? [["passes", "passes"], ["×", "multiplications"], ["+", "additions"]]
    : [["passes", "passes"]];
  const row = (name: string, cost: Cost): HTMLElement =>
    element("tr", {}, element("th", { scope: "row" }, name), ...columns.map(([, key]) => element("td", {}, cost[key].toLocaleString("en"))));
  const heading = element("tr", {}, element("td", {}), ...columns.map(([title]) => element("th", { scope: "col" }, title)));
  return element(
    "div",
    { class: "pass-costs" },
    element("table", { class: "pass-table" }, element("caption", {}, "All gradients"), element("thead", {}, heading), element("tbody", {}, row("reverse mode", costs.reverse), row("forward mode", costs.forward))),
    element("p", { class: "remark" }, narrateCosts(graph), " A loss has one value and many parameters, so it wants reverse mode; a curve in space, with one input and many values, wants forward mode."),
  );
}
