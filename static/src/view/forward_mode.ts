/** The choice of forward mode, at the place of the timeline where its passes are: off, one input, or each in turn. */
import { movableNames, MOST_IN_TURN } from "../core/directions.ts";
import type { State } from "../core/state.ts";
import type { Store } from "../core/store.ts";
import { element } from "./dom.ts";

/** A list of more names than this is no choice any more. */
const MOST_NAMES = 60;
/** No name of a program. */
const [OFF, ALL] = ["", "*"];

export function mountForwardMode(timeline: HTMLElement, store: Store<State>): void {
  const select = element("select", { "aria-label": "Forward mode" });
  const root = element("label", { class: "timeline-choice forward-mode", title: "Let one input move, and watch how fast all that follows from it moves with it (M)" }, element("small", {}, "forward mode"), select);
  timeline.querySelector(".scrubber")!.after(root);
  select.addEventListener("change", () => {
    const names = movableNames(store.get().graph);
    store.set({ directions: select.value === OFF ? [] : select.value === ALL ? names : [select.value] });
  });

  function show({ graph, directions }: State): void {
    const names = movableNames(graph).slice(0, MOST_NAMES);
    root.hidden = names.length === 0;
    const inTurn = names.length > 1 && names.length <= MOST_IN_TURN;
    const options = [[OFF, "off"], ...names.map((name) => [name, `of ${name}`]), ...(inTurn ? [[ALL, "of each in turn"]] : [])];
    const key = options.map(([value]) => value).join("\n");
    if (select.dataset["options"] !== key) {
      select.dataset["options"] = key;
      select.replaceChildren(...options.map(([value, text]) => element("option", { value: value! }, text!)));
    }
    select.value = directions.length === 0 ? OFF! : directions.length > 1 ? ALL! : directions[0]!;
    timeline.toggleAttribute("data-forward-mode", directions.length > 0);
  }

  show(store.get());
  store.subscribe((state, previous) => {
    if (state.graph !== previous.graph || state.directions !== previous.directions) show(state);
  });
}
