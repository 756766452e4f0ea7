/** What frames an explanation: its heading with the way back to the steps, and the details that are folded until one asks for them. */
import { say } from "../../../messages/messages.ts";
import { element, icon } from "../../shared/dom.ts";

export interface HeadingPorts {
  /** Explains what the steps are at, and no longer what was chosen. */
  follow(): void;
  close(): void;
}

export function panelHeading(heading: HTMLElement, role: string, isChosen: boolean, ports: HeadingPorts): HTMLElement {
  const release = element(
    "button",
    { type: "button", class: "following is-off", title: say("follow-timeline") },
    say("follow-steps"),
  );
  release.addEventListener("click", () => ports.follow());
  const close = element(
    "button",
    { type: "button", class: "icon-button inspector-close", "aria-label": say("close-explanation") },
    icon("close"),
  );
  close.addEventListener("click", () => ports.close());
  return element(
    "header",
    { class: "inspector-heading" },
    element("div", {}, heading, element("p", { class: "inspector-role" }, role)),
    element("div", { class: "inspector-controls" }, isChosen && release, close),
  );
}

/** What most readers do not ask for; null where there is nothing. `fold` is called once it is opened or closed. */
export function foldedDetails(
  sections: readonly (HTMLElement | null)[],
  isOpen: boolean,
  fold: (isOpen: boolean) => void,
): HTMLElement | null {
  const shown = sections.filter((section) => section !== null);
  if (shown.length === 0) return null;
  const made = element("details", { class: "inspector-details", open: isOpen }, element("summary", {}, say("details")), ...shown);
  made.addEventListener("toggle", () => fold(made.open));
  return made;
}
