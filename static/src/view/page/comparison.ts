/**
 * A pinned program beside the one that is being written: a second picture that goes along with the timeline of the first, marks on the cards that
 * differ, and the differences in words. Does nothing until a program is pinned.
 */

import { askForGraph } from "../../api/client.ts";
import { createStore, type Store, watch } from "../../core/store.ts";
import type { Graph } from "../../core/types.ts";
import { recordsByName } from "../../explain/captions.ts";
import { type Pairs, pairNodes, partnerOfEdge } from "../../graph/pairs.ts";
import { nodeTitle } from "../../graph/places.ts";
import { say } from "../../messages/messages.ts";
import { type Difference, differencesAt, differencesOf, phrasesOf, tagOf } from "../../scene/graph_differences.ts";
import { graphRequestOf } from "../../state/evaluation/graph_request.ts";
import { INITIAL_STATE } from "../../state/initial_state.ts";
import { isSelectionOther, type Selection, select, selectedEdgeOf } from "../../state/selection.ts";
import type { PictureState, Pinned, State } from "../../state/state.ts";
import { choose, goAlong, hover, markDiffering, receivePinned, UNPIN } from "../../state/state_actions.ts";
import { alignment } from "../../timeline/alignment.ts";
import { scheduleOf, shownAt } from "../../timeline/playback.ts";
import type { Schedule } from "../../timeline/schedule.ts";
import { mountGraph } from "../graph/index.ts";
import { createLayoutClient } from "../graph/layout_client.ts";
import { COMPACT } from "../shared/controls/compact.ts";
import { createKeyedList, type KeyedRow } from "../shared/controls/keyed_list.ts";
import { byId, element, textButton } from "../shared/dom.ts";
import { notify } from "../shared/notice.ts";

/** Differences that are listed; the cards show all. */
const LISTED = 40;

/** Two graphs side by side. */
interface Comparison {
  readonly here: Schedule;
  readonly there: Schedule;
  readonly pairs: Pairs;
  readonly positionThere: (position: number) => number;
  readonly differences: readonly Difference[];
}

interface Pane {
  update(state: State): void;
  close(): void;
}

export function mountComparison(store: Store<State>): void {
  let pane: { readonly graph: Graph; readonly pane: Pane } | null = null;
  let asked: Pinned | null = null;

  function close(): void {
    pane?.pane.close();
    pane = null;
    if (store.get().differing !== null) store.dispatch(markDiffering(null));
  }

  async function ask(pinned: Pinned): Promise<void> {
    if (asked === pinned) return;
    asked = pinned;
    const answer = await askForGraph(graphRequestOf({ ...pinned, directions: [], gradientAttribute: null })).answer;
    if (answer.kind === "graph") return store.dispatch(receivePinned(pinned, answer.graph));
    if (store.get().pinned !== pinned) return;
    const problem = answer.kind === "problems" ? (answer.problems[0]?.message ?? "") : answer.sentence;
    notify(say("comparison-problem", { problem }));
    store.dispatch(UNPIN);
  }

  function update(state: State): void {
    const { pinned, graph, redaction, mainView } = state;
    // What a class is asked for might be seen in the other picture.
    if (pinned === null || redaction !== null || mainView !== "graph") return close();
    if (pinned.graph === null) return void ask(pinned);
    if (graph === null) return;
    if (pane?.graph !== pinned.graph) {
      close();
      pane = { graph: pinned.graph, pane: openPane(store, pinned, pinned.graph) };
    }
    pane.pane.update(state);
  }

  watch(store, USED, update);
  update(store.get());
}

/** What the second picture has from the first as it is. */
const SHARED = [
  "playing",
  "travel",
  "speed",
  "stepSize",
  "overlay",
  "motion",
  "projector",
  "constantNodes",
  "separateOperations",
  "operations",
  "misconceptions",
] as const satisfies readonly (keyof PictureState)[];

const USED = [
  ...SHARED,
  "pinned",
  "graph",
  "redaction",
  "mainView",
  "position",
  "selected",
  "selectedEdge",
  "hovered",
  "drawnDirection",
  "folds",
] as const;

function compare(graph: Graph, pinned: Graph): Comparison {
  const [here, there] = [scheduleOf(graph), scheduleOf(pinned)];
  const pairs = pairNodes(graph, pinned);
  const differences = differencesOf(here, there, pairs);
  return { here, there, pairs, positionThere: alignment(here, there, pairs), differences };
}

const keyOf = ({ here, there }: Difference): string => `${here} ${there}`;

const partner = (partners: Int32Array, node: number | null): number | null => {
  const other = node === null ? -1 : (partners[node] ?? -1);
  return other === -1 ? null : other;
};

/** What is selected in one graph, in the other one; null where that has nothing like it. */
function mirrored(state: PictureState, other: Graph, partners: Int32Array): Selection | null {
  const edge = selectedEdgeOf(state);
  if (edge) {
    const partnerEdge = partnerOfEdge(edge, other, partners);
    return partnerEdge && { edge: partnerEdge.id };
  }
  const node = partner(partners, state.selected);
  return node === null ? null : { node };
}

