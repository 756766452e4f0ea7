/**
 * The computational graph of one point's loss, with the weights of one moment, in a dialog: the playground's picture, timeline and explanation
 * with a state of their own. Loaded when it is first opened.
 */

import { compression } from "../../api/compression.ts";
import type { LossGraphAnswer } from "../../api/training.ts";
import { createStore } from "../../core/store.ts";
import type { OperationRecord } from "../../core/types.ts";
import { say } from "../../messages/messages.ts";
import { bindActions, type PagePorts } from "../../state/action_records.ts";
import { ACTIONS, type ActionName } from "../../state/actions.ts";
import { INITIAL_STATE } from "../../state/initial_state.ts";
import { selectionOf } from "../../state/selection.ts";
import { choose, openGraph, STOP } from "../../state/state_actions.ts";
import { writeFragment } from "../../state/url.ts";
import { namedByNeuron } from "../../training/results/graph_names.ts";
import type { StudioState } from "../../training/state.ts";
import { mountGraph } from "../graph/index.ts";
import { createLayoutClient } from "../graph/layout_client.ts";
import { mountActionButtons } from "../page/header.ts";
import { mountInspector } from "../panels/explanation/inspector.ts";
import { openModal } from "../shared/controls/in_front.ts";
import { element, icon } from "../shared/dom.ts";
import { mountShortcuts } from "../shared/shortcuts.ts";
import { mountPlayer } from "../timeline/playback_clock.ts";
import { mountTimeline } from "../timeline/timeline.ts";

export interface LossGraph {
  readonly graph: LossGraphAnswer;
  readonly title: string;
}

export interface LossGraphView {
  open(shown: LossGraph, look: Pick<StudioState, "motion" | "projector" | "shortcuts">): void;
}

/** What of the playground's actions makes sense here. */
const USED = new Set<ActionName>([
  "play",
  "next",
  "previous",
  "next-phase",
  "previous-phase",
  "first",
  "last",
  "slower",
  "faster",
  "jump",
  "breakpoint",
  "fit",
  "find",
  "direction",
  "separate",
  "put-back",
  "constants",
  "health",
  "roles",
  "close",
]);

function switches(actions: ReturnType<typeof bindActions<typeof INITIAL_STATE, PagePorts, ActionName>>): HTMLElement {
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
    switchTheme: nothing,
    openFile: nothing,
    openPalette: nothing,
    fitGraph: () => view.fit(),
    findNode: () => view.focusSearch(),
    close: () => (selectionOf(store.get()) === null ? dialog.close() : store.dispatch(choose(null))),
  };
  const actions = bindActions(
    ACTIONS.filter(({ name }) => USED.has(name)),
    { store, page },
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
  const view = mountGraph(graph, store, createLayoutClient(document.body.dataset.layoutWorker ?? ""));
  mountActionButtons(graph, store, actions);
  mountTimeline(timeline, store, actions);
  mountInspector(store, view.bundleOf, explanation);
  mountPlayer(store);
  mountShortcuts(store, actions, dialog);

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
      requestAnimationFrame(() => view.fit());
    },
  };
}
