/** Every action in words, in a menu by groups, each with its key; on small screens the other pages as well. */

import { say } from "../../messages/messages.ts";
import type { Actions } from "../../state/actions.ts";
import { type Menu, mountMenu } from "../shared/controls/menu.ts";
import { byId, element } from "../shared/dom.ts";
import { keyCaps } from "../shared/shortcuts.ts";

export function mountViewMenu(actions: Actions): Pick<Menu, "close"> {
  const panel = byId("view-menu");
  const menu = mountMenu(byId("view-button"), panel);
  const listed = actions.table.filter(({ name }) => !["close", "follow", "class-code"].includes(name));

  function entry({ name, title, keys }: (typeof listed)[number]): HTMLElement {
    const caps = keys[0] ? keyCaps(keys[0]).map((cap) => element("kbd", { class: "key" }, cap)) : [];
    const made = element(
      "button",
      { type: "button", class: "menu-entry", "data-action": name, "data-worded": true },
      element("span", {}, title),
      element("span", { class: "menu-keys", "aria-hidden": "true" }, ...caps),
    );
    // What the action opens takes the focus after the menu has given it back.
    made.addEventListener("click", () => menu.close(), { capture: true });
    return made;
  }

  // What the player's buttons and gestures do on a phone comes last there.
  const first = matchMedia("(pointer: coarse)").matches
    ? (["share", "new", "help"] as const).map((name) => actions.get(name).group)
    : [];
  const groups = [...new Set([...first, ...listed.map(({ group }) => group)])];
  panel.append(
    ...groups.map((group) =>
      element(
        "section",
        { class: "menu-group" },
        element("h2", { class: "menu-heading" }, group),
        ...listed.filter((action) => action.group === group).map(entry),
      ),
    ),
    element(
      "section",
      { class: "menu-group is-compact" },
      element("h2", { class: "menu-heading" }, say("group-pages")),
      // The header's own links, which have no room there.
      ...Array.from(document.querySelectorAll<HTMLAnchorElement>(".header > .page-link"), (link) =>
        element("a", { class: "menu-entry", href: link.getAttribute("href") }, link.textContent),
      ),
    ),
  );
  return menu;
}
