/** The chosen point: what it is, what the model says of it at this moment, its graph, and a push along its own gradient. */
import type { StudioActions } from "../../core/training_actions.ts";
import type { Store } from "../../core/store.ts";
import { formatNumber } from "../../graph/format.ts";
import { classOf } from "../../training/regions.ts";
import { momentShown, targetText } from "../../training/shown.ts";
import type { StepDirection, StudioState } from "../../training/state.ts";
import { element, icon } from "../dom.ts";
import { setText } from "../graph/svg.ts";

const STEPS: readonly { readonly direction: StepDirection; readonly label: string; readonly title: string }[] = [
  { direction: "adversarial", label: "Fool it", title: "An adversarial step: move the point along its gradient, so that the loss grows" },
  { direction: "dream", label: "Dream", title: "A dream step: move the point against its gradient, towards what the model takes for its target" },
];

export function mountExampleCard(container: HTMLElement, store: Store<StudioState>, actions: StudioActions, push: (direction: StepDirection) => void): { show(state: StudioState): void } {
  const words = element("p", { class: "example-words", "aria-live": "polite" });
  const number = element("input", { type: "number", class: "field example-number", min: 1, "aria-label": "Point" });
  const graph = element("button", { type: "button", class: "solid-button example-graph" }, icon("graph"), "Open its graph");
  const size = element("input", { type: "range", class: "slider push-size", min: 0.05, max: 2, step: 0.05, "aria-label": "Size of the step" });
  const buttons = STEPS.map(({ direction, label, title }) => {
    const button = element("button", { type: "button", class: "text-button", title }, label);
    button.addEventListener("click", () => push(direction));
    return button;
  });
  const close = element("button", { type: "button", class: "icon-button", "aria-label": "No point" }, icon("close"));
  const hint = element("p", { class: "example-hint" });
  const tools = element("div", { class: "example-tools" }, graph, element("span", { class: "push-tools" }, ...buttons, element("label", { class: "push-label" }, size)), close);
  container.append(hint, element("div", { class: "example-name" }, "Point", number), words, tools);

  number.addEventListener("input", () => {
    const count = store.get().run?.started.examples.inputs.length ?? 0;
    const wanted = Math.round(number.valueAsNumber);
    if (wanted >= 1 && wanted <= count) store.set({ example: wanted - 1, push: null });
  });
  graph.addEventListener("click", () => actions.run("graph"));
  size.addEventListener("input", () => {
    store.set({ pushSize: size.valueAsNumber });
    const present = store.get().push;
    if (present) push(present.direction);
  });
  close.addEventListener("click", () => store.set({ example: null, push: null }));

  function describe(state: StudioState, example: number): string {
    const run = state.run!;
    const moment = momentShown(state);
    const { inputs, targets } = run.started.examples;
    const { classes, class_names } = run.started;
    const target = targets[example]!;
    const place = `(${inputs[example]!.map((value) => formatNumber(value, 3)).join(", ")})`;
    const name = targetText(target, classes, class_names);
    const prediction = moment?.predictions?.[example];
    const { boundary } = run.started;
    const said = prediction === undefined || prediction === null ? "" : `; the model says ${formatNumber(Number(prediction), 3)}${classes === null ? "" : classOf(Number(prediction), boundary) === target ? ", right" : ", wrong"}`;
    const { push: pushed } = state;
    const isShown = pushed !== null && pushed.example === example && pushed.step === moment?.step;
    const isStill = isShown && pushed.result.gradient.every((slope) => Number(slope) === 0);
    if (isStill) return `${place}, ${name}${said}. Its loss does not change with the point: its gradient is 0 here, so there is nowhere to push it.`;
    const result = isShown
      ? ` ${pushed.direction === "adversarial" ? "Fooled" : "Dreamt"}: to (${pushed.result.moved.map((value) => formatNumber(value, 3)).join(", ")}), and its loss goes from ${formatNumber(Number(pushed.result.loss), 3)} to ${formatNumber(Number(pushed.result.loss_after), 3)}.`
      : "";
    return `${place}, ${name}${said}.${result}`;
  }

  return {
    show(state) {
      const { run, example } = state;
      const isChosen = run !== null && example !== null;
      hint.hidden = isChosen || run === null;
      const isBrushing = "inputs" in state.request.data && state.brush !== "open";
      setText(hint, isBrushing ? "A click draws now. Choose “open” beside the classes, and it opens the graph of a point's loss." : "Click a point to open the graph of its loss, with the weights of this very moment.");
      number.parentElement!.hidden = !isChosen;
      tools.hidden = !isChosen;
      words.hidden = !isChosen;
      if (!isChosen) return;
      number.max = String(run.started.examples.inputs.length);
      if (document.activeElement !== number || Number(number.value) !== example + 1) number.value = String(example + 1);
      size.value = String(state.pushSize);
      size.style.setProperty("--fill", `${(100 * (state.pushSize - 0.05)) / 1.95}%`);
      setText(words, describe(state, example));
    },
  };
}
