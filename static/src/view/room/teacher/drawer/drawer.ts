/** The teacher's drawer: asking, people, settings, each a tab of its own. It lies over the explanation and leaves picture and timeline free. */

import { say } from "../../../../messages/messages.ts";
import type { Room } from "../../../../room/room.ts";
import { tabOfKey } from "../../../shared/controls/tab_keys.ts";
import { byId, element, icon } from "../../../shared/dom.ts";
import { markQuestion } from "../../strip.ts";
import { createAskTab } from "./ask_tab.ts";
import type { DrawerPart, DrawerPorts } from "./drawer_part.ts";
import { type DrawerTab, tabsOf } from "./drawer_tabs.ts";
import { createPeopleTab } from "./people_tab.ts";
import { createPracticeTab } from "./practice_tab.ts";
import { createSettingsTab } from "./settings_tab.ts";

export interface Drawer {
  /** Opens at a tab, or closes where that one is open. */
  toggle(tab: DrawerTab): void;
  show(room: Room | null): void;
  remove(): void;
}

export function createDrawer(ports: DrawerPorts): Drawer {
  const parts: Readonly<Record<DrawerTab, DrawerPart>> = {
    ask: createAskTab(ports),
    practice: createPracticeTab(ports),
    people: createPeopleTab(ports),
    class: createSettingsTab(ports),
  };
  const buttons = tabsOf(ports.hasGraph).map(({ name, title }) => {
    const tab = element(
      "button",
      { type: "button", role: "tab", class: "panel-tab", id: `drawer-tab-${name}`, "aria-controls": "drawer-body" },
      title,
    );
    tab.addEventListener("click", () => open(name));
    return { name, tab };
  });
  const close = element(
    "button",
    { type: "button", class: "icon-button", "aria-label": say("close-class-panel") },
    icon("close"),
  );
  const tabs = element(
    "div",
    { class: "drawer-tabs", role: "tablist", "aria-label": say("class-panel") },
    ...buttons.map(({ tab }) => tab),
  );
  const body = element(
    "div",
    { class: "drawer-body", role: "tabpanel", id: "drawer-body", tabindex: -1 },
    ...buttons.map(({ name }) => parts[name].root),
  );
  const root = element(
    "aside",
    { class: "class-drawer", "aria-label": say("class-panel"), hidden: true },
    element("div", { class: "drawer-head" }, tabs, close),
    body,
  );
  (ports.place ?? byId("workbench")).append(root);
  let current: DrawerTab = "ask";
  let room: Room | null = null;

  function open(tab: DrawerTab): void {
    current = tab;
    root.hidden = false;
    document.body.classList.add("has-drawer");
    for (const { name, tab: each } of buttons) {
      each.setAttribute("aria-selected", String(name === tab));
      each.tabIndex = name === tab ? 0 : -1;
      parts[name].root.hidden = name !== tab;
    }
    body.setAttribute("aria-labelledby", `drawer-tab-${tab}`);
    mark();
    if (room) parts[tab].show(room);
  }

  function shut(): void {
    root.hidden = true;
    document.body.classList.remove("has-drawer");
    mark();
  }

  /** The bar's buttons say which tab is open, and the page knows of a question in it. */
  function mark(): void {
    for (const each of document.querySelectorAll<HTMLElement>(".class-bar [data-drawer]"))
      each.setAttribute("aria-expanded", String(!root.hidden && each.dataset.drawer === current));
    markQuestion(!root.hidden && current === "ask" ? (room?.poll ?? null) : null);
  }

  close.addEventListener("click", () => {
    shut();
    document.querySelector<HTMLElement>(`.class-bar [data-drawer="${current}"]`)?.focus();
  });
  tabs.addEventListener("keydown", (event) => {
    const from = buttons.findIndex(({ name }) => name === current);
    const place = tabOfKey(event, from, buttons.length);
    if (place === null) return;
    event.preventDefault();
    const next = buttons[place]!;
    open(next.name);
    next.tab.focus();
  });
  root.addEventListener("keydown", (event) => {
    if (event.key !== "Escape") return;
    event.stopPropagation();
    close.click();
  });

  return {
    toggle(tab) {
      if (!root.hidden && tab === current) return shut();
      open(tab);
      body.querySelector<HTMLElement>("input, textarea, select, button")?.focus({ preventScroll: true });
    },
    show(now) {
      room = now;
      if (now && !now.you.in_charge && !root.hidden) shut();
      if (now && !root.hidden) parts[current].show(now);
      mark();
    },
    remove() {
      shut();
      root.remove();
    },
  };
}
