/**
 * A live graph in a lesson: the playground's picture, timeline and sliders with a state of their own. Loaded when the first block comes near
 * the view.
 */

import { askForGraph } from "../../api/client.ts";
import { compression } from "../../api/compression.ts";
import { createStore, type Store, watch } from "../../core/store.ts";
import type { OperationRecord } from "../../core/types.ts";
import { breakGraph } from "../../exercises/pitfalls.ts";
import { lengthOf, redact } from "../../graph/redaction.ts";
import { isReached } from "../../learn/goals.ts";
import type { BlockData, Goal } from "../../learn/types.ts";
import { say } from "../../messages/messages.ts";
import { createEvaluator, type Evaluator } from "../../state/evaluation/evaluation.ts";
import { INITIAL_STATE } from "../../state/initial_state.ts";
import type { State } from "../../state/state.ts";
import { edit, redactTo, STOP, seekTo, startAgain } from "../../state/state_actions.ts";
import { readFragment, writeFragment } from "../../state/url.ts";
import { formatNumber } from "../../text/format.ts";
import { scheduleOf } from "../../timeline/playback.ts";
import { rememberedSettings } from "../dialogs/settings.ts";
import { mountInputs } from "../inputs/inputs.ts";
import type { PlotInText } from "../panels/plots/plot.ts";
import { mountPlayground } from "../playground/playground.ts";
import { browserClock } from "../shared/clock.ts";
import { element, prose } from "../shared/dom.ts";
import { whenRevealed } from "./withheld.ts";

/** A narrower block draws its graph downwards; in others it runs as it can be read best. Unless its author wants otherwise. */
const NARROW = 560;
/** Up to so many nodes a picture may be small; beyond the second number it is as high as it gets. */
const FEW_NODES = 6;
const MANY_NODES = 18;

export async function mountLiveBlock(
  figure: HTMLElement,
  data: BlockData,
  operations: readonly OperationRecord[],
  signal: AbortSignal,
): Promise<void> {
  const { change } = await readFragment(data.fragment, compression);
  if (signal.aborted) return;
  const store = createStore(beginning(data, change, operations, figure.clientWidth));
  const begun = store.get();
  const evaluator = createEvaluator(store, askForGraph, browserClock);
  const stage = element("div", { class: "live-stage" });
  const side = element("div", { class: "live-side" });
  const program = figure.querySelector<HTMLElement>(".live-program");
  const body = element("div", { class: "live-body" }, side, stage);
  figure.prepend(body);
  side.append(...programParts(program, store, data));
  if (data.controls.includes("sliders")) side.append(slidersOf(store));
  const timeline = data.controls.includes("play") ? element("div", { class: "timeline" }) : undefined;
  const shown = data.plot ? {} : pictureOf(store, data);
  stage.append(...(shown.picture ? [shown.picture] : []), ...(timeline ? [timeline] : []));
  mountPlayground(store, { ...shown, timeline, buttons: stage, keys: figure }, { isInText: true, signal });
  if (data.goal) figure.append(goalOf(data.goal, store));
  figure.append(footOf(store, begun));
  if (store.get().graph === null) evaluator.now();
  if (data.redaction) whenRevealed(figure, signal, () => reveal(store, data));
  signal.addEventListener("abort", () => stop(store, evaluator), { once: true });
  figure.classList.add("is-live");
  figure.dataset.nodes = sizeOf(store.get());
  if (data.plot) await mountPlotOf(stage, store, data.plot);
}

/** Without a timeline to go on with, what was withheld is shown at once: a value without the gradients, which may be another lesson's. */
function reveal(store: Store<State>, { redaction, controls }: BlockData): void {
  store.dispatch(redactTo(null));
  const { graph } = store.get();
  if (controls.includes("play") || !graph || !redaction) return;
  const isValue = "quantity" in redaction && redaction.quantity === "value";
  store.dispatch(seekTo(isValue ? scheduleOf(graph).forwardLength : lengthOf(graph)));
}

/** Nothing moves and nothing is asked for any more: what is left is garbage together with its elements. */
function stop(store: Store<State>, evaluator: Evaluator): void {
  evaluator.cancel();
  store.dispatch(STOP);
}

function sizeOf({ graph }: State): string {
  const nodes = graph?.nodes.length ?? MANY_NODES;
  return nodes <= FEW_NODES ? "few" : nodes <= MANY_NODES ? "some" : "many";
}

