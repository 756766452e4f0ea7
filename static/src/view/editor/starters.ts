/** The stage of an empty program: what to do, and three expressions to begin with. */

import { type Store, watch } from "../../core/store.ts";
import { say } from "../../messages/messages.ts";
import type { State } from "../../state/state.ts";
import { edit } from "../../state/state_actions.ts";
import { byId, element } from "../shared/dom.ts";

/** A curve, a value that is used twice, and a neuron with its loss. */
const STARTERS: readonly string[] = [
  "x = 2\ny = x**2 + 3*x",
  "a = 2\nb = -3\nL = (a*b + 1) * a",
  "w = 0.5\nx = 2\nb = -1\nloss = (sigmoid(w*x + b) - 1)**2",
];

/** The line that says most of a starter. */
const lastLine = (program: string): string => program.slice(program.lastIndexOf("\n") + 1);

export function mountEmptyStage(store: Store<State>): void {
  const starters = STARTERS.map((program) => {
    const made = element("button", { type: "button", class: "starter" }, element("code", {}, lastLine(program)));
    made.addEventListener("click", () => store.dispatch(edit(program)));
    return made;
  });
  const root = element(
    "div",
    { class: "empty-stage", role: "group", "aria-label": say("empty-stage"), hidden: true },
    element("p", { class: "empty-title" }, say("empty-stage")),
    element("p", { class: "empty-about" }, say("empty-stage-about")),
    ...starters,
  );
  byId("picture").append(root);

  /** What was shown of another program, its explanation and its player among it, is gone as well. */
  function show({ program, graph }: State): void {
    root.hidden = graph !== null || program.trim() !== "";
    document.documentElement.toggleAttribute("data-empty", !root.hidden);
  }

  show(store.get());
  watch(store, ["program", "graph"], show);
}
