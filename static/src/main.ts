/** Puts the page together: state from the server's bootstrap, the link and this browser's memory; then every part on its place. */

import { askForGraph, curlCommand } from "./api/client.ts";
import { askWithReference, createReference } from "./api/reference.ts";
import { createStore, type Store } from "./core/store.ts";
import { lengthOf } from "./graph/redaction.ts";
import { addPanels, say } from "./messages/messages.ts";
import type { PagePorts } from "./state/action_records.ts";
import { type ActionName, createActions } from "./state/actions.ts";
import { createEvaluator, type Evaluator } from "./state/evaluation/evaluation.ts";
import { graphRequestOf } from "./state/evaluation/graph_request.ts";
import { createHistory, type History } from "./state/history.ts";
import { INITIAL_STATE } from "./state/initial_state.ts";
import { selectionOf } from "./state/selection.ts";
import type { Bootstrap, State } from "./state/state.ts";
import {
  CLOSE_HELP,
  CLOSE_SHARE,
  choose,
  LEAVE_INSPECTOR,
  LEAVE_PROJECTOR,
  openLink,
  PUT_PEN_DOWN,
  receiveLists,
  showPane,
  showPanel,
} from "./state/state_actions.ts";
import type { Surroundings } from "./surroundings.ts";
import { rememberedSettings } from "./view/dialogs/settings.ts";
import { type Editor, mountEditor } from "./view/editor/editor.ts";
import { mountProblems } from "./view/editor/problems.ts";
import { type GraphView, mountGraph } from "./view/graph/index.ts";
import { createLayoutClient } from "./view/graph/layout_client.ts";
import { type Address, mountAddress, readAddress, recallUnwritten } from "./view/page/address.ts";
import { type Appearance, mountAppearance, rememberedTheme } from "./view/page/appearance.ts";
import { mountAutosave, recalledDraft } from "./view/page/autosave.ts";
import { firstInteraction, wasHereBefore } from "./view/page/first_interaction.ts";
import { mountActionButtons } from "./view/page/header.ts";
import { mountParts } from "./view/page/hidden_parts.ts";
import { isOpeningDue, mountOpening, openingOf } from "./view/page/opening.ts";
import { mountSheet } from "./view/page/sheet.ts";
import { mountPanels } from "./view/page/visible_parts.ts";
import { mountRoomDoor } from "./view/room/door.ts";
import { type RoomParts, roomOfPage } from "./view/room/port.ts";
import { COMPACT, UPRIGHT } from "./view/shared/controls/compact.ts";
import { byId, loadStyle } from "./view/shared/dom.ts";
import { typesetFrom } from "./view/shared/math.ts";
import { copyText, notify } from "./view/shared/notice.ts";
import { mountShortcuts } from "./view/shared/shortcuts.ts";
import { mountForwardMode } from "./view/timeline/forward_mode.ts";
import { byTimeout, mountPlayer } from "./view/timeline/playback_clock.ts";
import { mountTimeline } from "./view/timeline/timeline.ts";
import { mountTimelineTools } from "./view/timeline/tools.ts";

/** Upright windows lower than this have no room for more than the tabs of the sheet. */
const LOWEST_SHEET = 700;
/** Below this width the explanation lies over the graph, so it waits until it is asked for. */
const DRAWER_WIDTH = 1100;

/** What an untouched page shows: the first example, finished. */
function untouchedState({ program, graph, operations, misconceptions, examples, libraries }: Bootstrap): State {
  return {
    ...INITIAL_STATE,
    program,
    graph,
    graphProgram: program,
    honest: graph,
    problems: graph.problems,
    position: graph.steps.length,
    sheetSize: UPRIGHT.matches && window.innerHeight < LOWEST_SHEET ? "low" : "half",
    theme: rememberedTheme(),
    inspectorOpen: window.innerWidth > DRAWER_WIDTH,
    operations,
    misconceptions,
    examples,
    libraries,
    ...rememberedSettings(),
  };
}

