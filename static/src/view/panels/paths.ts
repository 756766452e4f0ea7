/** The gradient of a node as a sum over paths: how many there are, the largest with their products, and each of them in the picture. */

import type { Store } from "../../core/store.ts";
import type { Graph, Value } from "../../core/types.ts";
import { elementName, firstIndices } from "../../explain/elements.ts";
import { elementAt } from "../../graph/arrays.ts";
import { say } from "../../messages/messages.ts";
import { nodeOfSelection } from "../../state/selection.ts";
import type { State } from "../../state/state.ts";
import { element, prose } from "../shared/dom.ts";
import type { PanelView } from "./panel_view.ts";
import { createPathMark } from "./path_mark.ts";
import { type Marking, type Path, type PathsAnswer, pathList } from "./path_rows.ts";
import { createAsking, createMemory, requestWith } from "./question.ts";

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
  let paths: readonly Path[] = [];
  /** The path that was pressed, and stays lit. */
  let opened: Path | null = null;

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

  const marking: Marking = {
    light: (path) => mark.show(path.edges, path.nodes),
    settle() {
      if (opened === null) mark.clear();
    },
    press(path) {
      opened = opened === path ? null : path;
      const buttons = container.querySelectorAll(".path");
      for (const [place, button] of buttons.entries()) button.setAttribute("aria-pressed", String(paths[place] === opened));
      if (opened === null) mark.clear();
      else marking.light(path);
    },
  };

  function showAnswer(state: State, graph: Graph, answer: PathsAnswer, index: readonly number[]): void {
    opened = null;
    paths = answer.paths;
    mark.clear();
    container.replaceChildren(pathList(graph, state.graphProgram, answer, index, marking));
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
