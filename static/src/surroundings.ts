/**
 * What surrounds picture, player and program: inputs, explanation, table, dialogs, menus. Fetched and mounted when the first picture
 * has been painted, for nothing in it is needed before.
 */

import { PICTURE_KEYS } from "./core/picture_keys.ts";
import type { Store } from "./core/store.ts";
import { say } from "./messages/messages.ts";
import type { ActionName, Actions } from "./state/actions.ts";
import { type Command, commandsOf } from "./state/palette_commands.ts";
import type { State } from "./state/state.ts";
import { mountHelp } from "./view/dialogs/help.ts";
import { mountPalette, type Palette } from "./view/dialogs/palette.ts";
import { mountShare } from "./view/dialogs/share.ts";
import { mountExamples } from "./view/editor/examples.ts";
import { mountFiles } from "./view/editor/files.ts";
import { mountOwnEngine } from "./view/editor/own_engine.ts";
import { mountPrinted } from "./view/editor/printed.ts";
import { mountEmptyStage } from "./view/editor/starters.ts";
import type { GraphView } from "./view/graph/index.ts";
import { mountPitfallBanner } from "./view/graph/pitfall_banner.ts";
import { mountTable } from "./view/graph/table.ts";
import { mountTableSearch } from "./view/graph/tools/table_search.ts";
import { mountInputs } from "./view/inputs/inputs.ts";
import { mountCommandMenu, pageCommands } from "./view/page/command_menu.ts";
import { mountComparison } from "./view/page/comparison.ts";
import { mountFormulaLine } from "./view/page/formula_line.ts";
import { mountPen } from "./view/page/pen.ts";
import { mountShownBlock } from "./view/page/shown_block.ts";
import { mountSwipe } from "./view/page/swipe.ts";
import { createCurvePlace } from "./view/panels/explanation/curve_section.ts";
import { mountInspector } from "./view/panels/explanation/inspector.ts";
import { mountUnderstanding } from "./view/panels/index.ts";
import { mountFocusKeeper } from "./view/shared/controls/focus_keeper.ts";
import { mountRoving } from "./view/shared/controls/roving.ts";
import { spokenAfter } from "./view/shared/controls/spoken_actions.ts";
import { mountTooltips } from "./view/shared/controls/tooltip.ts";
import { byId, element } from "./view/shared/dom.ts";
import { notify } from "./view/shared/notice.ts";
import { mountGradientStrip } from "./view/timeline/gradient_strip.ts";
import { mountNotes } from "./view/timeline/notes.ts";
import { mountTones } from "./view/timeline/tones.ts";

const HELP = {
  heading: say("help-title"),
  paragraphs: [say("help-type"), say("help-colours")],
};

export interface Page {
  readonly store: Store<State>;
  readonly actions: Actions;
  readonly graph: Pick<GraphView, "bundleOf" | "goTo" | "isWide">;
  /** Whether the page is part of another site, or a student's in a class. */
  readonly isEmbedded: boolean;
  readonly isGuest: boolean;
}

export interface Surroundings {
  /** Gives the focus to the search in the table. */
  searchTable(): void;
  readonly palette: Palette;
  readonly menus: readonly { close(): boolean }[];
  /** Asks for a file to open. */
  openFile(): void;
  /** Runs an action without a button in the focus that would say what it has done. */
  runAloud(name: ActionName): void;
}

/** What is also to be read, and heard from where it is read. */
const SHOWN: ReadonlySet<ActionName> = new Set(["new", "undo", "redo"]);

function createAloud(store: Store<State>, actions: Actions): (name: ActionName) => void {
  const heard = document.body.appendChild(element("p", { class: "visually-hidden", "aria-live": "polite" }));
  return (name) => {
    const was = store.get();
    actions.run(name);
    const sentence = spokenAfter(name, actions.get(name), was, store.get());
    if (sentence === null) return;
    // The same sentence once more is heard only as another text.
    const renewed = (said: string | null): string => (said === sentence ? `${sentence}\u00a0` : sentence);
    // What these have changed may be out of sight.
    if (SHOWN.has(name)) notify(renewed(byId("notice").textContent));
    else heard.textContent = renewed(heard.textContent);
  };
}

export function mountSurroundings({ store, actions, graph, isEmbedded, isGuest }: Page): Surroundings {
  const table = byId("table");
  const runAloud = createAloud(store, actions);
  const commandsNow = () => commandsOf({ ...actions, run: runAloud }, store.get(), (action) => store.dispatch(action));
  const toPresent = (): Command[] =>
    commandsNow()
      .filter(({ name, enabled }) => ["class", "class-code", "projector"].includes(name ?? "") && enabled())
      .map((each) => ({ ...each, group: "" }));
  const isExample = ({ group }: Command): boolean => group === say("group-examples");
  const openFile = !isEmbedded && !isGuest ? mountFiles(store) : () => {};
  const surroundings = {
    runAloud,
    searchTable: mountTableSearch(table, store, mountTable(table, store)),
    openFile,
    menus: [
      mountExamples(store),
      mountCommandMenu(byId("present-button"), byId("present"), toPresent),
      mountCommandMenu(byId("more-button"), byId("more"), () => commandsNow().filter((each) => !isExample(each))),
    ],
    palette: mountPalette(() => [...commandsNow(), ...pageCommands()].filter(({ name }) => name !== "palette")),
  };
  mountFocusKeeper(store);
  mountInputs(store);
  mountSwipe(byId("picture"), graph, store, actions);
  mountPrinted(store);
  mountOwnEngine(store, actions);
  if (!isEmbedded && !isGuest) mountEmptyStage(store);
  if (!isEmbedded && !isGuest) mountShownBlock(store);
  mountInspector(store, graph.bundleOf, byId("inspector"), createCurvePlace(store));
  mountGradientStrip(byId("timeline"), store, graph.goTo);
  mountUnderstanding(store);
  mountShare(store, actions);
  mountFormulaLine(store);
  mountNotes(byId("timeline"), store);
  mountPen(store);
  mountTones(store);
  mountPitfallBanner(store);
  mountRoving(byId("toolbar"));
  mountTooltips();
  mountComparison(store);
  // Last: with it the page is complete.
  mountHelp(store, [...actions.table, ...PICTURE_KEYS], HELP);
  return surroundings;
}
