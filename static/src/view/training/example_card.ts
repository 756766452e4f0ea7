/** The chosen point: what it is, what the model says of it at this moment, its graph, and a push along its own gradient. */

import type { Store } from "../../core/store.ts";
import { say } from "../../messages/messages.ts";
import { formatNumber } from "../../text/format.ts";
import type { StudioActions } from "../../training/actions.ts";
import { hardest } from "../../training/results/hardest.ts";
import { classOf } from "../../training/results/regions.ts";
import { isSame, lossOption } from "../../training/setup.ts";
import { momentShown, startedShown, targetText } from "../../training/shown.ts";
import type { StepDirection, StudioState } from "../../training/state.ts";
import { choosePushSize, openExample } from "../../training/state_actions.ts";
import type { InputStep, Started } from "../../training/types.ts";
import { element, icon } from "../shared/dom.ts";
import { setText } from "../shared/svg.ts";

const STEPS: readonly { readonly direction: StepDirection; readonly label: string; readonly title: string }[] = [
  {
    direction: "adversarial",
    label: say("fool-it"),
    title: say("fool-it.about"),
  },
  {
    direction: "dream",
    label: say("dream"),
    title: say("dream.about"),
  },
];

const OFFERED = 3;

function beginningOf({ places, isOfClasses, hasPenalty }: Hardest): string {
  if (isOfClasses) return say(places.length > 0 ? "misclassified-points" : "none-misclassified");
  if (places.length > 0) return say("largest-loss");
  return hasPenalty ? `${say("no-loss-here")} ${say("penalty-is-left")}` : say("no-loss-here");
}

/** Points worth opening: those with the largest loss; of several classes, whose losses are not known, the misclassified ones. */
interface Hardest {
  readonly places: readonly number[];
  readonly isOfClasses: boolean;
  /** Whether the loss of the run has a part that is of no point. */
  readonly hasPenalty: boolean;
}

/** null while there is nothing to choose from. */
function hardestOf(state: StudioState): Hardest | null {
  const { run, isPreview, options } = state;
  const predictions = momentShown(state)?.predictions;
  const started = startedShown(state);
  if (!run || !started || isPreview || run.state === "running") return null;
  if (!predictions?.every((each) => Number.isFinite(Number(each)))) return null;
  const { classes, boundary, request } = started;
  const isDistance = lossOption(request, options)?.of_numbers ?? false;
  return {
    places: hardest(started, predictions, isDistance ? "distance" : "margin", OFFERED, request.loss === "hinge"),
    isOfClasses: classes !== null && boundary === null,
    hasPenalty: [request.l1, request.l2].some((strength) => (strength ?? 0) > 0),
  };
}

/** Fooled is who was right and is no longer. A number has no class that it could leave. */
function outcomeOf({ decided, decided_after: after, steps: count }: InputStep, target: number): string {
  if (decided === null || decided !== target) return say("pushed");
  return say(after === target ? "fooled.not" : "fooled", { count });
}

/** What to look for in a preset before it is trained; then what a click does. */
function hintOf({ isPreview, options, request }: StudioState, isBrushing: boolean): string {
  if (isBrushing) return say("click-draws");
  const preset = isPreview ? options.presets.find((each) => isSame(each.request, request)) : undefined;
  return preset ? `${preset.title}. ${preset.sentence}` : say("click-opens");
}

