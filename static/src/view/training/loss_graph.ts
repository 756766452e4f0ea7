/**
 * The computational graph of one point's loss, with the weights of one moment, in a dialog: the playground's picture, timeline and explanation
 * with a state of their own. Loaded when it is first opened.
 */
import { compression } from "../../api/compression.ts";
import type { LossGraphAnswer } from "../../api/training.ts";
import { bindActions, type PagePorts } from "../../core/action_records.ts";
import { ACTIONS, type ActionName } from "../../core/actions.ts";
import { QUIET } from "../../core/quiet_state.ts";
import type { OperationRecord } from "../../core/types.ts";
import { createStore } from "../../core/store.ts";
import { writeFragment } from "../../core/url.ts";
import type { StudioState } from "../../training/state.ts";
import { element, icon } from "../dom.ts";
import { mountGraph } from "../graph/index.ts";
import { mountInspector } from "../inspector.ts";
import { createLayoutClient } from "../layout_client.ts";
import { mountPlayer } from "../player.ts";
import { mountShortcuts } from "../shortcuts.ts";
import { mountTimeline } from "../timeline.ts";

export interface LossGraph {
  readonly graph: LossGraphAnswer;
  readonly title: string;
}

export interface LossGraphView {
  open(shown: LossGraph, look: Pick<StudioState, "motion" | "projector" | "shortcuts">): void;
}

/** What of the playground's actions makes sense here. */
const USED = new Set<ActionName>(["play", "next", "previous", "next-phase", "previous-phase", "first", "last", "slower", "faster", "jump", "breakpoint", "fit", "find", "direction", "separate", "health", "roles", "close"]);

function switches(actions: ReturnType<typeof bindActions<typeof QUIET, PagePorts, ActionName>>): HTMLElement {
  const shown = [["direction", "direction"], ["separate", "separate"]] as const;
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
  const store = createStore({ ...QUIET, operations });
  const heading = element("h2", { id: "loss-graph-heading" });
  const playground = element("a", { class: "text-button", target: "_blank", rel: "noopener" }, "Open in the playground");
  const close = element("button", { type: "button", class: "icon-button", "aria-label": "Close" }, icon("close"));
  const graph = element("div", { class: "graph" });
  const picture = element("div", { class: "picture", tabindex: -1 }, graph);
  const timeline = element("div", { class: "timeline" });
  const explanation = element("div", { class: "loss-graph-explanation", tabindex: -1 });
  const nothing = (): void => {};
  const page: PagePorts = {
    evaluateNow: nothing,
    focusEditor: nothing,
    undo: nothing,
    redo: nothing,
    copyLink: nothing,
    copyRequest: nothing,
    openClass: nothing,
    follow: nothing,
    fitGraph: () => view.fit(),
    findNode: () => view.focusSearch(),
    close: () => (store.get().selected === null ? dialog.close() : store.set({ selected: null })),
  };
  const actions = bindActions(ACTIONS.filter(({ name }) => USED.has(name)), { store, page });
  dialog.append(
    element("header", { class: "dialog-heading" }, heading, element("span", { class: "loss-graph-tools" }, switches(actions), playground, close)),
    element(
      "div",
      { class: "loss-graph-body" },
      element("div", { class: "loss-graph-stage" }, picture, timeline),
      element("aside", { class: "loss-graph-aside", "aria-label": "Explanation" }, explanation),
    ),
  );
  close.addEventListener("click", () => dialog.close());
  dialog.addEventListener("click", (event) => {
    if (event.target === dialog) dialog.close();
  });
  dialog.addEventListener("close", () => store.set({ playing: false }));
  const view = mountGraph(graph, store, createLayoutClient(document.body.dataset["layoutWorker"] ?? ""));
  mountTimeline(timeline, store, actions);
  mountInspector(store, explanation);
  mountPlayer(store);
  mountShortcuts(store, actions, dialog);

  return {
    open({ graph: made, title }, look) {
      const { program, inputs } = made;
      heading.textContent = title;
      dialog.showModal();
      picture.focus();
      store.set({ ...look, graph: made, honest: made, program, inputs, graphProgram: program, position: made.steps.length, playing: false, selected: null, hovered: null, breakpoints: [], stale: false, folds: {} });
      void writeFragment({ ...store.get(), position: 0 }, compression, 60_000).then((fragment) => {
        playground.hidden = fragment === null;
        playground.href = `/#${fragment}`;
      });
      requestAnimationFrame(() => view.fit());
    },
  };
}
