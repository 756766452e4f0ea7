/** A student in a lesson: on the teacher's page or at their own pace; answers are sent until they are stored. */

import { lessonQuestions } from "../../../api/lesson_class.ts";
import { createStore } from "../../../core/store.ts";
import type { Given } from "../../../learn/reading_progress.ts";
import { say } from "../../../messages/messages.ts";
import { pageFor, type RoomLesson } from "../../../room/lessons/lesson.ts";
import { shownPoll } from "../../../room/polls.ts";
import { stageOf } from "../../../room/room.ts";
import { INITIAL_STATE } from "../../../state/initial_state.ts";
import { connect } from "../../room/connection.ts";
import { studentPage } from "../../room/stage_pages.ts";
import { ownSeat } from "../../room/storage.ts";
import { createAnswerCard } from "../../room/student/answer_card.ts";
import { createOwnAnswers } from "../../room/student/own_answers.ts";
import { element } from "../../shared/dom.ts";
import { createClassPage } from "./class_page.ts";
import { watchLesson } from "./other_lesson.ts";

const AGAIN = 2_000;

interface Unsent {
  readonly text: string;
  marked(given: Given | string): void;
}

export async function mountStudent(root: HTMLElement, code: string, token: string): Promise<void> {
  const ask = lessonQuestions(code, token);
  const answers = new Map<string, Given>();
  /** Answers that are not stored yet, and who waits for what they are worth. */
  const unsent = new Map<string, Unsent>();
  let wanted = 1;
  let walked = 0;
  let sending = false;
  let isOver = false;
  const isOther = watchLesson();

  const bar = element("div", { class: "class-bar", role: "region", "aria-label": say("in-class-way") });
  const state = element("span", { class: "class-state", role: "status" });
  const cover = element("div", { class: "class-cover", role: "alert", hidden: true }, say("in-class-paused"));
  const asked = element("div", { class: "class-asked" });
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
  root.append(bar, cover, asked, body);
  const ownAnswers = createOwnAnswers(code);
  const card = createAnswerCard(asked, { store: createStore(INITIAL_STATE), code, token, answered: ownAnswers.note });
  const page = createClassPage(body, ask, {
    given: (question) => answers.get(question),
    mark(question, text) {
      return new Promise((marked) => {
        unsent.set(question, { text, marked });
        void send();
      });
    },
    answered: (question, given) => void answers.set(question, given),
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
      const { text, marked } = given;
      state.textContent = say("in-class-sending");
      const reply = await ask.answer(question, text);
      if ("answer" in reply || (reply.status >= 400 && reply.status < 500 && reply.status !== 429)) {
        if (unsent.get(question) === given) unsent.delete(question);
        state.textContent = "answer" in reply ? say("in-class-stored") : reply.sentence;
        marked("answer" in reply ? { text, right: reply.answer.correct, feedback: reply.answer.feedback } : reply.sentence);
      } else await new Promise((resolve) => setTimeout(resolve, AGAIN));
    }
    sending = false;
  }

  function look(): void {
    const { room, status } = line.get();
    if (status === "unknown" || status === "closed" || status === "removed") return leave(status);
    if (!room) return;
    const lesson = room.lesson ?? null;
    if (!lesson) return location.replace(studentPage(code, stageOf(room)));
    if (isOther(lesson)) return;
    cover.hidden = !room.settings.paused;
    body.inert = asked.inert = room.settings.paused;
    card.show({ ...room, poll: shownPoll(room) }, status);
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
    if (isOver) return;
    isOver = true;
    cover.hidden = true;
    bar.remove();
    asked.remove();
    body.inert = false;
    page.end(
      element(
        "section",
        { class: "class-end", role: "status" },
        element("h1", {}, status === "closed" ? say("in-class-over") : say("no-longer-in-class")),
        element("p", {}, status === "closed" ? say("in-class-thanks") : say("taken-out")),
        status === "closed" && ownAnswers.list(),
        element("p", {}, element("a", { class: "learn-button is-main", href: "/learn" }, say("in-class-more"))),
      ),
    );
  }
}
