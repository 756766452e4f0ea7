/** The browser's clock, as the parts without a document are given it. */
import type { Clock } from "../../core/clock.ts";

export const browserClock: Clock = {
  after(milliseconds, run) {
    const timer = setTimeout(run, milliseconds);
    return () => clearTimeout(timer);
  },
};
