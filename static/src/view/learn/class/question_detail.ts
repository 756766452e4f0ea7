/** One question of the dashboard, opened: its distribution, who answered what, and what of both is shown to all. */

import type { LessonQuestions } from "../../../api/lesson_class.ts";
import { say } from "../../../messages/messages.ts";
import type { LessonTally, RoomLesson, StudentAnswer } from "../../../room/lessons/lesson.ts";
import { createKeyedList, type KeyedRow } from "../../shared/controls/keyed_list.ts";
import { element, prose } from "../../shared/dom.ts";
import { tallyOf } from "./class_page.ts";
import { createSteadyButton } from "./steady_button.ts";

export interface DetailPorts {
  readonly ask: LessonQuestions;
  reveal(question: string): void;
  hide(question: string): void;
  /** Shows the answers of some students to all side by side, without names; of none: nothing any more. */
  compare(question: string, students: readonly number[]): void;
}

export interface QuestionDetail {
  readonly place: HTMLElement;
  /** Asks for the answers where `seen`, what is known of them, or what is shown of them to all differs from last time. */
  show(question: string, lesson: RoomLesson, seen: { readonly tries: number; readonly names: boolean }): void;
  /** Another question is opened, or none. */
  close(): void;
}

/** As many answers fit side by side. */
const MOST_COMPARED = 4;

export function createQuestionDetail(
  { ask, reveal, hide, compare }: DetailPorts,
  nameOf: (guest: number) => string,
  called: (question: string) => string,
): QuestionDetail {
  const place = element("div", { class: "class-detail", role: "status" });
  const heading = element("h2");
  const tally = element("div");
  const shown = createSteadyButton();
  const list = element("ul");
  const sideBySide = createSteadyButton();
  const end = createSteadyButton();
  const answers = element("div", { class: "class-answers" }, list, sideBySide.place, end.place);
  const showAnswers = createKeyedList(list, ({ student }: StudentAnswer) => student, createAnswer);
  /** Students whose answers are to be shown side by side; they stay chosen while more answers come. */
  const chosen = new Set<number>();
  let open: string | null = null;
  let last: RoomLesson | null = null;
  /** What the distribution was last asked for. */
  let asked = "";

  async function look(question: string): Promise<void> {
    const mine = asked;
    const [reply, given] = await Promise.all([ask.tally(question), ask.answers(question)]);
    if (mine !== asked || !last) return; // asked for again since
    if ("answer" in reply) return draw(question, last, reply.answer, "answer" in given ? given.answer : []);
    asked = "";
    place.replaceChildren(reply.sentence);
  }

  function draw(question: string, lesson: RoomLesson, distribution: LessonTally, given: readonly StudentAnswer[]): void {
    const isShown = question in lesson.revealed;
    heading.textContent = called(question);
    tally.replaceChildren(tallyOf(distribution));
    shown.set(isShown ? say("in-class-hide") : say("in-class-reveal"), () => (isShown ? hide(question) : reveal(question)));
    end.set(say("in-class-hide-answers"), () => compare(question, []));
    end.place.hidden = lesson.compared?.question !== question;
    const here = new Set(given.map(({ student }) => student));
    for (const student of chosen) if (!here.has(student)) chosen.delete(student);
    showAnswers(given);
    choose(question);
    if (heading.parentElement !== place) place.replaceChildren(heading, tally, shown.place, answers);
  }

  function choose(question: string): void {
    const isPossible = chosen.size > 0 && chosen.size <= MOST_COMPARED;
    sideBySide.set(say("in-class-side-by-side"), () => compare(question, [...chosen]), !isPossible);
  }

  /** Who answered what; those that are chosen are shown to all side by side. */
  function createAnswer({ student }: StudentAnswer): KeyedRow<StudentAnswer> {
    const box = element("input", { type: "checkbox" });
    box.checked = chosen.has(student);
    box.addEventListener("change", () => {
      if (box.checked) chosen.add(student);
      else chosen.delete(student);
      if (open !== null) choose(open);
    });
    const name = element("span");
    const words = element("b");
    return {
      place: element("li", {}, element("label", {}, box, name, words)),
      show({ answer, correct }) {
        name.textContent = nameOf(student);
        words.replaceChildren(`${correct ? "✓" : "✗"} `, ...prose(answer));
      },
    };
  }

  return {
    place,
    show(question, lesson, seen) {
      open = question;
      last = lesson;
      const compared = lesson.compared?.question === question ? lesson.compared.answers : null;
      const wanted = JSON.stringify([question, seen, question in lesson.revealed, compared]);
      if (wanted === asked) return;
      asked = wanted;
      void look(question);
    },
    close() {
      open = null;
      asked = "";
      chosen.clear();
      showAnswers([]);
      place.replaceChildren();
    },
  };
}
