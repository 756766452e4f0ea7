/** Whether things may move: the user's choice in the page, else the system's. */
import type { State } from "../../state/state.ts";

const QUERY = "(prefers-reduced-motion: reduce)";

export function mayMove(state: Pick<State, "motion">): boolean {
  if (state.motion !== "system") return state.motion === "full";
  return !window.matchMedia(QUERY).matches;
}
