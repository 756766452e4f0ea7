/** The one list of what a page can do, which the menu ⋯ shows and Ctrl+K searches, and which of it matches what is typed. Pure. */

import { PANEL_TITLES, PANELS } from "../core/panels.ts";
import type { StateAction } from "../core/store.ts";
import { PITFALL_WORDS } from "../exercises/pitfall_words.ts";
import { PITFALLS } from "../exercises/pitfalls.ts";
import { say } from "../messages/messages.ts";
import type { BoundActions } from "./action_records.ts";
import type { ActionName, Actions } from "./actions.ts";
import type { State } from "./state.ts";
import { choosePitfall, openExample, openPanelBeside } from "./state_actions.ts";

export interface Command {
  /** That of its action, where it is one. */
  readonly name?: string;
  readonly title: string;
  readonly group: string;
  /** As shortcuts print them. */
  readonly keys: readonly string[];
  enabled(): boolean;
  /** For a switch: whether it is on. */
  pressed?(): boolean;
  run(): void;
}

/** All actions of a page; Escape alone says what is closed by it. */
export function actionCommands<Shown, Name extends string>(actions: BoundActions<Shown, Name>, state: Shown): Command[] {
  return actions.table
    .filter(({ name }) => name !== "close")
    .map((action) => ({
      name: action.name,
      title: action.title,
      group: action.group,
      keys: action.keys,
      enabled: () => actions.enabled(action.name as Name),
      ...(action.pressed && { pressed: () => action.pressed!(state) }),
      run: () => actions.run(action.name as Name),
    }));
}

/** All actions; the tabs beside the picture; the pitfalls; the examples. */
export function commandsOf(actions: Actions, state: State, dispatch: (action: StateAction<State>) => void): Command[] {
  return [
    ...actionCommands<State, ActionName>(actions, state),
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
