/** Puts the training studio together: options from the server, the set-up from the link, then every part on its place. */

import { compression } from "./api/compression.ts";
import { fetchOperations } from "./api/reference.ts";
import { askForInputStep, askForLossGraph, fetchOptions, type Opening, openSweep } from "./api/training.ts";
import { createStore, type Store } from "./core/store.ts";
import { addClass, say } from "./messages/messages.ts";
import { bindActions } from "./state/action_records.ts";
import { actionCommands } from "./state/palette_commands.ts";
import { CLOSE_HELP, LEAVE_PROJECTOR } from "./state/state_actions.ts";
import { STUDIO_ACTIONS, type StudioPorts } from "./training/actions.ts";
import { classMoment } from "./training/class_moment.ts";
import { readLink, writeLink } from "./training/link.ts";
import { pushingOf } from "./training/pushing.ts";
import { describeRun } from "./training/results/log.ts";
import { placeShown, startedAt } from "./training/run.ts";
import type { Runner } from "./training/runner/runner.ts";
import { momentShown } from "./training/shown.ts";
import type { StepDirection, StudioState } from "./training/state.ts";
import { choosePreset, openExample, openGraph, openLink, openNeuron, showPush } from "./training/state_actions.ts";
import type { CheckpointFile, Options } from "./training/types.ts";
import { mountHelp } from "./view/dialogs/help.ts";
import { mountPalette, type Palette } from "./view/dialogs/palette.ts";
import { type Appearance, mountAppearance } from "./view/page/appearance.ts";
import { mountCommandMenu, pageCommands } from "./view/page/command_menu.ts";
import { mountActionButtons } from "./view/page/header.ts";
import { OPEN_CLASS } from "./view/room/port.ts";
import { mountTooltips } from "./view/shared/controls/tooltip.ts";
import { byId, element } from "./view/shared/dom.ts";
import { recall } from "./view/shared/memory.ts";
import { copyText, notify } from "./view/shared/notice.ts";
import { download, downloadDrawings } from "./view/shared/picture_file.ts";
import { mountShortcuts } from "./view/shared/shortcuts.ts";
import { mountBanners } from "./view/training/banners.ts";
import { mountExampleCard } from "./view/training/example_card.ts";
import type { LossGraphView } from "./view/training/loss_graph.ts";
import { mountNeuronCard } from "./view/training/neuron_card.ts";
import { mountPresets } from "./view/training/setup/presets.ts";
import { mountSetup } from "./view/training/setup/setup.ts";
import { mountStage } from "./view/training/stage/stage.ts";
import { createStudioRunner, initialState, mountViews } from "./view/training/studio.ts";
import type { SweepDialog } from "./view/training/sweep/dialog.ts";
import { mountTransport } from "./view/training/transport.ts";
import { mountWatch } from "./view/training/watch.ts";

const HELP = {
  heading: say("studio-title"),
  paragraphs: [say("studio-set-up"), say("studio-drag"), say("studio-colours")],
};

const ADDRESS_PAUSE = 400;
const OPTIONS_RETRY = 3000;

/** The chosen point and the moment in sight, as the server's questions want them. */
function openingOf(state: StudioState): Opening | null {
  const moment = momentShown(state);
  if (!state.run || !moment || state.example === null) return null;
  return {
    training: startedAt(state.run, moment.step).request,
    parameters: moment.parameters,
    example: { index: state.example },
  };
}

/** While a run goes on each moment has other weights: what a push comes to would be out of date at once. */
function paused(store: Store<StudioState>, pause: () => void): Promise<void> {
  const isGoingOn = ({ run, isPreview }: StudioState): boolean => run?.state === "running" && !isPreview;
  if (!isGoingOn(store.get())) return Promise.resolve();
  return new Promise((resolve) => {
    const stop = store.subscribe((state) => {
      if (isGoingOn(state)) return;
      stop();
      resolve();
    });
    pause();
  });
}

function createLooking(
  store: Store<StudioState>,
  pause: () => void,
): { openGraph(): Promise<void>; push(direction: StepDirection): Promise<void> } {
  let view: LossGraphView | null = null;
  let asked = 0;

  async function loadView(): Promise<LossGraphView> {
    const [{ createLossGraph }, operations] = await Promise.all([import("./view/training/loss_graph.ts"), fetchOperations()]);
    return createLossGraph(byId<HTMLDialogElement>("loss-graph"), operations);
  }

  return {
    async openGraph() {
      const state = store.get();
      const opening = openingOf(state);
      if (!opening || state.graphOpen) return;
      store.dispatch(openGraph(true));
      try {
        const [outcome, made] = await Promise.all([askForLossGraph(opening), view ?? loadView()]);
        view = made;
        if ("problems" in outcome)
          return notify([outcome.problems[0]?.message, outcome.problems[0]?.hint].filter(Boolean).join(" "));
        const title = say("loss-of-point", { example: state.example! + 1, step: momentShown(state)!.step });
        view.open({ graph: outcome.answer, title }, state);
      } catch {
        notify(say("graph-not-fetched"));
      } finally {
        store.dispatch(openGraph(false));
      }
    },
    async push(direction) {
      asked += 1;
      const own = asked;
      await paused(store, pause);
      const state = store.get();
      const opening = openingOf(state);
      if (own !== asked || !opening) return;
      const outcome = await askForInputStep(opening, pushingOf(state, direction));
      if (own !== asked) return;
      if ("problems" in outcome)
        return notify([outcome.problems[0]?.message, outcome.problems[0]?.hint].filter(Boolean).join(" "));
      store.dispatch(showPush({ direction, example: state.example!, step: momentShown(state)!.step, result: outcome.answer }));
    },
  };
}

