/** Puts the training studio together: options from the server, the set-up from the link, then every part on its place. */
import { compression } from "./api/compression.ts";
import { askForInputStep, askForLossGraph, changeRun, endRun, fetchCheckpoint, fetchOperations, fetchOptions, openLine, type Opening } from "./api/training.ts";
import { bindActions } from "./core/action_records.ts";
import { createStore, type Store } from "./core/store.ts";
import { STUDIO_ACTIONS, type StudioPorts } from "./core/training_actions.ts";
import { follow } from "./training/follower.ts";
import { readLink, writeLink } from "./training/link.ts";
import { createRunner, type Runner } from "./training/runner.ts";
import { placeShown } from "./training/run.ts";
import { momentShown } from "./training/shown.ts";
import type { StepDirection, StudioState } from "./training/state.ts";
import type { Checkpoint, Options } from "./training/types.ts";
import { mountAppearance, rememberedTheme } from "./view/appearance.ts";
import { byId, element } from "./view/dom.ts";
import { mountActionButtons } from "./view/header.ts";
import { mountHelp, rememberedSettings } from "./view/help.ts";
import { copyText, notify } from "./view/notice.ts";
import { download } from "./view/picture_file.ts";
import { mountShortcuts } from "./view/shortcuts.ts";
import { mountBanners } from "./view/training/banners.ts";
import { mountExampleCard } from "./view/training/example_card.ts";
import type { LossGraphView } from "./view/training/loss_graph.ts";
import { mountPresets } from "./view/training/presets.ts";
import { mountSetup } from "./view/training/setup.ts";
import { mountStage } from "./view/training/stage.ts";
import { mountTransport } from "./view/training/transport.ts";
import { mountWatch } from "./view/training/watch.ts";

const HELP = {
  heading: "The training studio",
  paragraphs: [
    "Set up a run on the left, press play, and watch: the picture shows what the model says of every place, the network shows its weights, the curves tell how it goes.",
    "Drag along the bar or a curve to look at any moment again. Click a point to open the computational graph of its loss, with the weights of that very moment, and watch every gradient arrive.",
    "Blue and solid is positive, orange and dashed is negative. Change something after pressing A, and both runs stand side by side.",
  ],
};

/** As fast as one can still follow. */
const USUAL_SPEED = 30;
const ADDRESS_PAUSE = 400;
const OPTIONS_RETRY = 3000;

function initialState(options: Options): StudioState {
  return {
    options,
    request: options.presets[0]!.request,
    problems: [],
    connection: null,
    isStarting: true,
    run: null,
    isPreview: true,
    kept: null,
    position: null,
    stepsPerSecond: USUAL_SPEED,
    brush: "open",
    example: null,
    pushSize: 0.5,
    push: null,
    graphOpen: false,
    isLogarithmic: false,
    view: "picture",
    theme: rememberedTheme(),
    motion: "system",
    projector: false,
    shortcuts: true,
    helpOpen: false,
    ...rememberedSettings(),
  };
}

const clock = {
  after(milliseconds: number, run: () => void): () => void {
    const timer = setTimeout(run, milliseconds);
    return () => clearTimeout(timer);
  },
};

function createStudioRunner(store: Store<StudioState>): Runner {
  return createRunner(store, {
    ...clock,
    follow: (body, listener) => follow({ ...clock, ...listener, open: (resume) => openLine(body, resume) }),
    async change(run, change) {
      const outcome = await changeRun(run, change);
      return "problems" in outcome ? { problems: outcome.problems } : {};
    },
    end: endRun,
  });
}

/** The chosen point and the moment in sight, as the server's questions want them. */
function openingOf(state: StudioState): Opening | null {
  const moment = momentShown(state);
  if (!state.run || !moment || state.example === null) return null;
  return { training: state.run.started.request, parameters: moment.parameters, example: { index: state.example } };
}

function createLooking(store: Store<StudioState>): { openGraph(): Promise<void>; push(direction: StepDirection): Promise<void> } {
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
      store.set({ graphOpen: true });
      try {
        const [outcome, made] = await Promise.all([askForLossGraph(opening), view ?? loadView()]);
        view = made;
        if ("problems" in outcome) return notify([outcome.problems[0]?.message, outcome.problems[0]?.hint].filter(Boolean).join(" "));
        const title = `The loss of point ${state.example! + 1}, with the weights of step ${momentShown(state)!.step}`;
        view.open({ graph: outcome.answer, title }, state);
      } catch {
        notify("The graph could not be fetched. Try again.");
      } finally {
        store.set({ graphOpen: false });
      }
    },
    async push(direction) {
      const state = store.get();
      const opening = openingOf(state);
      if (!opening) return;
      asked += 1;
      const own = asked;
      const outcome = await askForInputStep(opening, direction, state.pushSize);
      if (own !== asked) return;
      if ("problems" in outcome) return notify([outcome.problems[0]?.message, outcome.problems[0]?.hint].filter(Boolean).join(" "));
      store.set({ push: { direction, example: state.example!, step: momentShown(state)!.step, result: outcome.answer } });
    },
  };
}