function openPane(store: Store<State>, pinned: Pinned, pinnedGraph: Graph): Pane {
  const ending = new AbortController();
  const stage = element("div", { class: "graph" });
  const count = element("p", { class: "comparison-count", role: "status" });
  const list = element("ol", { class: "comparison-list", "aria-label": say("comparison-list") });
  const further = element("p", { class: "comparison-more", hidden: true });
  const lines = pinned.program.trim().split("\n");
  const unpin = textButton(say("comparison-unpin"), () => {
    store.dispatch(UNPIN);
    document.querySelector<HTMLElement>("[data-action=pin]")?.focus();
  });
  const root = element(
    "section",
    { class: "comparison", "aria-label": say("comparison") },
    element("h2", { class: "comparison-heading" }, say("comparison-pinned"), element("code", {}, lines.at(-1) ?? "")),
    element(
      "div",
      { class: "comparison-tools" },
      textButton(say("fit"), () => view.fit(), say("fit.about")),
      unpin,
    ),
    element("div", { class: "comparison-picture" }, stage),
    element(
      "details",
      { class: "comparison-differences", open: !COMPACT.matches && !store.get().projector },
      element("summary", {}, count),
      list,
      further,
    ),
  );
  const picture = byId("picture");
  picture.append(root);
  picture.classList.add("is-comparing");
  let comparison = compare(store.get().graph!, pinnedGraph);
  const second = createStore<PictureState>({
    ...INITIAL_STATE,
    graph: pinnedGraph,
    honest: pinnedGraph,
    program: pinned.program,
    graphProgram: pinned.program,
    folds: store.get().folds,
    ...goneAlong(store.get()),
  });
  const layouts = createLayoutClient(document.body.dataset.layoutWorker ?? "");
  ending.signal.addEventListener("abort", () => layouts.close(), { once: true });
  const view = mountGraph(stage, second, { layout: layouts.layout, signal: ending.signal });
  second.subscribe((state, before) => {
    const { there, here } = comparison.pairs;
    const { hovered } = state;
    if (isSelectionOther(state, before) && isSelectionOther(state, select(mirrored(store.get(), pinnedGraph, there)))) {
      const selection = mirrored(state, comparison.here.graph, here);
      if (selection !== null) store.dispatch(choose(selection));
    }
    if (hovered !== before.hovered && hovered !== partner(there, store.get().hovered))
      store.dispatch(hover(partner(here, hovered)));
  });

  function goneAlong(state: State): Partial<PictureState> {
    return {
      ...Object.fromEntries(SHARED.map((field) => [field, state[field]])),
      direction: state.drawnDirection,
      position: comparison.positionThere(state.position),
    };
  }

  /** What is chosen or pointed at in the first picture; a node that the second one alone has is chosen there until then. */
  let pointed: Pick<State, "selected" | "selectedEdge" | "hovered"> = { selected: null, selectedEdge: null, hovered: null };
  function pointedAlong(state: State): Partial<PictureState> {
    const { there } = comparison.pairs;
    const before = pointed;
    const { selected, selectedEdge, hovered } = state;
    pointed = { selected, selectedEdge, hovered };
    return {
      ...(isSelectionOther(pointed, before) && select(mirrored(state, pinnedGraph, there))),
      ...(hovered !== before.hovered && { hovered: partner(there, hovered) }),
    };
  }

  const drawList = createKeyedList(list, keyOf, (difference: Difference): KeyedRow<Difference> => {
    const node = difference.here ?? difference.there!;
    const isHere = difference.here !== null;
    const select = (): void => (isHere ? store.dispatch(choose({ node })) : second.dispatch(choose({ node })));
    const { graphProgram, operations } = store.get();
    const name = isHere ? nodeTitle(comparison.here.graph, graphProgram, node) : nodeTitle(pinnedGraph, pinned.program, node);
    const records = recordsByName(operations);
    const words = element("span");
    return {
      place: element("li", {}, textButton(name, select), words),
      show: (each) => {
        words.textContent = phrasesOf(each, [comparison.here, comparison.there], records).join("; ");
      },
    };
  });
  let marked = "";

  /** What differs up to this step, on the cards of both pictures and in words. */
  function mark(state: State): void {
    const { here, there, differences } = comparison;
    const [now, then] = [
      { schedule: here, position: shownAt(state) },
      { schedule: there, position: comparison.positionThere(shownAt(state)) },
    ];
    const seen = differencesAt(differences, now, then);
    const key = JSON.stringify(seen);
    if (key === marked) return;
    marked = key;
    const tags = (side: "here" | "there"): ReadonlyMap<number, string> =>
      new Map(seen.flatMap((difference) => (difference[side] === null ? [] : [[difference[side], tagOf(difference)] as const])));
    store.dispatch(markDiffering(tags("here")));
    second.dispatch(markDiffering(tags("there")));
    count.textContent = say("comparison-count", { count: seen.length });
    drawList(seen.slice(0, LISTED));
    further.hidden = seen.length <= LISTED;
    further.textContent = say("comparison-more", { count: seen.length - LISTED });
  }

  let { folds, operations } = store.get();
  return {
    update(state) {
      // Groups of the same name are folded together; what is folded in this picture alone stays so until then.
      if (state.folds !== folds) second.dispatch(goAlong({ folds: state.folds }));
      folds = state.folds;
      if (comparison.here.graph !== state.graph || state.operations !== operations) {
        operations = state.operations;
        comparison = compare(state.graph!, pinnedGraph);
        marked = "";
        drawList([]);
      }
      second.dispatch(goAlong({ ...goneAlong(state), ...pointedAlong(state) }));
      mark(state);
    },
    close() {
      ending.abort();
      root.remove();
      picture.classList.remove("is-comparing");
    },
  };
}
