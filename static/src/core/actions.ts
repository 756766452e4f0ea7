/**
 * Everything a user can do in the playground by a button or a key, each declared once: buttons, shortcuts and the help dialog are read off
 * this table (the studio's is training_actions.ts). Knows no DOM: what only the page can do (move the focus, use the clipboard) comes in as ports.
 */
import { jumpToNode, nextPhase, previousPhase, stepBack, stepForward, toEnd, toggleBreakpoint, togglePlay, toStart } from "../graph/playback.ts";
import { lengthOf } from "../graph/withholding.ts";
import { bindActions, type Action, type ActionContext, type BoundActions } from "./action_records.ts";
import { movableNames, toggleForwardMode } from "./directions.ts";
import { isExplanationOpen, openPanel, toggleExplanation } from "./explanation.ts";
import type { State, ThemeChoice } from "./state.ts";

export const SPEEDS: readonly number[] = [0.25, 0.5, 1, 2, 4];
export const THEMES: readonly ThemeChoice[] = ["system", "light", "dark"];

/** Whether the page keeps nothing back from a class that is being asked for it. */
const tellsAll = (state: State): boolean => state.withheld === null;
const hasSteps = (state: State): boolean => (state.graph?.steps.length ?? 0) > 0;
const hasSelection = (state: State): boolean => hasSteps(state) && state.selected !== null;
const showsGraph = (state: State): boolean => state.mainView === "graph";
const notAtStart = (state: State): boolean => hasSteps(state) && state.position > 0;
const notAtEnd = (state: State): boolean => hasSteps(state) && state.position < lengthOf(state.graph!);

/** The neighbour of `current` in an ordered list of choices; stays at the ends. */
function neighbour(choices: readonly number[], current: number, direction: 1 | -1): number {
  const further = choices.filter((choice) => (direction > 0 ? choice > current : choice < current));
  return (direction > 0 ? further[0] : further.at(-1)) ?? current;
}

function changeSpeed({ store }: ActionContext, direction: 1 | -1): void {
  store.set({ speed: neighbour(SPEEDS, store.get().speed, direction) });
}