/** What a link asks for; a program other than the one that is shown starts without a graph, whose frame and selection then wait for it. */
function opened(state: State, asked: Partial<State>): State {
  // A link to a node or an edge is a link to its explanation, also where that has to be opened first.
  const change = asked.selected == null && asked.selectedEdge == null ? asked : { ...asked, inspectorOpen: true };
  const isOther =
    (change.program ?? state.program) !== state.graphProgram ||
    Object.keys(change.inputs ?? {}).length > 0 ||
    change.output != null ||
    (change.directions ?? []).length > 0;
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
  return {
    ...state,
    classroom: "guest",
    program: "",
    graph: null,
    honest: null,
    graphProgram: "",
    problems: [],
    position: Infinity,
    connection: say("one-moment"),
  };
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
  readonly appearance: Appearance;
  readonly surroundings: Promise<Surroundings>;
  /** The same, once they are there. */
  readonly mounted: () => Surroundings | null;
  readonly room: RoomParts;
}

const SPOKEN_BUTTONS: ReadonlySet<ActionName> = new Set(["new", "undo", "redo"]);

/** What only the page can do; the parts exist by the time anybody asks. */
function createPorts(store: Store<State>, parts: () => Parts): PagePorts {
  return {
    evaluateNow: () => parts().evaluator.now(),
    focusEditor() {
      if (store.get().projector) store.dispatch(LEAVE_PROJECTOR);
      if (COMPACT.matches) store.dispatch(showPane("program"));
      parts().editor.focus();
    },
    undo: () => parts().history.undo(),
    redo: () => parts().history.redo(),
    fitGraph: () => parts().graph.fit(),
    findNode() {
      if (store.get().mainView === "table") parts().mounted()?.searchTable();
      else parts().graph.focusSearch();
    },
    switchTheme: () => parts().appearance.switchTheme(),
    openFile: () => void parts().surroundings.then((mounted) => mounted.openFile()),
    openPalette: () => void parts().surroundings.then(({ palette }) => palette.open()),
    close() {
      const { helpOpen, projector, inspectorOpen, pen, spotlight } = store.get();
      const selection = selectionOf(store.get());
      const active = document.activeElement;
      const mounted = parts().mounted();
      if (mounted?.palette.close() || mounted?.menus.some((menu) => menu.close())) return;
      if (store.get().shareOpen) store.dispatch(CLOSE_SHARE);
      else if (helpOpen) store.dispatch(CLOSE_HELP);
      // Whence Tab leads on to the cards, and arrow keys as well.
      else if (active?.closest("#editor")) byId("picture").focus();
      else if (active?.closest("#inspector") && selection !== null) parts().graph.focus(selection);
      else if (projector && (pen || spotlight)) store.dispatch(PUT_PEN_DOWN);
      // A class looks at it: what is chosen is deselected before the picture is.
      else if (projector && selection === null) store.dispatch(LEAVE_PROJECTOR);
      else if (!projector && inspectorOpen && window.innerWidth <= DRAWER_WIDTH) store.dispatch(LEAVE_INSPECTOR);
      else if (selection !== null) store.dispatch(choose(null));
    },
    copyLink() {
      void parts()
        .address.link()
        .then((link) => (link ? copyText(link, say("link-copied")) : notify(say("program-too-long-for-link"))));
    },
    copyRequest() {
      void copyText(curlCommand(location.origin, graphRequestOf(store.get())), say("request-copied"));
    },
    openClass: () => parts().room.open(),
    follow: () => parts().room.follow(),
  };
}

/** Resolves when what has been drawn is on the screen. */
const painted = (): Promise<void> => new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve)));

