/** What the opening of a first visit does to the state. Apart from the other actions, since an exported page has none. Pure. */

import { assign, type StateAction } from "../core/store.ts";
import { toEnd } from "../timeline/playback.ts";
import { INITIAL_STATE } from "./initial_state.ts";
import type { State } from "./state.ts";

const { stepSize } = INITIAL_STATE;

export const PLAY = assign<State>("play", { playing: true });
/** What is left of the opening is an ordinary play. */
export const LEAVE = assign<State>("leave the opening", { opening: null, stepSize });
export const END: StateAction<State> = {
  name: "end the opening",
  change: (state) => ({ ...toEnd(state), opening: "rests", stepSize }),
};
