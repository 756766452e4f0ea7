/** What the program prints, line by line, below its text; not there where it prints nothing. */

import type { Store } from "../../core/store.ts";
import { say } from "../../messages/messages.ts";
import type { State } from "../../state/state.ts";
import { byId, element } from "../shared/dom.ts";

const MAX_LINES = 200;

export function mountPrinted(store: Store<State>): void {
  const panel = byId("printed");

  function show({ graph }: State): void {
    const lines = graph?.printed ?? [];
    panel.hidden = lines.length === 0;
    const left = lines.length - MAX_LINES;
    panel.replaceChildren(
      ...lines.slice(0, MAX_LINES).map((line) => element("code", { class: "printed-line" }, line || " ")),
      ...(left > 0 ? [element("p", { class: "printed-rest" }, say("more-lines", { left }))] : []),
    );
  }

  show(store.get());
  store.subscribe((state, previous) => {
    if (state.graph !== previous.graph && state.graph?.printed?.join("\n") !== previous.graph?.printed?.join("\n")) show(state);
  });
}
