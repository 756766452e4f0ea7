/** A training run in a lesson: the studio's picture, curves and run bar with a state of their own. Loaded when one comes near the view. */

import { fetchOptions } from "../../api/training.ts";
import { createStore } from "../../core/store.ts";
import type { TrainingData } from "../../learn/types.ts";
import { say } from "../../messages/messages.ts";
import { bindActions } from "../../state/action_records.ts";
import { STUDIO_ACTIONS, type StudioActionName, type StudioPorts } from "../../training/actions.ts";
import type { StudioState } from "../../training/state.ts";
import type { Options, Preset } from "../../training/types.ts";
import { element, prose } from "../shared/dom.ts";
import { mountShortcuts } from "../shared/shortcuts.ts";
import { mountStage } from "../training/stage/stage.ts";
import { createStudioRunner, initialState, mountViews } from "../training/studio.ts";
import { mountTransport } from "../training/transport.ts";
import { mountWatch } from "../training/watch.ts";

/** What of the studio's actions makes sense here. */
const USED = new Set<StudioActionName>(["play", "next", "previous", "reset", "cancel"]);

let options: Promise<Options> | null = null;
let styled: Promise<unknown> | null = null;

async function optionsOfServer(): Promise<Options> {
  const outcome = await fetchOptions();
  if ("answer" in outcome) return outcome.answer;
  options = null;
  throw new Error(say("trying-again"));
}

function loadStyle(): Promise<unknown> {
  const style = element("link", { rel: "stylesheet", href: document.body.dataset.trainingStyle ?? "" });
  const loaded = new Promise((resolve) => style.addEventListener("load", resolve));
  document.head.append(style);
  return loaded;
}

export async function mountTrainingBlock(figure: HTMLElement, data: TrainingData, signal: AbortSignal): Promise<void> {
  options ??= optionsOfServer();
  styled ??= loadStyle();
  const [known] = await Promise.all([options, styled]);
  const preset = known.presets.find(({ name }) => name === data.preset);
  if (preset && !signal.aborted) mount(figure, data, known, preset, signal);
}

function mount(figure: HTMLElement, { steps, show }: TrainingData, known: Options, preset: Preset, signal: AbortSignal): void {
  const request = { ...preset.request, ...(steps === undefined ? {} : { steps }) };
  const store = createStore<StudioState>({ ...initialState(known), request });
  const runner = createStudioRunner(store);
  const nothing = (): void => {};
  const page: StudioPorts = {
    togglePlay: runner.togglePlay,
    stepForward: runner.stepForward,
    stepBack: runner.stepBack,
    reset: runner.reset,
    cancel: runner.cancel,
    setSpeed: runner.setSpeed,
    openGraph: nothing,
    openSweep: nothing,
    copyLink: nothing,
    switchTheme: nothing,
    openPalette: nothing,
    savePicture: nothing,
    saveCheckpoint: nothing,
    loadCheckpoint: nothing,
    close: nothing,
  };
  const actions = bindActions(
    STUDIO_ACTIONS.filter(({ name }) => USED.has(name)),
    { store, page },
  );
  const plates = element("div", { class: "plates" });
  const watch = element("div", { class: "watch", role: "region", "aria-label": say("loss"), tabindex: 0 });
  const transport = element("div", { class: "timeline run-bar", role: "region", "aria-label": say("group-training") });
  const views = [mountTransport(transport, store, actions, runner.setSpeed, runner.undo)];
  const shown: HTMLElement[] = [];
  if (show.includes("boundary")) {
    views.push(mountStage(plates, store));
    shown.push(plates);
  }
  if (show.includes("loss")) {
    views.push(mountWatch(watch, store));
    shown.push(watch);
  }
  const body = element("div", { class: "live-training" }, ...shown);
  const expected = element("p", { class: "live-expected", hidden: true }, ...prose(preset.expected));
  // The outcome is shown once the run has ended.
  views.push({
    show({ run, isPreview }) {
      if (!isPreview && run?.state === "finished") expected.hidden = false;
    },
  });
  figure.prepend(transport, body, expected);
  mountViews(store, views);
  mountShortcuts(store, actions, figure);
  const studio = element(
    "a",
    { class: "text-button", href: "/training", target: "_blank", rel: "noopener" },
    say("lesson-open-studio"),
  );
  figure.append(element("div", { class: "live-foot" }, studio));
  figure.classList.add("is-live");
  window.addEventListener("pagehide", () => runner.leave(), { signal });
  signal.addEventListener("abort", () => runner.leave(), { once: true });
}
