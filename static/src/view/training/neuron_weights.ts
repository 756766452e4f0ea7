/** The weights of the chosen neuron as fields: typed, or dragged by their name, while the run does not go on; each can be frozen at any time. */

import { say } from "../../messages/messages.ts";
import { formatNumber } from "../../text/format.ts";
import type { NeuronWeight } from "../../training/results/neurons.ts";
import type { WeightPlace } from "../../training/types.ts";
import { element, icon } from "../shared/dom.ts";

/** So far a weight goes for each pixel that its name is dragged. */
const FOR_EACH_PIXEL = 0.01;

export interface WeightFields {
  readonly root: HTMLElement;
  show(weights: readonly NeuronWeight[], isEditable: boolean, isFrozen: (place: WeightPlace) => boolean): void;
}

export function createWeightFields(
  edit: (place: WeightPlace, value: number) => void,
  freeze: (place: WeightPlace, isFrozen: boolean) => void,
): WeightFields {
  const root = element("div", { class: "neuron-weights", role: "group", "aria-label": say("weights") });
  let fields: readonly {
    readonly input: HTMLInputElement;
    readonly parts: readonly HTMLElement[];
    show(weight: NeuronWeight, isFrozen: boolean): void;
  }[] = [];
  let key = "";

  function fieldFor(first: NeuronWeight, index: number) {
    let weight = first;
    const input = element("input", { type: "number", step: "any", class: "field neuron-weight-number" });
    const name = element("span", { class: "neuron-weight-name", title: say("drag-weight") }, weight.label);
    const send = (): void => {
      const value = input.valueAsNumber;
      if (!Number.isFinite(value) || value === weight.value) {
        input.value = shown(weight.value);
        return;
      }
      // What is typed next is compared with this, although the run has not taken it up yet.
      weight = { ...weight, value };
      edit(weight.place, value);
    };
    input.addEventListener("change", send);
    name.addEventListener("pointerdown", (event) => {
      if (input.disabled || event.button !== 0) return;
      name.setPointerCapture(event.pointerId);
      event.preventDefault();
      name.dataset.from = String(event.clientX);
    });
    name.addEventListener("pointermove", (event) => {
      if (!name.hasPointerCapture(event.pointerId)) return;
      input.value = shown(weight.value + (event.clientX - Number(name.dataset.from)) * FOR_EACH_PIXEL);
    });
    name.addEventListener("pointerup", (event) => {
      // A mere press changes nothing, although the field shows fewer digits than the weight has.
      if (name.hasPointerCapture(event.pointerId) && event.clientX !== Number(name.dataset.from)) send();
      else input.value = shown(weight.value);
    });
    name.addEventListener("pointercancel", () => {
      input.value = shown(weight.value);
    });
    const lock = element(
      "button",
      { type: "button", class: "icon-button weight-lock", "aria-label": say("freeze-weight", { name: weight.label }) },
      icon("lock"),
    );
    lock.title = say("freeze-about");
    lock.addEventListener("click", () => freeze(weight.place, lock.getAttribute("aria-pressed") !== "true"));
    const label = element("label", { class: "neuron-weight" }, name, input);
    // Tab leads through all fields first, and then through the locks.
    for (const part of [label, lock]) part.style.order = String(index);
    return {
      input,
      parts: [label, lock],
      show(next: NeuronWeight, isFrozen: boolean) {
        weight = next;
        lock.setAttribute("aria-pressed", String(isFrozen));
        if (document.activeElement !== input) input.value = shown(next.value);
      },
    };
  }

  return {
    root,
    show(weights, isEditable, isFrozen) {
      const next = JSON.stringify(weights.map(({ label, place }) => [label, place]));
      if (next !== key) {
        key = next;
        fields = weights.map(fieldFor);
        root.replaceChildren(...[0, 1].flatMap((place) => fields.map(({ parts }) => parts[place]!)));
      }
      for (const [index, field] of fields.entries()) {
        field.show(weights[index]!, isFrozen(weights[index]!.place));
        field.input.disabled = !isEditable;
      }
    },
  };
}

/** As many digits as fit; what is sent is what is shown. */
const shown = (value: number): string => (Number.isFinite(value) ? String(Number(value.toPrecision(3))) : formatNumber(value));
