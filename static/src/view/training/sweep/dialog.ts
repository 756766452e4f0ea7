/** The sweep of the studio: one or two settings and their values, progress, and the runs as small multiples. */
import { createStore, type Store } from "../../../core/store.ts";
import { say } from "../../../messages/messages.ts";
import { encodingOf } from "../../../training/shown.ts";
import type { StudioState } from "../../../training/state.ts";
import { choosePreset } from "../../../training/state_actions.ts";
import type { Line } from "../../../training/stream_follower.ts";
import { missingOf, type SweepState } from "../../../training/sweep/state.ts";
import { createSweeper, type SweepBody } from "../../../training/sweep/sweeper.ts";
import type { Axis } from "../../../training/sweep/swept_settings.ts";
import { axesTogether, cellCount, sentenceOf } from "../../../training/sweep/words.ts";
import { openModal } from "../../shared/controls/in_front.ts";
import { element, icon } from "../../shared/dom.ts";
import { setText } from "../../shared/svg.ts";
import { createAxisFields } from "./axis_fields.ts";
import { createSweepGrid } from "./grid.ts";
import type { Shared } from "./multiple.ts";

export interface SweepDialog {
  open(): void;
}

export function createSweepDialog(
  dialog: HTMLDialogElement,
  studio: Store<StudioState>,
  open: (body: SweepBody) => Line,
): SweepDialog {
  const { options } = studio.get();
  const store = createStore<SweepState>({ sweep: null });
  const sweeper = createSweeper(store, open);
  let shared: Shared | null = null;
  const grid = createSweepGrid(options, (request) => {
    dialog.close();
    studio.dispatch(choosePreset(request));
  });
  const across = createAxisFields(studio, { label: say("sweep-across"), first: "rate", isOptional: false }, showForm);
  const down = createAxisFields(studio, { label: say("sweep-down"), first: "width", isOptional: true }, showForm);
  const start = element("button", { type: "submit", class: "solid-button" });
  const stop = element("button", { type: "button", class: "text-button", hidden: true }, icon("stop"), say("sweep-stop"));
  const goOn = element("button", { type: "button", class: "text-button", hidden: true }, icon("play"), say("sweep-go-on"));
  const progress = element("progress", { class: "sweep-progress", "aria-label": say("sweep-progress"), hidden: true });
  const words = element("p", { class: "sweep-words", role: "status" });
  const close = element("button", { type: "button", class: "icon-button", "aria-label": say("close") }, icon("close"));
  const form = element(
    "form",
    { class: "sweep-form" },
    across.root,
    down.root,
    element("div", { class: "sweep-buttons" }, start, stop, goOn, progress),
  );
  dialog.append(
    element("header", { class: "dialog-heading" }, element("h2", { id: "sweep-heading" }, say("sweep-title")), close),
    form,
    words,
    grid.root,
  );

  /** The axes, or the sentence that says why there are none. */
  const axesOf = (): readonly Axis[] | string => {
    const [left, low] = [across.axis(), down.axis()];
    return down.isChosen() && low === null ? say("sweep-mistake") : axesTogether(left, low, options);
  };

  function showForm(): void {
    const axes = axesOf();
    const isRunning = store.get().sweep?.state === "running";
    start.disabled = typeof axes === "string" || isRunning;
    setText(start, say("sweep-start", { count: typeof axes === "string" ? 0 : cellCount(axes) }));
    form.dataset.problem = typeof axes === "string" ? axes : "";
    showWords();
  }

  function showWords(): void {
    const { sweep } = store.get();
    const problem =
      form.dataset.problem ||
      (sweep?.problems[0] ? [sweep.problems[0].message, sweep.problems[0].hint].filter(Boolean).join(" ") : "");
    setText(words, problem || (sweep ? sentenceOf(sweep) : say("sweep-about")));
  }

  function show(): void {
    const { sweep } = store.get();
    const missing = sweep ? missingOf(sweep).length : 0;
    stop.hidden = sweep?.state !== "running";
    goOn.hidden = sweep?.state !== "stopped" || missing === 0;
    progress.hidden = sweep?.state !== "running";
    progress.max = sweep?.cells.length ?? 1;
    progress.value = progress.max - missing;
    showForm();
    grid.show(sweep, shared);
    // A button that goes away, or can be pressed no longer, would leave the focus nowhere, and keys to the page behind.
    const active = document.activeElement;
    if (active instanceof HTMLButtonElement && dialog.contains(active) && (active.hidden || active.disabled))
      grid.root.focus({ preventScroll: true });
  }

  store.subscribe(show);
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    const axes = axesOf();
    const { run, request } = studio.get();
    if (typeof axes === "string" || !run || store.get().sweep?.state === "running") return;
    shared = { started: run.started, encoding: encodingOf(run, studio.get()) };
    sweeper.begin(request, axes, options);
  });
  stop.addEventListener("click", () => sweeper.stop());
  goOn.addEventListener("click", () => sweeper.goOn());
  close.addEventListener("click", () => dialog.close());
  dialog.addEventListener("click", (event) => {
    if (event.target === dialog) dialog.close();
  });
  dialog.addEventListener("keydown", (event) => event.stopPropagation());
  window.addEventListener("pagehide", () => sweeper.stop());

  return {
    open() {
      const { request } = studio.get();
      across.fit(request);
      down.fit(request);
      show();
      openModal(dialog);
    },
  };
}
