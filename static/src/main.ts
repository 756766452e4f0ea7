/** Puts the page together: state from the server's bootstrap, the link and this browser's memory; then every part on its place. */
import { askForGraph, curlCommand } from "./api/client.ts";
import { type PagePorts } from "./core/action_records.ts";
import { createActions } from "./core/actions.ts";
import { createEvaluator, graphRequestOf, type Evaluator } from "./core/evaluation.ts";
import { createHistory, type History } from "./core/history.ts";
import { QUIET } from "./core/quiet_state.ts";
import type { Bootstrap, State } from "./core/state.ts";
import { createStore, type Store } from "./core/store.ts";
import { lengthOf } from "./graph/withholding.ts";
import { mountAddress, readAddress, type Address } from "./view/address.ts";
import { mountAppearance, rememberedTheme } from "./view/appearance.ts";
import { mountAutosave, recalledDraft } from "./view/autosave.ts";
import { browserClock } from "./view/clock.ts";
import { byId } from "./view/dom.ts";
import { mountEditor, type Editor } from "./view/editor.ts";
import { mountExamples } from "./view/examples.ts";
import { mountForwardMode } from "./view/forward_mode.ts";
import { mountGraph, type GraphView } from "./view/graph/index.ts";
import { mountActionButtons } from "./view/header.ts";
import { mountHelp, rememberedSettings } from "./view/help.ts";
import { mountHints } from "./view/hints.ts";
import { mountInputs } from "./view/inputs.ts";
import { mountInspector } from "./view/inspector.ts";
import { createLayoutClient, createTidyClient } from "./view/layout_client.ts";
import { copyText, notify } from "./view/notice.ts";
import { mountPanels } from "./view/panels.ts";
import { mountPlayer } from "./view/player.ts";
import { mountPrinted } from "./view/printed.ts";
import { mountProblems } from "./view/problems.ts";
import { mountRoomDoor } from "./view/room_door.ts";
import { roomOfPage, type RoomParts } from "./view/room_port.ts";
import { mountParts } from "./view/parts.ts";
import { mountPitfallBanner } from "./view/pitfall_banner.ts";
import { mountShare } from "./view/share.ts";
import { mountShortcuts } from "./view/shortcuts.ts";
import { mountTable } from "./view/table.ts";
import { mountTimeline } from "./view/timeline.ts";
import { mountTones } from "./view/tones.ts";
import { mountUnderstanding } from "./view/understanding/index.ts";

/** Below this width a graph cannot be read, and the table tells the same. */
const NARROWEST_GRAPH = 400;
/** Below this width the explanation lies over the graph, so it waits until it is asked for. */
const DRAWER_WIDTH = 1100;

const HELP = {
  heading: "How Backpass works",
  paragraphs: [
    "Type a program on the left; its computational graph is drawn as you type. Press play: values flow forward, then gradients flow back.",
    "Blue is positive, orange is negative (other signs are below), grey is zero; a dash is what has not been computed yet. Click a node to read where its gradient comes from, drag a slider to see everything follow.",
  ],
};

/** What an untouched page shows: the first example, finished. */
function untouchedState({ program, graph, operations, misconceptions, examples }: Bootstrap): State {
  return {
    ...QUIET,
    program,
    graph,
    graphProgram: program,
    honest: graph,
    problems: graph.problems,
    position: graph.steps.length,
    mainView: window.innerWidth <= NARROWEST_GRAPH ? "table" : "graph",
    theme: rememberedTheme(),
    inspectorOpen: window.innerWidth > DRAWER_WIDTH,
    operations,
    misconceptions,
    examples,
    ...rememberedSettings(),
  };
}

/** What a link asks for; a program other than the one that is shown starts without a graph, whose frame and selection then wait for it. */
function opened(state: State, asked: Partial<State>): State {
  // A link to a node is a link to its explanation, also where that has to be opened first.
  const change = asked.selected == null ? asked : { ...asked, inspectorOpen: true };
  const isOther = (change.program ?? state.program) !== state.graphProgram || Object.keys(change.inputs ?? {}).length > 0 || (change.directions ?? []).length > 0;
  if (isOther) return { ...state, problems: [], ...change, graph: null, stale: true, playing: false };
  const position = Math.min(change.position ?? state.position, state.graph ? lengthOf(state.graph) : Infinity);
  return { ...state, ...change, position, playing: false };
}

/** What was left unfinished at the last visit; a link that brings a program of its own wins. */
function draftOf(asked: Partial<State>): Partial<State> {
  const draft = asked.program === undefined ? recalledDraft() : null;
  return draft ? { position: Infinity, ...draft } : {};
}

/** A student's page begins empty: what is to be seen, the class says. */
function awaiting(state: State): State {
  return { ...state, classroom: "guest", program: "", graph: null, honest: null, graphProgram: "", problems: [], position: Infinity, connection: "One moment …" };
}

