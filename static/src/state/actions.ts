/**
 * Everything a user can do in the playground by a button or a key, each declared once: buttons, shortcuts and the help dialog are read off
 * this table (the studio's is training/actions.ts). Knows no DOM: what only the page can do (move the focus, use the clipboard) comes in as ports.
 */

import type { Example } from "../core/types.ts";
import { lengthOf } from "../graph/redaction.ts";
import { say } from "../messages/messages.ts";
import {
  jumpToEdge,
  jumpToNode,
  nextPhase,
  previousPhase,
  scheduleOf,
  stepBack,
  stepForward,
  toEnd,
  toggleBreakpoint,
  togglePlay,
  toStart,
  toWrongStep,
} from "../timeline/playback.ts";
import { type Action, type ActionContext, type BoundActions, bindActions } from "./action_records.ts";
import { movableNames, toggleForwardMode } from "./directions.ts";
import { mayPin, togglePinned } from "./draft.ts";
import { isExplanationOpen, openPanel, toggleExplanation } from "./explanation.ts";
import { nodeOfSelection, selectedEdgeOf } from "./selection.ts";
import type { State } from "./state.ts";
import { NEW_PROGRAM, openExample } from "./state_actions.ts";

export const SPEEDS: readonly number[] = [0.25, 0.5, 1, 2, 4];

/** Whether the page keeps nothing back from a class that is being asked for it. */
const revealsAll = (state: State): boolean => state.redaction === null;
const hasSteps = (state: State): boolean => (state.graph?.steps.length ?? 0) > 0;
const hasSelectedNode = (state: State): boolean => hasSteps(state) && state.selected !== null;
const hasSelection = (state: State): boolean => hasSteps(state) && nodeOfSelection(state) !== null;
const showsGraph = (state: State): boolean => state.mainView === "graph";
const notAtStart = (state: State): boolean => hasSteps(state) && state.position > 0;
const notAtEnd = (state: State): boolean => hasSteps(state) && state.position < lengthOf(state.graph!);

/** The neighbour of `current` in an ordered list of choices; stays at the ends. */
function neighbour(choices: readonly number[], current: number, direction: 1 | -1): number {
  const further = choices.filter((choice) => (direction > 0 ? choice > current : choice < current));
  return (direction > 0 ? further[0] : further.at(-1)) ?? current;
}

function changeSpeed({ speed }: State, direction: 1 | -1): Partial<State> {
  return { speed: neighbour(SPEEDS, speed, direction) };
}

function jumpToSelection(state: State): Partial<State> {
  const edge = selectedEdgeOf(state);
  return edge === null ? jumpToNode(state, nodeOfSelection(state)!) : jumpToEdge(state, edge.id);
}

/** The example after the one that is shown; null where the program is nobody's example, or the last. */
function nextExample({ examples, program }: State): Example | null {
  const place = examples.findIndex((example) => example.program === program);
  return place < 0 ? null : (examples[place + 1] ?? null);
}

