/** What is looked for in the graph: the state's text, what it finds, and the way from one found node to the next. */

import type { Store } from "../../../core/store.ts";
import { parseQuery, type Query, search } from "../../../scene/search.ts";
import type { PictureState } from "../../../state/state.ts";
import { searchFor } from "../../../state/state_actions.ts";
import { asShown } from "../../../timeline/playback.ts";
import type { DrawnGraph } from "../drawn_graph.ts";
import { createSearchBox } from "./search_box.ts";

export interface Finder {
  /** Looks again where that can make a difference. */
  update(shown: DrawnGraph): void;
  /** Cards in which something was found; null while nothing is looked for. */
  hits(shown: DrawnGraph): ReadonlySet<number> | null;
  focus(): void;
}

const NOTHING: Query = { tests: [], isNumeric: false };

/** `visit` shows a found node; `leave` gives the focus back to the drawing. */
export function createFinder(
  parent: HTMLElement,
  store: Store<PictureState>,
  visit: (node: number) => void,
  leave: () => void,
): Finder {
  let query: Query | null = NOTHING;
  let text = "";
  let found: readonly number[] = [];
  let lookedIn: { shown: DrawnGraph; text: string; position: number } | null = null;
  const box = createSearchBox(parent, { look: (search) => store.dispatch(searchFor(search)), walk, leave });

  function walk(direction: 1 | -1): void {
    if (found.length === 0) return;
    const at = found.indexOf(store.get().selected ?? -1);
    const next = at < 0 ? (direction > 0 ? 0 : found.length - 1) : (at + direction + found.length) % found.length;
    visit(found[next]!);
  }

  return {
    update(shown) {
      const { search: wanted, position, selected, graphProgram } = asShown(store.get());
      if (wanted !== text) query = parseQuery((text = wanted));
      const isStale =
        lookedIn?.shown !== shown || lookedIn.text !== wanted || (query?.isNumeric && lookedIn.position !== position);
      if (isStale) {
        const { schedule, records, scene } = shown;
        found = query ? search(query, { schedule, tree: scene.folding.tree, records, program: graphProgram, position }) : [];
        lookedIn = { shown, text: wanted, position };
      }
      const at = found.indexOf(selected ?? -1);
      box.update(wanted, query && found.length, at, at < 0 ? "" : shown.scene.titleOf(selected!));
    },
    hits({ scene }) {
      return query === null || query.tests.length === 0 ? null : new Set(found.map((node) => scene.folding.shownAs[node]!));
    },
    focus() {
      box.input.focus();
      box.input.select();
    },
  };
}
