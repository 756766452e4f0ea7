/** A picture with its title: a plane, or a list of the examples in its place. */
import { say } from "../../../messages/messages.ts";
import { classOf } from "../../../training/results/regions.ts";
import { type Run, startedAt } from "../../../training/run.ts";
import type { StudioState } from "../../../training/state.ts";
import type { Moment } from "../../../training/types.ts";
import { element, icon } from "../../shared/dom.ts";
import { createCurvePlane } from "../pictures/curve_plane.ts";
import { createPlane, type Plane } from "../pictures/plane.ts";
import { CLASS_ICONS } from "./legend.ts";

export interface Plate {
  readonly root: HTMLElement;
  readonly body: HTMLElement;
  setTitle(text: string): void;
  planeFor(features: number): Plane;
  showExamples(state: StudioState, run: Run, moment: Moment | null, choose: (example: number) => void): void;
  plane(): Plane | null;
}

export function createPlate(title: string, name: string): Plate {
  const heading = element("h2", { class: "plate-title", hidden: title === "" }, title);
  const body = element("div", { class: "plate-body" });
  const list = element("ol", { class: "example-list", hidden: true });
  body.append(list);
  const root = element("section", { class: `plate plane-plate ${name}`, "aria-label": say("picture") }, heading, body);
  let present: { readonly kind: number; readonly plane: Plane } | null = null;
  return {
    root,
    body,
    plane: () => present?.plane ?? null,
    setTitle(text) {
      heading.textContent = text;
      heading.hidden = text === "";
    },
    planeFor(features) {
      list.hidden = true;
      if (present?.kind !== features) {
        present?.plane.svg.remove();
        present = { kind: features, plane: features === 1 ? createCurvePlane() : createPlane() };
        body.prepend(present.plane.svg);
      }
      return present.plane;
    },
    showExamples(state, run, moment, choose) {
      present?.plane.svg.remove();
      present = null;
      list.hidden = false;
      showList(list, state, run, moment, choose);
    },
  };
}

/** Examples of more than two features cannot be a plane: they are listed, each with what the model says of it. */
function showList(
  list: HTMLElement,
  state: StudioState,
  run: Run,
  moment: Moment | null,
  choose: (example: number) => void,
): void {
  const { examples, boundary, classes, id, step } = moment ? startedAt(run, moment.step) : run.started;
  const { inputs, targets } = examples;
  const most = Math.min(inputs.length, 60);
  const key = `${id} ${step ?? 0}`;
  if (list.dataset.run !== key) {
    list.dataset.run = key;
    list.replaceChildren(
      ...inputs.slice(0, most).map((row, index) => {
        const button = element(
          "button",
          { type: "button", class: `example-entry class-${targets[index]}` },
          icon(CLASS_ICONS[targets[index]! % CLASS_ICONS.length] ?? "circle"),
          element("span", { class: "numbers" }, row.join(", ")),
          element("span", { class: "numbers example-prediction" }),
        );
        button.addEventListener("click", () => choose(index));
        return element("li", {}, button);
      }),
    );
  }
  for (const [index, entry] of Array.from(list.querySelectorAll<HTMLElement>(".example-entry")).entries()) {
    const prediction = moment?.predictions?.[index];
    const isRight =
      prediction === undefined ||
      prediction === null ||
      classes === null ||
      classOf(Number(prediction), boundary) === targets[index];
    entry.setAttribute("aria-pressed", String(index === state.example));
    entry.classList.toggle("is-wrong", !isRight);
    entry.lastElementChild!.textContent =
      typeof prediction === "number"
        ? `${prediction > 0 ? "+" : ""}${prediction.toFixed(3).replace("-", "−")}${isRight ? "" : ` ${say("wrong-mark")}`}`
        : "";
  }
}
