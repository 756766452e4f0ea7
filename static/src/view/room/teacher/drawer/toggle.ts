/** A checkbox with its label, as the teacher's parts of a class have them. */

import { element } from "../../../shared/dom.ts";

export interface Toggle {
  readonly root: HTMLElement;
  show(on: boolean): void;
}

export function toggle(label: string, change: (on: boolean) => void): Toggle {
  const box = element("input", { type: "checkbox" });
  box.addEventListener("change", () => change(box.checked));
  return {
    root: element("label", { class: "drawer-switch" }, box, element("span", {}, label)),
    show: (on) => void (box.checked = on),
  };
}
