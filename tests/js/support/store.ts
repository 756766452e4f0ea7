/** Changes of a store's state in tests, for which no action is declared. */
import { assign, type Store } from "../../../static/src/core/store.ts";

export function set<State>(store: Store<State>, fields: Partial<State>): void {
  store.dispatch(assign("set by a test", fields));
}
