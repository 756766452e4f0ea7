/** What was read of the program, in one line under it; not there where all of it was, and no library is used. */

import { type Store, watch } from "../../core/store.ts";
import type { Reading } from "../../core/types.ts";
import type { State } from "../../state/state.ts";
import { element } from "../shared/dom.ts";

const isNews = ({ libraries, lines, read, passed_over, shown_pass }: Reading): boolean =>
  libraries.length > 0 || read < lines || passed_over.length > 0 || shown_pass !== null;

export function mountReading(before: HTMLElement, store: Store<State>): void {
  const root = element("p", { class: "reading" });
  before.before(root);

  function show({ graph, program, graphProgram }: State): void {
    const reading = program === graphProgram && !graph?.as_it_is ? graph?.reading : undefined;
    root.hidden = reading === undefined || !isNews(reading);
    if (reading) root.textContent = reading.sentence;
  }

  show(store.get());
  watch(store, ["graph", "program"], show);
}