const TABLE = [
  {
    name: "play",
    title: "Play or pause",
    group: "Playback",
    keys: ["Space", "k"],
    run: ({ store }) => store.set(togglePlay(store.get())),
    enabled: hasSteps,
    pressed: (state) => state.playing,
  },
  {
    name: "next",
    title: "Next step",
    group: "Playback",
    keys: [".", "PageDown"],
    run: ({ store }) => store.set(stepForward(store.get())),
    enabled: notAtEnd,
  },
  {
    name: "previous",
    title: "Previous step",
    group: "Playback",
    keys: [",", "PageUp"],
    run: ({ store }) => store.set(stepBack(store.get())),
    enabled: notAtStart,
  },
  {
    name: "next-phase",
    title: "Next phase",
    group: "Playback",
    keys: ["Shift+Period"],
    run: ({ store }) => store.set(nextPhase(store.get())),
    enabled: notAtEnd,
  },
  {
    name: "previous-phase",
    title: "Previous phase",
    group: "Playback",
    keys: ["Shift+Comma"],
    run: ({ store }) => store.set(previousPhase(store.get())),
    enabled: notAtStart,
  },
  {
    name: "first",
    title: "Go to the start",
    group: "Playback",
    keys: ["Home"],
    run: ({ store }) => store.set(toStart(store.get())),
    enabled: notAtStart,
  },
  {
    name: "last",
    title: "Go to the end",
    group: "Playback",
    keys: ["End"],
    run: ({ store }) => store.set(toEnd(store.get())),
    enabled: notAtEnd,
  },
  {
    name: "slower",
    title: "Slower",
    group: "Playback",
    keys: ["["],
    run: (context) => changeSpeed(context, -1),
    enabled: (state) => state.speed > SPEEDS[0]!,
  },
  {
    name: "faster",
    title: "Faster",
    group: "Playback",
    keys: ["]"],
    run: (context) => changeSpeed(context, 1),
    enabled: (state) => state.speed < SPEEDS.at(-1)!,
  },
  {
    name: "forward-mode",
    title: "Show forward mode after the backward pass, or no longer",
    group: "Playback",
    keys: ["m"],
    run: ({ store }) => store.set(toggleForwardMode(store.get())),
    enabled: ({ graph }) => movableNames(graph).length > 0,
    pressed: ({ directions }) => directions.length > 0,
  },
  {
    name: "tones",
    title: "Sound a tone for each step: higher is larger, rough is negative",
    group: "Playback",
    keys: ["u"],
    run: ({ store }) => store.set({ tones: !store.get().tones }),
    pressed: (state) => state.tones,
  },
  {
    name: "jump",
    title: "Go to where the selected node gets its number",
    group: "Playback",
    keys: ["j"],
    run: ({ store }) => store.set(jumpToNode(store.get(), store.get().selected!)),
    enabled: hasSelection,
  },
  {
    name: "breakpoint",
    title: "Stop playing at the selected node, or no longer",
    group: "Playback",
    keys: ["b"],
    run: ({ store }) => store.set(toggleBreakpoint(store.get(), store.get().selected!)),
    enabled: hasSelection,
    pressed: ({ breakpoints, selected }) => selected !== null && breakpoints.includes(selected),
  },
  {
    name: "fit",
    title: "Fit the graph into view",
    group: "View",
    keys: ["f"],
    run: ({ page }) => page.fitGraph(),
    enabled: showsGraph,
  },
  {
    name: "find",
    title: "Find nodes: by name, op:tanh, |grad|>1",
    group: "View",
    keys: ["/"],
    run: ({ page }) => page.findNode(),
    enabled: showsGraph,
  },
  {
    name: "table",
    title: "Show as a table",
    group: "View",
    keys: [],
    run: ({ store }) => store.set({ mainView: store.get().mainView === "table" ? "graph" : "table" }),
    pressed: (state) => state.mainView === "table",
  },
  {
    name: "direction",
    title: "Turn the graph: left to right, or top down",
    group: "View",
    keys: ["t"],
    run: ({ store }) => store.set({ direction: store.get().direction === "right" ? "down" : "right" }),
    enabled: showsGraph,
    pressed: (state) => state.direction === "down",
  },
  {
    name: "separate",
    title: "Draw operations as nodes of their own",
    group: "View",
    keys: [],
    run: ({ store }) => store.set({ separateOperations: !store.get().separateOperations }),
    enabled: showsGraph,
    pressed: (state) => state.separateOperations,
  },
  {
    name: "tidy",
    title: "Tidy: let Graphviz arrange the graph",
    group: "View",
    keys: ["o"],
    run: ({ store }) => store.set({ tidy: !store.get().tidy }),
    enabled: showsGraph,
    pressed: (state) => state.tidy,
  },
  {
    name: "health",
    title: "Show what ails the gradients: blocked, flat, vanishing, exploding, not finite",
    group: "View",
    keys: ["h"],
    run: ({ store }) => store.set({ overlay: store.get().overlay === "health" ? "none" : "health" }),
    enabled: showsGraph,
    pressed: (state) => state.overlay === "health",
  },
  {
    name: "roles",
    title: "Colour the nodes by their roles",
    group: "View",
    keys: ["c"],
    run: ({ store }) => store.set({ overlay: store.get().overlay === "roles" ? "none" : "roles" }),
    enabled: showsGraph,
    pressed: (state) => state.overlay === "roles",
  },
  {
    name: "inspector",
    title: "Show or hide the explanation",
    group: "View",
    keys: ["i"],
    run: ({ store }) => store.set(toggleExplanation(store.get())),
    pressed: isExplanationOpen,
  },
  {
    name: "check",
    title: "Check the gradients by nudging",
    group: "View",
    keys: ["g"],
    run: ({ store }) => store.set(openPanel(store.get(), "check")),
  },
  {
    name: "practice",
    title: "Practise: work the numbers out yourself",
    group: "View",
    keys: ["q"],
    run: ({ store }) => store.set(openPanel(store.get(), "practice")),
  },
  {
    name: "theme",
    title: "Change the theme: as the system, light, dark",
    group: "View",
    keys: ["d"],
    run: ({ store }) => store.set({ theme: THEMES[(THEMES.indexOf(store.get().theme) + 1) % THEMES.length]! }),
  },
  {
    name: "projector",
    title: "Projector: large type, panels hidden",
    group: "View",
    keys: ["p"],
    run: ({ store }) => store.set({ projector: !store.get().projector }),
    pressed: (state) => state.projector,
  },
  { name: "editor", title: "Go to the program", group: "Editing", keys: ["e"], run: ({ page }) => page.focusEditor() },
  {
    name: "run",
    title: "Run the program now",
    group: "Editing",
    keys: ["Mod+Enter"],
    whileTyping: true,
    run: ({ page }) => page.evaluateNow(),
  },
  {
    name: "undo",
    title: "Take the last change back",
    group: "Editing",
    keys: ["Mod+z"],
    whileTyping: true,
    run: ({ page }) => page.undo(),
    enabled: (state) => state.undoable,
  },
  {
    name: "redo",
    title: "Do it again",
    group: "Editing",
    keys: ["Mod+Shift+KeyZ", "Mod+y"],
    whileTyping: true,
    run: ({ page }) => page.redo(),
    enabled: (state) => state.redoable,
  },
  {
    name: "share",
    title: "Share, embed, export",
    group: "Sharing",
    keys: ["s"],
    run: ({ store }) => store.set({ shareOpen: !store.get().shareOpen }),
    enabled: tellsAll,
    pressed: (state) => state.shareOpen,
  },
  { name: "copy-link", title: "Copy a link to what you see", group: "Sharing", keys: [], run: ({ page }) => page.copyLink() },
  {
    name: "copy-request",
    title: "Copy the request as a curl command",
    group: "Sharing",
    keys: [],
    run: ({ page }) => page.copyRequest(),
    enabled: tellsAll,
  },
  {
    name: "class",
    title: "Class: students follow on their own screens",
    group: "Class",
    // No key: a class is not opened by a slip of the finger.
    keys: [],
    run: ({ page }) => page.openClass(),
    enabled: ({ classroom }) => classroom !== "guest",
    pressed: ({ classroom }) => classroom === "host",
  },
  {
    name: "class-code",
    title: "Show the code of the class",
    group: "Class",
    keys: ["r"],
    run: ({ page }) => page.openClass(),
    enabled: ({ classroom }) => classroom === "host",
  },
  {
    name: "follow",
    title: "Follow the teacher again",
    group: "Class",
    keys: ["l"],
    run: ({ page }) => page.follow(),
    enabled: ({ classroom }) => classroom === "guest",
  },
  {
    name: "help",
    title: "Keys and help",
    group: "Page",
    keys: ["?"],
    run: ({ store }) => store.set({ helpOpen: !store.get().helpOpen }),
    pressed: (state) => state.helpOpen,
  },
  { name: "close", title: "Close or leave", group: "Page", keys: ["Escape"], run: ({ page }) => page.close() },
] as const satisfies readonly Action[];

export type ActionName = (typeof TABLE)[number]["name"];

export const ACTIONS: readonly (Action & { readonly name: ActionName })[] = TABLE;

export type Actions = BoundActions<State, ActionName>;

export function createActions(context: ActionContext): Actions {
  return bindActions(ACTIONS, context);
}
