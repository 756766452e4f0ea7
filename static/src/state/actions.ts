/**
 * Everything a user can do in the playground by a button or a key, each declared once, here or in graph_actions.ts: buttons, shortcuts and the
 * help dialog are read off this table (the studio's is training/actions.ts). Knows no DOM: what only the page can do (move the focus, use the clipboard) comes in as ports.
 */

import type { Example } from "../core/types.ts";
import { say } from "../messages/messages.ts";
import { scheduleOf, toWrongStep } from "../timeline/playback.ts";
import { type Action, type ActionContext, type BoundActions, bindActions } from "./action_records.ts";
import { movableNames, toggleForwardMode } from "./directions.ts";
import { mayPin, togglePinned } from "./draft.ts";
import { openPanel } from "./explanation.ts";
import { CLOSE, hasSteps, notAtEnd, OF_PLAYBACK, OF_VIEW } from "./graph_actions.ts";
import type { State } from "./state.ts";
import { NEW_PROGRAM, openExample } from "./state_actions.ts";

/** Whether the page keeps nothing back from a class that is being asked for it. */
const revealsAll = (state: State): boolean => state.redaction === null;

/** The example after the one that is shown; null where the program is nobody's example, or the last. */
function nextExample({ examples, program }: State): Example | null {
  const place = examples.findIndex((example) => example.program === program);
  return place < 0 ? null : (examples[place + 1] ?? null);
}

