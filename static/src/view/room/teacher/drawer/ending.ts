/** The end of a class, which is asked about once more before everybody leaves it: what was answered goes with it, and is offered first. */

import type { HostQuestions } from "../../../../api/rooms.ts";
import { say } from "../../../../messages/messages.ts";
import { element } from "../../../shared/dom.ts";
import { button } from "../../elements.ts";
import { recordButton } from "./downloads.ts";

export function createEnding(code: string, questions: HostQuestions, end: () => void): HTMLElement {
  const root = element("div", { class: "drawer-row" });
  function offer(): void {
    root.replaceChildren(button(say("end-class"), askAgain));
  }
  function askAgain(): void {
    const sure = button(say("end-now"), end, "solid-button");
    const record = recordButton(code, questions, "room-button");
    root.replaceChildren(element("span", {}, say("all-let-go")), record, sure, button(say("go-on"), offer, "link-button"));
    record.focus();
  }
  offer();
  return root;
}
