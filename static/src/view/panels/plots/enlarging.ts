/** The button that gives a plot half of the page, beside the graph. */

import { type Store, watch } from "../../../core/store.ts";
import { say } from "../../../messages/messages.ts";
import type { State } from "../../../state/state.ts";
import { byId } from "../../shared/dom.ts";

/** Large for as long as its tab is open. */
export function mountEnlarging(button: HTMLButtonElement, store: Store<State>): void {
  let isWanted = false;

  function show(): void {
    byId("workbench").classList.toggle("is-panel-large", isWanted && store.get().panel === "plot");
    button.setAttribute("aria-pressed", String(isWanted));
    button.textContent = say(isWanted ? "plot-smaller" : "plot-larger");
  }

  button.addEventListener("click", () => {
    isWanted = !isWanted;
    show();
  });
  watch(store, ["panel"], show);
  show();
}
