/** How far a reader has come in each lesson: kept in the browser and nowhere else. Pure; knows no DOM. */

/** An answer that was given: what was typed or chosen, and whether it was right in the end. */
export interface Given {
  readonly text: string;
  readonly right: boolean;
  /** Whether an answer before it was wrong. */
  readonly missed?: boolean;
  /** Where the server marks it: its feedback. */
  readonly feedback?: Feedback | null;
}

/** What a server that marks says to an answer, as app/classroom/questions/lesson_questions.py has it. */
export interface Feedback {
  /** The author's words to it, as HTML of the server's making; else what is known of the mistake in `sentence`. */
  readonly html: string;
  readonly sentence: string;
  /** What is right, once it was found or tried for often enough. */
  readonly right: { readonly answer: number; readonly html: string } | null;
}

export interface LessonProgress {
  /** The page that was open last. */
  readonly page: number;
  /** Pages that were open. */
  readonly seen: readonly number[];
  /** By the question's place in the lesson. */
  readonly answers: Readonly<Record<string, Given>>;
}

/** A question of a lesson, and the page that it is on. */
export interface AskedPlace {
  readonly question: string;
  readonly page: number;
  readonly title: string;
}

const NO_PROGRESS: LessonProgress = { page: 1, seen: [], answers: {} };

export const progressKey = (lesson: string): string => `backpass.lesson.${lesson}`;

const isGiven = (value: unknown): value is Given =>
  typeof value === "object" && value !== null && "text" in value && typeof value.text === "string" && "right" in value;

/** What was kept; nothing where it makes no sense. */
export function readProgress(text: string | null): LessonProgress {
  try {
    const kept: unknown = JSON.parse(text ?? "null");
    if (typeof kept !== "object" || kept === null) return NO_PROGRESS;
    const { page, seen, answers } = kept as Partial<Record<keyof LessonProgress, unknown>>;
    if (!Number.isInteger(page) || !Array.isArray(seen) || typeof answers !== "object" || answers === null) return NO_PROGRESS;
    const usable = Object.entries(answers).filter(([, given]) => isGiven(given));
    return {
      page: page as number,
      seen: seen.filter(Number.isInteger) as number[],
      answers: Object.fromEntries(usable) as Record<string, Given>,
    };
  } catch {
    return NO_PROGRESS;
  }
}

export function withPage(progress: LessonProgress, page: number): LessonProgress {
  return { ...progress, page, seen: progress.seen.includes(page) ? progress.seen : [...progress.seen, page] };
}

export function withAnswer(progress: LessonProgress, question: string, given: Given): LessonProgress {
  const before = progress.answers[question];
  const missed = before !== undefined && (before.missed === true || !before.right);
  return { ...progress, answers: { ...progress.answers, [question]: missed ? { ...given, missed } : given } };
}

export const rightAnswers = ({ answers }: LessonProgress): number => Object.values(answers).filter(({ right }) => right).length;

/** The pages with a question that has no right answer, or had a wrong one first. */
export function pagesToReview({ answers }: LessonProgress, asked: readonly AskedPlace[]): AskedPlace[] {
  const open = asked.filter(({ question }) => !answers[question]?.right || answers[question].missed);
  return open.filter(({ page }, place) => open.findIndex((other) => other.page === page) === place);
}
