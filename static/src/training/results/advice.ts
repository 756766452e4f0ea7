/** The finding that the page shows: how often a run that goes on is judged, and what is found at the moment its remedy is pressed. Knows no DOM. */
import { isGliding } from "../run.ts";
import { momentShown } from "../shown.ts";
import type { StudioState } from "../state.ts";
import { diagnose, type Finding } from "./diagnosis.ts";

/** While a run goes on, it is judged again after so many milliseconds. */
const FINDING_PAUSE = 1000;

export interface Advice {
  /** Why the model does not learn; null where nothing is found. */
  findingOf(state: StudioState): Finding | null;
  /** The finding with this label for the set-up as it is now, which may be another one than when the label was drawn; null where it holds no more. */
  pressed(state: StudioState, label: string): Finding | null;
}

/** `now`: milliseconds of a clock that never goes back. */
export function createAdvice(now: () => number): Advice {
  let found: { readonly key: readonly unknown[]; readonly at: number; readonly finding: Finding | null } | null = null;

  function findingOf(state: StudioState): Finding | null {
    const { run, request, options, isPreview, problems } = state;
    if (!run || isPreview || problems.length > 0 || state.position !== null) return null;
    const key = [request, run.started, run.state, run.momentCount];
    const at = now();
    const isSettled = found !== null && key.every((each, place) => each === found!.key[place]);
    const isSame = found !== null && found.key[0] === request && found.key[1] === run.started;
    const isRecent = isGliding(state) && isSame && at - found!.at < FINDING_PAUSE;
    if (found && (isSettled || isRecent)) return found.finding;
    const moment = momentShown(state);
    found = { key, at, finding: moment ? diagnose(run, moment, request, options) : null };
    return found.finding;
  }

  return {
    findingOf,
    pressed(state, label) {
      const finding = findingOf(state);
      return finding?.label === label ? finding : null;
    },
  };
}