const TABLE = [
  ...OF_PLAYBACK,
  {
    name: "next-example",
    title: say("action-next-example"),
    label: say("action-next-example.label"),
    group: say("group-playback"),
    keys: ["n"],
    change: (state) => {
      const next = nextExample(state);
      return next ? openExample(next).change(state) : {};
    },
    enabled: (state) => hasSteps(state) && !notAtEnd(state) && nextExample(state) !== null && state.classroom !== "guest",
  },
  {
    name: "forward-mode",
    title: say("action-forward-mode"),
    group: say("group-playback"),
    keys: ["m"],
    change: toggleForwardMode,
    enabled: ({ graph }) => movableNames(graph).length > 0,
    pressed: ({ directions }) => directions.length > 0,
  },
  {
    name: "tones",
    title: say("action-sound"),
    group: say("group-playback"),
    keys: ["u"],
    change: (state) => ({ tones: !state.tones }),
    pressed: (state) => state.tones,
  },
  {
    name: "wrong-step",
    title: say("action-wrong-step"),
    label: say("action-wrong-step.label"),
    group: say("group-playback"),
    keys: ["v"],
    change: toWrongStep,
    enabled: ({ graph }) => graph !== null && scheduleOf(graph).wrong !== null,
  },
  ...OF_VIEW,
  {
    name: "pin",
    title: say("action-pin"),
    label: say("action-pin.label"),
    group: say("group-view"),
    keys: [],
    change: togglePinned,
    enabled: (state) => state.pinned !== null || mayPin(state),
    pressed: ({ pinned }) => pinned !== null,
  },
  {
    name: "check",
    title: say("action-check"),
    group: say("group-view"),
    keys: ["g"],
    change: (state) => openPanel(state, "check"),
  },
  {
    name: "practice",
    title: say("action-practice"),
    group: say("group-view"),
    keys: ["q"],
    change: (state) => openPanel(state, "practice"),
  },
  {
    name: "projector",
    title: say("action-projector"),
    label: say("action-projector.label"),
    group: say("group-view"),
    keys: ["p"],
    change: (state) => ({ projector: !state.projector }),
    pressed: (state) => state.projector,
  },
  {
    name: "pen",
    title: say("action-pen"),
    group: say("group-view"),
    keys: ["x"],
    change: (state) => ({ pen: !state.pen, spotlight: false, hovered: null }),
    enabled: (state) => state.projector,
    pressed: (state) => state.pen,
  },
  {
    name: "spotlight",
    title: say("action-spotlight"),
    group: say("group-view"),
    keys: ["y"],
    change: (state) => ({ spotlight: !state.spotlight, pen: false, hovered: null }),
    enabled: (state) => state.projector,
    pressed: (state) => state.spotlight,
  },
  {
    name: "note",
    title: say("action-note"),
    group: say("group-editing"),
    keys: ["a"],
    change: (state) => ({ noteOpen: !state.noteOpen, playing: false }),
    enabled: (state) => hasSteps(state) && state.classroom !== "guest",
    pressed: (state) => state.noteOpen,
  },
  {
    name: "new",
    title: say("action-new"),
    label: say("action-new.label"),
    group: say("group-editing"),
    keys: [],
    run: ({ store, page }) => {
      store.dispatch(NEW_PROGRAM);
      page.focusEditor();
    },
    enabled: ({ program }) => program !== "",
  },
  {
    name: "open-file",
    title: say("open-file"),
    group: say("group-editing"),
    keys: [],
    run: ({ page }) => page.openFile(),
    enabled: ({ classroom }) => classroom !== "guest",
  },
  {
    name: "editor",
    title: say("action-program"),
    group: say("group-editing"),
    keys: ["e"],
    run: ({ page }) => page.focusEditor(),
  },
  {
    name: "wide-editor",
    title: say("action-wide"),
    group: say("group-editing"),
    keys: ["w"],
    change: (state) => ({ wideEditor: !state.wideEditor }),
    pressed: (state) => state.wideEditor,
  },
  {
    name: "run",
    title: say("action-run"),
    group: say("group-editing"),
    keys: ["Mod+Enter"],
    whileTyping: true,
    run: ({ page }) => page.evaluateNow(),
  },
  {
    name: "undo",
    title: say("action-undo"),
    group: say("group-editing"),
    keys: ["Mod+z"],
    whileTyping: true,
    run: ({ page }) => page.undo(),
    enabled: (state) => state.undoable,
  },
  {
    name: "redo",
    title: say("action-redo"),
    group: say("group-editing"),
    keys: ["Mod+Shift+KeyZ", "Mod+y"],
    whileTyping: true,
    run: ({ page }) => page.redo(),
    enabled: (state) => state.redoable,
  },
  {
    name: "share",
    title: say("action-share"),
    label: say("action-share.label"),
    group: say("group-sharing"),
    keys: ["s"],
    change: (state) => ({ shareOpen: !state.shareOpen }),
    enabled: revealsAll,
    pressed: (state) => state.shareOpen,
  },
  {
    name: "copy-link",
    title: say("action-copy-link"),
    group: say("group-sharing"),
    keys: [],
    run: ({ page }) => page.copyLink(),
  },
  {
    name: "copy-request",
    title: say("action-copy-request"),
    group: say("group-sharing"),
    keys: [],
    run: ({ page }) => page.copyRequest(),
    enabled: revealsAll,
  },
  {
    name: "class",
    title: say("action-class"),
    group: say("group-class"),
    // No key: a class is not opened by a slip of the finger.
    keys: [],
    run: ({ page }) => page.openClass(),
    enabled: ({ classroom }) => classroom !== "guest",
    pressed: ({ classroom }) => classroom === "host",
  },
  {
    name: "class-code",
    title: say("action-code"),
    group: say("group-class"),
    keys: ["r"],
    run: ({ page }) => page.openClass(),
    enabled: ({ classroom }) => classroom === "host",
  },
  {
    name: "follow",
    title: say("action-follow"),
    group: say("group-class"),
    keys: ["l"],
    run: ({ page }) => page.follow(),
    enabled: ({ classroom }) => classroom === "guest",
  },
  {
    name: "palette",
    title: say("action-palette"),
    label: say("action-palette.label"),
    group: say("group-page"),
    keys: ["Mod+k"],
    whileTyping: true,
    run: ({ page }) => page.openPalette(),
  },
  {
    name: "help",
    title: say("action-help"),
    label: say("action-help.label"),
    group: say("group-page"),
    keys: ["?"],
    change: (state) => ({ helpOpen: !state.helpOpen }),
    pressed: (state) => state.helpOpen,
  },
  CLOSE,
] as const satisfies readonly Action[];

export type ActionName = (typeof TABLE)[number]["name"];

export const ACTIONS: readonly (Action & { readonly name: ActionName })[] = TABLE;

export type Actions = BoundActions<State, ActionName>;

export function createActions(context: ActionContext): Actions {
  return bindActions(ACTIONS, context);
}
