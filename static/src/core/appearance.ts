/** Which colours the page wears. Used before the first paint and whenever a choice changes; knows no DOM. */
import type { Palette, ThemeChoice } from "./state.ts";

export const THEME_STORAGE_KEY = "backpass.theme";
export const PALETTE_STORAGE_KEY = "backpass.palette";

/** The first holds where nothing else is said. */
export const PALETTES: readonly Palette[] = ["blue-orange", "purple-green", "mono"];

export function readPalette(text: string | null | undefined): Palette {
  return PALETTES.find((palette) => palette === text) ?? PALETTES[0]!;
}

/** A projector washes dark colours out, so there "system" means light. */
export function resolveTheme(choice: ThemeChoice, projector: boolean, systemIsDark: boolean): "light" | "dark" {
  if (choice !== "system") return choice;
  return systemIsDark && !projector ? "dark" : "light";
}

export function readThemeChoice(text: string | null | undefined): ThemeChoice {
  return text === "light" || text === "dark" ? text : "system";
}
