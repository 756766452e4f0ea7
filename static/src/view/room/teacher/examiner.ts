/** Examines students' own engines on the server, one after the other: each text once, and again where the server had no time. */

import { ask } from "../../../api/questions.ts";
import type { Examined } from "../../../room/engines/engines.ts";
import type { View } from "../../../room/messages.ts";
import { browserClock } from "../../shared/clock.ts";

/** The server is busy, or was not reached: the same question has an answer later. */
const LATER: ReadonlySet<number> = new Set([0, 429, 502, 503, 504]);
const PAUSE = 5_000;

export type EngineView = Pick<View, "program"> & Partial<Pick<View, "gradient_attribute">>;

export interface Examiner {
  /** The engines that are wanted from now on; answers for others are forgotten. */
  want(views: readonly EngineView[]): void;
  /** null while the answer is awaited. */
  of(view: EngineView): Examined | null;
}

const questionOf = ({ program, gradient_attribute: gradient }: EngineView): object => ({
  program,
  hints: false,
  ...(gradient ? { gradient } : {}),
});

export function createExaminer(changed: () => void): Examiner {
  const answers = new Map<string, Examined>();
  let waiting: string[] = [];
  let asking: string | null = null;

  async function examineNext(): Promise<void> {
    const next = asking === null ? waiting.shift() : undefined;
    if (next === undefined) return;
    asking = next;
    const reply = await ask<Extract<Examined, { lines: unknown }>>("examination", JSON.parse(next) as object);
    asking = null;
    if ("sentence" in reply && LATER.has(reply.status)) {
      waiting.push(next);
      browserClock.after(PAUSE, () => void examineNext());
      return;
    }
    answers.set(next, "answer" in reply ? reply.answer : { sentence: reply.sentence });
    changed();
    void examineNext();
  }

  return {
    want(views) {
      const keys = new Set(views.map((view) => JSON.stringify(questionOf(view))));
      for (const key of answers.keys()) if (!keys.has(key)) answers.delete(key);
      waiting = [...keys].filter((key) => !answers.has(key) && key !== asking);
      if (asking === null) void examineNext();
    },
    of: (view) => answers.get(JSON.stringify(questionOf(view))) ?? null,
  };
}
