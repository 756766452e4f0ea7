/** What an action is, and how a table of them is bound to a page: what buttons, keys and help are read off. Knows no DOM. */

import type { StateAction, Store } from "../core/store.ts";
import type { State } from "./state.ts";

/** What only the page can do. */
export interface PagePorts {
  evaluateNow(): void;
  focusEditor(): void;
  undo(): void;
  redo(): void;
  fitGraph(): void;
  findNode(): void;
  /** From light to dark or back. */
  switchTheme(): void;
  /** Asks for a file with a program. */
  openFile(): void;
  /** Every action, to be found by its words. */
  openPalette(): void;
  /** Closes the innermost thing that is open. */
  close(): void;
  copyLink(): void;
  copyRequest(): void;
  /** Opens a class, or shows the code of the one that is open. */
  openClass(): void;
  /** Back to what the teacher shows. */
  follow(): void;
}

const nothing = (): void => {};
const NO_PAGE: PagePorts = {
  evaluateNow: nothing,
  focusEditor: nothing,
  undo: nothing,
  redo: nothing,
  fitGraph: nothing,
  findNode: nothing,
  switchTheme: nothing,
  openFile: nothing,
  openPalette: nothing,
  close: nothing,
  copyLink: nothing,
  copyRequest: nothing,
  openClass: nothing,
  follow: nothing,
};

/** Of a picture within another page, which does the rest itself, or has none of it. */
export const portsWithin = (own: Partial<PagePorts>): PagePorts => ({ ...NO_PAGE, ...own });

/** What a button, the keyboard and the help dialog know of an action. */
export interface ActionRecord<Shown = State> {
  readonly name: string;
  /** Imperative, as a tooltip says it. */
  readonly title: string;
  /** A word or two of the title, for a button that is always in sight. */
  readonly label?: string;
  readonly group: string;
  /** As `shortcuts.ts` reads them: `Space`, `k`, `Shift+Period` (a place on the keyboard), `Mod+Enter`. */
  readonly keys: readonly string[];
  /** Holds also while a field or the editor has the focus. */
  readonly whileTyping?: boolean;
  enabled?(state: Shown): boolean;
  /** For a switch: whether it is on. */
  pressed?(state: Shown): boolean;
}

export interface ActionContext<Shown = State, Ports = PagePorts> {
  readonly store: Store<Shown>;
  readonly page: Ports;
}

/** What an action does: a change of the state, or what only the page can do. */
export type Action<Shown = State, Ports = PagePorts> = ActionRecord<Shown> &
  (StateAction<Shown> | { run(context: ActionContext<Shown, Ports>): void });

/** A table bound to a page: what the views and the keyboard are given. */
export interface BoundActions<Shown, Name extends string = string> {
  readonly table: readonly ActionRecord<Shown>[];
  get(name: Name): ActionRecord<Shown>;
  enabled(name: Name): boolean;
  /** Does nothing where the action is not enabled. */
  run(name: Name): void;
}

export function bindActions<Shown, Ports, Name extends string>(
  table: readonly (Action<Shown, Ports> & { readonly name: Name })[],
  context: ActionContext<Shown, Ports>,
): BoundActions<Shown, Name> {
  const byName = new Map<string, Action<Shown, Ports>>(table.map((action) => [action.name, action]));
  const enabled = (name: Name): boolean => byName.get(name)!.enabled?.(context.store.get()) ?? true;
  return {
    table,
    get: (name) => byName.get(name)!,
    enabled,
    run(name) {
      const action = byName.get(name)!;
      if (!enabled(name)) return;
      if ("change" in action) context.store.dispatch(action);
      else action.run(context);
    },
  };
}
