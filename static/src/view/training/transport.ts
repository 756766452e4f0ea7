/** The run bar: where the run is in a sentence, a slider over its kept moments, the buttons, the pace, and how long it will still take. */

import type { Store } from "../../core/store.ts";
import { say } from "../../messages/messages.ts";
import type { StudioActionName, StudioActions } from "../../training/actions.ts";
import { branchStep } from "../../training/replay.ts";
import { describeRun, durationText } from "../../training/results/log.ts";
import { isEndless, lengthOf, nearestMoment, placeShown } from "../../training/run.ts";
import { SPEEDS, type StudioState } from "../../training/state.ts";
import { showMoment } from "../../training/state_actions.ts";
import { element, icon } from "../shared/dom.ts";
import { titleWithKey } from "../shared/shortcuts.ts";
import { append, setText } from "../shared/svg.ts";
import { createFlags } from "./flags.ts";
import { dress } from "./pictures/shapes.ts";

const BUTTONS = [
  ["reset", "reset"],
  ["previous", "step-back"],
  ["play", "play"],
  ["next", "step-forward"],
  ["cancel", "stop"],
] as const satisfies readonly (readonly [StudioActionName, string])[];

const SPOKEN_EVERY_MILLISECONDS = 4000;
/** More ticks than this are a bar. */
const MAX_TICKS = 120;

export function mountTransport(
  root: HTMLElement,
  store: Store<StudioState>,
  actions: StudioActions,
  setSpeed: (stepsPerSecond: number | null) => void,
  undo: (step: number) => void,
): { show(state: StudioState): void } {
  const sentence = element("p", { class: "narration" });
  const scrubber = createScrubber(store);
  const flags = createFlags(store, undo, scrubber.root);
  const track = element("div", { class: "run-track" }, scrubber.root, flags.root, flags.card);
  // What a step of training does is heard from the sentence below, not from each number that passes.
  const place = element("output", { class: "badge", "aria-live": "off" });
  const buttons = new Map(BUTTONS.map(([name, picture]) => [name, actionButton(name, picture, actions)]));
  const speed = element(
    "select",
    { "aria-label": say("pace") },
    ...SPEEDS.map((value) =>
      element(
        "option",
        { value: String(value) },
        value === null ? say("full-speed") : value === 1 ? say("one-step-a-second") : say("steps-a-second", { value }),
      ),
    ),
  );
  speed.addEventListener("change", () => {
    setSpeed(speed.value === "null" ? null : Number(speed.value));
  });
  const transport = element(
    "div",
    { class: "transport", role: "group", "aria-label": say("group-training") },
    ...buttons.values(),
  );
  const settings = element("div", { class: "timeline-settings" }, element("label", { class: "timeline-choice" }, speed));
  const spoken = createSpoken();
  root.append(sentence, track, element("div", { class: "timeline-bar" }, transport, place, settings), spoken.root);

  function show(state: StudioState): void {
    const { run, isPreview } = state;
    const isRunning = run?.state === "running" && !isPreview;
    for (const [name, button] of buttons) button.setAttribute("aria-disabled", String(!actions.enabled(name)));
    showPlaying(buttons.get("play")!, isRunning || (state.isStarting && !isPreview));
    speed.value = String(state.stepsPerSecond);
    flags.show(state);
    const branching = branchStep(state);
    const text =
      branching !== null
        ? say("branch-pending", { step: branching })
        : state.problems.length > 0
          ? say("setup-mistake")
          : run
            ? describeRun(run, state.position)
            : state.isStarting
              ? say("asking-first")
              : say("nothing-to-train");
    setText(sentence, text);
    // In a narrow window its end is cut off.
    if (sentence.title !== text) sentence.title = text;
    setText(place, badge(state));
    scrubber.show(state, text);
    spoken.say(text, isRunning);
    root.classList.toggle("is-running", isRunning);
  }

  return { show };
}

/** Where it is in a few characters, with the time left of a long run. */
function badge({ run, isPreview, position }: StudioState): string {
  if (!run) return "";
  const step = run.moments[placeShown(run, position)]?.step ?? 0;
  const left =
    run.state === "running" && !isPreview && run.secondsLeft !== null
      ? say("time-left", { duration: durationText(run.secondsLeft) })
      : "";
  const state = {
    running: "",
    paused: isPreview ? "" : say("run-paused"),
    finished: "",
    diverged: say("ran-away"),
    stopped: say("run-ended-mark"),
  }[run.state];
  return `${say("badge-step")} ${isEndless(run) ? step : `${step} / ${lengthOf(run)}`}${left}${state}`;
}