export function mountExampleCard(
  container: HTMLElement,
  store: Store<StudioState>,
  actions: StudioActions,
  push: (direction: StepDirection) => void,
): { show(state: StudioState): void } {
  const words = element("p", { class: "example-words", "aria-live": "polite" });
  const number = element("input", { type: "number", class: "field example-number", min: 1, "aria-label": say("point") });
  const graph = element("button", { type: "button", class: "solid-button example-graph" }, icon("graph"), say("open-its-graph"));
  const size = element("input", {
    type: "range",
    class: "slider push-size",
    min: 0.05,
    max: 2,
    step: 0.05,
    "aria-label": say("size-of-step"),
  });
  const buttons = STEPS.map(({ direction, label, title }) => {
    const button = element("button", { type: "button", class: "text-button", title }, label);
    button.addEventListener("click", () => push(direction));
    return button;
  });
  const close = element("button", { type: "button", class: "icon-button", "aria-label": say("no-point") }, icon("close"));
  const hintWords = element("span", {});
  const offered = element("span", { class: "example-offers" });
  const hint = element("p", { class: "example-hint" }, hintWords, offered);
  const tools = element(
    "div",
    { class: "example-tools" },
    graph,
    element("span", { class: "push-tools" }, ...buttons, element("label", { class: "push-label" }, size)),
    close,
  );
  container.append(hint, element("div", { class: "example-name" }, say("point"), number), words, tools);

  number.addEventListener("input", () => {
    const count = startedShown(store.get())?.examples.inputs.length ?? 0;
    const wanted = Math.round(number.valueAsNumber);
    if (wanted >= 1 && wanted <= count) store.dispatch(openExample(wanted - 1));
  });
  graph.addEventListener("click", () => actions.run("graph"));
  size.addEventListener("input", () => {
    store.dispatch(choosePushSize(size.valueAsNumber));
    const present = store.get().push;
    if (present) push(present.direction);
  });
  close.addEventListener("click", () => store.dispatch(openExample(null)));

  function describe(state: StudioState, { examples, classes, class_names, boundary }: Started, example: number): string {
    const moment = momentShown(state);
    const { inputs, targets } = examples;
    const target = targets[example]!;
    const place = `(${inputs[example]!.map((value) => formatNumber(value, 3)).join(", ")})`;
    const name = targetText(target, classes, class_names);
    const prediction = moment?.predictions?.[example];
    const outcome =
      prediction === undefined || prediction === null
        ? ""
        : say("model-says", {
            number: formatNumber(Number(prediction), 3),
            choice:
              classes === null
                ? ""
                : say(classOf(Number(prediction), boundary) === target ? "prediction-right" : "prediction-wrong"),
          });
    const { push: pushed } = state;
    const isShown = pushed !== null && pushed.example === example && pushed.step === moment?.step;
    const isStill = isShown && pushed.result.gradient.every((slope) => Number(slope) === 0);
    if (isStill) return say("nowhere-to-push", { place, name, said: outcome });
    const result = isShown
      ? say("pushed-to", {
          choice: pushed.direction === "adversarial" ? outcomeOf(pushed.result, target) : say("dreamt"),
          moved: pushed.result.moved.map((value) => formatNumber(value, 3)).join(", "),
          number: formatNumber(Number(pushed.result.loss), 3),
          number2: formatNumber(Number(pushed.result.loss_after), 3),
        })
      : "";
    return `${place}, ${name}${outcome}.${result}`;
  }

  /** The points worth opening: a point beyond the margin has a graph of zeros. */
  function offer(found: Hardest | null): void {
    const key = JSON.stringify(found);
    if (offered.dataset.places === key) return;
    offered.dataset.places = key;
    offered.replaceChildren(
      ...(found ? [` ${beginningOf(found)} `] : []),
      ...(found?.places ?? []).map((place) => {
        const button = element(
          "button",
          { type: "button", class: "text-button", "aria-label": say("open-point", { number: place + 1 }) },
          String(place + 1),
        );
        button.addEventListener("click", () => store.dispatch(openExample(place)));
        return button;
      }),
    );
  }

  return {
    show(state) {
      const { example } = state;
      const started = startedShown(state);
      // An earlier moment may have fewer points.
      const isChosen = started !== null && example !== null && example < started.examples.inputs.length;
      hint.hidden = isChosen || started === null;
      const isBrushing = "inputs" in state.request.data && state.brush !== "open";
      setText(hintWords, hintOf(state, isBrushing));
      if (!isChosen) offer(isBrushing ? null : hardestOf(state));
      number.parentElement!.hidden = !isChosen;
      tools.hidden = !isChosen;
      words.hidden = !isChosen;
      if (!isChosen) return;
      number.max = String(started.examples.inputs.length);
      if (document.activeElement !== number || Number(number.value) !== example + 1) number.value = String(example + 1);
      size.value = String(state.pushSize);
      size.style.setProperty("--fill", `${(100 * (state.pushSize - 0.05)) / 1.95}%`);
      setText(words, describe(state, started, example));
    },
  };
}
