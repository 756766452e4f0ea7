/** Everything a user can do in the training studio by a button or a key, each declared once, as actions.ts does for the playground. Knows no DOM. */
import { placeShown } from "../training/run.ts";
import { SPEEDS, type StudioState } from "../training/state.ts";
import { type Action, type ActionContext, type BoundActions } from "./action_records.ts";
import { THEMES } from "./actions.ts";

/** What only the page can do. */
export interface StudioPorts {
  togglePlay(): void;
  stepForward(): void;
  stepBack(): void;
  reset(): void;
  cancel(): void;
  setSpeed(stepsPerSecond: number | null): void;
  openGraph(): void;
  copyLink(): void;
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
    title: "Train or pause",
    group: "Training",
    keys: ["Space", "k"],
    run: ({ page }) => page.togglePlay(),
    pressed: isRunning,
  },
  { name: "next", title: "One step", group: "Training", keys: [".", "PageDown"], run: ({ page }) => page.stepForward() },
  {
    name: "previous",
    title: "One moment back",
    group: "Training",
    keys: [",", "PageUp"],
    run: ({ page }) => page.stepBack(),
    enabled: ({ run, position }) => run !== null && placeShown(run, position) > 0,
  },
  {
    name: "first",
    title: "Look at the start again",
    group: "Training",
    keys: ["Home"],
    run: ({ store }) => store.set({ position: 0 }),
    enabled: hasMoments,
  },
  {
    name: "newest",
    title: "Follow the newest moment",
    group: "Training",
    keys: ["End"],
    run: ({ store }) => store.set({ position: null }),
    enabled: ({ position }) => position !== null,
  },
  { name: "reset", title: "Back to before the first step", group: "Training", keys: ["r"], run: ({ page }) => page.reset() },
  {
    name: "cancel",
    title: "End this run now",
    group: "Training",
    keys: ["x"],
    run: ({ page }) => page.cancel(),
    enabled: ({ run, isPreview, isStarting }) => (run !== null && !isPreview && (run.state === "running" || run.state === "paused")) || isStarting,
  },
  { name: "slower", title: "Slower", group: "Training", keys: ["["], run: (context) => changeSpeed(context, -1), enabled: ({ stepsPerSecond }) => stepsPerSecond !== SPEEDS[0] },
  { name: "faster", title: "Faster", group: "Training", keys: ["]"], run: (context) => changeSpeed(context, 1), enabled: ({ stepsPerSecond }) => stepsPerSecond !== null },
  {
    name: "keep",
    title: "Keep this run to compare the next one with",
    group: "Comparing",
    keys: ["a"],
    run: ({ store }) => store.set({ kept: store.get().run }),
    enabled: ({ run, isPreview }) => run !== null && !isPreview && run.stepCount > 0,
  },
  {
    name: "forget",
    title: "Compare no longer",
    group: "Comparing",
    keys: ["Shift+KeyA"],
    run: ({ store }) => store.set({ kept: null }),
    enabled: ({ kept }) => kept !== null,
  },
  {
    name: "graph",
    title: "Open the computational graph of the chosen point",
    group: "Looking closer",
    keys: ["g"],
    run: ({ page }) => page.openGraph(),
    enabled: ({ run, example }) => run !== null && example !== null,
  },
  {
    name: "logarithm",
    title: "Log scale for the losses",
    group: "Looking closer",
    keys: ["l"],
    run: ({ store }) => store.set({ isLogarithmic: !store.get().isLogarithmic }),
    pressed: ({ isLogarithmic }) => isLogarithmic,
  },
  {
    name: "table",
    title: "Show as tables",
    group: "Looking closer",
    keys: ["t"],
    run: ({ store }) => store.set({ view: store.get().view === "table" ? "picture" : "table" }),
    pressed: ({ view }) => view === "table",
  },
  { name: "copy-link", title: "Copy a link to this set-up", group: "Page", keys: ["s"], run: ({ page }) => page.copyLink() },
  {
    name: "save",
    title: "Download a checkpoint",
    group: "Page",
    keys: [],
    run: ({ page }) => page.saveCheckpoint(),
    enabled: ({ run, isPreview }) => run !== null && !isPreview && run.stepCount > 0,
  },
  { name: "load", title: "Go on from a checkpoint", group: "Page", keys: [], run: ({ page }) => page.loadCheckpoint() },
  {
    name: "theme",
    title: "Change the theme: as the system, light, dark",
    group: "Page",
    keys: ["d"],
    run: ({ store }) => store.set({ theme: THEMES[(THEMES.indexOf(store.get().theme) + 1) % THEMES.length]! }),
  },
  {
    name: "projector",
    title: "Projector: large type, the set-up hidden",
    group: "Page",
    keys: ["p"],
    run: ({ store }) => store.set({ projector: !store.get().projector }),
    pressed: ({ projector }) => projector,
  },
  {
    name: "help",
    title: "Keys and help",
    group: "Page",
    keys: ["?"],
    run: ({ store }) => store.set({ helpOpen: !store.get().helpOpen }),
    pressed: ({ helpOpen }) => helpOpen,
  },
  { name: "close", title: "Close or leave", group: "Page", keys: ["Escape"], run: ({ page }) => page.close() },
] as const satisfies readonly StudioAction[];

export type StudioActionName = (typeof TABLE)[number]["name"];

export const STUDIO_ACTIONS: readonly (StudioAction & { readonly name: StudioActionName })[] = TABLE;

export type StudioActions = BoundActions<StudioState, StudioActionName>;