/** The state that the block opens with. */
function beginning(data: BlockData, change: Partial<State>, operations: readonly OperationRecord[], width: number): State {
  const { graph: honest = null, program, redaction = null } = data;
  const pitfall = change.pitfall ?? INITIAL_STATE.pitfall;
  const graph = honest && redact(breakGraph(honest, pitfall), redaction);
  const state: State = {
    ...INITIAL_STATE,
    ...rememberedSettings(),
    direction: width < NARROW ? "down" : "auto",
    ...change,
    projector: document.documentElement.hasAttribute("data-projector"),
    program,
    graphProgram: graph ? program : "",
    graph,
    honest,
    redaction,
    problems: graph?.problems ?? [],
    operations,
  };
  return { ...state, position: Math.min(change.position ?? Infinity, graph ? lengthOf(graph) : Infinity) };
}

interface PictureInText {
  readonly picture?: HTMLElement;
  readonly graph?: HTMLElement;
  readonly table?: HTMLElement;
}

function pictureOf(store: Store<State>, { program }: BlockData): PictureInText {
  const label = say("lesson-graph-of", { program: program.trim().split("\n").at(-1) ?? "" });
  const view = store.get().mainView;
  const shown = element("div", { class: view });
  return { picture: element("div", { class: "picture", role: "region", "aria-label": label }, shown), [view]: shown };
}

/** The curve of the output in place of the graph. */
async function mountPlotOf(stage: HTMLElement, store: Store<State>, plot: PlotInText): Promise<void> {
  const { mountPlot } = await import("../panels/plots/plot.ts");
  const picture = element("div", { class: "live-curve" });
  stage.append(picture);
  const { show, drawn } = mountPlot(picture, store, plot);
  store.subscribe(show);
  show(store.get());
  await drawn;
}

/** The program as text that follows the sliders, or as a field to write in, with what is wrong below it. */
function programParts(given: HTMLElement | null, store: Store<State>, data: BlockData): HTMLElement[] {
  if (!data.edit) {
    const code = given?.querySelector("code");
    store.subscribe((state, previous) => {
      if (code && state.program !== previous.program) code.textContent = state.program.trim();
    });
    return given ? [given] : [];
  }
  const lines = data.program.trim().split("\n").length;
  const field = element("textarea", {
    class: "live-editor",
    rows: Math.min(14, lines + 1),
    spellcheck: "false",
    autocapitalize: "off",
    autocomplete: "off",
    "aria-label": say("lesson-program"),
  });
  field.value = data.program.trim();
  given?.remove();
  field.addEventListener("input", () => store.dispatch(edit(field.value)));
  const problem = element("p", { class: "live-problem", role: "status" });
  store.subscribe((state, previous) => {
    if (state.program !== field.value && document.activeElement !== field) field.value = state.program;
    if (state.problems === previous.problems && state.connection === previous.connection) return;
    const first = state.problems.find(({ severity }) => severity === "error");
    const sentence = first ? [first.message, first.hint].filter(Boolean).join(" ") : (state.connection ?? "");
    problem.replaceChildren(...prose(sentence));
  });
  return [field, problem];
}

function slidersOf(store: Store<State>): HTMLElement {
  const rows = element("div", { class: "input-rows" });
  mountInputs(store, rows);
  return element("div", { class: "live-inputs", role: "group", "aria-label": say("lesson-sliders") }, rows);
}

/** What is to be made true; reached once, it stays reached. */
function goalOf(goal: Goal, store: Store<State>): HTMLElement {
  const wanted = formatNumber(goal.wanted);
  const place = element(
    "p",
    { class: "live-goal", role: "status" },
    ...prose(say(`lesson-goal-${goal.bound}`, { shown: goal.shown, wanted })),
  );
  const look = ({ graph, stale, redaction }: State): void => {
    if (place.classList.contains("is-reached") || !graph || stale || redaction !== null || !isReached(graph, goal)) return;
    place.classList.add("is-reached");
    place.replaceChildren(element("strong", {}, say("lesson-goal-reached")), " ", ...prose(goal.done ?? ""));
  };
  watch(store, ["graph", "stale"], look);
  return place;
}

function footOf(store: Store<State>, begun: State): HTMLElement {
  const again = element("button", { type: "button", class: "text-button" }, say("lesson-start-again"));
  const open = element("a", { class: "text-button", href: "/", target: "_blank", rel: "noopener" }, say("open-in-playground"));
  again.addEventListener("click", () => store.dispatch(startAgain(begun)));
  const write = (): void => {
    void writeFragment({ ...store.get(), redaction: null }, compression).then((fragment) => {
      if (fragment !== null) open.href = `/#${fragment}`;
    });
  };
  for (const event of ["pointerenter", "focus"]) open.addEventListener(event, write);
  write();
  return element("div", { class: "live-foot" }, again, open);
}
