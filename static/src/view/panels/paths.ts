/** The gradient of a node as a sum over paths: how many there are, the largest with their products, and each of them in the picture. */

import { NAME } from "../../core/names.ts";
import type { Store } from "../../core/store.ts";
import type { Graph, JsonNumber, Value } from "../../core/types.ts";
import { elementName, firstIndices } from "../../explain/elements.ts";
import { countOfPaths, factorsOf, leavesOnesOut, linksOf } from "../../explain/path_links.ts";
import { elementAt } from "../../graph/arrays.ts";
import { nodeLabel, nodeTitle, shortTitle } from "../../graph/places.ts";
import { say } from "../../messages/messages.ts";
import { nodeOfSelection } from "../../state/selection.ts";
import type { State } from "../../state/state.ts";
import { formatNumber, toNumber } from "../../text/format.ts";
import { shortenerOf } from "../../text/short_names.ts";
import { element, prose } from "../shared/dom.ts";
import { signed } from "./explanation/ledger.ts";
import type { PanelView } from "./panel_view.ts";
import { createPathMark } from "./path_mark.ts";
import { createAsking, createMemory, requestWith } from "./question.ts";

interface Path {
  readonly nodes: readonly number[];
  readonly edges: readonly number[];
  readonly locals: readonly JsonNumber[];
  readonly product: JsonNumber;
  /** Which element of each node; empty for a single number. */
  readonly elements: readonly (readonly number[])[];
}

interface PathsAnswer {
  readonly node: number;
  readonly gradient: JsonNumber | null;
  readonly count: string;
  readonly zeros: string;
  readonly paths: readonly Path[];
  readonly remainder: JsonNumber;
}

/** Whose paths are looked at: the selected node or source of the selected edge, else the input with the most users, where there is most to see. */
function subjectOf(state: State): number | null {
  const { graph } = state;
  if (!graph) return null;
  const selected = nodeOfSelection(state);
  if (selected !== null) return selected;
  const uses = new Map<number, number>();
  for (const { source, contribution } of graph.edges) if (contribution !== null) uses.set(source, (uses.get(source) ?? 0) + 1);
  const inputs = graph.nodes.filter(({ op, role }) => op === null && role !== "constant");
  return inputs.sort((one, other) => (uses.get(other.id) ?? 0) - (uses.get(one.id) ?? 0))[0]?.id ?? null;
}

/** Characters of a link. */
const LINK_WIDTH = 12;

const INDEX = / ?\[[\d, ]+\]$/;

/** An element of a node: `w[1]`; apart from the text of what has no name, where it would be read as a part of that. */
function linkName(label: string, index: readonly number[]): string {
  return index.length === 0 || NAME.test(label) ? elementName(label, index) : elementName(`${label} `, index);
}

/** Cut to the width of a link, but for the element's place. */
function shortLink(link: string, shorten: (label: string, width: number) => string): string {
  const index = INDEX.exec(link)?.[0] ?? "";
  return shorten(link.slice(0, link.length - index.length), LINK_WIDTH) + index;
}

/** The first element that a gradient travels to; the first of all where there is none. */
function usualElement(indices: readonly (readonly number[])[], grad: Value): readonly number[] {
  return indices.find((index) => elementAt(grad, index) !== 0) ?? indices[0]!;
}

