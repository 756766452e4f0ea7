/**
 * The computational graph of one point's loss, with the weights of one moment, in a dialog: the playground's picture, timeline and explanation
 * with a state of their own. Loaded when it is first opened.
 */

import { compression } from "../../api/compression.ts";
import type { LossGraphAnswer } from "../../api/training.ts";
import { createStore } from "../../core/store.ts";
import type { OperationRecord } from "../../core/types.ts";
import { say } from "../../messages/messages.ts";
import type { Actions } from "../../state/actions.ts";
import { INITIAL_STATE } from "../../state/initial_state.ts";
import { selectionOf } from "../../state/selection.ts";
import { choose, openGraph, STOP } from "../../state/state_actions.ts";
import { writeFragment } from "../../state/url.ts";
import { namedByNeuron } from "../../training/results/graph_names.ts";
import type { StudioState } from "../../training/state.ts";
import { mountInspector } from "../panels/explanation/inspector.ts";
import { mountPlayground } from "../playground/playground.ts";
import { openModal } from "../shared/controls/in_front.ts";
import { element, icon } from "../shared/dom.ts";

export interface LossGraph {
  readonly graph: LossGraphAnswer;
  readonly title: string;
}

export interface LossGraphView {
  open(shown: LossGraph, look: Pick<StudioState, "motion" | "projector" | "shortcuts">): void;
}

function switches(actions: Actions): HTMLElement {
  const shown = [
    ["direction", "direction"],
    ["separate", "separate"],
  ] as const;
  return element(
    "span",
    { class: "toolbar-group" },
    ...shown.map(([name, picture]) => {
      const { title } = actions.get(name);
      const button = element("button", { type: "button", class: "icon-button", title, "aria-label": title }, icon(picture));
      button.addEventListener("click", () => actions.run(name));
      return button;
    }),
  );
}

export function createLossGraph(dialog: HTMLDialogElement, operations: readonly OperationRecord[]): LossGraphView {
  const store = createStore({ ...INITIAL_STATE, operations });
  const heading = element("h2", { id: "loss-graph-heading" });
  const playground = element("a", { class: "text-button", target: "_blank", rel: "noopener" }, say("open-in-playground"));
  const close = element("button", { type: "button", class: "icon-button", "aria-label": say("close") }, icon("close"));
  const graph = element("div", { class: "graph" });
  const picture = element("div", { class: "picture", tabindex: -1 }, graph);
  const timeline = element("div", { class: "timeline" });
  const explanation = element("div", { class: "loss-graph-explanation", tabindex: -1 });
  const { view, actions } = mountPlayground(
    store,
    { graph, timeline, buttons: graph, keys: dialog },
    {
      explain: ({ bundleOf }) => mountInspector(store, bundleOf, explanation),
      page: { close: () => (selectionOf(store.get()) === null ? dialog.close() : store.dispatch(choose(null))) },
    },
  );
  dialog.append(
    element(
      "header",
      { class: "dialog-heading" },
      heading,
      element("span", { class: "loss-graph-tools" }, switches(actions), playground, close),
    ),
    element(
      "div",
      { class: "loss-graph-body" },
      element("div", { class: "loss-graph-stage" }, picture, timeline),
      element("aside", { class: "loss-graph-aside", "aria-label": say("explanation") }, explanation),
    ),
  );
  close.addEventListener("click", () => dialog.close());
  dialog.addEventListener("click", (event) => {
    if (event.target === dialog) dialog.close();
  });
  dialog.addEventListener("close", () => store.dispatch(STOP));

  return {
    open({ graph, title }, look) {
      const made = namedByNeuron(graph);
      heading.textContent = title;
      openModal(dialog);
      picture.focus();
      store.dispatch(openGraph(made, made, look));
      void writeFragment({ ...store.get(), position: 0 }, compression, 60_000).then((fragment) => {
        playground.hidden = fragment === null;
        playground.href = `/#${fragment}`;
      });
      requestAnimationFrame(() => view?.fit());
    },
  };
}
