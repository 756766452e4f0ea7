/** Whether things may move: the user's choice in the page, else the system's. */
import type { State } from "../../state/state.ts";

const QUERY = "(prefers-reduced-motion: reduce)";

export function mayMove(state: Pick<State, "motion">): boolean {
  if (state.motion !== "system") return state.motion === "full";
  return !window.matchMedia(QUERY).matches;
}

/** What is true for less than this is not shown: it would flicker at every key. */
export const PASSING_MILLISECONDS = 300;

/** Puts a class on an element once something has been true for that long, and takes it off at once. */
export function lastingClass(element: Element, name: string): (isTrue: boolean) => void {
  let [timer, was] = [0, false];
  return (isTrue) => {
    if (isTrue === was) return;
    was = isTrue;
    clearTimeout(timer);
    if (isTrue) timer = window.setTimeout(() => element.classList.add(name), PASSING_MILLISECONDS);
    else element.classList.remove(name);
  };
}
