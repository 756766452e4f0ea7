/** A clock that stands still until told. */
import type { Clock } from "../../../static/src/core/clock.ts";

export function manualClock(): Clock & { pass(milliseconds: number): void } {
  let now = 0;
  let timers: { due: number; run: () => void }[] = [];
  return {
    after(milliseconds, run) {
      const timer = { due: now + milliseconds, run };
      timers.push(timer);
      return () => void (timers = timers.filter((other) => other !== timer));
    },
    pass(milliseconds) {
      now += milliseconds;
      const due = timers.filter((timer) => timer.due <= now);
      timers = timers.filter((timer) => timer.due > now);
      for (const timer of due) timer.run();
    },
  };
}
