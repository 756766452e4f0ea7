/** Practice sets: which exercise comes next, what is redacted meanwhile, and how far a class is. Pure functions, no DOM. */

import type { Redaction } from "../graph/redaction.ts";
import { say } from "../messages/messages.ts";
import type { Exercise, Guest, Progress } from "./messages.ts";

/** The state of an exercise, as a sign and in words: what a student did, and what a character of the teacher's grid means. */
export const STANDINGS = {
  "1": { sign: "✓", words: say("right-at-once") },
  "+": { sign: "(✓)", words: say("right-in-the-end") },
  x: { sign: "✗", words: say("not-right-yet") },
  ".": { sign: "–", words: say("not-tried-yet") },
} as const;

export type Standing = keyof typeof STANDINGS;

export function standingOf({ correct, tries }: Pick<Exercise, "correct" | "tries">): Standing {
  if (correct) return tries <= 1 ? "1" : "+";
  return tries > 0 ? "x" : ".";
}

/** The first exercise after one (from the beginning: after 0) that is not right yet, going round; null where all are. */
export function nextOpen(exercises: readonly Exercise[], after: number): number | null {
  const later = exercises.filter(({ number }) => number > after);
  const earlier = exercises.filter(({ number }) => number <= after);
  return [...later, ...earlier].find(({ correct }) => !correct)?.number ?? null;
}

/** What no step may give away while an exercise is worked on. */
export function redactionOfExercise({ node, correct }: Exercise): Redaction | null {
  return correct ? null : { node, quantity: "gradient" };
}

export interface ProgressRow {
  readonly guest: number;
  readonly nickname: string;
  /** One for each exercise. */
  readonly standings: readonly Standing[];
}

/** Everybody in class by name, those included who have not looked yet. */
export function progressRows({ grid, count }: Progress, guests: Iterable<Guest>): ProgressRow[] {
  const untouched = ".".repeat(count);
  return [...guests]
    .map(({ guest, nickname }) => ({
      guest,
      nickname,
      standings: [...(grid[guest] ?? untouched)].map((sign) => (sign in STANDINGS ? (sign as Standing) : ".")),
    }))
    .sort((one, other) => one.nickname.localeCompare(other.nickname));
}

/** How many have everything right, and how many exercises that is of all that were given out. */
export function progressSums(rows: readonly ProgressRow[]): { finished: number; right: number; of: number } {
  const isRight = (standing: Standing): boolean => standing === "1" || standing === "+";
  return {
    finished: rows.filter(({ standings }) => standings.length > 0 && standings.every(isRight)).length,
    right: rows.reduce((sum, { standings }) => sum + standings.filter(isRight).length, 0),
    of: rows.reduce((sum, { standings }) => sum + standings.length, 0),
  };
}

/** To a student who has come to the end. */
export function encouragement(exercises: readonly Exercise[]): string {
  const first = exercises.filter((exercise) => standingOf(exercise) === "1").length;
  if (first === exercises.length) return say("all-right-at-once");
  return say("all-right");
}
