/** Leaves out the parts of the page that a link hides; the style sheet does the rest. */

import { type Store, watch } from "../../core/store.ts";
import type { State } from "../../state/state.ts";

export function mountParts(store: Store<State>): void {
  const show = ({ hiding }: State): void => {
    document.documentElement.dataset.hide = hiding.join(" ");
  };
  show(store.get());
  watch(store, ["hiding"], show);
}
