/** The end of a class, which is asked about once more before everybody leaves it. */

import { say } from "../../../../messages/messages.ts";
import { element } from "../../../shared/dom.ts";
import { button } from "../../elements.ts";

export function createEnding(end: () => void): HTMLElement {
  const root = element("div", { class: "drawer-row" });
  function offer(): void {
    root.replaceChildren(button(say("end-class"), askAgain));
  }
  function askAgain(): void {
    const sure = button(say("end-now"), end, "solid-button");
    root.replaceChildren(element("span", {}, say("all-let-go")), sure, button(say("go-on"), offer, "link-button"));
    sure.focus();
  }
  offer();
  return root;
}
