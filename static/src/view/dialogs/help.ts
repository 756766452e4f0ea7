/** The help dialog: what the page is, every key (read off the action records), and the few settings. */

import type { Store } from "../../core/store.ts";
import { LANGUAGE, LANGUAGES, say } from "../../messages/messages.ts";
import type { ActionRecord } from "../../state/action_records.ts";
import type { CommonState, MotionChoice, Palette, ThemeChoice } from "../../state/state.ts";
import { CLOSE_HELP, chooseMotion, choosePalette, chooseShortcuts, chooseTheme } from "../../state/state_actions.ts";
import { openModal } from "../shared/controls/in_front.ts";
import { byId, element, icon } from "../shared/dom.ts";
import { chooseLanguage } from "../shared/memory.ts";
import { keyCaps } from "../shared/shortcuts.ts";
import { keepSettings } from "./settings.ts";

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
    return index === 0 ? [combination] : [` ${say("key-or")} `, combination];
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

function choiceSetting<Choice extends string>(
  label: string,
  choices: Readonly<Record<Choice, string>>,
  choose: (choice: Choice) => void,
) {
  const options = Object.entries<string>(choices).map(([value, text]) => element("option", { value }, text));
  const select = element("select", { class: "field" }, ...options);
  select.addEventListener("change", () => choose(select.value as Choice));
  return { row: element("label", { class: "setting" }, label, select), show: (choice: Choice) => void (select.value = choice) };
}

/** Every language by its own name. */
function languageNames(): Record<string, string> {
  return Object.fromEntries(
    LANGUAGES.map((code) => [code, new Intl.DisplayNames([code], { type: "language" }).of(code) ?? code]),
  );
}

function settings(store: Store<CommonState>): HTMLElement {
  const theme = choiceSetting<ThemeChoice>(
    say("help-theme"),
    { system: say("as-the-system"), light: say("theme-light"), dark: say("theme-dark") },
    (choice) => store.dispatch(chooseTheme(choice)),
  );
  const palette = choiceSetting<Palette>(
    say("help-signs"),
    { "blue-orange": say("signs-blue-orange"), "purple-green": say("signs-green-purple"), mono: say("signs-stripes") },
    (choice) => store.dispatch(choosePalette(choice)),
  );
  const motion = choiceSetting<MotionChoice>(
    say("help-motion"),
    { system: say("as-the-system"), full: say("motion-full"), reduced: say("motion-reduced") },
    (choice) => store.dispatch(chooseMotion(choice)),
  );
  const shortcuts = element("input", { type: "checkbox" });
  shortcuts.addEventListener("change", () => store.dispatch(chooseShortcuts(shortcuts.checked)));
  const show = (state: CommonState): void => {
    theme.show(state.theme);
    palette.show(state.palette);
    motion.show(state.motion);
    shortcuts.checked = state.shortcuts;
  };
  show(store.get());
  store.subscribe(show);
  keepSettings(store);
  const language = choiceSetting(say("help-language"), languageNames(), chooseLanguage);
  language.show(LANGUAGE);
  const keys = element("label", { class: "setting" }, say("help-single-keys"), shortcuts);
  return element(
    "section",
    {},
    element("h3", {}, say("settings")),
    element("div", { class: "settings" }, language.row, theme.row, palette.row, motion.row, keys),
  );
}

export function mountHelp(store: Store<CommonState>, table: readonly KeyRecord[], { heading, paragraphs }: HelpText): void {
  const dialog = byId<HTMLDialogElement>("help");
  const close = element("button", { type: "button", class: "icon-button", "aria-label": say("close") }, icon("close"));
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
  dialog.addEventListener("close", () => store.dispatch(CLOSE_HELP));
  dialog.addEventListener("click", (event) => {
    if (event.target === dialog) dialog.close();
  });
  const show = (state: CommonState): void => {
    if (state.helpOpen && !dialog.open) openModal(dialog);
    if (!state.helpOpen && dialog.open) dialog.close();
  };
  show(store.get());
  store.subscribe(show);
}
