/** Which colours the page wears. Used before the first paint and whenever a choice changes; knows no DOM. */
import type { Palette, ThemeChoice } from "./state.ts";

export const THEME_STORAGE_KEY = "backpass.theme";
export const PALETTE_STORAGE_KEY = "backpass.palette";

/** The first is the default. */
export const PALETTES: readonly Palette[] = ["blue-orange", "purple-green", "mono"];

export function readPalette(text: string | null | undefined): Palette {
  return PALETTES.find((palette) => palette === text) ?? PALETTES[0]!;
}

/** A projector washes dark colours out, so there "system" means light. */
export function resolveTheme(choice: ThemeChoice, projector: boolean, systemIsDark: boolean): "light" | "dark" {
  if (choice !== "system") return choice;
  return systemIsDark && !projector ? "dark" : "light";
}

/** The choice that shows the other colours; the system's, where it has those. */
export function otherTheme(choice: ThemeChoice, projector: boolean, systemIsDark: boolean): ThemeChoice {
  const wanted = resolveTheme(choice, projector, systemIsDark) === "dark" ? "light" : "dark";
  return resolveTheme("system", projector, systemIsDark) === wanted ? "system" : wanted;
}

export function readThemeChoice(text: string | null | undefined): ThemeChoice {
  return text === "light" || text === "dark" ? text : "system";
}