const TABLE = [
  {
    name: "play",
    title: say("action-play"),
    group: say("group-playback"),
    keys: ["Space", "k"],
    change: togglePlay,
    enabled: hasSteps,
    pressed: (state) => state.playing,
  },
  {
    name: "next",
    title: say("action-next"),
    group: say("group-playback"),
    keys: [".", "PageDown"],
    change: stepForward,
    enabled: notAtEnd,
  },
  {
    name: "previous",
    title: say("action-previous"),
    group: say("group-playback"),
    keys: [",", "PageUp"],
    change: stepBack,
    enabled: notAtStart,
  },
  {
    name: "next-phase",
    title: say("action-next-phase"),
    group: say("group-playback"),
    keys: ["Shift+Period"],
    change: nextPhase,
    enabled: notAtEnd,
  },
  {
    name: "previous-phase",
    title: say("action-previous-phase"),
    group: say("group-playback"),
    keys: ["Shift+Comma"],
    change: previousPhase,
    enabled: notAtStart,
  },
  {
    name: "first",
    title: say("action-start"),
    group: say("group-playback"),
    keys: ["Home"],
    change: toStart,
    enabled: notAtStart,
  },
  {
    name: "last",
    title: say("action-end"),
    group: say("group-playback"),
    keys: ["End"],
    change: toEnd,
    enabled: notAtEnd,
  },
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
    name: "slower",
    title: say("action-slower"),
    group: say("group-playback"),
    keys: ["["],
    change: (state) => changeSpeed(state, -1),
    enabled: (state) => state.speed > SPEEDS[0]!,
  },
  {
    name: "faster",
    title: say("action-faster"),
    group: say("group-playback"),
    keys: ["]"],
    change: (state) => changeSpeed(state, 1),
    enabled: (state) => state.speed < SPEEDS.at(-1)!,
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
    name: "jump",
    title: say("action-seek"),
    label: say("action-seek.label"),
    group: say("group-playback"),
    keys: ["j"],
    change: jumpToSelection,
    enabled: hasSelection,
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
  {
    name: "breakpoint",
    title: say("action-breakpoint"),
    label: say("action-breakpoint.label"),
    group: say("group-playback"),
    keys: ["b"],
    change: (state) => toggleBreakpoint(state, state.selected!),
    enabled: hasSelectedNode,
    pressed: ({ breakpoints, selected }) => selected !== null && breakpoints.includes(selected),
  },
  {
    name: "fit",
    title: say("action-fit"),
    group: say("group-view"),
    keys: ["f"],
    run: ({ page }) => page.fitGraph(),
    enabled: showsGraph,
  },
  {
    name: "find",
    title: say("action-find"),
    group: say("group-view"),
    keys: ["/"],
    run: ({ page }) => page.findNode(),
    enabled: showsGraph,
  },
  {
    name: "table",
    title: say("action-table"),
    group: say("group-view"),
    keys: [],
    change: (state) => ({ mainView: state.mainView === "table" ? "graph" : "table" }),
    pressed: (state) => state.mainView === "table",
  },
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
    name: "direction",
    title: say("action-direction"),
    group: say("group-view"),
    keys: ["t"],
    change: (state) => ({ direction: state.drawnDirection === "right" ? "down" : "right" }),
    enabled: showsGraph,
    pressed: (state) => state.drawnDirection === "down",
  },
  {
    name: "separate",
    title: say("action-separate"),
    group: say("group-view"),
    keys: [],
    change: (state) => ({ separateOperations: !state.separateOperations }),
    enabled: showsGraph,
    pressed: (state) => state.separateOperations,
  },
  {
    name: "constants",
    title: say("action-constants"),
    label: say("action-constants.label"),
    group: say("group-view"),
    keys: [],
    change: (state) => ({ constantNodes: !state.constantNodes }),
    enabled: showsGraph,
    pressed: (state) => state.constantNodes,
  },
  {
    name: "tidy",
    title: say("action-tidy"),
    label: say("action-tidy.label"),
    group: say("group-view"),
    keys: ["o"],
    change: ({ tidy, moves }) => (Object.keys(moves).length > 0 ? { moves: {} } : { tidy: !tidy }),
    enabled: showsGraph,
    pressed: (state) => state.tidy,
  },
  {
    name: "health",
    title: say("action-health"),
    label: say("action-health.label"),
    group: say("group-view"),
    keys: ["h"],
    change: (state) => ({ overlay: state.overlay === "health" ? "none" : "health" }),
    enabled: showsGraph,
    pressed: (state) => state.overlay === "health",
  },
  {
    name: "roles",
    title: say("action-roles"),
    label: say("action-roles.label"),
    group: say("group-view"),
    keys: ["c"],
    change: (state) => ({ overlay: state.overlay === "roles" ? "none" : "roles" }),
    enabled: showsGraph,
    pressed: (state) => state.overlay === "roles",
  },
  {
    name: "inspector",
    title: say("action-inspector"),
    label: say("action-inspector.label"),
    group: say("group-view"),
    keys: ["i"],
    change: toggleExplanation,
    pressed: isExplanationOpen,
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
    name: "theme",
    title: say("action-theme"),
    group: say("group-view"),
    keys: ["d"],
    run: ({ page }) => page.switchTheme(),
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
    change: (state) => ({ pen: !state.pen, spotlight: false }),
    enabled: (state) => state.projector,
    pressed: (state) => state.pen,
  },
  {
    name: "spotlight",
    title: say("action-spotlight"),
    group: say("group-view"),
    keys: ["y"],
    change: (state) => ({ spotlight: !state.spotlight, pen: false }),
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
  { name: "close", title: say("action-close"), group: say("group-page"), keys: ["Escape"], run: ({ page }) => page.close() },
] as const satisfies readonly Action[];

export type ActionName = (typeof TABLE)[number]["name"];

export const ACTIONS: readonly (Action & { readonly name: ActionName })[] = TABLE;

export type Actions = BoundActions<State, ActionName>;

export function createActions(context: ActionContext): Actions {
  return bindActions(ACTIONS, context);
}
