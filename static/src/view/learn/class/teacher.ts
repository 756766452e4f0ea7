/** The teacher's side of a lesson in class: leads page by page or opens pages, pauses, reveals, downloads; the dashboard below. */

import { type LessonChange, lessonQuestions } from "../../../api/lesson_class.ts";
import { hostQuestions } from "../../../api/rooms.ts";
import { say } from "../../../messages/messages.ts";
import type { RoomLesson } from "../../../room/lessons/lesson.ts";
import type { RemoteButton } from "../../../room/messages.ts";
import { stageOf } from "../../../room/room.ts";
import { connect } from "../../room/connection.ts";
import { onChange } from "../../room/elements.ts";
import { showAnswer } from "../../room/question/reveal.ts";
import { teacherPage } from "../../room/stage_pages.ts";
import { createStageSwitch } from "../../room/stage_switch.ts";
import { askNext, openClass } from "../../room/storage.ts";
import { createAdmission } from "../../room/teacher/drawer/admission.ts";
import { createDownloads } from "../../room/teacher/drawer/downloads.ts";
import { createEnding } from "../../room/teacher/drawer/ending.ts";
import { createPeopleTab } from "../../room/teacher/drawer/people_tab.ts";
import { createRemote, createScreenLink } from "../../room/teacher/key_link.ts";
import { element } from "../../shared/dom.ts";
import { notify } from "../../shared/notice.ts";
import { NOBODY } from "../mounted_parts.ts";
import { createAsking } from "./asking.ts";
import { createClassPage } from "./class_page.ts";
import { codeBox } from "./code_box.ts";
import { createDashboard } from "./dashboard.ts";
import { createNotes } from "./notes.ts";
import { watchLesson } from "./other_lesson.ts";
import { createStudentScreen } from "./student_screen.ts";

/** What the bar shows of a lesson. */
type Way = Pick<RoomLesson, "title" | "page" | "pages" | "mode" | "first" | "last">;

const ended = (): HTMLElement =>
  element(
    "section",
    { class: "class-end", role: "status" },
    element("h1", {}, say("in-class-over")),
    element("p", {}, element("a", { class: "learn-button is-main", href: "/learn" }, say("in-class-more"))),
    element("p", {}, element("a", { href: "/record" }, say("open-record"))),
  );

export function mountTeacher(root: HTMLElement, code: string, token: string): void {
  const ask = lessonQuestions(code, token);
  const bar = element("div", { class: "class-bar", role: "region", "aria-label": say("in-class-way") });
  const body = element("div");
  const { state: line, client, leave } = connect(code, token, { covered: true, pressed });
  const questions = hostQuestions(code, token);
  const screen = createStudentScreen(ask);
  const board = createDashboard({
    ask,
    reveal: (reveal) => void change({ reveal }),
    hide: (hide) => void change({ hide }),
    compare: (question, students) => void change({ compare: { question, students } }),
    openScreen: (guest, name) => void screen.open(guest, name),
  });
  const notes = createNotes(ask, true);
  // A teacher tries answers like anybody; they are nobody's.
  const page = createClassPage(body, ask, NOBODY, (shown) => {
    notes.show(shown);
    board.know(shown.pages);
  });
  const links = [createScreenLink(code, questions, "learn-button"), createRemote(code, questions, "learn-button")];
  const windows = element("div", { class: "class-windows" }, ...links.map((link) => link.button));
  const people = createPeopleTab({ client });
  const admission = createAdmission((changes) => void client.send({ type: "settings", changes }));
  const stages = createStageSwitch(code, questions, "learn-button");
  const asking = createAsking({ client, questions, code }, () => {
    askNext.note();
    void stages.go("playground");
  });
  const held = element(
    "details",
    { class: "class-people" },
    element("summary", {}, say("tab-people")),
    people.root,
    admission.root,
    createEnding(code, questions, () => void end()),
  );
  const beside = element(
    "div",
    { class: "class-side" },
    codeBox(code, questions),
    windows,
    board.place,
    asking.root,
    notes.place,
    held,
    createDownloads(code, questions, "learn-button"),
  );
  root.classList.add("is-teaching");
  stages.show("lesson");
  root.append(bar, element("div", { class: "class-columns" }, body, beside));

  async function change(asked: LessonChange): Promise<void> {
    const reply = await ask.change(asked);
    if (!("answer" in reply)) notify(reply.sentence);
  }

  /** A button of the teacher's phone; pages it turns by itself. */
  function pressed(button: RemoteButton): void {
    const { room } = line.get();
    if (button === "show" && room) void showAnswer(questions, room);
  }

  async function end(): Promise<void> {
    const reply = await questions.close();
    if ("sentence" in reply && reply.status !== 404) notify(reply.sentence);
  }

  function over(): void {
    stopListening();
    leave();
    for (const link of links) link.remove();
    openClass.forget(code);
    root.replaceChildren(ended());
  }

  function look(): void {
    const { room, status } = line.get();
    if (status === "unknown" || status === "closed") return over();
    if (!room) return;
    const { lesson } = room;
    if (!lesson) {
      openClass.keep(code, token);
      return location.replace(teacherPage(code, stageOf(room)));
    }
    if (isOther(lesson)) return;
    const { title, page: now, pages, mode, first, last } = lesson;
    draw({ title, page: now, pages, mode, first, last, paused: room.settings.paused });
    page.show(lesson.page, lesson);
    board.show(lesson, room.dashboard ?? null, room.guests);
    people.show(room);
    asking.show(room);
    admission.show(room.settings);
  }

  const draw = onChange(({ paused, ...lesson }: Way & { readonly paused: boolean }) => {
    const button = (label: string, run: () => void, disabled = false, kind = "learn-button"): HTMLElement => {
      const made = element("button", { type: "button", class: kind, disabled }, label);
      made.addEventListener("click", run);
      return made;
    };
    const { page: now, pages, mode } = lesson;
    const isOwn = mode === "own";
    const focused =
      document.activeElement instanceof HTMLElement && bar.contains(document.activeElement) ? document.activeElement : null;
    const place = focused ? [...bar.querySelectorAll("button, select")].indexOf(focused) : -1;
    bar.replaceChildren(
      element("span", { class: "class-title" }, lesson.title),
      button(say("lesson-previous"), () => void change({ page: now - 1 }), now <= 1),
      element("span", { class: "lesson-count" }, say("lesson-page-of", { page: now, count: pages })),
      button(say("lesson-next"), () => void change({ page: now + 1 }), now >= pages, "learn-button is-main"),
      button(isOwn ? say("in-class-pull") : say("in-class-let-go"), () => void change({ mode: isOwn ? "together" : "own" })),
      ...(isOwn ? [limit("first", lesson), limit("last", lesson)] : []),
      button(paused ? say("in-class-go-on") : say("in-class-pause"), () =>
        client.send({ type: "settings", changes: { paused: !paused } }),
      ),
      stages.root,
    );
    if (place >= 0) bar.querySelectorAll<HTMLElement>("button, select")[place]?.focus();
  });

  /** The first or the last page that is open to those who walk at their own pace. */
  function limit(name: "first" | "last", lesson: Way): HTMLElement {
    const list = element("select", { class: "learn-button", "aria-label": say(`in-class-${name}`) });
    for (let number = 1; number <= lesson.pages; number += 1) {
      list.append(
        element("option", { value: number, selected: number === lesson[name] }, `${say(`in-class-${name}`)} ${number}`),
      );
    }
    list.addEventListener("change", () => void change({ [name]: Number(list.value) }));
    return list;
  }

  const isOther = watchLesson();
  const stopListening = line.subscribe(look);
  look();
}
