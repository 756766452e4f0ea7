/**
 * A finished graph on any page: the playground's picture, timeline, table and explanation with a state of their own. Everything that it shows
 * comes with the data; it asks no server and keeps nothing.
 */

import { createStore, type Store, watch } from "../../core/store.ts";
import type { Graph, OperationRecord } from "../../core/types.ts";
import { GraphError, readGraph } from "../../graph/checking.ts";
import { lengthOf } from "../../graph/redaction.ts";
import { say } from "../../messages/messages.ts";
import type { ActionName, Actions } from "../../state/actions.ts";
import { otherTheme, resolveTheme } from "../../state/appearance.ts";
import { replaceGraph } from "../../state/evaluation/next_graph.ts";
import { INITIAL_STATE } from "../../state/initial_state.ts";
import { type Selection, select as selecting, selectionOf } from "../../state/selection.ts";
import type { State } from "../../state/state.ts";
import { choose, chooseTheme, OPEN_INSPECTOR, seekTo } from "../../state/state_actions.ts";
import type { GraphView } from "../graph/index.ts";
import { mountInspector } from "../panels/explanation/inspector.ts";
import { mountPlayground } from "../playground/playground.ts";
import { mountRoving } from "../shared/controls/roving.ts";
import { element, icon, prose } from "../shared/dom.ts";
import type { Numbers, Sliders } from "./sliders.ts";

/** What is shown. Only the graph must be there. */
export interface Show {
  /** As `POST /api/v1/graph` answers: an object, or its text. It may come from anywhere and is checked. */
  readonly graph: unknown;
  /** The text that made the graph, to which its spans refer. */
  readonly program?: string;
  /** The records of its operations, as `GET /api/v1/operations` answers: rules, formulas and reasons. */
  readonly operations?: readonly OperationRecord[];
  /** How many steps are taken at first; `end`, where none is given. */
  readonly step?: number | "start" | "end";
  /** What is selected at first: `{node: 3}` or `{edge: 5}`. */
  readonly select?: Selection | null;
  readonly title?: string;
}

/** A page that is not the player's own. */
export interface Embedding {
  /** What carries the attribute `data-theme`, in place of the document. */
  readonly themed: HTMLElement;
  /** Ends the player: it leaves the page. */
  readonly signal: AbortSignal;
  /** After each change: how many steps are taken, of how many. */
  stepped?(step: number, steps: number): void;
  /** After each change: what is selected. */
  selected?(selection: Selection | null): void;
  /** The colours at first; else those that the system asks for. */
  readonly theme?: "light" | "dark";
  /** Mounts sliders, where something computes the graph for other numbers. */
  sliders?(container: HTMLElement, store: Store<State>): Sliders;
}

/** What can be asked of a player that is there. */
export interface Player {
  seek(step: NonNullable<Show["step"]>): void;
  select(selection: Selection | null): void;
  /** The graph of other numbers, with the numbers; null for the same graph. */
  show(data: Show | null, numbers: Numbers): void;
  /** What a slider asked for is there, or a sentence says why it is not. */
  answered(problem: string): void;
}

/** How a page sets up what the player cannot know: where its layouts are computed. */
export interface Setting {
  /** Absent on a page of its own, which the player fills. */
  readonly embedding?: Embedding;
  /** Starts the worker that lays large graphs out; where there is none, they are laid out in place. */
  startLayoutWorker(): Worker;
}

const BUTTONS = [
  ["table", "table"],
  ["direction", "direction"],
  ["theme", "theme"],
  ["inspector", "inspector"],
] as const satisfies readonly (readonly [ActionName, string])[];

/** Shows the graph in `root`; a sentence in its place, and null, where the data is no graph that can be shown. */
export function mount(root: HTMLElement, show: Show, setting: Setting): Player | null {
  root.classList.add("player");
  try {
    const state = begin(show);
    return mountGraphOf(root, { ...state, theme: setting.embedding?.theme ?? state.theme }, show.title, setting);
  } catch (error) {
    refuse(root, error);
    return null;
  }
}

