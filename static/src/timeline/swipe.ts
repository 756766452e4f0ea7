/** Distinguishes a swipe of one finger from a pan: by how soon it has gone how far sideways. Pure. */

export interface Touch {
  readonly x: number;
  readonly y: number;
  /** Milliseconds, from any origin. */
  readonly time: number;
}

/** A finger that has gone this far sideways within this time steps; a slower one moves the picture. */
const SIDEWAYS_PIXELS = 24;
const WITHIN_MILLISECONDS = 140;
/** Sideways by so many times as far as up or down. */
const STEEPNESS = 1.8;

export type Verdict = "waiting" | "swipe" | "pan";

export function verdictOf(start: Touch, now: Touch): Verdict {
  const [across, along] = [Math.abs(now.x - start.x), Math.abs(now.y - start.y)];
  if (now.time - start.time > WITHIN_MILLISECONDS) return "pan";
  if (across >= SIDEWAYS_PIXELS) return across > STEEPNESS * along ? "swipe" : "pan";
  return along >= SIDEWAYS_PIXELS ? "pan" : "waiting";
}

/** To the left goes on, as a page is turned. */
export function directionOf(start: Touch, end: Touch): "next" | "previous" {
  return end.x < start.x ? "next" : "previous";
}
