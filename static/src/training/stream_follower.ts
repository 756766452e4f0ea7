/**
 * Follows a run's stream to its end: takes it up again where it broke off, with growing pauses, and notices a line that has gone quiet.
 * Knows neither network nor DOM; both come in as ports.
 */

import type { Clock } from "../core/clock.ts";
import { say } from "../messages/messages.ts";
import { createEventReader } from "./event_stream.ts";
import type { RunEvent, TrainingProblem } from "./types.ts";

export type Opened =
  | { readonly kind: "stream"; readonly pieces: AsyncIterable<string> }
  | { readonly kind: "refused"; readonly problems: readonly TrainingProblem[] }
  /** The server knows no such run (any more). */
  | { readonly kind: "gone" };

/** A line to the server: its opening, which rejects where no answer comes, and how it is cut; its pieces then end or reject. */
export interface Line {
  readonly opened: Promise<Opened>;
  cut(): void;
}

export interface FollowerPorts extends Clock {
  /** The first call starts the run, with null; later ones take it up after an event. */
  open(resume: { readonly run: string; readonly after: string } | null): Line;
  event(event: RunEvent): void;
  refused(problems: readonly TrainingProblem[]): void;
  /** A sentence while the line is down; null once it is up. */
  connection(sentence: string | null): void;
}

export interface Follower {
  /** Listens no longer. */
  close(): void;
}

const LAST_EVENTS = new Set(["finished", "diverged", "stopped"]);
const PAUSES = [0.5, 1, 2, 4, 8] as const;
/** The server sends a sign of life every ten seconds. */
const QUIET_MILLISECONDS = 25_000;

const LOST: TrainingProblem = {
  code: "not-found",
  severity: "error",
  message: say("run-forgotten"),
  hint: say("run-forgotten.hint"),
  span: null,
};

export function follow(ports: FollowerPorts): Follower {
  let line: Line | null = null;
  let isClosed = false;
  let run: string | null = null;
  let after = "";
  let failures = 0;
  let stopWaiting = (): void => {};

  function take(type: string, data: string): boolean {
    const event = { type, data: JSON.parse(data) as unknown } as RunEvent;
    if (event.type === "started") run = event.data.id;
    ports.event(event);
    return LAST_EVENTS.has(type);
  }

  /** True once the last event has come. */
  async function listen(pieces: AsyncIterable<string>): Promise<boolean> {
    const reader = createEventReader();
    const watch = (): (() => void) => ports.after(QUIET_MILLISECONDS, () => line?.cut());
    let unwatch = watch();
    try {
      for await (const piece of pieces) {
        if (isClosed) return true;
        unwatch();
        unwatch = watch();
        for (const { id, type, data } of reader.push(piece)) {
          if (id !== "") after = id;
          failures = 0;
          if (take(type, data)) return true;
        }
      }
    } finally {
      unwatch();
    }
    return false;
  }

  async function attempt(): Promise<void> {
    try {
      line = ports.open(run === null ? null : { run, after });
      const opened = await line.opened;
      if (isClosed) return;
      if (opened.kind === "refused") return ports.refused(opened.problems);
      if (opened.kind === "gone") return ports.event({ type: "stopped", data: { reason: "lost", problem: LOST } });
      ports.connection(null);
      if (await listen(opened.pieces)) return;
    } catch {
      // Reported below, as every end of the line before the last event.
    }
    if (!isClosed) retry();
  }

  function retry(): void {
    const seconds = PAUSES[Math.min(failures, PAUSES.length - 1)]!;
    failures += 1;
    ports.connection(run === null ? say("trying-again") : say("line-broke"));
    stopWaiting = ports.after(seconds * 1000, () => void attempt());
  }

  void attempt();
  return {
    close() {
      isClosed = true;
      stopWaiting();
      line?.cut();
    },
  };
}