/** A sentence in place of the graph. Throws an error again that is not the data's. */
export function refuse(root: HTMLElement, error: unknown): void {
  const sentence = error instanceof GraphError ? error.message : say("player-failed");
  root.classList.add("player");
  root.replaceChildren(element("p", { class: "player-refusal", role: "alert" }, ...prose(sentence)));
  if (!(error instanceof GraphError)) throw error;
}

/** The state that the player opens with. Throws GraphError. */
function begin({ graph: data, program = "", operations = [], step = "end", select = null }: Show): State {
  const graph = readGraph(data, program);
  return {
    ...INITIAL_STATE,
    program,
    graphProgram: graph.program ?? program,
    graph,
    honest: graph,
    problems: graph.problems,
    operations,
    position: positionOf(step, lengthOf(graph)),
    ...selecting(knownIn(graph, select)),
  };
}

/** The selection; null where the graph has no such node or edge. */
function knownIn({ nodes, edges }: Graph, selection: Selection | null): Selection | null {
  if (selection === null) return null;
  return ("node" in selection ? nodes[selection.node] : edges[selection.edge]) ? selection : null;
}

function positionOf(step: NonNullable<Show["step"]>, end: number): number {
  const wanted = step === "end" ? end : step === "start" ? 0 : Math.trunc(Number(step)) || 0;
  return Math.min(end, Math.max(0, wanted));
}

function mountGraphOf(
  root: HTMLElement,
  state: State,
  title: string | undefined,
  { startLayoutWorker, embedding }: Setting,
): Player {
  const store = createStore(state);
  const signal = embedding?.signal ?? new AbortController().signal;
  const graph = element("div", { class: "graph" });
  const table = element("div", { class: "table", hidden: true });
  const timeline = element("div", { class: "timeline" });
  const inspector = element("div", { class: "inspector-body", tabindex: "-1" });
  const inputs = element("section", { class: "player-inputs" });
  const toolbar = element(
    "div",
    { class: "toolbar", "aria-label": say("group-view") },
    ...BUTTONS.map(([action, name]) =>
      element("button", { type: "button", class: "icon-button", "data-action": action }, icon(name)),
    ),
  );
  root.replaceChildren(
    element(
      embedding ? "div" : "header",
      { class: "player-header" },
      element(embedding ? "p" : "h1", { class: "player-title" }, title || "Backpass"),
      element("nav", { class: "toolbar-place", "aria-label": say("group-view") }, toolbar),
    ),
    element(
      embedding ? "div" : "main",
      { class: "player-main" },
      element(
        "section",
        { class: "stage", "aria-label": say("player-graph") },
        element("div", { class: "picture" }, graph, table),
        timeline,
      ),
      element(
        embedding ? "section" : "aside",
        { class: "inspector", "aria-label": say("player-explanation") },
        ...(embedding?.sliders ? [inputs] : []),
        inspector,
        ...textsOf(state),
      ),
    ),
  );
  if (embedding || !document.getElementById("notice"))
    root.append(element("div", { class: "notice", id: "notice", role: "status" }));
  mountTheme(store, embedding?.themed ?? document.documentElement, signal);
  const places = { graph, table, timeline, buttons: root, keys: embedding ? root : document };
  const { view, actions } = mountPlayground(store, places, {
    isWhole: true,
    isInText: true,
    signal,
    startLayoutWorker,
    explain: ({ bundleOf }) => mountInspector(store, bundleOf, inspector),
    page: { switchTheme: () => switchTheme(store) },
  });
  mountViews(root, store, { graph, table });
  mountRoving(toolbar);
  mountWays(root, store, inspector);
  mountPrinting(root, store, view, actions, signal);
  signal.addEventListener("abort", () => void (store.get().playing && actions.run("play")));
  const stepped = (): void => embedding?.stepped?.(Math.floor(store.get().position), lengthOf(store.get().graph!));
  store.subscribe((now, previous) => {
    if (now.position !== previous.position) stepped();
    if (now.selected !== previous.selected || now.selectedEdge !== previous.selectedEdge) embedding?.selected?.(selectionOf(now));
  });
  const sliders = embedding?.sliders?.(inputs, store);
  return {
    seek: (step) => store.dispatch(seekTo(positionOf(step, lengthOf(store.get().graph!)))),
    select: (selection) => store.dispatch(choose(knownIn(store.get().graph!, selection))),
    show(data, numbers) {
      if (data) store.dispatch(replaceGraph(readGraph(data.graph, data.program ?? ""), data.operations ?? []));
      sliders?.show(numbers);
    },
    answered: (problem) => sliders?.answered(problem),
  };
}

