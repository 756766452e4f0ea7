/** The column of curves: loss, accuracy, gradients and updates by layer, and the log as the originals print it. */

import type { Store } from "../../core/store.ts";
import { say } from "../../messages/messages.ts";
import { type Curve, curvesOf, layerCurves, needsLogarithm } from "../../training/results/curves.ts";
import { logLine, logText, percentText, setupTexts } from "../../training/results/log.ts";
import { isGliding, lengthOf, measuredStep, nearestMoment, placeShown, type Run } from "../../training/run.ts";
import { differencesText } from "../../training/setup_differences.ts";
import type { StudioState } from "../../training/state.ts";
import { showMoment } from "../../training/state_actions.ts";
import { element } from "../shared/dom.ts";
import { copyText } from "../shared/notice.ts";
import { createBranches } from "./branches.ts";
import { type Chart, createChart } from "./pictures/chart.ts";

const LOG_LINES = 200;
/** While a run goes on, curves grow no more often than this: nobody can read them faster. */
const PAUSE = 100;
/** Updates of about a thousandth of the weights are the usual rule of thumb (Karpathy, CS231n). */
const HEALTHY_RATIO = 1e-3;

/** What the points learnt from gave on each branch; the one that is compared has curves of its own. */
function branchCurves({ branches = [], kept }: StudioState, quantity: "loss" | "accuracy"): Curve[] {
  return branches
    .filter(({ run }) => run !== kept)
    .flatMap(({ run, number }) =>
      curvesOf(run, quantity)
        .filter(({ style }) => style === 0)
        .map((curve) => ({ ...curve, name: say("branch-name", { number }), isBranch: true })),
    );
}

export function mountWatch(container: HTMLElement, store: Store<StudioState>): { show(state: StudioState): void } {
  const seek = (step: number): void => {
    const { run } = store.get();
    if (run && run.momentCount > 0) store.dispatch(showMoment(nearestMoment(run, step)));
  };
  const charts = {
    loss: createChart({ title: say("loss"), subject: say("the-loss"), seek }),
    accuracy: createChart({
      title: say("accuracy"),
      subject: say("accuracy.about"),
      format: percentText,
      needed: [1],
      end: 1,
      seek,
    }),
    gradients: createChart({ title: say("gradient-by-layer"), subject: say("gradient-by-layer.about"), seek }),
    updates: createChart({
      title: say("update-over-weights"),
      subject: say("update-over-weights.about"),
      reference: { value: HEALTHY_RATIO, name: "1e−3" },
      needed: [HEALTHY_RATIO],
      seek,
    }),
  };
  const logarithm = element(
    "button",
    { type: "button", class: "text-button chart-switch", "data-action": "logarithm" },
    say("log-scale"),
  );
  charts.loss.root.querySelector(".chart-title")!.append(logarithm);
  const remark = element("p", { class: "watch-remark" }, say("thousandth"));
  const comparison = element("p", { class: "watch-comparison", hidden: true });
  const empty = element("p", { class: "watch-remark watch-empty" }, say("press-play"));
  const log = createLog(seek, store);
  const branches = createBranches(store);
  container.append(comparison, branches.root, empty, ...Object.values(charts).map(({ root }) => root), remark, log.root);

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
    branches.show(state);
    if (kept && run)
      comparison.textContent = say("a-is-kept", {
        choice:
          kept === run
            ? ""
            : say("a-is-kept.now", {
                differences: differencesText(kept.started.request, run.started.request, state.options) || say("a-is-kept.same"),
              }),
      });
    const step = run ? measuredStep(run, run.moments[placeShown(run, state.position)]?.step ?? 0) : 0;
    const others = [...(kept ? [kept] : []), ...(state.branches ?? []).map((branch) => branch.run)];
    const length = Math.max(run ? lengthOf(run) : 1, ...others.map(lengthOf));
    const both = (quantity: "loss" | "accuracy"): Curve[] => [
      ...branchCurves(state, quantity),
      ...(kept && kept !== run ? curvesOf(kept, quantity, true) : []),
      ...(run && !isPreview ? curvesOf(run, quantity) : []),
    ];
    const layers = (field: "gradient_norms" | "update_ratios"): Curve[] => (run && !isPreview ? layerCurves(run, field) : []);
    const flags = run ? setupTexts(run, state.options).map((change) => change.step) : [];
    const feed = (chart: Chart, curves: Curve[], isLogarithmic: boolean): void => {
      chart.root.hidden = curves.length === 0;
      if (curves.length > 0) chart.show({ curves, step, length, isLogarithmic, flags });
    };
    const losses = both("loss");
    feed(charts.loss, losses, state.isLogarithmic || needsLogarithm(losses));
    feed(charts.accuracy, both("accuracy"), false);
    feed(charts.gradients, layers("gradient_norms"), true);
    feed(charts.updates, layers("update_ratios"), true);
    if (run && !isEmpty) log.show(run, step);
  }

  return { show };
}

/**
 * The newest line in sight unless somebody reads further up: the style sheet turns the list around, so that the browser keeps its end in place
 * by itself. Measuring where it is scrolled to would make it lay out the page with every frame.
 */
function createLog(
  seek: (step: number) => void,
  store: Store<StudioState>,
): { root: HTMLElement; show(run: Run, step: number): void } {
  const list = element("ol", { class: "log-lines", tabindex: 0, "aria-label": say("log-newest") });
  const copy = element("button", { type: "button", class: "text-button" }, say("copy-log"));
  copy.addEventListener("click", () => {
    const present = store.get().run;
    if (present) void copyText(logText(present), say("log-copied"));
  });
  const root = element(
    "section",
    { class: "log", "aria-label": say("log") },
    element("header", { class: "chart-head" }, element("h2", { class: "chart-title" }, say("log")), copy),
    list,
  );
  const lines = list.getElementsByClassName("log-line");
  let shown: { readonly id: string; to: number } | null = null;
  let marked: HTMLElement | null = null;

  list.addEventListener("click", (event) => {
    const line = (event.target as Element).closest<HTMLElement>("[data-step]");
    if (line) seek(Number(line.dataset.step));
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
      const oldest = present.stepCount - LOG_LINES;
      const changes = setupTexts(present, store.get().options);
      for (; shown.to < present.stepCount; shown.to += 1) {
        const progress = present.steps[shown.to]!;
        const before = present.steps[shown.to - 1]?.step ?? -1;
        for (const { step: from, text } of changes)
          if (from > before && from <= progress.step) list.prepend(element("li", { class: "log-change" }, text));
        if (shown.to >= oldest) list.prepend(lineFor(logLine(progress), progress.step));
      }
      // Old steps make room for new ones; what was changed is kept, however long ago.
      while (lines.length > LOG_LINES) lines[lines.length - 1]!.remove();
      const { finished } = present;
      if (finished && (list.firstElementChild as HTMLElement | null)?.dataset.step !== String(finished.step))
        list.prepend(lineFor(logLine(finished), finished.step));
      const current = list.querySelector<HTMLElement>(`[data-step="${step}"]`);
      if (current === marked) return;
      marked?.removeAttribute("aria-current");
      current?.setAttribute("aria-current", "true");
      marked = current;
    },
  };
}
