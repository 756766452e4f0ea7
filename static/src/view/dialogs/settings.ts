/** The settings of the help dialog, as this browser keeps them between visits. */

import type { Store } from "../../core/store.ts";
import { PALETTE_STORAGE_KEY, readPalette } from "../../state/appearance.ts";
import type { CommonState } from "../../state/state.ts";
import { recall, remember } from "../shared/memory.ts";

const SHORTCUTS_STORAGE_KEY = "backpass.shortcuts";
const MOTION_STORAGE_KEY = "backpass.motion";

/** The settings as far as they were changed. */
export function rememberedSettings(): Partial<CommonState> & Pick<CommonState, "palette"> {
  const motion = recall(MOTION_STORAGE_KEY);
  return {
    palette: readPalette(recall(PALETTE_STORAGE_KEY)),
    shortcuts: recall(SHORTCUTS_STORAGE_KEY) !== "off",
    ...(motion === "full" || motion === "reduced" ? { motion } : {}),
  };
}

/** Writes down what is changed from now on. */
export function keepSettings<Shown extends CommonState>(store: Store<Shown>): void {
  store.subscribe((state, previous) => {
    if (state.shortcuts !== previous.shortcuts) remember(SHORTCUTS_STORAGE_KEY, state.shortcuts ? "on" : "off");
    if (state.motion !== previous.motion) remember(MOTION_STORAGE_KEY, state.motion);
  });
}
