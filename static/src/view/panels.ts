/** Which parts of the page are in sight, and the lines between them. */
import type { State } from "../core/state.ts";
import type { Store } from "../core/store.ts";
import { byId, element } from "./dom.ts";
import { mountSplitter } from "./splitter.ts";

export function mountPanels(store: Store<State>, drawerWidth: number): void {
  const workbench = byId("workbench");
  const [graph, table] = [byId("graph"), byId("table")];

  const empty = byId("picture").appendChild(element("p", { class: "picture-empty" }));

  /** Where there is no last good graph to fall back on, a sentence stands in its place. */
  function showEmpty({ graph: made, problems, connection, waiting }: State): void {
    const isWrong = problems.some(({ severity }) => severity === "error");
    empty.hidden = made !== null;
    empty.textContent = isWrong
      ? "No graph yet: the program has a mistake, which is told below it."
      : (connection ?? (waiting ? "Computing …" : ""));
  }

  function show(state: State): void {
    showEmpty(state);
    graph.hidden = state.mainView !== "graph";
    table.hidden = state.mainView !== "table";
    workbench.classList.toggle("is-inspector-closed", !state.inspectorOpen);
    document.documentElement.toggleAttribute("data-beside", state.besideProjector);
    workbench.classList.toggle("is-stale", state.stale);
  }
  show(store.get());
  store.subscribe((state, previous) => {
    show(state);
    // A drawer opens by itself for whoever asks about a node.
    const asks = state.selected !== previous.selected && state.selected !== null;
    if (asks && !state.inspectorOpen && window.innerWidth <= drawerWidth) store.set({ inspectorOpen: true });
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
    button.addEventListener("click", () => byId(button.dataset["skipTo"]!).focus());
  }
}
