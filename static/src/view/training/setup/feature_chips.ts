/** Chips for what the model is given of each point: x, y, their squares, product and sines; several can be chosen. */
import { say } from "../../../messages/messages.ts";
import { columnsOf, featuresOf, toggleFeature } from "../../../training/setup.ts";
import type { StudioState } from "../../../training/state.ts";
import type { TrainingRequest } from "../../../training/types.ts";
import { element } from "../../shared/dom.ts";
import { type Field, field } from "./fields.ts";

/** How many chips there are to show: of points with more than two numbers, and of a program, none unless they are to be taken away. */
export function featureColumns({ request, options, run }: StudioState): number {
  const columns = columnsOf(request, options, run?.started.features);
  const isUseless = request.model.kind === "program" || columns > 2;
  return isUseless && !request.features ? 0 : Math.min(2, columns);
}

/** `change`: sets another request, made from the newest state. */
export function featureChips(state: StudioState, change: (make: (state: StudioState) => TrainingRequest) => void): Field | null {
  const { options } = state;
  const columns = featureColumns(state);
  if (columns === 0) return null;
  const possible = options.features.filter((each) => each.columns.every((column) => column < columns));
  const chips = possible.map(({ name, title }) => {
    const chip = element("button", { type: "button", class: "feature-chip", "data-path": `features ${name}` }, title);
    chip.addEventListener("click", () => change(({ request }) => toggleFeature(request, options, columns, name)));
    return { name, chip };
  });
  const label = say("features-field");
  const made = field({
    path: "features",
    label,
    hint: say("features-field.about"),
    control: element(
      "div",
      { class: "feature-chips", role: "group", "aria-label": label, title: say("features-field.about") },
      ...chips.map(({ chip }) => chip),
    ),
    follow(_, request) {
      const chosen = featuresOf(request, options, columns);
      for (const { name, chip } of chips) chip.setAttribute("aria-pressed", String(chosen.includes(name)));
    },
  });
  made.root.classList.add("is-tall");
  return made;
}
