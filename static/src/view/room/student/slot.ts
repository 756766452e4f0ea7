/** The empty place of the number that is asked for, on its card in the graph: it can be filled there. */

import { say } from "../../../messages/messages.ts";
import type { Answering } from "../../../room/answering.ts";
import { element } from "../../shared/dom.ts";

export interface Slot {
  readonly root: HTMLElement;
  /** What is in it, unless somebody writes there. */
  fill(text: string): void;
  mark(status: Answering["status"]): void;
}

/** `label`: what is asked, for those who hear it. `typed` is notified of every stroke, `give` of the answer. */
export function createSlot(label: string, typed: (text: string) => void, give: (text: string) => void): Slot {
  const field = element("input", {
    class: "slot-field",
    "aria-label": label,
    autocomplete: "off",
    autocapitalize: "off",
    spellcheck: "false",
    inputmode: "decimal",
    placeholder: "?",
  });
  const send = element("button", { type: "submit", class: "slot-send", "aria-label": say("send") }, "✓");
  const root = element("form", { class: "graph-slot" }, field, send);
  field.addEventListener("input", () => typed(field.value));
  root.addEventListener("submit", (event) => {
    event.preventDefault();
    const text = field.value.trim();
    if (text === "") return field.focus();
    give(text);
    field.blur();
  });
  return {
    root,
    fill(text) {
      if (document.activeElement !== field) field.value = text;
    },
    mark(status) {
      root.dataset.status = status;
      field.setAttribute("aria-invalid", String(status === "refused"));
    },
  };
}
