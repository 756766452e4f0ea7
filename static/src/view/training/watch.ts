/** The column of curves: loss, accuracy, gradients and updates by layer, and the log as the originals print it. */
import { curvesOf, layerCurves, type Curve } from "../../training/curves.ts";
import { logLine, logText, percentText } from "../../training/log.ts";
import { isGliding, lengthOf, nearestMoment, placeShown, type Run } from "../../training/run.ts";
import { differencesText } from "../../training/setup.ts";
import type { StudioState } from "../../training/state.ts";
import type { Store } from "../../core/store.ts";
import { element } from "../dom.ts";
import { copyText } from "../notice.ts";
import { createChart, type Chart } from "./chart.ts";

const LOG_LINES = 200;
/** While a run goes on, curves grow no more often than this: nobody can read them faster. */
const PAUSE = 100;
/** Updates of about a thousandth of the weights are the usual rule of thumb (Karpathy, CS231n). */
const HEALTHY_RATIO = 1e-3;

export function mountWatch(container: HTMLElement, store: Store<StudioState>): { show(state: StudioState): void } {
  const seek = (step: number): void => {
    const { run } = store.get();
    if (run && run.momentCount > 0) store.set({ position: nearestMoment(run, step) });
  };
  const charts = {
    loss: createChart({ title: "Loss", subject: "The loss", seek, height: 156 }),
    accuracy: createChart({ title: "Accuracy", subject: "The share of points told right", format: percentText, needed: [1], end: 1, seek }),
    gradients: createChart({ title: "Gradient by layer", subject: "The length of the gradient by layer", seek }),
    updates: createChart({
      title: "Update over weights",
      subject: "The length of each update over that of the weights, by layer",
      reference: { value: HEALTHY_RATIO, name: "1e−3" },
      needed: [HEALTHY_RATIO],
      seek,
    }),
  };
  const logarithm = element("button", { type: "button", class: "text-button chart-switch", "data-action": "logarithm" }, "Log scale");
  charts.loss.root.querySelector(".chart-title")!.append(logarithm);
  const remark = element(
    "p",
    { class: "watch-remark" },
    "A step that changes the weights by about a thousandth is the usual rule of thumb: much more and they are thrown about, much less and they hardly learn.",
  );
  const comparison = element("p", { class: "watch-comparison", hidden: true });
  const empty = element("p", { class: "watch-remark watch-empty" }, "Press play: the curves grow here, step by step. Drag along a curve to look at any step again.");
  const log = createLog(seek, () => store.get().run);
  container.append(comparison, empty, ...Object.values(charts).map(({ root }) => root), remark, log.root);

  let last = 0;

  function show(state: StudioState): void {
    const now = performance.now();
    if (isGliding(state) && now - last < PAUSE) return;
    last = now;
    const { run, kept, isPreview } = state;
    const isEmpty = run === null || isPreview || run.stepCount === 0;
    empty.hidden = !isEmpty;
    remark.hidden = isEmpty;
    log.root.hidden = isEmpty;
    comparison.hidden = kept === null;
    if (kept && run) comparison.textContent = `A is the run you kept${kept === run ? "" : `; now ${differencesText(kept.started.request, run.started.request) || "the same set-up"}`}.`;
    const step = run?.moments[placeShown(run, state.position)]?.step ?? 0;
    const length = Math.max(run ? lengthOf(run) : 1, kept ? lengthOf(kept) : 1);
    const both = (quantity: "loss" | "accuracy"): Curve[] => [...(kept && kept !== run ? curvesOf(kept, quantity, true) : []), ...(run && !isPreview ? curvesOf(run, quantity) : [])];
    const layers = (field: "gradient_norms" | "update_ratios"): Curve[] => (run && !isPreview ? layerCurves(run, field) : []);
    const tell = (chart: Chart, curves: Curve[], isLogarithmic: boolean): void => {
      chart.root.hidden = curves.length === 0;
      if (curves.length > 0) chart.show({ curves, step, length, isLogarithmic });
    };
    tell(charts.loss, both("loss"), state.isLogarithmic);
    tell(charts.accuracy, both("accuracy"), false);
    tell(charts.gradients, layers("gradient_norms"), true);
    tell(charts.updates, layers("update_ratios"), true);
    if (run && !isEmpty) log.show(run, step);
  }

  return { show };
}

/**
 * The newest line in sight unless somebody reads further up: the style sheet turns the list around, so that the browser keeps its end in place
 * by itself. Measuring where it is scrolled to would make it lay out the page with every frame.
 */
function createLog(seek: (step: number) => void, run: () => Run | null): { root: HTMLElement; show(run: Run, step: number): void } {
  const list = element("ol", { class: "log-lines", tabindex: 0, "aria-label": "Log, newest first" });
  const copy = element("button", { type: "button", class: "text-button" }, "copy");
  copy.addEventListener("click", () => {
    const present = run();
    if (present) void copyText(logText(present), "The whole log is copied.");
  });
  const root = element("section", { class: "log", "aria-label": "Log" }, element("header", { class: "chart-head" }, element("h3", { class: "chart-title" }, "Log"), copy), list);
  let shown: { readonly id: string; to: number } | null = null;
  let marked: HTMLElement | null = null;

  list.addEventListener("click", (event) => {
    const line = (event.target as Element).closest<HTMLElement>("[data-step]");
    if (line) seek(Number(line.dataset["step"]));
  });

  function lineFor(text: string, step: number): HTMLElement {
    return element("li", { class: "log-line", "data-step": step }, text);
  }

  return {
    root,
    show(present, step) {
      if (shown?.id !== present.started.id || shown.to > present.stepCount) {
        list.replaceChildren();
        shown = { id: present.started.id, to: 0 };
      }
      shown.to = Math.max(shown.to, present.stepCount - LOG_LINES);
      for (; shown.to < present.stepCount; shown.to += 1) list.prepend(lineFor(logLine(present.steps[shown.to]!), present.steps[shown.to]!.step));
      while (list.childElementCount > LOG_LINES) list.lastElementChild!.remove();
      const { finished } = present;
      if (finished && (list.firstElementChild as HTMLElement | null)?.dataset["step"] !== String(finished.step)) list.prepend(lineFor(logLine(finished), finished.step));
      const current = list.querySelector<HTMLElement>(`[data-step="${step}"]`);
      if (current === marked) return;
      marked?.removeAttribute("aria-current");
      current?.setAttribute("aria-current", "true");
      marked = current;
    },
  };
}