/** The program, and what is worth knowing of it, below the explanation. */
function textsOf({ graphProgram, problems }: State): HTMLElement[] {
  const program = graphProgram.trim();
  return [
    ...(problems.length > 0
      ? [
          element(
            "section",
            { class: "inspector-section" },
            element("h3", {}, say("player-notes")),
            ...problems.map(({ message, hint }) =>
              element("p", { class: "why" }, ...prose([message, hint].filter(Boolean).join(" "))),
            ),
          ),
        ]
      : []),
    ...(program === ""
      ? []
      : [
          element(
            "section",
            { class: "inspector-section player-program" },
            element("h3", {}, say("player-program")),
            element("pre", { tabindex: "0", role: "region", "aria-label": say("player-program") }, element("code", {}, program)),
          ),
        ]),
  ];
}

function switchTheme(store: Store<State>): void {
  const { theme } = store.get();
  store.dispatch(chooseTheme(otherTheme(theme, false, matchMedia(DARK).matches)));
}

const DARK = "(prefers-color-scheme: dark)";

function mountTheme(store: Store<State>, themed: HTMLElement, signal: AbortSignal): void {
  const apply = (): void => {
    themed.dataset.theme = resolveTheme(store.get().theme, false, matchMedia(DARK).matches);
  };
  apply();
  matchMedia(DARK).addEventListener("change", apply, { signal });
  watch(store, ["theme"], apply);
}

/** Picture or table, with or without the explanation. */
function mountViews(root: HTMLElement, store: Store<State>, { graph, table }: Record<"graph" | "table", HTMLElement>): void {
  const apply = ({ mainView, inspectorOpen }: State): void => {
    graph.hidden = mainView !== "graph";
    table.hidden = mainView !== "table";
    root.toggleAttribute("data-without-explanation", !inspectorOpen);
  };
  apply(store.get());
  watch(store, ["mainView", "inspectorOpen"], apply);
}

/** Enter on a card leads to its explanation, as on the page. On a folded group it unfolds it. */
function mountWays(root: HTMLElement, store: Store<State>, inspector: HTMLElement): void {
  root.querySelector(".graph")!.addEventListener(
    "keydown",
    (event) => {
      const { key, shiftKey, target } = event as KeyboardEvent;
      const isNode = target instanceof SVGElement && !target.hasAttribute("data-folded");
      if (key !== "Enter" || shiftKey || !isNode) return;
      store.dispatch(OPEN_INSPECTOR);
      requestAnimationFrame(() => inspector.focus());
    },
    { capture: true },
  );
}

/** On paper: the whole graph with every number, in ink on white. */
function mountPrinting(
  root: HTMLElement,
  store: Store<State>,
  view: GraphView | null,
  actions: Actions,
  signal: AbortSignal,
): void {
  let before: State | null = null;
  const prepare = (): void => {
    before = store.get();
    if (before.playing) actions.run("play");
    store.dispatch(seekTo(lengthOf(before.graph!)));
    store.dispatch(chooseTheme("light"));
    view?.fit();
    const canvas = root.querySelector<SVGSVGElement>(".graph-canvas")!;
    canvas.setAttribute("viewBox", `0 0 ${canvas.clientWidth} ${canvas.clientHeight}`);
  };
  const restore = (): void => {
    if (before === null) return;
    root.querySelector(".graph-canvas")!.removeAttribute("viewBox");
    store.dispatch(chooseTheme(before.theme));
    store.dispatch(seekTo(before.position));
    before = null;
  };
  window.addEventListener("beforeprint", prepare, { signal });
  window.addEventListener("afterprint", restore, { signal });
}
