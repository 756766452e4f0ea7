/** Who is where and what they answered: students × questions. A column opens into its distribution, which can be shown to all. */

import type { PageOfLesson } from "../../../learn/types.ts";
import { say } from "../../../messages/messages.ts";
import {
  answeredQuestions,
  calledQuestion,
  type LessonDashboard,
  type LessonMark,
  type RoomLesson,
} from "../../../room/lessons/lesson.ts";
import type { Guest } from "../../../room/messages.ts";
import { createKeyedList, type KeyedRow } from "../../shared/controls/keyed_list.ts";
import { element } from "../../shared/dom.ts";
import { createQuestionDetail, type DetailPorts } from "./question_detail.ts";

export interface DashboardPorts extends DetailPorts {
  openScreen(guest: number, name: string): void;
}

export interface Dashboard {
  readonly place: HTMLElement;
  /** The pages of the lesson, by which its questions are called. */
  know(pages: readonly PageOfLesson[]): void;
  show(lesson: RoomLesson, dashboard: LessonDashboard | null, guests: ReadonlyMap<number, Guest>): void;
}

const SIGNS: Readonly<Record<LessonMark, string>> = { "1": "✓", "+": "✓+", x: "✗" };

/** A student's row: what is known of them, and a mark or nothing for each question. */
interface StudentRow {
  readonly guest: number;
  readonly name: string;
  readonly online: boolean;
  readonly page: number | null;
  readonly marks: readonly (LessonMark | undefined)[];
}

export function createDashboard(ports: DashboardPorts): Dashboard {
  const names = element("input", { type: "checkbox", id: "class-names", checked: true });
  const students = element("th", { scope: "col" });
  const onPage = element("th", { scope: "col" }, say("in-class-on-page"));
  const headings = element("tr", {}, students, onPage);
  const body = element("tbody");
  const table = element("table", { class: "class-grid" }, element("thead", {}, headings), body);
  const detail = createQuestionDetail(ports, nameOf, called);
  const place = element(
    "section",
    { class: "class-board", "aria-label": say("in-class-dashboard") },
    element("label", { class: "class-names", for: "class-names" }, names, say("in-class-names")),
    element("div", { class: "class-scroll", tabindex: 0, role: "region", "aria-label": say("in-class-dashboard") }, table),
    detail.place,
  );
  let last: Parameters<Dashboard["show"]> | null = null;
  let open: string | null = null;
  let pages: readonly PageOfLesson[] = [];
  const showHeadings = createKeyedList(headings, (question: string) => question, createHeading, onPage);
  const showRows = createKeyedList(body, ({ guest }: StudentRow) => guest, createRow);
  names.addEventListener("change", () => last && show(...last));

  function nameOf(guest: number): string {
    const nickname = names.checked ? last?.[2].get(guest)?.nickname : undefined;
    return nickname ?? say("in-class-student", { guest });
  }

  function called(question: string): string {
    return say("in-class-question", { question: calledQuestion(pages, question) });
  }

  function createHeading(question: string): KeyedRow<string> {
    const button = element("button", { type: "button", class: "text-button" });
    button.addEventListener("click", () => {
      open = open === question ? null : question;
      detail.close();
      if (last) show(...last);
    });
    return {
      place: element("th", { scope: "col" }, button),
      show() {
        button.textContent = called(question);
        button.title = pages.find(({ asked }) => asked?.includes(question))?.title ?? "";
        button.setAttribute("aria-expanded", String(open === question));
      },
    };
  }

  function createRow({ guest }: StudentRow): KeyedRow<StudentRow> {
    const button = element("button", { type: "button", class: "text-button" });
    button.addEventListener("click", () => ports.openScreen(guest, nameOf(guest)));
    const head = element("th", { scope: "row" }, button);
    const row = element("tr", {}, head);
    let before = "";
    return {
      place: row,
      show(student) {
        const now = JSON.stringify(student);
        if (now === before) return;
        before = now;
        const { name, online, page, marks } = student;
        row.className = online ? "" : "is-away";
        button.textContent = name;
        button.title = say("in-class-open-screen", { name });
        for (const cell of [...row.cells]) if (cell !== head) cell.remove();
        row.append(element("td", {}, page ? String(page) : "–"), ...marks.map(markCell));
      },
    };
  }

  function show(lesson: RoomLesson, dashboard: LessonDashboard | null, guests: ReadonlyMap<number, Guest>): void {
    last = [lesson, dashboard, guests];
    const questions = dashboard ? answeredQuestions(dashboard) : [];
    students.textContent = say("in-class-students", { count: guests.size });
    showHeadings(questions);
    showRows(
      Array.from(guests.values(), ({ guest, online }) => {
        const row = dashboard?.grid[String(guest)];
        const marks = questions.map((question) => row?.marks[question]);
        return { guest, name: nameOf(guest), online, page: row?.page ?? null, marks };
      }),
    );
    if (open !== null) detail.show(open, lesson, { tries: dashboard?.tries[open] ?? 0, names: names.checked });
  }

  function know(all: readonly PageOfLesson[]): void {
    pages = all;
    if (last) show(...last);
  }

  return { place, know, show };
}

const markCell = (mark: LessonMark | undefined): HTMLElement =>
  element("td", { class: mark ? `is-${mark === "x" ? "wrong" : "right"}` : "" }, mark ? SIGNS[mark] : "");
