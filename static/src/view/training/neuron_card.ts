/** The chosen neuron: its equation with the numbers of this moment, its weights to be changed by hand, and for how many of the points it is dead or saturated. */

import type { Store } from "../../core/store.ts";
import { say } from "../../messages/messages.ts";
import { frozenIn } from "../../training/results/freezing.ts";
import { percentText } from "../../training/results/log.ts";
import { layersOf } from "../../training/results/network.ts";
import { neuronFacts, neuronWeights } from "../../training/results/neurons.ts";
import { startedAt } from "../../training/run.ts";
import type { Runner } from "../../training/runner/runner.ts";
import { momentShown, startedShown } from "../../training/shown.ts";
import type { StudioState } from "../../training/state.ts";
import { freezeWeights, openNeuron } from "../../training/state_actions.ts";
import type { WeightPlace } from "../../training/types.ts";
import { element, icon } from "../shared/dom.ts";
import { setText } from "../shared/svg.ts";
import { createWeightFields } from "./neuron_weights.ts";

const MOST_IN_EQUATION = 5;

export function mountNeuronCard(
  container: HTMLElement,
  store: Store<StudioState>,
  runner: Pick<Runner, "editWeight" | "canEditWeights" | "isTakingUpWeight">,
): { show(state: StudioState): void } {
  const name = element("strong", {});
  const equation = element("p", { class: "neuron-equation numbers" });
  const idle = element("p", {});
  const close = element("button", { type: "button", class: "icon-button", "aria-label": say("no-neuron") }, icon("close"));
  const freeze = (places: readonly WeightPlace[], isFrozen: boolean): void => {
    const started = startedShown(store.get());
    if (started) store.dispatch(freezeWeights(started, places, isFrozen));
  };
  const weights = createWeightFields(runner.editWeight, (place, isFrozen) => freeze([place], isFrozen));
  const ofNeuron = createLock(say("the-neuron"), say("freeze-weight", { name: say("the-neuron") }), freeze);
  const ofLayer = createLock(say("the-layer"), say("freeze-weight", { name: say("the-layer") }), freeze);
  const card = element(
    "div",
    { class: "neuron-card", hidden: true },
    element("header", {}, name, element("div", { class: "neuron-locks" }, ofNeuron.root, ofLayer.root), close),
    idle,
    weights.root,
    equation,
  );
  container.append(card);
  close.addEventListener("click", () => store.dispatch(openNeuron(null)));

  return {
    show(state) {
      const { neuron, run } = state;
      // The fields keep what was typed, and the focus, until the run with it has its first moment.
      if (neuron && runner.isTakingUpWeight()) return;
      const moment = momentShown(state);
      const started = run && moment ? startedAt(run, moment.step) : null;
      const facts = neuron && moment && started ? neuronFacts(moment.parameters, started, neuron) : null;
      card.hidden = facts === null;
      container.classList.toggle("has-neuron", facts !== null);
      if (!neuron || !facts || !started) return;
      const isAtNewest = state.position === null || state.position === (run?.momentCount ?? 0) - 1;
      const { parameters } = moment!;
      const own = neuronWeights(parameters, started, neuron);
      const layer = layersOf(parameters)[neuron.column - 1]!.biases.flatMap((_, row) =>
        neuronWeights(parameters, started, { ...neuron, row }),
      );
      // What is wanted of the run, as the form has it: an earlier moment had other weights frozen.
      const isFrozen = frozenIn(state.request, started);
      weights.show(own, isAtNewest && runner.canEditWeights(), isFrozen);
      ofNeuron.show(
        own.map(({ place }) => place),
        isFrozen,
      );
      ofLayer.show(
        layer.map(({ place }) => place),
        isFrozen,
      );
      setText(name, say("neuron-of-layer", { layer: neuron.column, neuron: neuron.row + 1 }));
      // Of many weights the fields below say the same in less room.
      equation.hidden = own.length > MOST_IN_EQUATION;
      setText(equation, `${facts.equation}${started.standardized ? ` (${say("neuron-standardized")})` : ""}`);
      idle.hidden = facts.idle === null;
      if (facts.idle !== null && facts.kind !== null)
        setText(idle, say(facts.kind === "dead" ? "neuron-dead" : "neuron-saturated", { share: percentText(facts.idle) }));
    },
  };
}

/** A button that freezes several weights at once, or releases them where all are frozen. */
function createLock(
  text: string,
  name: string,
  freeze: (places: readonly WeightPlace[], isFrozen: boolean) => void,
): { readonly root: HTMLElement; show(places: readonly WeightPlace[], isFrozen: (place: WeightPlace) => boolean): void } {
  let places: readonly WeightPlace[] = [];
  const root = element(
    "button",
    { type: "button", class: "text-button", "aria-label": name, title: say("freeze-about") },
    icon("lock"),
    text,
  );
  root.addEventListener("click", () => freeze(places, root.getAttribute("aria-pressed") !== "true"));
  return {
    root,
    show(next, isFrozen) {
      places = next;
      root.setAttribute("aria-pressed", String(places.every(isFrozen)));
    },
  };
}
