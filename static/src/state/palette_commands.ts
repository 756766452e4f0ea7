/** What the command palette offers, and which of it matches what is typed. Pure. */

import { PANEL_TITLES, PANELS } from "../core/panels.ts";
import type { StateAction } from "../core/store.ts";
import { PITFALL_WORDS } from "../exercises/pitfall_words.ts";
import { PITFALLS } from "../exercises/pitfalls.ts";
import { say } from "../messages/messages.ts";
import type { ActionName, Actions } from "./actions.ts";
import type { State } from "./state.ts";
import { choosePitfall, openExample, openPanelBeside } from "./state_actions.ts";

export interface Command {
  readonly title: string;
  readonly group: string;
  /** As shortcuts print them. */
  readonly keys: readonly string[];
  enabled(): boolean;
  run(): void;
}

/** All actions but that which opens the list; the tabs beside the picture; the pitfalls; the examples. */
export function commandsOf(actions: Actions, state: State, dispatch: (action: StateAction<State>) => void): Command[] {
  return [
    ...actions.table
      .filter(({ name }) => name !== "palette" && name !== "close")
      .map(({ name, title, group, keys }) => ({
        title,
        group,
        keys,
        enabled: () => actions.enabled(name as ActionName),
        run: () => actions.run(name as ActionName),
      })),
    ...PANELS.map((panel) => ({
      title: say("titled", { title: PANEL_TITLES[panel].title, text: PANEL_TITLES[panel].purpose }),
      group: say("group-tabs"),
      keys: [],
      enabled: () => state.redaction === null,
      run: () => dispatch(openPanelBeside(panel)),
    })),
    ...PITFALLS.map((pitfall) => ({
      title: pitfall === "none" ? say("nothing-broken") : PITFALL_WORDS[pitfall].title.replaceAll("`", ""),
      group: say("group-pitfalls"),
      keys: [],
      enabled: () => state.redaction === null && state.graph !== null && state.pitfall !== pitfall,
      run: () => dispatch(choosePitfall(pitfall)),
    })),
    ...state.examples.map((example) => ({
      title: example.title,
      group: say("group-examples"),
      keys: [],
      enabled: () => state.classroom !== "guest",
      run: () => dispatch(openExample(example)),
    })),
  ];
}

/** Without case and accents: `Eteindre` finds `Éteindre`. */
function plain(text: string): string {
  return text
    .normalize("NFD")
    .replace(/\p{Diacritic}/gu, "")
    .toLowerCase();
}

/** Each word of the query has to begin a word of the title or of the group, in any order; those whose title begins with the query come first. */
export function matching<Kind extends Pick<Command, "title" | "group">>(commands: readonly Kind[], query: string): Kind[] {
  const wanted = plain(query).split(/\s+/).filter(Boolean);
  const found = commands.filter(({ title, group }) => {
    const words = plain(`${title} ${group}`).split(/[^\p{L}\p{N}|<>]+/u);
    return wanted.every((part) => words.some((word) => word.startsWith(part)));
  });
  const isFirst = ({ title }: Kind): boolean => wanted.length > 0 && plain(title).startsWith(wanted.join(" "));
  return [...found.filter(isFirst), ...found.filter((each) => !isFirst(each))];
}
