/** What the points of the picture mean, and the switch to classes alone. */
import { say } from "../../../messages/messages.ts";
import { targetText } from "../../../training/shown.ts";
import type { Started } from "../../../training/types.ts";
import { element, icon } from "../../shared/dom.ts";

export const CLASS_ICONS = ["diamond", "circle", "triangle", "square"] as const;

export interface Legend {
  readonly root: HTMLElement;
  show(started: Started | null, isDiscrete: boolean): void;
}

export function createLegend(toggleDiscrete: () => void): Legend {
  const root = element("p", { class: "plane-legend" });
  const discrete = element(
    "button",
    { type: "button", class: "legend-switch", title: say("action-discrete") },
    say("classes-only"),
  );
  discrete.addEventListener("click", toggleDiscrete);
  return {
    root,
    show(started, isDiscrete) {
      discrete.setAttribute("aria-pressed", String(isDiscrete));
      const key = keyOf(started);
      if (root.dataset.key === key) return;
      root.dataset.key = key;
      root.replaceChildren(...entriesOf(started), ...((started?.classes ?? null) !== null ? [discrete] : []));
    },
  };
}

function partsOf(started: Started | null): readonly string[] {
  const classes = started?.classes ?? null;
  if (classes === null) return [say("targets-shown")];
  return Array.from({ length: classes }, (_, target) => targetText(target, classes, started?.class_names));
}

const keyOf = (started: Started | null): string => `${partsOf(started).join()} ${started?.held_out ? say("held-out") : ""}`;

function entriesOf(started: Started | null): readonly HTMLElement[] {
  const hasClasses = (started?.classes ?? null) !== null;
  const parts = partsOf(started).map((name, target) =>
    element(
      "span",
      { class: hasClasses ? `class-name class-${target}` : "class-name" },
      icon(hasClasses ? CLASS_ICONS[target % CLASS_ICONS.length]! : "circle"),
      name,
    ),
  );
  return [
    ...parts,
    ...(hasClasses ? [element("span", { class: "class-name" }, icon("ring"), say("misclassified"))] : []),
    ...(started?.held_out ? [element("span", { class: "class-name" }, say("small-held-out"))] : []),
  ];
}