/** What there is to begin with: a class's page waits, an embedded one is its link, any other goes on where it was left. */
function begin(untouched: State, asked: Partial<State>, isEmbedded: boolean): State {
  if (roomOfPage() !== null) return awaiting(untouched);
  return opened(untouched, isEmbedded ? { inspectorOpen: false, ...asked } : { ...draftOf(asked), ...asked });
}

interface Parts {
  readonly history: History;
  readonly evaluator: Evaluator;
  readonly editor: Editor;
  readonly graph: GraphView;
  readonly address: Address;
  readonly examples: { close(): boolean };
  readonly room: RoomParts;
}

/** What only the page can do; the parts exist by the time anybody asks. */
function createPorts(store: Store<State>, parts: () => Parts): PagePorts {
  return {
    evaluateNow: () => parts().evaluator.now(),
    focusEditor() {
      if (store.get().projector) store.set({ projector: false });
      parts().editor.focus();
    },
    undo: () => parts().history.undo(),
    redo: () => parts().history.redo(),
    fitGraph: () => parts().graph.fit(),
    findNode: () => parts().graph.focusSearch(),
    close() {
      const { helpOpen, projector, selected, inspectorOpen } = store.get();
      const active = document.activeElement;
      if (parts().examples.close()) return;
      if (store.get().shareOpen) store.set({ shareOpen: false });
      else if (helpOpen) store.set({ helpOpen: false });
      else if (active instanceof HTMLElement && active.closest("#editor, .inputs-panel")) active.blur();
      else if (active?.closest("#inspector") && selected !== null) parts().graph.focusNode(selected);
      else if (projector) store.set({ projector: false });
      else if (inspectorOpen && window.innerWidth <= DRAWER_WIDTH) store.set({ inspectorOpen: false, selected: null });
      else if (selected !== null) store.set({ selected: null });
    },
    copyLink() {
      void parts()
        .address.link()
        .then((link) =>
          link ? copyText(link, "Link copied. It opens what you see now.") : notify("This program is too long for a link."),
        );
    },
    copyRequest() {
      void copyText(curlCommand(location.origin, graphRequestOf(store.get())), "Request copied, ready for a terminal.");
    },
    openClass: () => parts().room.open(),
    follow: () => parts().room.follow(),
  };
}

async function start(): Promise<void> {
  const untouched = untouchedState(JSON.parse(byId("bootstrap").textContent ?? "") as Bootstrap);
  const asked = await readAddress();
  const isEmbedded = document.body.dataset["embed"] !== undefined;
  const isGuest = roomOfPage() !== null;
  const store = createStore(begin(untouched, asked, isEmbedded));
  const actions = createActions({ store, page: createPorts(store, () => parts) });
  const { layout } = createLayoutClient(document.body.dataset["layoutWorker"] ?? "");
  const { layout: tidy } = createTidyClient(document.body.dataset["graphvizWorker"] ?? "");
  // Before whatever answers to a change: an edit is written down first, then its consequences.
  const history = createHistory(store, () => performance.now());
  mountAppearance(store);
  mountPanels(store, DRAWER_WIDTH);
  const evaluator = createEvaluator(store, askForGraph, browserClock);
  const editor = mountEditor(store, { run: () => actions.run("run"), undo: () => actions.run("undo"), redo: () => actions.run("redo") });
  const address = mountAddress(store, untouched, (change) => {
    store.set(opened(store.get(), change));
    evaluator.now();
  });
  const parts: Parts = {
    history,
    evaluator,
    editor,
    graph: mountGraph(byId("graph"), store, { layout, tidy }),
    examples: mountExamples(store),
    address,
    room: mountRoomDoor({ store, link: address.link }),
  };
  mountTimeline(byId("timeline"), store, actions);
  mountForwardMode(byId("timeline"), store);
  mountTable(byId("table"), store);
  mountProblems(store, { goTo: editor.goTo, cancel: evaluator.cancel });
  mountInputs(store, history);
  mountPrinted(store);
  // What a class shows is nobody's own unfinished work.
  if (!isEmbedded && !isGuest) mountAutosave(store, untouched);
  mountInspector(store);
  mountUnderstanding(store);
  mountShare(store, actions);
  mountTones(store);
  mountPitfallBanner(store);
  mountHints(store, isEmbedded || isGuest || store.get().program !== untouched.program || location.hash.length > 1);
  mountParts(store);
  // Enter on a node leads to its explanation, Escape back to the node. On a folded group it unfolds it.
  const lead = (event: KeyboardEvent): void => {
    const isNode = event.target instanceof SVGElement && !event.target.hasAttribute("data-folded");
    if (event.key !== "Enter" || !isNode) return;
    store.set({ panel: "explain" });
    requestAnimationFrame(() => byId("inspector").focus());
  };
  byId("graph").addEventListener("keydown", lead, { capture: true });
  mountHelp(store, actions.table, HELP);
  mountActionButtons(document, store, actions);
  mountShortcuts(store, actions);
  mountPlayer(store);
  window.addEventListener("online", () => {
    if (store.get().program !== "") evaluator.now();
  });
  if (store.get().graph === null && !isGuest) evaluator.now();
}

void start();
