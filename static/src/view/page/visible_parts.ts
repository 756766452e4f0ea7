/** Which parts of the page are in sight, and the lines between them. */

import type { Store } from "../../core/store.ts";
import { say } from "../../messages/messages.ts";
import { isSelectionOther, selectionOf } from "../../state/selection.ts";
import type { State } from "../../state/state.ts";
import { OPEN_INSPECTOR, showPane } from "../../state/state_actions.ts";
import { COMPACT } from "../shared/controls/compact.ts";
import { byId, element } from "../shared/dom.ts";
import { lastingClass } from "../shared/motion.ts";
import { mountSplitter } from "../shared/splitter.ts";

export function mountPanels(store: Store<State>, drawerWidth: number): void {
  const workbench = byId("workbench");
  const [graph, table] = [byId("graph"), byId("table")];
  const showOutdated = lastingClass(workbench, "is-long-stale");

  const empty = byId("picture").appendChild(element("p", { class: "picture-empty" }));

  /** Where there is no last good graph to fall back on, a sentence is in its place. */
  function showEmpty({ graph: made, problems, connection, waiting }: State): void {
    const mistakes = problems.filter(({ severity }) => severity === "error");
    const isMarked = mistakes.some(({ span }) => span !== null);
    const awaited = connection ?? (waiting ? say("computing") : "");
    const sentence = mistakes.length > 0 ? say(isMarked ? "no-graph-yet" : "no-graph-yet.unmarked") : awaited;
    empty.hidden = made !== null;
    // Another program was opened, by a link say: what is left of the one before is none of its own.
    workbench.classList.toggle("is-without-graph", made === null && sentence !== "");
    empty.textContent = sentence;
  }

  function show(state: State): void {
    showEmpty(state);
    graph.hidden = state.mainView !== "graph";
    table.hidden = state.mainView !== "table";
    workbench.classList.toggle("is-inspector-closed", !state.inspectorOpen);
    document.documentElement.toggleAttribute("data-beside", state.besideProjector);
    workbench.classList.toggle("is-stale", state.stale);
    showOutdated(state.stale);
    workbench.classList.toggle("is-wide", state.wideEditor);
  }
  show(store.get());
  store.subscribe((state, previous, action) => {
    show(state);
    // A drawer opens by itself for a user who asks about a node or an edge, not because the class does.
    const asks = action.origin !== "class" && isSelectionOther(state, previous) && selectionOf(state) !== null;
    if (asks && !state.inspectorOpen && window.innerWidth <= drawerWidth) store.dispatch(OPEN_INSPECTOR);
  });

  const side = workbench.querySelector<HTMLElement>(".side")!;
  const program = workbench.querySelector<HTMLElement>(".program")!;
  mountSplitter("side-splitter", workbench, {
    property: "--side-width",
    unit: "px",
    smallest: 220,
    largest: 900,
    step: 24,
    measure: () => side.getBoundingClientRect().width,
    placeOf: (event) => event.clientX - side.getBoundingClientRect().left,
  });
  mountSplitter("program-splitter", workbench, {
    property: "--program-share",
    unit: "%",
    smallest: 20,
    largest: 80,
    step: 4,
    measure: () => (100 * program.getBoundingClientRect().height) / (side.getBoundingClientRect().height || 1),
    placeOf: (event) => (100 * (event.clientY - side.getBoundingClientRect().top)) / (side.getBoundingClientRect().height || 1),
  });

  for (const button of document.querySelectorAll<HTMLElement>("[data-skip-to]")) {
    button.addEventListener("click", () => {
      const part = byId(button.dataset.skipTo!);
      if (part.closest(".inspector")) store.dispatch(COMPACT.matches ? showPane("explanation") : OPEN_INSPECTOR);
      // Another panel may be in its place, which its tab stands before.
      const shown = part.offsetParent ? part : document.querySelector<HTMLElement>("#panel-tabs [aria-selected=true]");
      shown?.focus();
    });
  }
}