function actionButton(name: StudioActionName, picture: string, actions: StudioActions): HTMLButtonElement {
  const action = actions.get(name);
  const button = element(
    "button",
    {
      type: "button",
      class: `transport-button ${name === "play" ? "play" : ""}`,
      title: titleWithKey(action),
      "aria-label": action.title,
    },
    icon(picture),
  );
  button.addEventListener("click", () => actions.run(name));
  return button;
}

function showPlaying(button: HTMLButtonElement, isPlaying: boolean): void {
  const picture = isPlaying ? "pause" : "play";
  if (button.dataset.icon === picture) return;
  button.dataset.icon = picture;
  button.replaceChildren(icon(picture));
  button.setAttribute("aria-label", isPlaying ? say("pause") : say("train"));
}

/** A slider over the moments that were kept, filled as far as the run has come. */
function createScrubber(store: Store<StudioState>): { root: HTMLElement; show(state: StudioState, spoken: string): void } {
  const fill = element("div", { class: "segment-fill" });
  const line = element("div", { class: "segment" }, element("div", { class: "segment-line" }, fill));
  const thumb = element("div", { class: "scrubber-thumb" });
  const root = element(
    "div",
    { class: "scrubber run-scrubber", role: "slider", tabindex: 0, "aria-label": say("step-shown"), "aria-valuemin": 0 },
    line,
    thumb,
  );
  const ticks = append(root, "svg", { class: "scrubber-ticks", "aria-hidden": "true", preserveAspectRatio: "none" });
  const path = append(ticks, "path");
  root.append(thumb);
  let drawn = "";

  function seek(place: number): void {
    const { run } = store.get();
    if (!run || run.momentCount === 0) return;
    const limited = Math.max(0, Math.min(run.momentCount - 1, place));
    store.dispatch(showMoment(limited === run.momentCount - 1 && run.state !== "running" ? null : limited));
  }

  function placeAt(event: PointerEvent): number {
    const { run } = store.get();
    const { left, width } = root.getBoundingClientRect();
    return run ? nearestMoment(run, ((event.clientX - left) / Math.max(1, width)) * lengthOf(run)) : 0;
  }

  root.addEventListener("pointerdown", (event) => {
    if (event.button !== 0) return;
    root.setPointerCapture(event.pointerId);
    seek(placeAt(event));
  });
  root.addEventListener("pointermove", (event) => {
    if (root.hasPointerCapture(event.pointerId)) seek(placeAt(event));
  });
  root.addEventListener("keydown", (event) => {
    const { run, position } = store.get();
    if (!run || event.ctrlKey || event.metaKey || event.altKey) return;
    const place = placeShown(run, position);
    const moves: Record<string, number> = {
      ArrowRight: place + 1,
      ArrowUp: place + 1,
      ArrowLeft: place - 1,
      ArrowDown: place - 1,
      Home: 0,
      End: run.momentCount - 1,
      PageUp: place + 10,
      PageDown: place - 10,
    };
    const move = moves[event.key];
    if (move === undefined) return;
    event.preventDefault();
    event.stopPropagation();
    seek(move);
  });

  return {
    root,
    show({ run, position }, spoken) {
      const length = run ? Math.max(1, lengthOf(run)) : 1;
      const step = run?.moments[placeShown(run, position)]?.step ?? 0;
      const newest = run?.moments[run.momentCount - 1]?.step ?? 0;
      root.setAttribute("aria-valuemax", String(newest));
      root.setAttribute("aria-valuenow", String(step));
      root.setAttribute("aria-valuetext", spoken);
      line.style.width = "100%";
      fill.style.width = `${(100 * newest) / length}%`;
      thumb.style.left = `${(100 * step) / length}%`;
      const every = Math.max(1, Math.ceil(length / MAX_TICKS / (run?.started.keep_every ?? 1))) * (run?.started.keep_every ?? 1);
      const key = `${length} ${every}`;
      if (key === drawn) return;
      drawn = key;
      dress(ticks, { viewBox: `0 0 ${length} 1` });
      dress(path, { d: Array.from({ length: Math.floor(length / every) + 1 }, (_, index) => `M${index * every},0V1`).join("") });
    },
  };
}

/** The sentence for screen readers: while it trains, one every few seconds at most. */
function createSpoken(): { root: HTMLElement; say(text: string, isRunning: boolean): void } {
  const root = element("p", { class: "visually-hidden", "aria-live": "polite" });
  let timer = 0;
  let last = 0;
  return {
    root,
    say(text, isRunning) {
      clearTimeout(timer);
      if (root.textContent === text) return;
      const wait = isRunning ? Math.max(200, last + SPOKEN_EVERY_MILLISECONDS - performance.now()) : 200;
      timer = window.setTimeout(() => {
        last = performance.now();
        setText(root, text);
      }, wait);
    },
  };
}
