/**
 * The student's own answer on its way: what was given last counts, it is tried again until it is stored, and nothing is called stored before the server
 * has confirmed it. Knows no DOM and no network; sending and clock come in as ports.
 */
import type { Clock } from "../core/clock.ts";
import { waitBefore } from "./line/back_off.ts";
import type { GivenAnswer } from "./messages.ts";

export type Sent =
  | { readonly stored: true }
  | { readonly stored: false; readonly sentence: string /** Trying again may help. */; readonly later: boolean };

export interface Answering {
  readonly poll: number | null;
  readonly answer: GivenAnswer | null;
  readonly status: "none" | "sending" | "waiting" | "stored" | "refused";
  /** Why it was refused, or why it waits. */
  readonly sentence: string;
}

/** What failed with that status now may go well in a while. */
export const isPassing = (status: number): boolean => status === 0 || status === 429 || status >= 500;

export const UNANSWERED: Answering = { poll: null, answer: null, status: "none", sentence: "" };

export interface AnswerPorts {
  readonly clock: Clock;
  random(): number;
  send(poll: number, answer: GivenAnswer): Promise<Sent>;
  changed(answering: Answering): void;
}

export interface AnswerSender {
  give(poll: number, answer: GivenAnswer): void;
  /** Another question, or none: what was on its way is no longer wanted. */
  forget(): void;
  /** The line is back: no need to wait. */
  wake(): void;
}

export function createAnswerSender({ clock, random, send, changed }: AnswerPorts): AnswerSender {
  let now: Answering = UNANSWERED;
  let number = 0;
  let failures = 0;
  let stopRetry = (): void => {};

  function publish(next: Answering): void {
    now = next;
    changed(now);
  }

  async function attempt(): Promise<void> {
    stopRetry();
    const { poll, answer } = now;
    if (poll === null || answer === null) return;
    number += 1;
    const mine = number;
    publish({ ...now, status: "sending", sentence: "" });
    const sent = await send(poll, answer);
    // A later answer, or another question, has taken its place.
    if (mine !== number) return;
    if (sent.stored) {
      failures = 0;
      return publish({ ...now, status: "stored", sentence: "" });
    }
    if (!sent.later) return publish({ ...now, status: "refused", sentence: sent.sentence });
    publish({ ...now, status: "waiting", sentence: sent.sentence });
    stopRetry = clock.after(waitBefore(failures, random), () => void attempt());
    failures += 1;
  }

  return {
    give(poll, answer) {
      failures = 0;
      now = { poll, answer, status: "sending", sentence: "" };
      void attempt();
    },
    forget() {
      stopRetry();
      number += 1;
      if (now !== UNANSWERED) publish(UNANSWERED);
    },
    wake() {
      if (now.status === "waiting") void attempt();
    },
  };
}
