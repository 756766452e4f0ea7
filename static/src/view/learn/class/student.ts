/** A student in a lesson: on the teacher's page or at their own pace; answers are sent until they are stored. */

import { lessonQuestions } from "../../../api/lesson_class.ts";
import { parseValue } from "../../../core/ranges.ts";
import type { Given } from "../../../learn/reading_progress.ts";
import { say } from "../../../messages/messages.ts";
import { pageFor, type RoomLesson } from "../../../room/lessons/lesson.ts";
import { connect } from "../../room/connection.ts";
import { ownSeat } from "../../room/storage.ts";
import { element } from "../../shared/dom.ts";
import { notify } from "../../shared/notice.ts";
import { createClassPage } from "./class_page.ts";
import { watchLesson } from "./other_lesson.ts";

const AGAIN = 2_000;

export async function mountStudent(root: HTMLElement, code: string, token: string): Promise<void> {
  const ask = lessonQuestions(code, token);
  const answers = new Map<string, Given>();
  const unsent = new Map<string, Given>();
  let wanted = 1;
  let walked = 0;
  let sending = false;
  const isOther = watchLesson();

  const bar = element("div", { class: "class-bar", role: "region", "aria-label": say("in-class-way") });
  const state = element("span", { class: "class-state", role: "status" });
  const cover = element("div", { class: "class-cover", role: "alert", hidden: true }, say("in-class-paused"));
  const body = element("div");
  const turn = (label: string, by: number): HTMLButtonElement => {
    const made = element("button", { type: "button", class: "learn-button", disabled: true }, label);
    made.addEventListener("click", () => {
      wanted += by;
      look();
    });
    return made;
  };
  const title = element("span", { class: "class-title" });
  const back = turn(say("lesson-previous"), -1);
  const count = element("span", { class: "lesson-count" });
  const next = turn(say("lesson-next"), 1);
  const mode = element("span", { class: "class-mode" });
  bar.append(title, back, count, next, mode, state);
  root.append(bar, cover, body);
  const page = createClassPage(body, ask, {
    given: (question) => answers.get(question),
    answered(question, given) {
      answers.set(question, given);
      unsent.set(question, given);
      void send();
    },
  });

  const own = await ask.own();
  if ("answer" in own) {
    wanted = own.answer.page ?? 1;
    for (const [question, given] of Object.entries(own.answer.answers)) answers.set(question, given);
  }
  const { state: line } = connect(code, token);
  line.subscribe(look);
  look();

  /** One answer after the other; what did not arrive is sent again. */
  async function send(): Promise<void> {
    if (sending) return;
    sending = true;
    for (let next = unsent.entries().next().value; next; next = unsent.entries().next().value) {
      const [question, given] = next;
      state.textContent = say("in-class-sending");
      const reply = await ask.answer(question, given.text, Number(parseValue(given.text)));
      if ("answer" in reply || (reply.status >= 400 && reply.status < 500 && reply.status !== 429)) {
        if (unsent.get(question) === given) unsent.delete(question);
        state.textContent = "answer" in reply ? say("in-class-stored") : reply.sentence;
      } else await new Promise((resolve) => setTimeout(resolve, AGAIN));
    }
    sending = false;
  }

  function look(): void {
    const { room, status } = line.get();
    if (status === "unknown" || status === "closed" || status === "removed") return leave(status);
    if (!room) return;
    const lesson = room.lesson ?? null;
    if (!lesson) return location.replace(`/r/${code}`);
    if (isOther(lesson)) return;
    cover.hidden = !room.settings.paused;
    body.inert = room.settings.paused;
    const now = pageFor(lesson, wanted);
    wanted = now;
    draw(lesson, now);
    page.show(now, lesson);
    if (walked !== now) {
      walked = now;
      void ask.walk(now);
    }
  }

  function draw(lesson: RoomLesson, now: number): void {
    const isOpen = (target: number): boolean => lesson.mode === "own" && target >= lesson.first && target <= lesson.last;
    back.disabled = !isOpen(now - 1);
    next.disabled = !isOpen(now + 1);
    title.textContent = lesson.title;
    count.textContent = say("lesson-page-of", { page: now, count: lesson.pages });
    mode.textContent = lesson.mode === "own" ? say("in-class-own") : say("in-class-together");
  }

  function leave(status: "unknown" | "closed" | "removed"): void {
    if (status === "unknown") {
      ownSeat.forget(code);
      return location.replace(`/r/${code}`);
    }
    notify(say("in-class-over"));
    body.inert = true;
    bar.replaceChildren(element("span", { class: "class-state", role: "status" }, say("in-class-over")));
  }
}