async function saveCheckpoint(store: Store<StudioState>): Promise<void> {
  const { run } = store.get();
  if (!run) return;
  const outcome = await fetchCheckpoint(run.started.id);
  if ("problems" in outcome) return notify(outcome.problems[0]?.message ?? "There is no checkpoint.");
  const step = run.moments[placeShown(run, null)]?.step ?? 0;
  download(new Blob([JSON.stringify(outcome.answer)], { type: "application/json" }), `backpass-step-${step}.json`);
}

function chooseFile(use: (checkpoint: Checkpoint) => void): void {
  const input = element("input", { type: "file", accept: "application/json,.json" });
  input.addEventListener("change", () => {
    void input.files?.[0]?.text().then((text) => {
      try {
        const checkpoint = JSON.parse(text) as Checkpoint;
        if (!checkpoint.request || !checkpoint.checkpoint) throw new SyntaxError("It has no request.");
        use(checkpoint);
      } catch {
        notify("This file is no checkpoint of the studio.");
      }
    });
  });
  input.click();
}

interface Parts {
  readonly runner: Runner;
  readonly presets: { close(): boolean };
  readonly looking: ReturnType<typeof createLooking>;
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
    copyLink() {
      void writeLink(store.get(), compression).then((fragment) =>
        fragment === null ? notify("These points are too many for a link.") : copyText(`${location.origin}/training#${fragment}`, "Link copied. It opens this set-up."),
      );
    },
    saveCheckpoint: () => void saveCheckpoint(store),
    loadCheckpoint: () => chooseFile((checkpoint) => parts().runner.load(checkpoint)),
    close() {
      const { helpOpen, projector, example } = store.get();
      const active = document.activeElement;
      if (parts().presets.close()) return;
      if (helpOpen) store.set({ helpOpen: false });
      else if (active instanceof HTMLElement && active.closest(".setup")) active.blur();
      else if (projector) store.set({ projector: false });
      else if (example !== null) store.set({ example: null, push: null });
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
    void readLink(written, store.get().options, compression).then(({ change }) => store.set(change));
  });
}

/** Everything that is drawn, at most once a frame; what stands still costs a comparison. */
function mountViews(store: Store<StudioState>, views: readonly { show(state: StudioState): void }[]): void {
  let frame = 0;
  const show = (): void => {
    frame = 0;
    const state = store.get();
    for (const view of views) view.show(state);
  };
  show();
  // Hidden pages get no frames, but must be right when they are looked at again.
  store.subscribe(() => void (frame ||= requestAnimationFrame(show)));
}

async function optionsFromServer(): Promise<Options> {
  const outcome = await fetchOptions();
  if ("answer" in outcome) return outcome.answer;
  notify("The server does not answer; trying again.");
  await new Promise((resolve) => setTimeout(resolve, OPTIONS_RETRY));
  return optionsFromServer();
}

async function start(): Promise<void> {
  const options = await optionsFromServer();
  const { change, isWhole } = await readLink(location.hash, options, compression);
  const store = createStore<StudioState>({ ...initialState(options), ...change });
  if (!isWhole) notify("The link's set-up could not be read; this is the first preset.");
  const actions = bindActions(STUDIO_ACTIONS, { store, page: createPorts(store, () => parts) });
  mountAppearance(store);
  const looking = createLooking(store);
  const parts: Parts = {
    looking,
    presets: mountPresets(store, ({ request }) => store.set({ request, example: null, push: null, brush: "open" })),
    runner: createStudioRunner(store),
  };
  const trainAgain = (): void => actions.run("play");
  mountViews(store, [
    mountSetup(byId("setup"), store),
    mountBanners(byId("banners"), store, trainAgain),
    mountStage(byId("plates"), store),
    mountExampleCard(byId("example"), store, actions, (direction) => void looking.push(direction)),
    mountTransport(byId("transport"), store, actions, (stepsPerSecond) => parts.runner.setSpeed(stepsPerSecond)),
    mountWatch(byId("watch"), store),
  ]);
  mountHelp(store, actions.table, HELP);
  mountActionButtons(document, store, actions);
  mountShortcuts(store, actions);
  mountAddress(store);
  for (const button of document.querySelectorAll<HTMLElement>("[data-skip-to]")) button.addEventListener("click", () => byId(button.dataset["skipTo"]!).focus());
  window.addEventListener("pagehide", () => parts.runner.leave());
  window.addEventListener("pageshow", (event) => {
    if (event.persisted) parts.runner.reset();
  });
}

void start();
