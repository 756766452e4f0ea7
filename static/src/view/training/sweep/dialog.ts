/** The sweep of the studio: one or two settings and their values, progress, and the runs as small multiples. */
import { createStore, type Store } from "../../../core/store.ts";
import { say } from "../../../messages/messages.ts";
import { encodingOf } from "../../../training/shown.ts";
import type { StudioState } from "../../../training/state.ts";
import { choosePreset } from "../../../training/state_actions.ts";
import type { Line } from "../../../training/stream_follower.ts";
import { bestOf, missingOf, type Sweep, type SweepState } from "../../../training/sweep/state.ts";
import { createSweeper, type SweepBody } from "../../../training/sweep/sweeper.ts";
import {
  type Axis,
  axisText,
  readAxis,
  type SettingName,
  settingsOf,
  settingTitle,
  usualAxis,
} from "../../../training/sweep/swept_settings.ts";
import type { TrainingRequest } from "../../../training/types.ts";
import { openModal } from "../../shared/controls/in_front.ts";
import { element, icon } from "../../shared/dom.ts";
import { setText } from "../../shared/svg.ts";
import { createSweepGrid } from "./grid.ts";
import type { Shared } from "./multiple.ts";

export interface SweepDialog {
  open(): void;
}

interface AxisFields {
  readonly root: HTMLElement;
  /** null where nothing is chosen, or what is typed are no values. */
  axis(): Axis | null;
  readonly isChosen: () => boolean;
  /** Takes the settings that the set-up has. */
  fit(request: TrainingRequest): void;
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
  const across = createAxisFields(say("sweep-across"), "rate", false);
  const down = createAxisFields(say("sweep-down"), "width", true);
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

  function createAxisFields(label: string, first: SettingName, isOptional: boolean): AxisFields {
    const choice = element("select", { class: "field", "aria-label": label });
    const values = element("input", { type: "text", class: "field sweep-values", spellcheck: "false" });
    const read = (): Axis | { readonly mistake: string } | null =>
      choice.value === "" ? null : readAxis(choice.value as SettingName, values.value, options);
    function suggest(): void {
      values.disabled = choice.value === "";
      const { request } = studio.get();
      values.value = choice.value === "" ? "" : axisText(usualAxis(choice.value as SettingName, request, options), options);
      values.setAttribute(
        "aria-label",
        choice.value === "" ? "" : say("sweep-values", { setting: settingTitle(choice.value as SettingName) }),
      );
    }
    choice.addEventListener("change", () => {
      suggest();
      showForm();
    });
    values.addEventListener("input", showForm);
    let fitted = "";
    return {
      root: element("div", { class: "sweep-axis" }, element("span", { class: "setup-label" }, label), choice, values),
      isChosen: () => choice.value !== "",
      axis() {
        const axis = read();
        values.setAttribute("aria-invalid", String(axis !== null && "mistake" in axis));
        return axis === null || "mistake" in axis ? null : axis;
      },
      fit(request) {
        const settings = settingsOf(request);
        if (settings.join() === fitted) return;
        fitted = settings.join();
        const before = choice.value || first;
        choice.replaceChildren(
          ...(isOptional ? [element("option", { value: "" }, say("sweep-nothing"))] : []),
          ...settings.map((name) => element("option", { value: name }, settingTitle(name))),
        );
        choice.value = settings.includes(before as SettingName) ? before : isOptional ? "l2" : "rate";
        suggest();
      },
    };
  }

  /** The axes, or the sentence that says why there are none. */
  function axesOf(): readonly Axis[] | string {
    const [left, low] = [across.axis(), down.axis()];
    if (left === null || (low === null && down.isChosen())) return say("sweep-mistake");
    if (low?.setting === left.setting) return say("sweep-same");
    const axes = low ? [left, low] : [left];
    const count = axes.reduce((product, { values }) => product * values.length, 1);
    const most = options.limits.max_sweep_cells ?? Infinity;
    return count > most ? say("sweep-too-many", { count, most }) : axes;
  }

  function showForm(): void {
    const axes = axesOf();
    const isRunning = store.get().sweep?.state === "running";
    start.disabled = typeof axes === "string" || isRunning;
    const count = typeof axes === "string" ? 0 : axes.reduce((product, { values }) => product * values.length, 1);
    setText(start, say("sweep-start", { count }));
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

  function sentenceOf(sweep: Sweep): string {
    const total = sweep.cells.length;
    const done = total - missingOf(sweep).length;
    const best = bestOf(sweep);
    if (sweep.state !== "finished") return say(sweep.state === "running" ? "sweep-done" : "sweep-stopped", { done, total });
    const result = best === null ? null : sweep.results[best];
    if (!result) return say("sweep-none-learns");
    if (result.held_out_loss !== null) return say("sweep-best-held-out", { total });
    return say(result.accuracy === null ? "sweep-best-loss" : "sweep-best", { total });
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
