/** Ctrl+K: every action of the page by a few letters of its words, with its key (a combobox with a list, as the ARIA practices have it). */

import { say } from "../../messages/messages.ts";
import { type Command, matching } from "../../state/palette_commands.ts";
import { openModal } from "../shared/controls/in_front.ts";
import { element } from "../shared/dom.ts";
import { keyCaps } from "../shared/shortcuts.ts";

export interface Palette {
  open(): void;
  /** False where it was closed already. */
  close(): boolean;
}

/** `commandsNow`: read at each opening, since what can be done changes. */
export function mountPalette(commandsNow: () => readonly Command[]): Palette {
  const field = element("input", {
    type: "text",
    class: "field palette-field",
    role: "combobox",
    "aria-expanded": "true",
    "aria-controls": "palette-list",
    "aria-autocomplete": "list",
    "aria-label": say("palette"),
    placeholder: say("palette.hint"),
    autocomplete: "off",
    spellcheck: "false",
  });
  const list = element("ul", { class: "palette-list", id: "palette-list", role: "listbox", "aria-label": say("palette") });
  const none = element("p", { class: "palette-none", role: "status" });
  const dialog = document.body.appendChild(
    element("dialog", { class: "dialog palette", id: "palette", "aria-label": say("palette") }, field, list, none),
  );
  let commands: readonly Command[] = [];
  let shown: readonly Command[] = [];
  let active = 0;

  function option(command: Command, index: number): HTMLElement {
    const caps = command.keys[0] ? keyCaps(command.keys[0]).map((cap) => element("kbd", { class: "key" }, cap)) : [];
    const made = element(
      "li",
      { role: "option", class: "menu-entry", id: `palette-${index}`, "aria-disabled": String(!command.enabled()) },
      element("span", {}, command.title, element("small", { class: "palette-group" }, command.group)),
      element("span", { class: "menu-keys" }, ...caps),
    );
    made.addEventListener("pointerdown", (event) => event.preventDefault());
    made.addEventListener("click", () => run(command));
    return made;
  }

  function mark(index: number): void {
    active = shown.length === 0 ? 0 : (index + shown.length) % shown.length;
    const options = Array.from(list.children);
    for (const [place, each] of options.entries()) each.setAttribute("aria-selected", String(place === active));
    const chosen = options[active];
    chosen?.scrollIntoView({ block: "nearest" });
    if (chosen) field.setAttribute("aria-activedescendant", chosen.id);
    else field.removeAttribute("aria-activedescendant");
  }

  function show(): void {
    shown = matching(commands, field.value);
    list.replaceChildren(...shown.map(option));
    list.hidden = shown.length === 0;
    none.textContent = shown.length === 0 ? say("palette-nothing") : "";
    mark(0);
  }

  function run(command: Command | undefined): void {
    if (!command?.enabled()) return;
    dialog.close();
    command.run();
  }

  field.addEventListener("input", show);
  field.addEventListener("keydown", (event) => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step !== undefined) mark(active + step);
    else if (event.key === "Enter") run(shown[active]);
    else return;
    event.preventDefault();
  });
  dialog.addEventListener("click", (event) => {
    if (event.target === dialog) dialog.close();
  });

  return {
    open() {
      commands = commandsNow();
      field.value = "";
      show();
      openModal(dialog);
      field.focus();
    },
    close() {
      if (!dialog.open) return false;
      dialog.close();
      return true;
    },
  };
}
