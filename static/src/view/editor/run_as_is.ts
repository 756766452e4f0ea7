/**
 * Offers to run the program as it is, with the library that it imports, where the server does that; and says whose numbers are shown. A
 * change of the program ends it: the language reads again.
 */

import { type Store, watch } from "../../core/store.ts";
import { say } from "../../messages/messages.ts";
import type { State } from "../../state/state.ts";
import { runAsItIs } from "../../state/state_actions.ts";
import { libraryOf } from "../../text/imported_library.ts";
import { element } from "../shared/dom.ts";

export function mountRunAsIs(before: HTMLElement, store: Store<State>): void {
  const sentence = element("span", {});
  const button = element("button", { type: "button", class: "text-button" });
  const root = element("p", { class: "reading run-as-is" }, sentence, button);
  before.before(root);
  button.addEventListener("click", () => {
    const { program, asItIs } = store.get();
    store.dispatch(runAsItIs(asItIs === program ? null : program));
  });

  function show({ graph, graphProgram, program, asItIs, libraries, classroom }: State): void {
    const title = libraryOf(program, libraries);
    root.hidden = title === null || classroom === "guest";
    const isRun = asItIs === program;
    sentence.textContent = isRun && program === graphProgram ? (graph?.as_it_is?.sentence ?? "") : "";
    button.textContent = isRun ? say("read-it") : say("run-as-it-is", { library: title ?? "" });
  }

  show(store.get());
  const SHOWN = ["graph", "program", "asItIs", "classroom"] as const;
  watch(store, SHOWN, show);
}
