/** What a class is, in a few words, and the button that begins it: nobody opens one without knowing. */

import { say } from "../../../messages/messages.ts";
import { openModal } from "../../shared/controls/in_front.ts";
import { element } from "../../shared/dom.ts";
import { button } from "../elements.ts";

let asked: HTMLDialogElement | null = null;

/** Asks before a class is opened; `begin` runs where it is wanted. Nobody is asked twice at a time. */
export function askToStart(begin: () => void): void {
  // The code of a class comes late: the button may have been pressed twice by then.
  if (asked) return;
  const start = (): void => {
    dialog.close();
    begin();
  };
  const first = button(say("class-start"), start, "solid-button");
  const cancel = button(say("cancel"), () => dialog.close());
  const dialog = element(
    "dialog",
    { class: "dialog class-start", "aria-label": say("class-start-heading") },
    element("h2", {}, say("class-start-heading")),
    element("p", {}, say("class-start-about")),
    element("p", {}, say("class-start-kept")),
    element(
      "div",
      { class: "code-buttons" },
      first,
      cancel,
      element("a", { class: "link-button", href: "/record" }, say("open-record")),
    ),
  );
  dialog.addEventListener("keydown", (event) => event.stopPropagation());
  dialog.addEventListener("close", () => {
    asked = null;
    dialog.remove();
  });
  asked = document.body.appendChild(dialog);
  openModal(dialog);
  first.focus();
}
