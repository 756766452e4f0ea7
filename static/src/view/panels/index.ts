/** The tabs beside the picture. Each but the first is fetched when it is first opened, and given the state only while it is in sight. */

import { PANEL_TITLES, PANELS, type Panel } from "../../core/panels.ts";
import type { Store } from "../../core/store.ts";
import { addPanels, say } from "../../messages/messages.ts";
import { isExplanationOpen } from "../../state/explanation.ts";
import type { State } from "../../state/state.ts";
import { openPanelBeside, showPanel } from "../../state/state_actions.ts";
import { tabOfKey } from "../shared/controls/tab_keys.ts";
import { byId, element } from "../shared/dom.ts";
import type { PanelView } from "./panel_view.ts";

type Mount = (container: HTMLElement, store: Store<State>) => PanelView;

const LOADERS: Readonly<Record<Exclude<Panel, "explain">, () => Promise<Mount>>> = {
  plot: async () => (await import("./plots/plot.ts")).mountPlot,
  paths: async () => (await import("./paths.ts")).mountPaths,
  check: async () => (await import("./plots/check.ts")).mountCheck,
  practice: async () => (await import("./practice.ts")).mountPractice,
};

const WATCHED = [
  "graph",
  "inputs",
  "position",
  "selected",
  "selectedEdge",
  "panel",
  "inspectorOpen",
  "projector",
  "besideProjector",
  "sheet",
  "sheetSize",
] as const;

const OF_STALENESS = ["waiting", "stale", "graph", "problems"] as const;

/** While a class is asked for a number, the tabs that would work it out wait. */
function openPanel({ panel, redaction }: State): Panel {
  return redaction === null ? panel : "explain";
}

export function mountUnderstanding(store: Store<State>): void {
  const tabs = byId("panel-tabs");
  const explanation = byId("inspector");
  const body = byId("panel-body");
  const views = new Map<Panel, { root: HTMLElement; view: PanelView | null }>();
  let waiting = 0;
  const outdated = element("p", { class: "panel-outdated", role: "status", hidden: true });
  body.prepend(outdated);

  /** What the numbers below belong to while they are not those of the program. */
  function showOutdated({ waiting: isAwaited, stale, graph, problems }: State): void {
    const isWrong = stale && graph !== null && problems.some(({ severity }) => severity === "error");
    outdated.textContent = isAwaited && graph !== null ? say("computing") : isWrong ? say("numbers-before-mistake") : "";
    outdated.hidden = outdated.textContent === "";
  }

  const buttons = PANELS.map((panel) => {
    const { title, purpose } = PANEL_TITLES[panel];
    const button = element(
      "button",
      { type: "button", role: "tab", class: "panel-tab", id: `tab-${panel}`, title: purpose },
      title,
    );
    button.addEventListener("click", () => store.dispatch(openPanelBeside(panel)));
    return { panel, button };
  });
  tabs.append(...buttons.map(({ button }) => button));
  tabs.addEventListener("keydown", (event) => {
    const usable = buttons.filter(({ button }) => !button.disabled && !button.hidden);
    const from = usable.findIndex(({ panel }) => panel === store.get().panel);
    const place = tabOfKey(event, from, usable.length);
    if (place === null) return;
    event.preventDefault();
    const next = usable[place]!;
    store.dispatch(showPanel(next.panel));
    next.button.focus();
  });

  function open(panel: Exclude<Panel, "explain">): void {
    if (views.has(panel)) return;
    const root = body.appendChild(element("div", { class: `panel panel-${panel}` }));
    const entry: { root: HTMLElement; view: PanelView | null } = { root, view: null };
    views.set(panel, entry);
    addPanels()
      .then(LOADERS[panel])
      .then(
        (mount) => {
          entry.view = mount(root, store);
          show(store.get());
        },
        () => {
          root.replaceChildren(element("p", { class: "panel-remark" }, say("part-not-fetched")));
          views.delete(panel);
        },
      );
  }

  function show(state: State): void {
    waiting = 0;
    const opened = openPanel(state);
    for (const { panel, button } of buttons) {
      const isOpen = panel === opened;
      button.setAttribute("aria-selected", String(isOpen));
      // The plot is what the small curve of the explanation is enlarged to.
      button.hidden = panel === "plot" && !isOpen;
      button.tabIndex = isOpen ? 0 : -1;
      button.disabled = state.redaction !== null && !isOpen;
    }
    explanation.hidden = opened !== "explain";
    if (opened !== "explain") open(opened);
    for (const [panel, { root }] of views) root.hidden = panel !== opened;
    if (isExplanationOpen(state) || body.offsetParent !== null) views.get(opened)?.view?.show(state);
  }

  show(store.get());
  showOutdated(store.get());
  store.subscribe((state, previous) => {
    if (OF_STALENESS.some((key) => state[key] !== previous[key])) showOutdated(state);
    if (state.panel !== previous.panel || state.redaction !== previous.redaction) show(state);
    else if (WATCHED.some((key) => state[key] !== previous[key])) waiting ||= requestAnimationFrame(() => show(store.get()));
  });
}
