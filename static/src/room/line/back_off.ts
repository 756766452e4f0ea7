/** How long to wait before the next try of a connection. Pure; the dice come in as a port. */

const FIRST_MILLISECONDS = 500;
const LONGEST_MILLISECONDS = 15_000;
/** A server that asks for fewer messages is given more time. */
export const CALM_MILLISECONDS = 10_000;

/**
 * Twice as long after every failure, and never the same for all: a thousand pages that lost the server together must not come back together.
 * `failures` counts from 0; the answer is between half of the wait and the whole.
 */
export function waitBefore(failures: number, random: () => number): number {
  const whole = Math.min(LONGEST_MILLISECONDS, FIRST_MILLISECONDS * 2 ** Math.min(failures, 10));
  return whole * (0.5 + random() / 2);
}