export function mountPaths(panel: HTMLElement, store: Store<State>): PanelView {
  const elements = element("select", { class: "field", "aria-label": say("element-followed") });
  const choice = element("label", { class: "plot-choices", hidden: true }, say("element-followed"), elements);
  // Within the panel, so that a note above it is the panel’s as well.
  const container = element("div");
  panel.append(choice, container);
  const asking = createAsking(container);
  const isNew = createMemory();
  const mark = createPathMark();
  let opened: number | null = null;

  /** Which element of an array is followed: one that was chosen, as long as the array is looked at; null for a single number. */
  function chosenElement({ nodes }: Graph, subject: number): readonly number[] | null {
    const { shape, grad, data } = nodes[subject]!;
    const indices = shape.length > 0 && Array.isArray(data) ? firstIndices(shape) : [];
    choice.hidden = indices.length === 0;
    if (choice.hidden) return null;
    const key = JSON.stringify([subject, shape]);
    if (elements.dataset.of !== key) {
      elements.dataset.of = key;
      elements.replaceChildren(...indices.map((index) => element("option", { value: index.join() }, elementName("", index))));
      elements.value = usualElement(indices, grad!).join();
    }
    return indices.find((index) => index.join() === elements.value)!;
  }

  function row(graph: Graph, program: string, path: Path, index: number, largest: number, withoutOnes: boolean): HTMLElement {
    const labels = path.nodes.map((node) => nodeTitle(graph, program, node));
    const shorten = shortenerOf(labels);
    const named = labels.map((label, place) => linkName(label, path.elements[place]!));
    const bare = path.nodes.map((node, place) => linkName(nodeLabel(graph, program, node), path.elements[place]!));
    const links = linksOf(named, bare, (link) => shortLink(link, shorten));
    const chain = links.flatMap((link, place) => [
      place > 0 && element("span", { class: "path-arrow" }, "←"),
      typeof link === "number"
        ? element("span", { class: "path-left-out" }, say("path-left-out", { count: link }))
        : element("code", {}, link),
    ]);
    const product = factorsOf(path.locals.map(toNumber), withoutOnes)
      .map((local) => formatNumber(local))
      .join(" × ");
    const share = largest > 0 ? Math.abs(toNumber(path.product)) / largest : 0;
    const button = element(
      "button",
      { type: "button", class: "path", "aria-pressed": "false" },
      element("span", { class: "path-chain" }, ...chain),
      element(
        "span",
        { class: "path-product" },
        element("span", { class: "numbers" }, `${product}\u00a0=`),
        signed(path.product),
      ),
    );
    const bar = element("meter", {
      class: "path-share",
      min: 0,
      max: 1,
      value: Number.isFinite(share) ? share : 0,
      "aria-hidden": "true",
    });
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

  function showAnswer(state: State, graph: Graph, answer: PathsAnswer, index: readonly number[]): void {
    const { paths, zeros, count, remainder } = answer;
    const name = linkName(shortTitle(graph, state.graphProgram, answer.node, 24), index);
    const output = shortTitle(graph, state.graphProgram, graph.output, 24);
    const largest = Math.max(0, ...paths.map(({ product }) => Math.abs(toNumber(product))).filter(Number.isFinite));
    const left = Number(count) - paths.length;
    const isBlocked = zeros !== "0";
    const isBetween = paths.some(({ nodes }) => new Set(nodes.map((node) => graph.nodes[node]!.shape.join())).size > 1);
    const withoutOnes = leavesOnesOut(paths.map(({ locals }) => locals.map(toNumber)));
    opened = null;
    mark.clear();
    const summary = element(
      "div",
      {},
      element(
        "h2",
        { class: "panel-title" },
        element("code", {}, name),
        ` ${say("paths-reach")} `,
        element("code", {}, output),
        ` ${say("paths-by")} ${countOfPaths(count)}`,
      ),
      element(
        "p",
        { class: "panel-remark" },
        ...prose(count === "0" ? say("paths-all-zero", { name }) : say("paths-multiplied", { name })),
        isBetween && ` ${say("paths-between-elements")}`,
        withoutOnes && ` ${say("paths-without-ones")}`,
      ),
      element(
        "ol",
        { class: "paths" },
        ...paths.map((path, index) => row(graph, state.graphProgram, path, index, largest, withoutOnes)),
      ),
      left > 0 &&
        element(
          "p",
          { class: "panel-remark" },
          say("paths-more", { left: formatNumber(left), tonumber: formatNumber(toNumber(remainder)) }),
        ),
      isBlocked &&
        element(
          "p",
          { class: "panel-remark" },
          say(zeros === "1" ? "paths-blocked" : "paths-blocked.several", { paths: countOfPaths(zeros) }),
        ),
      element("p", { class: "paths-sum" }, say("ledger-sum"), signed(answer.gradient)),
    );
    container.replaceChildren(summary);
  }

  function remark(sentence: string): void {
    mark.clear();
    container.replaceChildren(element("p", { class: "panel-remark" }, ...prose(sentence)));
  }

  store.subscribe((state, previous) => {
    if (state.panel !== previous.panel && state.panel !== "paths") mark.clear();
  });

  function show(state: State): void {
    const subject = subjectOf(state);
    const { graph } = state;
    if (!graph || subject === null || state.stale) return;
    if (graph.nodes[subject]!.grad === null) {
      isNew(null);
      choice.hidden = true;
      return remark(say("no-gradient-to-node"));
    }
    const index = chosenElement(graph, subject);
    if (!isNew([state.graphProgram, state.inputs, subject, index])) return;
    asking.ask<PathsAnswer>(
      "paths",
      requestWith(state, { node: subject, ...(index ? { element: index } : {}) }),
      (answer) => showAnswer(state, graph, answer, index ?? []),
      remark,
    );
  }

  elements.addEventListener("input", () => show(store.get()));
  return { show };
}
