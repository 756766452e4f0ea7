/** What the program prints, line by line, below its text; not there where it prints nothing. */
import type { State } from "../core/state.ts";
import type { Store } from "../core/store.ts";
import { byId, element } from "./dom.ts";

const MOST_LINES = 200;

export function mountPrinted(store: Store<State>): void {
  const panel = byId("printed");

  function show({ graph }: State): void {
    const lines = graph?.printed ?? [];
    panel.hidden = lines.length === 0;
    const left = lines.length - MOST_LINES;
    panel.replaceChildren(
      ...lines.slice(0, MOST_LINES).map((line) => element("code", { class: "printed-line" }, line || " ")),
      ...(left > 0 ? [element("p", { class: "printed-rest" }, `and ${left} more lines`)] : []),
    );
  }

  show(store.get());
  store.subscribe((state, previous) => {
    if (state.graph !== previous.graph && state.graph?.printed?.join("\n") !== previous.graph?.printed?.join("\n")) show(state);
  });
}
