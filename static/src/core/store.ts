/** Holds the state and tells those who asked when it changed. Flow is one way: action → store → view. Knows no DOM. */

export type Listener<State> = (state: State, previous: State) => void;

export interface Store<State> {
  get(): State;
  /** Merges a change; listeners hear once, after it, and only where a field really differs. */
  set(change: Partial<State>): void;
  /** Returns the function that ends the subscription. */
  subscribe(listener: Listener<State>): () => void;
}

export function createStore<State extends object>(initial: State): Store<State> {
  let state = initial;
  const listeners = new Set<Listener<State>>();
  return {
    get: () => state,
    set(change) {
      const differs = (Object.keys(change) as (keyof State)[]).some((key) => !Object.is(change[key], state[key]));
      if (!differs) return;
      const previous = state;
      state = { ...state, ...change };
      for (const listener of [...listeners]) listener(state, previous);
    },
    subscribe(listener) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
  };
}
