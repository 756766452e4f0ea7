/** The set-up form. Its fields follow the state; where another choice brings other fields, the form is built again around the focus. */

import type { Store } from "../../../core/store.ts";
import { say } from "../../../messages/messages.ts";
import { formatNumber } from "../../../text/format.ts";
import { hiddenOf, kindOf } from "../../../training/setup.ts";
import type { StudioState } from "../../../training/state.ts";
import { changeField, changeRequest, chooseBrush } from "../../../training/state_actions.ts";
import type { Named, OwnPoints } from "../../../training/types.ts";
import { element, icon, prose } from "../../shared/dom.ts";
import { featureColumns } from "./feature_chips.ts";
import type { Field } from "./fields.ts";
import { dataPart, type SetupPorts } from "./setup_data.ts";
import { modelParts } from "./setup_model.ts";
import { sketchOfRates } from "./sketches.ts";

/** What decides which fields there are. */
function shapeOf(state: StudioState): string {
  const { request, brush, run } = state;
  const { data, model, optimizer, schedule } = request;
  const kind = kindOf(data);
  const hidden = model.kind === "mlp" ? hiddenOf(model) : [];
  const drawn = kind === "points" ? [brush, (data as OwnPoints).classes] : [];
  return JSON.stringify([
    kind,
    kind === "named" ? (data as Named).name : null,
    model.kind,
    hidden,
    optimizer.name,
    schedule?.name,
    drawn,
    model.kind === "program" ? model.features : [],
    run === null,
    featureColumns(state),
  ]);
}

export function mountSetup(container: HTMLElement, store: Store<StudioState>): { show(state: StudioState): void } {
  const general = element("div", { class: "setup-problems", role: "alert" });
  const form = element("div", { class: "setup-form" });
  const rate = element("figure", { class: "setup-rate", hidden: true });
  container.append(general, form);
  let shape = "";
  let fields: readonly Field[] = [];
  let rates: readonly number[] | null = null;

  /** The newest request at the time of the change: two changes between two drawings must both hold. */
  const ports: SetupPorts = {
    change: (make) => store.dispatch(changeRequest(make)),
    set: (path, value) => store.dispatch(changeField(path, value)),
    brush: (brush) => store.dispatch(chooseBrush(brush)),
  };

  function build(state: StudioState): void {
    const path = (document.activeElement as HTMLElement | null)?.dataset.path;
    const top = container.scrollTop;
    const parts = [dataPart(state, ports), ...modelParts(state, ports)];
    fields = parts.flatMap((part) => part.fields);
    form.replaceChildren(...parts.map(({ root }) => root));
    fields.find((field) => field.path === "schedule.name")?.root.after(rate);
    container.scrollTop = top;
    if (path) form.querySelector<HTMLElement>(`[data-path="${CSS.escape(path)}"]`)?.focus({ preventScroll: true });
  }

  /** Problems that no field shows are at the head of the form. */
  function showGeneral({ problems }: StudioState): void {
    const unplaced = problems.filter(({ field }) => !fields.some(({ path }) => field === path || field?.startsWith(`${path}.`)));
    const words = JSON.stringify(unplaced);
    if (general.dataset.words === words) return;
    general.dataset.words = words;
    general.replaceChildren(
      ...unplaced.map(({ message, hint, severity }) =>
        element(
          "div",
          { class: `problem is-${severity}` },
          icon("error"),
          element("span", {}, ...prose(message)),
          hint && element("span", { class: "problem-hint" }, ...prose(hint)),
        ),
      ),
    );
  }

  function showRates(state: StudioState): void {
    const scheduled = state.request.schedule ? (state.run?.started.learning_rates ?? null) : null;
    rate.hidden = scheduled === null;
    if (scheduled === rates || scheduled === null) return;
    rates = scheduled;
    rate.replaceChildren(
      sketchOfRates(scheduled),
      element(
        "figcaption",
        { class: "visually-hidden" },
        say("rate-goes", { told: formatNumber(scheduled[0]!), at: formatNumber(scheduled.at(-1)!) }),
      ),
    );
  }

  let last: StudioState | null = null;

  function show(state: StudioState): void {
    const isNews =
      last === null ||
      state.request !== last.request ||
      state.problems !== last.problems ||
      state.brush !== last.brush ||
      state.run?.started !== last.run?.started;
    last = state;
    if (isNews) draw(state);
  }

  function draw(state: StudioState): void {
    const next = shapeOf(state);
    if (next !== shape) {
      shape = next;
      build(state);
    }
    for (const field of fields) field.show(state.request, state.problems);
    showGeneral(state);
    showRates(state);
  }

  form.addEventListener("mistaken", () => draw(store.get()));
  return { show };
}
