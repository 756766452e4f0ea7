/** The questions of a lesson in class that want an answer each. What is live comes over the socket, room/client.ts. */

import type { Feedback, Given } from "../learn/reading_progress.ts";
import type { Preview } from "../learn/types.ts";
import type { LessonDashboard, LessonTally, RoomLesson, StudentAnswer } from "../room/lessons/lesson.ts";
import { call, type Reply } from "./questions.ts";

export interface OwnLessonPlace {
  readonly page: number | null;
  readonly answers: Readonly<Record<string, Given>>;
}

export interface StoredAnswer {
  readonly stored: true;
  readonly correct: boolean;
  readonly feedback: Feedback;
}

export interface LessonChange {
  readonly mode?: RoomLesson["mode"];
  readonly page?: number;
  readonly first?: number;
  readonly last?: number;
  readonly reveal?: string;
  readonly hide?: string;
  /** Shown to all side by side, without names; of no students: nothing any more. */
  readonly compare?: { readonly question: string; readonly students: readonly number[] };
}

export interface LessonQuestions {
  begin(lesson: { readonly name: string } | { readonly text: string }): Promise<Reply<RoomLesson>>;
  change(change: LessonChange): Promise<Reply<RoomLesson>>;
  /** A page as it is shown. `shown`: on a screen that others see, without what is right. */
  page(page: number, shown?: boolean): Promise<Reply<Preview>>;
  own(): Promise<Reply<OwnLessonPlace>>;
  dashboard(): Promise<Reply<LessonDashboard>>;
  walk(page: number): Promise<Reply<void>>;
  answer(question: string, text: string): Promise<Reply<StoredAnswer>>;
  tally(question: string): Promise<Reply<LessonTally>>;
  /** Who gave which answer. */
  answers(question: string): Promise<Reply<readonly StudentAnswer[]>>;
  /** Where a student is and what they answered. */
  student(guest: number): Promise<Reply<OwnLessonPlace>>;
}

export function lessonQuestions(code: string, token: string): LessonQuestions {
  const authorization = `Bearer ${token}`;
  const route = `rooms/${code}/lesson`;
  const get = <Answer>(path: string): Promise<Reply<Answer>> => call(`${route}${path}`, { headers: { authorization } });
  const send = <Answer>(method: string, path: string, body: object): Promise<Reply<Answer>> =>
    call(`${route}${path}`, {
      method,
      headers: { authorization, "content-type": "application/json" },
      body: JSON.stringify(body),
    });
  return {
    begin: (lesson) => send("PUT", "", lesson),
    change: (change) => send("PATCH", "", change),
    page: (page, shown) => get(`/pages/${page}${shown ? "?shown=true" : ""}`),
    own: () => get(""),
    dashboard: () => get(""),
    walk: (page) => send("PUT", "/place", { page }),
    answer: (question, text) => send("PUT", `/answers/${question}`, { text }),
    tally: (question) => get(`/answers/${question}`),
    answers: (question) => get(`/answers/${question}/students`),
    student: (guest) => get(`/students/${guest}`),
  };
}
