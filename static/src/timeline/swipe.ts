/** Distinguishes a swipe of one finger from a pan. Pure. */

export interface Touch {
  readonly x: number;
  readonly y: number;
  /** Milliseconds, from any origin. */
  readonly time: number;
}

/** A finger that has gone this far sideways steps, however slowly, where nothing of the picture is out of sight on either side. */
const SIDEWAYS_PIXELS = 24;
/** Where there is more to see, only a flick steps: that far within this time. A slower finger moves the picture. */
const FLICK_MILLISECONDS = 140;
/** Sideways by so many times as far as up or down: a thumb goes in an arc. */
const STEEPNESS = 1.2;
const FLICK_STEEPNESS = 1.8;

export type Verdict = "waiting" | "swipe" | "pan";

/** `isWide`: whether the picture goes on to the left or the right of what is in view. */
export function verdictOf(start: Touch, now: Touch, isWide: boolean): Verdict {
  const [across, along] = [Math.abs(now.x - start.x), Math.abs(now.y - start.y)];
  if (isWide && now.time - start.time > FLICK_MILLISECONDS) return "pan";
  if (across >= SIDEWAYS_PIXELS) return across > (isWide ? FLICK_STEEPNESS : STEEPNESS) * along ? "swipe" : "pan";
  return along >= SIDEWAYS_PIXELS ? "pan" : "waiting";
}

/** To the left goes on, as a page is turned. A finger that has come back to where it began takes nothing: null. */
export function directionOf(start: Touch, end: Touch): "next" | "previous" | null {
  if (Math.abs(end.x - start.x) < SIDEWAYS_PIXELS) return null;
  return end.x < start.x ? "next" : "previous";
}
