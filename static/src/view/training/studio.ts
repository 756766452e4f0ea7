/** What every studio has, on its own page and in a lesson: a state to begin with, a runner that talks to the server, views drawn once a frame. */

import { changeRun, endRun, fetchCheckpoint, openLine } from "../../api/training.ts";
import type { Store } from "../../core/store.ts";
import { createRunner, type Runner } from "../../training/runner/runner.ts";
import type { StudioState } from "../../training/state.ts";
import { follow } from "../../training/stream_follower.ts";
import type { Options } from "../../training/types.ts";
import { rememberedSettings } from "../dialogs/settings.ts";
import { rememberedTheme } from "../page/appearance.ts";
import { browserClock as clock } from "../shared/clock.ts";

/** As fast as one can still follow. */
const USUAL_SPEED = 30;

export function initialState(options: Options): StudioState {
  return {
    options,
    request: options.presets[0]!.request,
    problems: [],
    connection: null,
    isStarting: true,
    run: null,
    isPreview: true,
    kept: null,
    position: null,
    stepsPerSecond: USUAL_SPEED,
    brush: "open",
    rateOfSchedule: null,
    example: null,
    pushSize: 0.5,
    push: null,
    graphOpen: false,
    isLogarithmic: false,
    view: "picture",
    theme: rememberedTheme(),
    motion: "system",
    projector: false,
    shortcuts: true,
    helpOpen: false,
    ...rememberedSettings(),
  };
}

export function createStudioRunner(store: Store<StudioState>): Runner {
  return createRunner(store, {
    ...clock,
    follow: (body, listener) => follow({ ...clock, ...listener, open: (resume) => openLine(body, resume) }),
    async change(run, change) {
      const outcome = await changeRun(run, change);
      return "problems" in outcome ? { problems: outcome.problems } : {};
    },
    end: endRun,
    async checkpoint(run) {
      const outcome = await fetchCheckpoint(run);
      return "answer" in outcome ? outcome.answer : null;
    },
  });
}

/** Milliseconds that drawing may take without a pause after it, and the longest pause. */
const QUICK = 24;
const LONGEST_PAUSE = 500;

/**
 * Everything that is drawn, at most once a frame; what does not change costs a comparison. Where drawing takes long, because the machine is slow
 * or busy, it leaves as much time to what is pressed: a run at full speed has something new for every frame.
 */
export function mountViews(store: Store<StudioState>, views: readonly { show(state: StudioState): void }[]): void {
  let isDue = false;
  let free = 0;
  const show = (): void => {
    isDue = false;
    const begun = performance.now();
    const state = store.get();
    for (const view of views) view.show(state);
    // Behind this frame's layout and paint, which count as well.
    setTimeout(() => {
      const now = performance.now();
      free = now - begun > QUICK ? now + Math.min(now - begun, LONGEST_PAUSE) : 0;
    });
  };
  show();
  // Hidden pages get no frames, but must be right when they are looked at again.
  store.subscribe(() => {
    if (isDue) return;
    isDue = true;
    const pause = free - performance.now();
    if (pause > 0) setTimeout(() => requestAnimationFrame(show), pause);
    else requestAnimationFrame(show);
  });
}