function createSweeping(store: Store<StudioState>): { open(): Promise<void> } {
  let dialog: SweepDialog | null = null;
  return {
    async open() {
      try {
        const { createSweepDialog } = await import("./view/training/sweep/dialog.ts");
        dialog ??= createSweepDialog(byId<HTMLDialogElement>("sweep"), store, openSweep);
        dialog.open();
      } catch {
        notify(say("sweep-not-fetched"));
      }
    },
  };
}

async function saveCheckpoint(store: Store<StudioState>, runner: Runner): Promise<void> {
  const checkpoint = await runner.checkpoint();
  const { run } = store.get();
  if (!run) return;
  if (checkpoint === null) return notify(say("no-checkpoint"));
  const step = run.moments[placeShown(run, null)]?.step ?? 0;
  const setups = run.setups.map(({ step, started }) => ({ step, request: started.request }));
  const file: CheckpointFile = { ...checkpoint, curves: { steps: run.steps.slice(0, run.stepCount), setups } };
  download(new Blob([JSON.stringify(file)], { type: "application/json" }), `backpass-step-${step}.json`);
}

/** What is in the middle of the page, and the sentence of the moment above it. */
async function savePicture(store: Store<StudioState>, kind: "svg" | "png"): Promise<void> {
  const { run, position } = store.get();
  const parts = Array.from(byId("plates").querySelectorAll<SVGSVGElement>("svg.network-drawing, svg.plane"))
    .filter((svg) => svg.checkVisibility())
    .sort((one, other) => one.getBoundingClientRect().left - other.getBoundingClientRect().left)
    .map((svg) => ({ svg, painted: svg.parentElement!.querySelector<HTMLCanvasElement>(":scope > canvas") }));
  await downloadDrawings(kind, run ? describeRun(run, position) : say("studio-title"), parts, "backpass-training");
}

function chooseFile(use: (checkpoint: CheckpointFile) => void): void {
  const input = element("input", { type: "file", accept: "application/json,.json" });
  input.addEventListener("change", () => {
    void input.files?.[0]?.text().then((text) => {
      try {
        const checkpoint = JSON.parse(text) as CheckpointFile;
        if (!checkpoint.request || !checkpoint.checkpoint) throw new SyntaxError(say("checkpoint-no-request"));
        use(checkpoint);
      } catch {
        notify(say("not-a-checkpoint"));
      }
    });
  });
  input.click();
}

interface Parts {
  readonly runner: Runner;
  readonly menus: readonly { close(): boolean }[];
  readonly palette: Palette;
  readonly looking: ReturnType<typeof createLooking>;
  readonly sweeping: ReturnType<typeof createSweeping>;
  readonly appearance: Appearance;
}

function createPorts(store: Store<StudioState>, parts: () => Parts): StudioPorts {
  return {
    togglePlay: () => parts().runner.togglePlay(),
    stepForward: () => parts().runner.stepForward(),
    stepBack: () => parts().runner.stepBack(),
    reset: () => parts().runner.reset(),
    cancel: () => parts().runner.cancel(),
    setSpeed: (stepsPerSecond) => parts().runner.setSpeed(stepsPerSecond),
    openGraph: () => void parts().looking.openGraph(),
    openSweep: () => void parts().sweeping.open(),
    copyLink() {
      void writeLink(store.get(), compression).then((fragment) =>
        fragment === null
          ? notify(say("points-too-many"))
          : copyText(`${location.origin}/training#${fragment}`, say("setup-link-copied")),
      );
    },
    openPalette: () => parts().palette.open(),
    switchTheme: () => parts().appearance.switchTheme(),
    savePicture: (kind) => void savePicture(store, kind),
    saveCheckpoint: () => void saveCheckpoint(store, parts().runner),
    loadCheckpoint: () => chooseFile((checkpoint) => parts().runner.load(checkpoint)),
    close() {
      const { helpOpen, projector, example, neuron } = store.get();
      const active = document.activeElement;
      // Escape where a button in the dialog was pressed that is disabled since: the focus is nowhere, and the key comes to the page.
      const dialog = document.querySelector<HTMLDialogElement>("dialog.loss-graph[open], dialog.sweep[open]");
      if (dialog) return dialog.close();
      if (parts().palette.close() || parts().menus.some((menu) => menu.close())) return;
      if (helpOpen) store.dispatch(CLOSE_HELP);
      // At once: what is hidden keeps the focus, and with it the next key, until the next frame.
      else if (active instanceof HTMLElement && active.closest(".setup, .neuron-card")) active.blur();
      else if (projector) store.dispatch(LEAVE_PROJECTOR);
      else if (neuron) store.dispatch(openNeuron(null));
      else if (example !== null) store.dispatch(openExample(null));
    },
  };
}

