/** The help dialog: what the page is, every key (read off the action records), and the few settings. */
import type { ActionRecord } from "../core/action_records.ts";
import { PALETTE_STORAGE_KEY, readPalette } from "../core/appearance.ts";
import type { CommonState, MotionChoice, Palette, ThemeChoice } from "../core/state.ts";
import type { Store } from "../core/store.ts";
import { byId, element, icon } from "./dom.ts";
import { recall, remember } from "./memory.ts";
import { keyCaps } from "./shortcuts.ts";

const SHORTCUTS_STORAGE_KEY = "backpass.shortcuts";
const MOTION_STORAGE_KEY = "backpass.motion";

/** Settings of this browser that are kept between visits, as far as they were changed. */
export function rememberedSettings(): Partial<CommonState> & Pick<CommonState, "palette"> {
  const motion = recall(MOTION_STORAGE_KEY);
  return {
    palette: readPalette(recall(PALETTE_STORAGE_KEY)),
    shortcuts: recall(SHORTCUTS_STORAGE_KEY) !== "off",
    ...(motion === "full" || motion === "reduced" ? { motion } : {}),
  };
}

/** What the help dialog of a page says of it. */
export interface HelpText {
  readonly heading: string;
  readonly paragraphs: readonly string[];
}

type KeyRecord = Pick<ActionRecord, "title" | "group" | "keys">;

function keyRow(action: KeyRecord): HTMLElement {
  const choices = action.keys.flatMap((key, index) => {
    const caps = keyCaps(key).map((cap) => element("kbd", { class: "key" }, cap));
    const combination = element("span", { class: "key-combination" }, ...caps);
    return index === 0 ? [combination] : [" or ", combination];
  });
  return element("div", { class: "key-row" }, element("dt", {}, action.title), element("dd", {}, ...choices));
}

function keyGroups(table: readonly KeyRecord[]): HTMLElement {
  const withKeys = table.filter(({ keys }) => keys.length > 0);
  const groups = [...new Set(withKeys.map(({ group }) => group))];
  const parts = groups.map((group) =>
    element(
      "section",
      { class: "key-group" },
      element("h3", {}, group),
      element("dl", {}, ...withKeys.filter((action) => action.group === group).map(keyRow)),
    ),
  );
  return element("div", { class: "key-groups" }, ...parts);
}

function choiceSetting<Choice extends string>(label: string, choices: Readonly<Record<Choice, string>>, choose: (choice: Choice) => void) {
  const options = Object.entries<string>(choices).map(([value, text]) => element("option", { value }, text));
  const select = element("select", { class: "field" }, ...options);
  select.addEventListener("change", () => choose(select.value as Choice));
  return { row: element("label", { class: "setting" }, label, select), show: (choice: Choice) => void (select.value = choice) };
}

function settings(store: Store<CommonState>): HTMLElement {
  const theme = choiceSetting<ThemeChoice>("Theme", { system: "As the system", light: "Light", dark: "Dark" }, (choice) =>
    store.set({ theme: choice }),
  );
  const palette = choiceSetting<Palette>("Signs", { "blue-orange": "Blue and orange", "purple-green": "Green and purple", mono: "Stripes, no colours" }, (choice) =>
    store.set({ palette: choice }),
  );
  const motion = choiceSetting<MotionChoice>("Motion", { system: "As the system", full: "Full", reduced: "Reduced" }, (choice) =>
    store.set({ motion: choice }),
  );
  const shortcuts = element("input", { type: "checkbox" });
  shortcuts.addEventListener("change", () => store.set({ shortcuts: shortcuts.checked }));
  const show = (state: CommonState): void => {
    theme.show(state.theme);
    palette.show(state.palette);
    motion.show(state.motion);
    shortcuts.checked = state.shortcuts;
  };
  show(store.get());
  store.subscribe((state, previous) => {
    show(state);
    if (state.shortcuts !== previous.shortcuts) remember(SHORTCUTS_STORAGE_KEY, state.shortcuts ? "on" : "off");
    if (state.motion !== previous.motion) remember(MOTION_STORAGE_KEY, state.motion);
  });
  const keys = element("label", { class: "setting" }, "Keys without Ctrl, as listed above", shortcuts);
  return element("section", {}, element("h3", {}, "Settings"), element("div", { class: "settings" }, theme.row, palette.row, motion.row, keys));
}

export function mountHelp(store: Store<CommonState>, table: readonly KeyRecord[], { heading, paragraphs }: HelpText): void {
  const dialog = byId<HTMLDialogElement>("help");
  const close = element("button", { type: "button", class: "icon-button", "aria-label": "Close" }, icon("close"));
  close.addEventListener("click", () => dialog.close());
  dialog.append(
    element("header", { class: "dialog-heading" }, element("h2", { id: "help-heading" }, heading), close),
    element(
      "div",
      { class: "dialog-content" },
      element("div", { class: "help-words" }, ...paragraphs.map((text) => element("p", {}, text))),
      keyGroups(table),
      settings(store),
    ),
  );
  dialog.addEventListener("close", () => store.set({ helpOpen: false }));
  dialog.addEventListener("click", (event) => {
    if (event.target === dialog) dialog.close();
  });
  store.subscribe((state) => {
    if (state.helpOpen && !dialog.open) dialog.showModal();
    if (!state.helpOpen && dialog.open) dialog.close();
  });
}
