/** Menus of commands, written when they are opened: ⋯ with all of them by groups, each with its key, and shorter ones of the header. */

import { say } from "../../messages/messages.ts";
import type { Command } from "../../state/palette_commands.ts";
import { type Menu, mountMenu } from "../shared/controls/menu.ts";
import { byId, element } from "../shared/dom.ts";
import { chooseLanguage } from "../shared/memory.ts";
import { keyCaps } from "../shared/shortcuts.ts";

/** What is looked for most comes first. */
const FIRST = ["share", "new", "help"];

/** The pages and languages that the template lists under ⋯, for the palette. */
export function pageCommands(): Command[] {
  return Array.from(byId("more").querySelectorAll<HTMLElement>("a.page-link, [data-language]"), (entry) => ({
    title: entry.textContent,
    group: say(entry.dataset.language ? "help-language" : "group-pages"),
    keys: [],
    enabled: () => true,
    run: () => entry.click(),
  }));
}

function entryOf({ name, title, keys, enabled, pressed, run }: Command, menu: () => Menu): HTMLElement {
  const caps = keys[0] ? keyCaps(keys[0]).map((cap) => element("kbd", { class: "key" }, cap)) : [];
  const entry = element(
    "button",
    { type: "button", class: "menu-entry", "aria-disabled": String(!enabled()) },
    element("span", {}, title),
    element("span", { class: "menu-keys", "aria-hidden": "true" }, ...caps),
  );
  if (name !== undefined) entry.dataset.action = name;
  if (pressed) entry.setAttribute("aria-pressed", String(pressed()));
  entry.addEventListener("click", () => {
    // What the command opens takes the focus after the menu has given it back.
    menu().close();
    run();
  });
  return entry;
}

/** `commandsNow`: read at each opening, since what can be done changes. Entries that the template has stay first. */
export function mountCommandMenu(button: HTMLElement, panel: HTMLElement, commandsNow: () => readonly Command[]): Menu {
  const pages = Array.from(panel.children);
  for (const entry of panel.querySelectorAll<HTMLElement>("[data-language]"))
    entry.addEventListener("click", () => chooseLanguage(entry.dataset.language!));
  const menu: Menu = mountMenu(button, panel, {
    opened() {
      const commands = commandsNow();
      const groupOf = (name: string): string | undefined => commands.find((each) => each.name === name)?.group;
      const groups = new Set([...FIRST.map(groupOf), ...commands.map(({ group }) => group)]);
      groups.delete(undefined);
      const isGrouped = groups.size > 1;
      const sections = [...groups].map((group) =>
        element(
          "section",
          { class: "menu-group" },
          ...(isGrouped ? [element("h2", { class: "menu-heading" }, group!)] : []),
          ...commands.filter((each) => each.group === group).map((each) => entryOf(each, () => menu)),
        ),
      );
      panel.replaceChildren(...pages, ...sections);
    },
  });
  return menu;
}