async function start(): Promise<void> {
  const bootstrap = JSON.parse(byId("bootstrap").textContent ?? "") as Bootstrap;
  const untouched = untouchedState(bootstrap);
  const unwritten = recallUnwritten();
  const asked = await readAddress(unwritten);
  const isEmbedded = document.body.dataset.embed !== undefined;
  const isGuest = roomOfPage() !== null;
  const begun = begin(untouched, asked, isEmbedded);
  const isExpected = begun.program !== untouched.program || location.hash.length > 1;
  // A first visitor who has not moved yet looks at the picture; all others read and write at once.
  const isFirstSight = !isEmbedded && !isGuest && !isExpected && !wasHereBefore();
  const isOpening = isFirstSight && Object.keys(asked).length === 0 && location.pathname === "/" && isOpeningDue();
  const store = createStore(isOpening ? openingOf(begun) : begun);
  const attention = isFirstSight ? firstInteraction() : Promise.resolve();
  typesetFrom(attention);
  const reference = createReference(bootstrap.whole, (lists) => store.dispatch(receiveLists(lists)));
  const actions = createActions({ store, page: createPorts(store, () => parts) });
  const { layout } = createLayoutClient(document.body.dataset.layoutWorker ?? "");
  // Before whatever answers to a change: an edit is written down first, then its consequences.
  const history = createHistory(store, () => performance.now());
  const appearance = mountAppearance(store);
  mountPanels(store, DRAWER_WIDTH);
  if (store.get().opening) mountOpening(store);
  let mounted: Surroundings | null = null;
  const runAloud = (name: ActionName): void => (mounted ? mounted.runAloud(name) : actions.run(name));
  const evaluator = createEvaluator(store, askWithReference(askForGraph, reference), { after: byTimeout });
  const editor = mountEditor(
    store,
    {
      run: () => actions.run("run"),
      undo: () => runAloud("undo"),
      redo: () => runAloud("redo"),
    },
    { moment: attention, ready: reference.ready },
  );
  const address = mountAddress(store, untouched, {
    behind: unwritten !== null,
    open: (change) => {
      store.dispatch(openLink((state) => opened(state, change)));
      evaluator.now();
    },
  });
  const graph = mountGraph(byId("graph"), store, { layout, isAlone: !isEmbedded });

  async function surround(): Promise<Surroundings> {
    await painted();
    // Without its styles the rest is plain, but there.
    const styled = loadStyle(document.body.dataset.laterStyle ?? "", "").catch(() => {});
    // The sentences come first: some modules say one as soon as they are loaded.
    const [{ mountSurroundings }] = await Promise.all([addPanels().then(() => import("./surroundings.ts")), styled]);
    mounted = mountSurroundings({ store, actions, graph, isEmbedded, isGuest });
    return mounted;
  }

  const parts: Parts = {
    history,
    evaluator,
    editor,
    graph,
    surroundings: surround(),
    mounted: () => mounted,
    address,
    appearance,
    room: mountRoomDoor({ store, link: address.link }),
  };
  mountTimeline(byId("timeline"), store, actions);
  mountForwardMode(byId("timeline"), store);
  mountTimelineTools(byId("timeline"));
  mountProblems(store, { goTo: editor.goTo, cancel: evaluator.cancel });
  // What a class shows is nobody's own unfinished work.
  if (!isEmbedded && !isGuest) mountAutosave(store, untouched);
  mountParts(store);
  mountSheet(store);
  // Enter on a node leads to its explanation, Escape back to the node. On a folded group it unfolds it.
  const lead = (event: KeyboardEvent): void => {
    const isNode = event.target instanceof SVGElement && !event.target.hasAttribute("data-folded");
    if (event.key !== "Enter" || event.shiftKey || !isNode) return;
    store.dispatch(showPanel("explain"));
    requestAnimationFrame(() => byId("inspector").focus());
  };
  byId("graph").addEventListener("keydown", lead, { capture: true });
  // What these buttons have done is seen elsewhere than on them; of all others their own state speaks.
  const run = (name: ActionName): void => (SPOKEN_BUTTONS.has(name) ? runAloud(name) : actions.run(name));
  mountActionButtons(document, store, { ...actions, run });
  mountShortcuts(store, {
    ...actions,
    run(name: ActionName) {
      runAloud(name);
      // Who opened a panel by a key goes on within it by keys.
      if (name === "check" || name === "practice") requestAnimationFrame(() => byId(`tab-${name}`).focus());
    },
  });
  mountPlayer(store);
  window.addEventListener("online", () => {
    if (store.get().program !== "") evaluator.now();
  });
  if (store.get().graph === null && !isGuest) evaluator.now();
  await parts.surroundings;
  // Who edits next needs the lists; without an answer, the next graph that is asked for asks again.
  await reference.ready().catch(() => {});
}

void start();
