/** The gradient of a node as a sum over paths: how many there are, the largest with their products, and each of them in the picture. */
import { nodeLabel } from "../../core/places.ts";
import type { State } from "../../core/state.ts";
import type { Store } from "../../core/store.ts";
import type { Graph, JsonNumber } from "../../core/types.ts";
import { formatNumber, shorten, toNumber } from "../../graph/format.ts";
import { element, prose } from "../dom.ts";
import { signed } from "../ledger.ts";
import type { PanelView } from "./panel_view.ts";
import { createPathMark } from "./path_mark.ts";
import { createAsking, createMemory, requestWith } from "./question.ts";

interface Path {
  readonly nodes: readonly number[];
  readonly edges: readonly number[];
  readonly locals: readonly JsonNumber[];
  readonly product: JsonNumber;
}

interface PathsAnswer {
  readonly node: number;
  readonly gradient: JsonNumber | null;
  readonly count: string;
  readonly zeros: string;
  readonly paths: readonly Path[];
  readonly remainder: JsonNumber;
}

/** Whose paths are looked at: the chosen node, else the input with the most users, where there is most to see. */
function subjectOf({ graph, selected }: State): number | null {
  if (!graph) return null;
  if (selected !== null) return selected;
  const uses = new Map<number, number>();
  for (const { source, contribution } of graph.edges) if (contribution !== null) uses.set(source, (uses.get(source) ?? 0) + 1);
  const inputs = graph.nodes.filter(({ op, role }) => op === null && role !== "constant");
  return inputs.sort((one, other) => (uses.get(other.id) ?? 0) - (uses.get(one.id) ?? 0))[0]?.id ?? null;
}

function counted(count: string): string {
  if (count === "1") return "one path";
  return count.length > 12 ? `about 10^${count.length - 1} paths` : `${count} paths`;
}

export function mountPaths(container: HTMLElement, store: Store<State>): PanelView {
  const asking = createAsking();
  const isNew = createMemory();
  const mark = createPathMark();
  let opened: number | null = null;

  function row(graph: Graph, program: string, path: Path, index: number, largest: number): HTMLElement {
    const label = (node: number): string => shorten(nodeLabel(graph, program, node), 12);
    const chain = path.nodes.flatMap((node, place) => [place > 0 && element("span", { class: "path-arrow" }, "←"), element("code", {}, label(node))]);
    const product = path.locals.map((local) => formatNumber(toNumber(local))).join(" × ");
    const share = largest > 0 ? Math.abs(toNumber(path.product)) / largest : 0;
    const button = element(
      "button",
      { type: "button", class: "path", "aria-pressed": "false" },
      element("span", { class: "path-chain" }, ...chain),
      element("span", { class: "path-product" }, element("span", { class: "numbers" }, `${product} =`), signed(path.product)),
    );
    const bar = element("meter", { class: "path-share", min: 0, max: 1, value: Number.isFinite(share) ? share : 0, "aria-hidden": "true" });
    const light = (): void => mark.show(path.edges, path.nodes);
    const settle = (): void => (opened === null ? mark.clear() : undefined);
    button.addEventListener("pointerenter", light);
    button.addEventListener("focus", light);
    button.addEventListener("pointerleave", settle);
    button.addEventListener("click", () => {
      opened = opened === index ? null : index;
      for (const other of container.querySelectorAll(".path")) other.setAttribute("aria-pressed", "false");
      button.setAttribute("aria-pressed", String(opened === index));
      if (opened === null) mark.clear();
      else light();
    });
    return element("li", {}, button, bar);
  }

  function tell(state: State, graph: Graph, answer: PathsAnswer): void {
    const { paths, zeros, count, remainder } = answer;
    const name = shorten(nodeLabel(graph, state.graphProgram, answer.node), 24);
    const output = shorten(nodeLabel(graph, state.graphProgram, graph.output), 24);
    const largest = Math.max(0, ...paths.map(({ product }) => Math.abs(toNumber(product))).filter(Number.isFinite));
    const left = Number(count) - paths.length;
    const isBlocked = zeros !== "0";
    opened = null;
    mark.clear();
    const told = element(
      "div",
      {},
      element("h2", { class: "panel-title" }, element("code", {}, name), ` reaches `, element("code", {}, output), ` by ${counted(count)}`),
      element("p", { class: "panel-remark" }, ...prose(`Along each path the slopes are multiplied; the gradient of \`${name}\` is the sum of all products.`)),
      element("ol", { class: "paths" }, ...paths.map((path, index) => row(graph, state.graphProgram, path, index, largest))),
      left > 0 && element("p", { class: "panel-remark" }, `${formatNumber(left)} more bring ${formatNumber(toNumber(remainder))} together.`),
      isBlocked && element("p", { class: "panel-remark" }, `${counted(zeros)} ${zeros === "1" ? "carries" : "carry"} nothing: a slope on the way is 0.`),
      element("p", { class: "paths-sum" }, "sum", signed(answer.gradient)),
    );
    container.replaceChildren(told);
  }

  function remark(sentence: string): void {
    mark.clear();
    container.replaceChildren(element("p", { class: "panel-remark" }, sentence));
  }

  store.subscribe((state, previous) => {
    if (state.panel !== previous.panel && state.panel !== "paths") mark.clear();
  });

  return {
    show(state) {
      const subject = subjectOf(state);
      const { graph } = state;
      if (!graph || subject === null || state.stale) return;
      if (graph.nodes[subject]!.grad === null) {
        isNew(null);
        return remark("No gradient travels to this node: it is a constant, or does not feed the output. Choose another one in the picture.");
      }
      if (!isNew([state.graphProgram, state.inputs, subject])) return;
      asking.ask<PathsAnswer>("paths", requestWith(state, { node: subject }), (answer) => tell(state, graph, answer), remark);
    },
  };
}
