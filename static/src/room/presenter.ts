/** Sends the class what its teacher's page shows: only what changed, at once, and then not oftener than eyes can follow. Pure; the clock is a port. */
import type { Clock } from "../core/clock.ts";
import type { View } from "./messages.ts";
import { difference } from "./view_fields.ts";

/** Ten changes a second: more would only fill the air of a classroom. A student's copy is for looking at now and then. */
export const SHOW_EVERY = 100;
export const EXPLORED_EVERY = 1000;

export interface Presenter {
  /** What is to be seen now; fields that are left out stay as they were sent. */
  show(view: Partial<View>): void;
  /** This page leads from now on, and has nothing to say yet. */
  begin(known: Partial<View>): void;
  /** What the server knows, after whatever was lost on the way. */
  known(view: Partial<View>): void;
  stop(): void;
}

export function createPresenter(clock: Clock, every: number, send: (changes: Partial<View>) => boolean): Presenter {
  let sent: Partial<View> = {};
  let wanted: Partial<View> = {};
  let stopPause: (() => void) | null = null;

  function sendChanges(): void {
    const changes = difference(sent, wanted);
    if (Object.keys(changes).length === 0 || !send(changes)) return;
    sent = { ...sent, ...changes };
    stopPause = clock.after(every, () => {
      stopPause = null;
      sendChanges();
    });
  }

  return {
    show(view) {
      wanted = { ...wanted, ...view };
      if (stopPause === null) sendChanges();
    },
    begin(known) {
      sent = known;
      wanted = {};
    },
    known(view) {
      sent = view;
      if (stopPause === null) sendChanges();
    },
    stop() {
      stopPause?.();
      stopPause = null;
    },
  };
}
