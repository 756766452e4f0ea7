/** The choice of forward mode, at the place of the timeline where its passes are: off, one input, or each in turn. */

import { type Store, watch } from "../../core/store.ts";
import { say } from "../../messages/messages.ts";
import { MAX_IN_TURN, movableNames } from "../../state/directions.ts";
import type { State } from "../../state/state.ts";
import { chooseDirections } from "../../state/state_actions.ts";
import { element } from "../shared/dom.ts";

/** A list of more names than this is no choice any more. */
const MAX_NAMES = 60;
/** No name of a program. */
const [OFF, ALL] = ["", "*"];

export function mountForwardMode(timeline: HTMLElement, store: Store<State>): void {
  const select = element("select", { "aria-label": say("forward-mode-heading") });
  const root = element(
    "label",
    {
      class: "timeline-choice forward-mode",
      title: say("forward-mode-heading.about"),
    },
    element("small", {}, say("forward-mode")),
    select,
  );
  timeline.querySelector(".timeline-settings")!.append(root);
  select.addEventListener("change", () => {
    const names = movableNames(store.get().graph);
    store.dispatch(chooseDirections(select.value === OFF ? [] : select.value === ALL ? names : [select.value]));
  });

  function show({ graph, directions }: State): void {
    const names = movableNames(graph).slice(0, MAX_NAMES);
    root.hidden = names.length === 0;
    const inTurn = names.length > 1 && names.length <= MAX_IN_TURN;
    const options = [
      [OFF, say("forward-mode-off")],
      ...names.map((name) => [name, say("of-name", { name })]),
      ...(inTurn ? [[ALL, say("each-in-turn")]] : []),
    ];
    const key = options.map(([value]) => value).join("\n");
    if (select.dataset.options !== key) {
      select.dataset.options = key;
      select.replaceChildren(...options.map(([value, text]) => element("option", { value: value! }, text!)));
    }
    select.value = directions.length === 0 ? OFF! : directions.length > 1 ? ALL! : directions[0]!;
    timeline.toggleAttribute("data-forward-mode", directions.length > 0);
  }

  show(store.get());
  watch(store, ["graph", "directions"], show);
}
