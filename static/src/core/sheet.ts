/** The sheet at the foot of a small screen: what is on it, and how far it is pulled up. */
import { say } from "../messages/messages.ts";

/** In the order of the sheet's tabs. */
export const PANE_TITLES = {
  explanation: say("pane-explanation"),
  program: say("pane-program"),
  inputs: say("pane-inputs"),
} as const satisfies Readonly<Record<string, string>>;

export type Pane = keyof typeof PANE_TITLES;

export const PANES = Object.keys(PANE_TITLES) as readonly Pane[];

/** Where the sheet snaps, from the lowest: its tabs alone, half open below the picture, or over everything but the header. */
export const SHEET_SIZES = ["low", "half", "full"] as const;

export type SheetSize = (typeof SHEET_SIZES)[number];

/** The neighbouring size; the last one where there is no further. */
export function nextSize(size: SheetSize, direction: 1 | -1): SheetSize {
  const place = SHEET_SIZES.indexOf(size) + direction;
  return SHEET_SIZES[Math.min(SHEET_SIZES.length - 1, Math.max(0, place))]!;
}

/** The snap point that a sheet released at this height belongs to; `heights` by size. */
export function nearestSize(height: number, heights: Readonly<Record<SheetSize, number>>): SheetSize {
  return SHEET_SIZES.reduce((best, size) => (Math.abs(heights[size] - height) < Math.abs(heights[best] - height) ? size : best));
}
