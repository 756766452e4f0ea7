/** The clock of the timeline: moves the position on while `playing` holds. What a move is, timeline/playback.ts knows. */

import type { Store } from "../../core/store.ts";
import { TICK } from "../../state/state_actions.ts";
import { type PlaybackState, paceOf, scheduleOf } from "../../timeline/playback.ts";
import { isCovered, onCovering } from "../shared/controls/in_front.ts";

/** Runs something later; returns what cancels it. */
export type After = (milliseconds: number, run: () => void) => () => void;

export const byTimeout: After = (milliseconds, run) => {
  const handle = setTimeout(run, milliseconds);
  return () => clearTimeout(handle);
};

/** The first frame of a play follows sooner than the later ones: the answer to a press must be seen. */
const FIRST_FRAME_MILLISECONDS = 250;

export function mountPlayer(store: Store<PlaybackState>, after: After = byTimeout): void {
  let cancel = (): void => {};

  function schedule(first: boolean): void {
    cancel();
    const { graph, playing, stepSize, speed } = store.get();
    if (!playing || !graph || isCovered()) return;
    const { interval } = paceOf(scheduleOf(graph), stepSize, speed);
    cancel = after(first ? Math.min(interval, FIRST_FRAME_MILLISECONDS) : interval, tick);
  }

  function tick(): void {
    store.dispatch(TICK);
    schedule(false);
  }

  // What was playing goes on behind the last of them that closes: it is still what was asked for.
  const goOn = (): void => schedule(true);
  store.subscribe((state, previous) => {
    if (state.playing !== previous.playing) {
      onCovering(goOn, state.playing);
      schedule(true);
    } else if (state.playing && (state.speed !== previous.speed || state.stepSize !== previous.stepSize)) schedule(false);
  });
}
