/** What the opening of a first visit does to the state. Apart from the other actions, since an exported page has none. Pure. */

import { assign, type StateAction } from "../core/store.ts";
import { toEnd } from "../timeline/playback.ts";
import type { State } from "./state.ts";

export const PLAY = assign<State>("play", { playing: true });
/** What is left of the opening is an ordinary play. */
export const LEAVE = assign<State>("leave the opening", { opening: null, stepSize: "contribution" });
export const END: StateAction<State> = {
  name: "end the opening",
  change: (state) => ({ ...toEnd(state), opening: "rests", stepSize: "contribution" }),
};
