/**
 * Runs before the first paint, so that the page never flashes in the wrong colours or the wrong size, and loses no press of what is
 * seen before it listens. The rest is view/page/appearance.ts.
 */
import { PALETTE_STORAGE_KEY, readPalette, readThemeChoice, resolveTheme, THEME_STORAGE_KEY } from "./state/appearance.ts";
import { keepEarlyPresses } from "./view/shared/controls/early_press.ts";

keepEarlyPresses(document);

function stored(key: string): string | null {
  try {
    return localStorage.getItem(key);
  } catch {
    return null; // storage is switched off: the system decides
  }
}

const asked = new Map(
  location.hash
    .slice(1)
    .split("&")
    .map((part): [string, string | undefined] => [part.split("=")[0]!, part.split("=")[1]]),
);
const projector = asked.get("projector") === "1";
const choice = readThemeChoice(asked.get("theme") ?? stored(THEME_STORAGE_KEY));
document.documentElement.dataset.theme = resolveTheme(choice, projector, matchMedia("(prefers-color-scheme: dark)").matches);
document.documentElement.dataset.palette = readPalette(asked.get("palette") ?? stored(PALETTE_STORAGE_KEY));
document.documentElement.toggleAttribute("data-projector", projector);
