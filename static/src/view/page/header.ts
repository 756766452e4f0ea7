/** Every button of the template that represents an action: named, pressed and enabled as its record declares. */

import type { Store } from "../../core/store.ts";
import type { BoundActions } from "../../state/action_records.ts";
import { answerPresses } from "../shared/controls/early_press.ts";
import { titleWithKey } from "../shared/shortcuts.ts";

export function mountActionButtons<Shown>(root: ParentNode, store: Store<Shown>, actions: BoundActions<Shown>): void {
  const buttons = Array.from(root.querySelectorAll<HTMLButtonElement>("button[data-action]"));
  for (const button of buttons) {
    const action = actions.get(button.dataset.action!);
    // A button in words needs no second ones; the key is beside them.
    if (button.dataset.worded === undefined) {
      button.title = titleWithKey(action);
      button.setAttribute("aria-label", action.title);
    }
    button.querySelector("[data-label]")?.replaceChildren(action.label ?? action.title);
    answerPresses(button, () => actions.run(action.name));
  }
  const refresh = (state: Shown): void => {
    for (const button of buttons) {
      const action = actions.get(button.dataset.action!);
      const enabled = action.enabled?.(state) ?? true;
      // A button that goes out under the finger keeps the focus: it is marked, not removed from the order.
      if (button.getAttribute("aria-disabled") !== String(!enabled)) button.setAttribute("aria-disabled", String(!enabled));
      if (action.pressed) button.setAttribute("aria-pressed", String(action.pressed(state)));
    }
  };
  refresh(store.get());
  store.subscribe(refresh);
}
