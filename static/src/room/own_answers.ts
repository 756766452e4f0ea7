/** The student's own answers in a class, to look back on: kept by the page, since the server forgets a class when it ends. Pure. */

export interface OwnAnswer {
  readonly poll: number;
  readonly prompt: string;
  /** As it was written; empty for none. */
  readonly own: string;
  /** What is right; empty before it is shown, and where nothing is. */
  readonly expected: string;
  readonly correct: boolean | null;
  readonly misconception: string | null;
}

/** A class asks less than this. */
const MOST = 200;

/** The list with what is known of one question now. */
export function withAnswer(answers: readonly OwnAnswer[], answer: OwnAnswer): readonly OwnAnswer[] {
  const others = answers.filter(({ poll }) => poll !== answer.poll);
  return [...others, answer].sort((one, other) => one.poll - other.poll).slice(-MOST);
}

/** How many were right, of those that are right or wrong. */
export function rightAmong(answers: readonly OwnAnswer[]): { readonly right: number; readonly marked: number } {
  const marked = answers.filter(({ correct }) => correct !== null);
  return { right: marked.filter(({ correct }) => correct === true).length, marked: marked.length };
}

/** What a browser remembers, however old; an empty list where it is not that of this class. */
export function readAnswers(text: string | null, code: string): readonly OwnAnswer[] {
  try {
    const found: unknown = JSON.parse(text ?? "null");
    if (typeof found !== "object" || found === null || !("code" in found) || !("answers" in found)) return [];
    return found.code === code && Array.isArray(found.answers) ? (found.answers as OwnAnswer[]) : [];
  } catch {
    return [];
  }
}
