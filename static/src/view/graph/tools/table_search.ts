/** The search in the table, which it narrows to the rows that were found: Enter and Shift+Enter select one after the other. */

import type { Store } from "../../../core/store.ts";
import type { GraphNode } from "../../../core/types.ts";
import { nodeTitle } from "../../../graph/places.ts";
import { parseQuery } from "../../../scene/search.ts";
import type { State } from "../../../state/state.ts";
import { choose, searchFor } from "../../../state/state_actions.ts";
import { createSearchBox } from "./search_box.ts";

/** `rowsNow`: the nodes of the table, in its order. Returns what gives the search the focus. */
export function mountTableSearch(root: HTMLElement, store: Store<State>, rowsNow: () => readonly GraphNode[]): () => void {
  const box = createSearchBox(root, {
    look: (text) => store.dispatch(searchFor(text)),
    walk(direction) {
      const rows = rowsNow();
      const at = rows.findIndex(({ id }) => id === store.get().selected);
      const next = at < 0 && direction < 0 ? rows.length - 1 : (at + direction + rows.length) % rows.length;
      if (rows[next]) store.dispatch(choose({ node: rows[next].id }));
    },
    leave: () => root.focus(),
  });
  root.prepend(root.lastElementChild!);

  function show({ search, selected, graph, graphProgram }: State): void {
    const rows = search.trim() === "" || parseQuery(search) === null ? null : rowsNow();
    const at = rows?.findIndex(({ id }) => id === selected) ?? -1;
    const name = graph && at >= 0 ? nodeTitle(graph, graphProgram, selected!) : "";
    box.update(search, rows?.length ?? null, at, name);
  }
  show(store.get());
  store.subscribe((state, previous) => {
    const watched = ["mainView", "search", "selected", "graph", "position"] as const;
    if (state.mainView === "table" && watched.some((field) => state[field] !== previous[field])) show(state);
  });
  return () => {
    box.input.focus();
    box.input.select();
  };
}
