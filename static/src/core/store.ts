/**
 * Holds the state. It changes by declared actions alone, and flow is one way: action → store → view. Knows no DOM.
 */

/** One declared way in which the state changes. */
export interface StateAction<State> {
  /** What happens, in a few words: for tests and for looking on. */
  readonly name: string;
  /** The fields that change. Pure: it reads the state that it is given and nothing else that changes. */
  change(state: State): Partial<State>;
  /** Where the change comes from if not from the user of this page: from the class that it follows, or from undo and redo. */
  readonly origin?: "class" | "history";
  /** Belongs to the edit before it, so that both are undone together. */
  readonly joins?: boolean;
  /** Is undone by itself, however soon it follows another edit. */
  readonly apart?: boolean;
}

/** An action that gives fields the same values whatever the state. */
export const assign = <State>(name: string, fields: Partial<State>): StateAction<State> => ({ name, change: () => fields });

export type Listener<State> = (state: State, previous: State, action: StateAction<State>) => void;

export interface Store<State> {
  get(): State;
  /**
   * Merges what the action changes, at once. Listeners are notified afterwards, and only where a field really differs. What is dispatched by a
   * listener waits until every listener has been notified of the change before it: all of them see the same changes in the same order.
   */
  dispatch(action: StateAction<State>): void;
  /** Returns the function that ends the subscription. */
  subscribe(listener: Listener<State>): () => void;
}

/** Calls `run` after every change of at least one of the fields. */
export function watch<State>(store: Store<State>, fields: readonly (keyof State)[], run: Listener<State>): void {
  store.subscribe((state, previous, action) => {
    if (fields.some((field) => state[field] !== previous[field])) run(state, previous, action);
  });
}

export function createStore<State extends object>(initial: State): Store<State> {
  let state = initial;
  const listeners = new Set<Listener<State>>();
  const waiting: Parameters<Listener<State>>[] = [];
  let isNotifying = false;

  /** A listener that throws keeps no other one from its notification; the first error is thrown at the end. */
  function notify(): void {
    const errors: unknown[] = [];
    isNotifying = true;
    for (let next = waiting.shift(); next; next = waiting.shift()) {
      for (const listener of [...listeners]) {
        try {
          if (listeners.has(listener)) listener(...next);
        } catch (error) {
          errors.push(error);
        }
      }
    }
    isNotifying = false;
    if (errors.length > 0) throw errors[0];
  }

  return {
    get: () => state,
    dispatch(action) {
      const change = action.change(state);
      if (!(Object.keys(change) as (keyof State)[]).some((key) => !Object.is(change[key], state[key]))) return;
      const previous = state;
      state = { ...state, ...change };
      waiting.push([state, previous, action]);
      if (!isNotifying) notify();
    },
    subscribe(listener) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
  };
}
