/** Theme, motion and projector as attributes of the document, and the light that a speaker points with. */

import type { Store } from "../../core/store.ts";
import { say } from "../../messages/messages.ts";
import { otherTheme, PALETTE_STORAGE_KEY, readThemeChoice, resolveTheme, THEME_STORAGE_KEY } from "../../state/appearance.ts";
import type { CommonState, ThemeChoice } from "../../state/state.ts";
import { chooseTheme } from "../../state/state_actions.ts";
import { byId } from "../shared/dom.ts";
import { recall, remember } from "../shared/memory.ts";
import { notify } from "../shared/notice.ts";

/** Announced where the choice changes and the colours do not, so that no press seems to go nowhere. */
const THEME_SENTENCES: Readonly<Record<ThemeChoice, string>> = {
  system: say("theme-follows"),
  light: say("theme-stays-light"),
  dark: say("theme-stays-dark"),
};

export function rememberedTheme(): ThemeChoice {
  return readThemeChoice(recall(THEME_STORAGE_KEY));
}

export interface Appearance {
  /** From light to dark or back, whatever the system says. */
  switchTheme(): void;
}

export function mountAppearance(store: Store<CommonState>): Appearance {
  const root = document.documentElement;
  const systemIsDark = matchMedia("(prefers-color-scheme: dark)");
  const apply = (): void => {
    const { theme, palette, projector, motion } = store.get();
    root.dataset.theme = resolveTheme(theme, projector, systemIsDark.matches);
    root.dataset.palette = palette;
    root.toggleAttribute("data-projector", projector);
    if (motion === "system") delete root.dataset.motion;
    else root.dataset.motion = motion;
  };
  apply();
  systemIsDark.addEventListener("change", apply);
  store.subscribe((state, previous) => {
    if (state.theme !== previous.theme) {
      remember(THEME_STORAGE_KEY, state.theme);
      const look = ({ theme, projector }: CommonState): string => resolveTheme(theme, projector, systemIsDark.matches);
      if (look(state) === look(previous)) notify(THEME_SENTENCES[state.theme]);
    }
    if (state.palette !== previous.palette) remember(PALETTE_STORAGE_KEY, state.palette);
    if ((["theme", "palette", "projector", "motion"] as const).some((field) => state[field] !== previous[field])) apply();
  });
  mountSpotlight(store);
  return {
    switchTheme() {
      const { theme, projector } = store.get();
      store.dispatch(chooseTheme(otherTheme(theme, projector, systemIsDark.matches)));
    },
  };
}

/** A ring around the pointer, seen while it moves. */
function mountSpotlight(store: Store<CommonState>): void {
  const spotlight = byId("spotlight");
  let hide = 0;
  document.addEventListener("pointermove", (event) => {
    if (!store.get().projector || event.pointerType === "touch") return;
    spotlight.style.transform = `translate(${event.clientX}px, ${event.clientY}px)`;
    spotlight.classList.add("is-shown");
    clearTimeout(hide);
    hide = window.setTimeout(() => spotlight.classList.remove("is-shown"), 1500);
  });
}
