/** A clean window for the projector: the class's page in large type, how many have answered, and what the teacher shows. It leads nothing. */

import { lessonQuestions } from "../../../api/lesson_class.ts";
import { hostQuestions } from "../../../api/rooms.ts";
import { say } from "../../../messages/messages.ts";
import { shownCode } from "../../../room/codes.ts";
import type { LessonDashboard, RoomLesson } from "../../../room/lessons/lesson.ts";
import { stageOf } from "../../../room/room.ts";
import { connect } from "../../room/connection.ts";
import { counted, onChange } from "../../room/elements.ts";
import { createScreenQuestion } from "../../room/question/screen_question.ts";
import { screenPage } from "../../room/stage_pages.ts";
import { ownKey } from "../../room/storage.ts";
import { joinAddresses } from "../../room/teacher/addresses.ts";
import { element } from "../../shared/dom.ts";
import { NOBODY, openGate } from "../mounted_parts.ts";
import { createClassPage } from "./class_page.ts";
import { watchLesson } from "./other_lesson.ts";

export function mountScreen(root: HTMLElement, code: string): void {
  const token = ownKey.take(code, "screen");
  if (token === null) return root.replaceChildren(...screenOver("unknown"));
  const here = element("span", {});
  const address = element("span", { class: "class-address" });
  const place = element("span", { class: "lesson-count" });
  const strip = element("header", { class: "wall-strip" }, element("b", {}, shownCode(code)), address, here, place);
  const cover = element("div", { class: "class-cover", role: "alert", hidden: true }, say("in-class-paused"));
  const body = element("div", { class: "wall-page" });
  document.body.classList.add("is-wall");
  document.documentElement.toggleAttribute("data-projector", true);
  const question = createScreenQuestion();
  root.append(strip, cover, question.root, body);
  const isOther = watchLesson();
  const ask = lessonQuestions(code, token);
  const page = createClassPage(body, { page: (number) => ask.page(number, true) }, NOBODY, (shown) => {
    const furthest = line.get().room?.lesson?.furthest ?? 0;
    if (shown.page < furthest) for (const { id, gate } of shown.parts) if (gate) openGate(body, id);
    look();
  });
  let before: readonly string[] = [];
  const { state: line, leave } = connect(code, token, { watching: "wall" });
  void joinAddresses(code, hostQuestions(code, token)).then((found) => {
    const [first] = found ?? [];
    if (first) address.textContent = `${new URL(first).host}/join`;
  });

  function count(dashboard: LessonDashboard | null, { revealed }: RoomLesson, students: number): void {
    for (const form of body.querySelectorAll<HTMLElement>("[data-question]")) {
      const question = form.dataset.question!;
      const known = form.querySelector(".wall-answered") ?? form.appendChild(element("p", { class: "wall-answered" }));
      const answered = dashboard?.answered[question] ?? 0;
      const text =
        question in revealed ? "" : say("answered-of", { answered, max: Math.max(students, answered), right: "", state: "" });
      if (known.textContent !== text) known.textContent = text;
    }
  }

  /** What the teacher begins to show is brought into sight. */
  const shownNow = onChange((shown: readonly string[]) => {
    const question = shown.find((each) => !before.includes(each));
    before = shown;
    if (question) body.querySelector(`[data-question="${question}"]`)?.scrollIntoView({ block: "center" });
  });

  function look(): void {
    const { room, status } = line.get();
    if (status === "closed" || status === "unknown" || status === "removed") return end(status);
    if (!room) return;
    const lesson = room.lesson;
    if (!lesson) return location.replace(screenPage(code, token!, stageOf(room)));
    if (isOther(lesson)) return;
    cover.hidden = !room.settings.paused;
    here.textContent = counted(room.count, say("is-here"), say("is-here"));
    place.textContent = say("lesson-page-of", { page: lesson.page, count: lesson.pages });
    question.show(room);
    page.show(lesson.page, lesson);
    count(room.dashboard, lesson, room.count);
    shownNow([...Object.keys(lesson.revealed), ...(lesson.compared ? [lesson.compared.question] : [])]);
  }

  /** A window that a script opened goes; any other says why it shows nothing more. */
  function end(status: "closed" | "unknown" | "removed"): void {
    stopListening();
    leave();
    ownKey.forget(code, "screen");
    cover.hidden = true;
    strip.remove();
    page.end(...screenOver(status));
    window.close();
  }

  const stopListening = line.subscribe(look);
  look();
}

/** What remains of the window once it shows no class. */
export function screenOver(status: "closed" | "unknown" | "removed"): HTMLElement[] {
  const [title, hint] = status === "closed" ? [say("class-over"), null] : [say("screen-over"), say("screen-over.hint")];
  return [
    element("section", { class: "class-end", role: "status" }, element("h1", {}, title), hint !== null && element("p", {}, hint)),
  ];
}
