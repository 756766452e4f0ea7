/** A button that stays where it is, with the focus, while what it says and does changes. */

import { element } from "../../shared/dom.ts";

export interface SteadyButton {
  readonly place: HTMLButtonElement;
  set(label: string, run: () => void, disabled?: boolean): void;
}

export function createSteadyButton(kind = "learn-button"): SteadyButton {
  const place = element("button", { type: "button", class: kind });
  let current = (): void => {};
  place.addEventListener("click", () => current());
  return {
    place,
    set(label, run, disabled = false) {
      if (place.textContent !== label) place.textContent = label;
      place.disabled = disabled;
      current = run;
    },
  };
}
