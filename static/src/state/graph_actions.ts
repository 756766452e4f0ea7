/**
 * What a user can do with a graph that is drawn, by a button or a key, wherever it is drawn: in the playground, which can do more (actions.ts),
 * and in the player, which has neither program nor server. Knows no DOM: what only the page can do comes in as ports.
 */

import { lengthOf } from "../graph/redaction.ts";
import { say } from "../messages/messages.ts";
import {
  jumpToEdge,
  jumpToNode,
  nextPhase,
  previousPhase,
  stepBack,
  stepForward,
  toEnd,
  toggleBreakpoint,
  togglePlay,
  toStart,
} from "../timeline/playback.ts";
import type { Action } from "./action_records.ts";
import { isExplanationOpen, toggleExplanation } from "./explanation.ts";
import { nodeOfSelection, selectedEdgeOf } from "./selection.ts";
import type { State } from "./state.ts";

export const SPEEDS: readonly number[] = [0.25, 0.5, 1, 2, 4];

const showsGraph = (state: State): boolean => state.mainView === "graph";
export const hasSteps = (state: State): boolean => (state.graph?.steps.length ?? 0) > 0;
const hasSelectedNode = (state: State): boolean => hasSteps(state) && state.selected !== null;
const hasSelection = (state: State): boolean => hasSteps(state) && nodeOfSelection(state) !== null;
const notAtStart = (state: State): boolean => hasSteps(state) && state.position > 0;
export const notAtEnd = (state: State): boolean => hasSteps(state) && state.position < lengthOf(state.graph!);

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

export const OF_PLAYBACK = [
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
    keys: [".", "PageDown", "ArrowRight"],
    change: stepForward,
    enabled: notAtEnd,
  },
  {
    name: "previous",
    title: say("action-previous"),
    group: say("group-playback"),
    keys: [",", "PageUp", "ArrowLeft"],
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
    name: "jump",
    title: say("action-seek"),
    label: say("action-seek.label"),
    group: say("group-playback"),
    keys: ["j"],
    change: jumpToSelection,
    enabled: hasSelection,
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
] as const satisfies readonly Action[];

export const OF_VIEW = [
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
    name: "put-back",
    title: say("action-put-back"),
    label: say("action-put-back.label"),
    group: say("group-view"),
    keys: ["o"],
    change: () => ({ moves: {} }),
    enabled: ({ moves }) => Object.keys(moves).length > 0,
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
    name: "theme",
    title: say("action-theme"),
    group: say("group-view"),
    keys: ["d"],
    run: ({ page }) => page.switchTheme(),
  },
] as const satisfies readonly Action[];

export const CLOSE = {
  name: "close",
  title: say("action-close"),
  group: say("group-page"),
  keys: ["Escape"],
  run: ({ page }) => page.close(),
} as const satisfies Action;

/** All of it: what makes sense without program and server. */
export const GRAPH_ACTIONS = [...OF_PLAYBACK, ...OF_VIEW, CLOSE] as const;
