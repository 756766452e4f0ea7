/** Everything a user can do in the training studio by a button or a key, each declared once, as actions.ts does for the playground. Knows no DOM. */

import { say } from "../messages/messages.ts";
import type { Action, ActionContext, BoundActions } from "../state/action_records.ts";
import { placeShown } from "./run.ts";
import { SPEEDS, type StudioState } from "./state.ts";

/** What only the page can do. */
export interface StudioPorts {
  togglePlay(): void;
  stepForward(): void;
  stepBack(): void;
  reset(): void;
  cancel(): void;
  setSpeed(stepsPerSecond: number | null): void;
  openGraph(): void;
  openSweep(): void;
  copyLink(): void;
  switchTheme(): void;
  /** Every action, to be found by its words. */
  openPalette(): void;
  /** The network and what it makes, as they are shown. */
  savePicture(kind: "svg" | "png"): void;
  saveCheckpoint(): void;
  loadCheckpoint(): void;
  /** Closes the innermost thing that is open. */
  close(): void;
}

type StudioAction = Action<StudioState, StudioPorts>;
type Context = ActionContext<StudioState, StudioPorts>;

const isRunning = ({ run, isPreview }: StudioState): boolean => run?.state === "running" && !isPreview;
const hasMoments = ({ run }: StudioState): boolean => (run?.momentCount ?? 0) > 1;

function changeSpeed({ store, page }: Context, direction: 1 | -1): void {
  const place = SPEEDS.indexOf(store.get().stepsPerSecond);
  const next = SPEEDS[place + direction];
  if (next !== undefined) page.setSpeed(next);
}

const TABLE = [
  {
    name: "play",
    title: say("action-train"),
    group: say("group-training"),
    keys: ["Space", "k"],
    run: ({ page }) => page.togglePlay(),
    pressed: isRunning,
  },
  {
    name: "next",
    title: say("action-one-step"),
    group: say("group-training"),
    keys: [".", "PageDown", "ArrowRight"],
    run: ({ page }) => page.stepForward(),
  },
  {
    name: "previous",
    title: say("action-moment-back"),
    group: say("group-training"),
    keys: [",", "PageUp", "ArrowLeft"],
    run: ({ page }) => page.stepBack(),
    enabled: ({ run, position }) => run !== null && placeShown(run, position) > 0,
  },
  {
    name: "first",
    title: say("action-start-again"),
    group: say("group-training"),
    keys: ["Home"],
    change: () => ({ position: 0 }),
    enabled: hasMoments,
  },
  {
    name: "newest",
    title: say("action-newest"),
    group: say("group-training"),
    keys: ["End"],
    change: () => ({ position: null }),
    enabled: ({ position }) => position !== null,
  },
  { name: "reset", title: say("action-reset"), group: say("group-training"), keys: ["r"], run: ({ page }) => page.reset() },
  {
    name: "cancel",
    title: say("action-end-run"),
    group: say("group-training"),
    keys: ["x"],
    run: ({ page }) => page.cancel(),
    enabled: ({ run, isPreview, isStarting }) =>
      (run !== null && !isPreview && (run.state === "running" || run.state === "paused")) || isStarting,
  },
  {
    name: "slower",
    title: say("action-slower"),
    group: say("group-training"),
    keys: ["["],
    run: (context) => changeSpeed(context, -1),
    enabled: ({ stepsPerSecond }) => stepsPerSecond !== SPEEDS[0],
  },
  {
    name: "faster",
    title: say("action-faster"),
    group: say("group-training"),
    keys: ["]"],
    run: (context) => changeSpeed(context, 1),
    enabled: ({ stepsPerSecond }) => stepsPerSecond !== null,
  },
  {
    name: "keep",
    title: say("action-keep"),
    group: say("group-comparing"),
    keys: ["a"],
    change: (state) => ({ kept: state.run }),
    enabled: ({ run, isPreview }) => run !== null && !isPreview && run.stepCount > 0,
  },
  {
    name: "forget",
    title: say("action-forget"),
    group: say("group-comparing"),
    keys: ["Shift+KeyA"],
    change: () => ({ kept: null }),
    enabled: ({ kept }) => kept !== null,
  },
  {
    name: "sweep",
    title: say("action-sweep"),
    group: say("group-comparing"),
    keys: ["w"],
    run: ({ page }) => page.openSweep(),
    enabled: ({ run }) => run !== null,
  },
  {
    name: "graph",
    title: say("action-open-graph"),
    group: say("group-closer"),
    keys: ["g"],
    run: ({ page }) => page.openGraph(),
    enabled: ({ run, example }) => run !== null && example !== null,
  },
  {
    name: "logarithm",
    title: say("action-log-scale"),
    group: say("group-closer"),
    keys: ["l"],
    change: (state) => ({ isLogarithmic: !state.isLogarithmic }),
    pressed: ({ isLogarithmic }) => isLogarithmic,
  },
  {
    name: "discrete",
    title: say("action-discrete"),
    group: say("group-closer"),
    keys: ["b"],
    change: (state) => ({ isDiscrete: !state.isDiscrete }),
    pressed: ({ isDiscrete }) => isDiscrete ?? false,
  },
  {
    name: "table",
    title: say("action-tables"),
    group: say("group-closer"),
    keys: ["t"],
    change: (state) => ({ view: state.view === "table" ? "picture" : "table" }),
    pressed: ({ view }) => view === "table",
  },
  {
    name: "copy-link",
    title: say("action-copy-setup"),
    group: say("group-page"),
    keys: ["s"],
    run: ({ page }) => page.copyLink(),
  },
  {
    name: "save-svg",
    title: say("download-svg"),
    group: say("group-page"),
    keys: [],
    run: ({ page }) => page.savePicture("svg"),
  },
  {
    name: "save-png",
    title: say("download-png"),
    group: say("group-page"),
    keys: [],
    run: ({ page }) => page.savePicture("png"),
  },
  {
    name: "save",
    title: say("action-save"),
    group: say("group-page"),
    keys: [],
    run: ({ page }) => page.saveCheckpoint(),
    enabled: ({ run, isPreview }) => run !== null && !isPreview && run.stepCount > 0,
  },
  { name: "load", title: say("action-load"), group: say("group-page"), keys: [], run: ({ page }) => page.loadCheckpoint() },
  {
    name: "theme",
    title: say("action-theme"),
    group: say("group-page"),
    keys: ["d"],
    run: ({ page }) => page.switchTheme(),
  },
  {
    name: "projector",
    title: say("action-studio-projector"),
    group: say("group-page"),
    keys: ["p"],
    change: (state) => ({ projector: !state.projector }),
    pressed: ({ projector }) => projector,
  },
  {
    name: "palette",
    title: say("action-palette"),
    group: say("group-page"),
    keys: ["Mod+k"],
    whileTyping: true,
    run: ({ page }) => page.openPalette(),
  },
  {
    name: "help",
    title: say("action-help"),
    group: say("group-page"),
    keys: ["?"],
    change: (state) => ({ helpOpen: !state.helpOpen }),
    pressed: ({ helpOpen }) => helpOpen,
  },
  { name: "close", title: say("action-close"), group: say("group-page"), keys: ["Escape"], run: ({ page }) => page.close() },
] as const satisfies readonly StudioAction[];

export type StudioActionName = (typeof TABLE)[number]["name"];

export const STUDIO_ACTIONS: readonly (StudioAction & { readonly name: StudioActionName })[] = TABLE;

export type StudioActions = BoundActions<StudioState, StudioActionName>;