/** The address says how the run is set up, as soon as that rests. */
function mountAddress(store: Store<StudioState>): void {
  let timer = 0;
  let written = location.hash.replace(/^#/, "");
  const linked = ["request", "theme", "projector", "isLogarithmic"] as const;
  store.subscribe((state, previous) => {
    if (timer !== 0 || linked.every((field) => state[field] === previous[field])) return;
    timer = window.setTimeout(() => {
      timer = 0;
      void writeLink(store.get(), compression).then((fragment) => {
        if (fragment === null || fragment === written) return;
        written = fragment;
        history.replaceState(null, "", `#${fragment}`);
      });
    }, ADDRESS_PAUSE);
  });
  window.addEventListener("hashchange", () => {
    if (location.hash === `#${written}`) return;
    written = location.hash.replace(/^#/, "");
    void readLink(written, store.get().options, compression).then(({ change }) => store.dispatch(openLink(change)));
  });
}

/** A class that this browser leads may have the studio on its screens. Its runs have names of their own there. */
function mountClass(store: Store<StudioState>, runner: Runner): void {
  if (recall(OPEN_CLASS) === null) return;
  const names: string[] = [];
  const nameOf = (id: string): string => {
    if (!names.includes(id)) names.push(id);
    return `run-${names.indexOf(id)}`;
  };
  // Its modules read their words when they are fetched.
  void addClass().then(async () => {
    const { mountStudioClass } = await import("./view/room/studio/teacher.ts");
    await mountStudioClass({
      moment: () => classMoment(store.get(), nameOf(store.get().run?.started.id ?? "")),
      watch: (changed) => store.subscribe(changed),
      step: (direction) => (direction === "next" ? runner.stepForward() : runner.stepBack()),
    });
  });
}

async function optionsFromServer(): Promise<Options> {
  const outcome = await fetchOptions();
  if ("answer" in outcome) return outcome.answer;
  notify(say("trying-again"));
  await new Promise((resolve) => setTimeout(resolve, OPTIONS_RETRY));
  return optionsFromServer();
}

async function start(): Promise<void> {
  const options = await optionsFromServer();
  const { change, isWhole } = await readLink(location.hash, options, compression);
  const store = createStore<StudioState>({ ...initialState(options), ...change });
  if (!isWhole) notify(say("link-setup-unread"));
  const actions = bindActions(STUDIO_ACTIONS, { store, page: createPorts(store, () => parts) });
  const commandsNow = () => actionCommands(actions, store.get());
  const appearance = mountAppearance(store);
  const looking = createLooking(store, () => parts.runner.togglePlay());
  const parts: Parts = {
    appearance,
    looking,
    sweeping: createSweeping(store),
    menus: [
      mountPresets(store, ({ request }) => store.dispatch(choosePreset(request))),
      mountCommandMenu(byId("more-button"), byId("more"), commandsNow),
    ],
    palette: mountPalette(() => [...commandsNow(), ...pageCommands()].filter(({ name }) => name !== "palette")),
    runner: createStudioRunner(store),
  };
  mountViews(store, [
    mountSetup(byId("setup"), store),
    mountBanners(byId("banners"), store, () => parts.runner.train()),
    mountStage(byId("plates"), store),
    mountExampleCard(byId("example"), store, actions, (direction) => void looking.push(direction)),
    mountNeuronCard(byId("example"), store, parts.runner),
    mountTransport(
      byId("transport"),
      store,
      actions,
      (stepsPerSecond) => parts.runner.setSpeed(stepsPerSecond),
      (step) => parts.runner.undo(step),
    ),
    mountWatch(byId("watch"), store),
  ]);
  mountHelp(store, actions.table, HELP);
  mountActionButtons(document, store, actions);
  mountTooltips();
  mountShortcuts(store, actions);
  mountAddress(store);
  mountClass(store, parts.runner);
  for (const button of document.querySelectorAll<HTMLElement>("[data-skip-to]"))
    button.addEventListener("click", () => {
      const part = byId(button.dataset.skipTo!);
      part.focus({ preventScroll: true });
      part.scrollIntoView({ block: "start" });
    });
  window.addEventListener("pagehide", () => parts.runner.leave());
  window.addEventListener("pageshow", (event) => {
    if (event.persisted) parts.runner.reset();
  });
}

void start();
