/** What every studio has, on its own page and in a lesson: a state to begin with, a runner that talks to the server, views drawn once a frame. */

import { changeRun, endRun, fetchCheckpoint, openLine } from "../../api/training.ts";
import type { Store } from "../../core/store.ts";
import { createRunner, type Runner } from "../../training/runner.ts";
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

/** Everything that is drawn, at most once a frame; what does not change costs a comparison. */
export function mountViews(store: Store<StudioState>, views: readonly { show(state: StudioState): void }[]): void {
  let frame = 0;
  const show = (): void => {
    frame = 0;
    const state = store.get();
    for (const view of views) view.show(state);
  };
  show();
  // Hidden pages get no frames, but must be right when they are looked at again.
  store.subscribe(() => void (frame ||= requestAnimationFrame(show)));
}
