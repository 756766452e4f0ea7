/** A lesson in class as the server describes it, and on which page one is. Pure; knows no DOM. */

export interface LessonGroup {
  readonly label: string;
  readonly correct: boolean;
  /** The misconception behind it; empty where it is none that is known. */
  readonly thought: string;
  readonly count: number;
}

/** How a question was answered, without names. */
export interface LessonTally {
  readonly answered: number;
  readonly groups: readonly LessonGroup[];
  /** Answers in groups that are too many to be listed. */
  readonly others: number;
}

export interface RoomLesson {
  readonly title: string;
  readonly pages: number;
  /** When the class began with it: another moment says that it is another lesson. */
  readonly begun: string;
  /** Everybody is on the teacher's page, or walks between the first and the last page that are open. */
  readonly mode: "together" | "own";
  readonly page: number;
  readonly first: number;
  readonly last: number;
  /** The furthest page that the teacher has led to: before it, nothing is left to be predicted. Absent in messages of older servers. */
  readonly furthest?: number;
  /** What the teacher shows to all of the answers, by question. */
  readonly revealed: Readonly<Record<string, LessonTally>>;
  /** Answers to one question side by side, without names; null or absent where none are shown. */
  readonly compared?: ComparedAnswers | null;
}

export interface ComparedAnswers {
  readonly question: string;
  readonly answers: readonly string[];
}

/** An answer to a question with the student who gave it. */
export interface StudentAnswer {
  readonly student: number;
  readonly answer: string;
  readonly correct: boolean;
}

/** `1`: right at first; `+`: right later; `x`: wrong so far. */
export type LessonMark = "1" | "+" | "x";

export interface LessonDashboard {
  readonly grid: Readonly<Record<string, { readonly page: number | null; readonly marks: Readonly<Record<string, LessonMark>> }>>;
  /** How often each question was answered so far: another number says that its distribution is another one. */
  readonly tries: Readonly<Record<string, number>>;
  /** How many students have answered each question. */
  readonly answered: Readonly<Record<string, number>>;
}

/** The dashboard as it comes over the live channel; a remote control receives the counts alone. */
export type DashboardMessage = Pick<LessonDashboard, "answered"> & Partial<LessonDashboard>;

/** The page that a student sees who wants to be on another: the teacher's, or the nearest that is open. */
export function pageFor(lesson: RoomLesson, wanted: number): number {
  return lesson.mode === "together" ? lesson.page : Math.min(Math.max(wanted, lesson.first), lesson.last);
}

/** What a question is called: its number in the lesson, or its place as long as the lesson's pages are not known. */
export function calledQuestion(pages: readonly { readonly asked?: readonly string[] }[], question: string): string {
  const number = pages.flatMap(({ asked }) => asked ?? []).indexOf(question) + 1;
  return number > 0 ? String(number) : question;
}

/** The questions that somebody has answered, in the order of the lesson. */
export function answeredQuestions({ grid }: Pick<LessonDashboard, "grid">): string[] {
  const names = new Set(Object.values(grid).flatMap(({ marks }) => Object.keys(marks)));
  const place = (name: string): readonly [number, number] => {
    const [page = 0, part = 0] = name.split(".").map(Number);
    return [page, part];
  };
  return [...names].sort((one, other) => place(one)[0] - place(other)[0] || place(one)[1] - place(other)[1]);
}
