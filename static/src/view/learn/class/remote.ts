/** The teacher's phone as a remote control: on, back, pause, and what the class has answered. Its right comes with its link. */

import { lessonQuestions } from "../../../api/lesson_class.ts";
import type { Preview } from "../../../learn/types.ts";
import { say } from "../../../messages/messages.ts";
import { shownCode } from "../../../room/codes.ts";
import { calledQuestion, type RoomLesson } from "../../../room/lessons/lesson.ts";
import type { RemoteButton } from "../../../room/messages.ts";
import { shownPoll } from "../../../room/polls.ts";
import type { Room } from "../../../room/room.ts";
import { connect } from "../../room/connection.ts";
import { onChange } from "../../room/elements.ts";
import { createCountdown } from "../../room/question/countdown.ts";
import { ownKey } from "../../room/storage.ts";
import { createKeyedList, type KeyedRow } from "../../shared/controls/keyed_list.ts";
import { element, prose } from "../../shared/dom.ts";
import { notify } from "../../shared/notice.ts";
import { createNotes } from "./notes.ts";
import { watchLesson } from "./other_lesson.ts";
import { createSteadyButton } from "./steady_button.ts";

export function mountRemote(root: HTMLElement, code: string): void {
  const token = ownKey.take(code, "remote");
  root.classList.add("is-remote");
  if (token === null) return root.replaceChildren(element("p", { role: "alert" }, say("remote-over")));
  const ask = lessonQuestions(code, token);
  const { state: line, client } = connect(code, token, { watching: "remote" });
  const head = element("div", { class: "remote-head" });
  const buttons = element("div", { class: "remote-buttons" });
  const answers = element("div", { class: "remote-answers" });
  const notes = createNotes(ask, false);
  notes.place.hidden = true;
  const countdown = createCountdown();
  root.append(head, countdown.root, buttons, answers, notes.place);
  const isOther = watchLesson();
  let shown: Preview | null = null;
  let wanted = 0;

  const back = createSteadyButton("learn-button is-large");
  const next = createSteadyButton("learn-button is-main is-large");
  const pause = createSteadyButton();
  buttons.append(back.place, next.place, pause.place);
  const change = (asked: Parameters<typeof ask.change>[0]): void =>
    void ask.change(asked).then((reply) => "sentence" in reply && notify(reply.sentence));
  const press = (pressed: RemoteButton): void => {
    if (!client.send({ type: "press", button: pressed })) notify(say("no-connection"));
  };

  function setPause(paused: boolean): void {
    pause.set(paused ? say("in-class-go-on") : say("in-class-pause"), () => {
      if (!client.send({ type: "settings", changes: { paused: !paused } })) notify(say("no-connection"));
    });
  }

  const drawLesson = onChange(({ lesson, paused }: { readonly lesson: RoomLesson; readonly paused: boolean }) => {
    const { page, pages } = lesson;
    head.replaceChildren(
      element("p", { class: "class-title" }, lesson.title),
      element("p", { class: "lesson-count", role: "status" }, say("lesson-page-of", { page, count: pages })),
    );
    back.set(say("lesson-previous"), () => change({ page: page - 1 }), page <= 1);
    next.set(say("lesson-next"), () => change({ page: page + 1 }), page >= pages);
    setPause(paused);
  });

  const drawRows = createKeyedList(answers, ({ key }: QuestionRow) => key, createQuestionRow);

  const drawQuestions = (rows: readonly LessonQuestion[], room: Room): void =>
    drawRows([
      ...askedRows(seenOf(room), press),
      ...rows.map(({ question, sentence, isShown }) => ({
        key: question,
        sentence: say("in-class-question-state", { question: calledQuestion(shown?.pages ?? [], question), state: sentence }),
        label: isShown ? say("in-class-hide") : say("in-class-reveal"),
        run: () => change(isShown ? { hide: question } : { reveal: question }),
      })),
    ]);

  const drawRoom = onChange((seen: RoomSeen) => {
    head.replaceChildren(element("p", { class: "class-title" }, say("class-code", { showncode: shownCode(code) })));
    back.set(say("action-previous"), () => press("back"));
    next.set(say("action-next"), () => press("next"));
    setPause(seen.paused);
    drawRows(askedRows(seen, press));
  });

  async function load(page: number): Promise<void> {
    wanted = page;
    const reply = await ask.page(page);
    if (wanted !== page) return;
    if (!("answer" in reply)) {
      wanted = 0;
      return;
    }
    shown = reply.answer;
    notes.place.hidden = false;
    notes.show(shown);
    look();
  }

  function questionsOf({ dashboard, count }: Room, lesson: RoomLesson): LessonQuestion[] {
    const names = shown?.page === lesson.page ? shown.parts.filter(({ html }) => html.includes("data-question=")) : [];
    return names.map(({ id }) => {
      const answered = dashboard?.answered[id] ?? 0;
      const sentence = say("answered-of", { answered, max: Math.max(count, answered), right: "", state: "" });
      return { question: id, sentence, isShown: id in lesson.revealed };
    });
  }

  function look(): void {
    const { room, status } = line.get();
    if (status === "closed" || status === "unknown" || status === "removed") {
      ownKey.forget(code, "remote");
      return root.replaceChildren(element("p", { role: "alert" }, say("remote-over")));
    }
    if (!room) return;
    const { paused } = room.settings;
    const { lesson } = room;
    countdown.show({ ...room, poll: shownPoll(room) });
    if (!lesson) return drawRoom(seenOf(room));
    if (isOther(lesson)) return;
    drawLesson({ lesson, paused });
    drawQuestions(questionsOf(room, lesson), room);
    if (wanted !== lesson.page) void load(lesson.page);
  }

  line.subscribe(look);
  look();
}

interface LessonQuestion {
  readonly question: string;
  readonly sentence: string;
  readonly isShown: boolean;
}

interface QuestionRow {
  readonly key: string;
  readonly sentence: string;
  readonly label: string;
  readonly disabled?: boolean;
  run(): void;
}

function createQuestionRow(): KeyedRow<QuestionRow> {
  const text = element("span");
  const button = createSteadyButton();
  let before = "";
  return {
    place: element("p", { class: "remote-question" }, text, button.place),
    show({ sentence, label, run, disabled }) {
      if (sentence !== before) text.replaceChildren(...prose(sentence));
      before = sentence;
      button.set(label, run, disabled);
    },
  };
}

/** What a remote control shows of a class, whatever is on the screens. */
interface RoomSeen {
  readonly paused: boolean;
  readonly prompt: string | null;
  readonly answered: string;
  readonly state: string;
}

/** The question to the class, and the button that shows its answer. */
function askedRows({ prompt, answered, state }: RoomSeen, press: (button: RemoteButton) => void): QuestionRow[] {
  if (prompt === null) return [];
  const sentence = `${prompt} ${answered}`;
  return [{ key: "", sentence, label: say("show-answer"), run: () => press("show"), disabled: state === "revealed" }];
}

function seenOf(room: Room): RoomSeen {
  const { settings, tally, count } = room;
  const poll = shownPoll(room);
  const answered = tally?.answered ?? poll?.answered ?? 0;
  return {
    paused: settings.paused,
    prompt: poll?.question.prompt ?? null,
    answered: say("answered-of", { answered, max: Math.max(count, answered), right: "", state: "" }),
    state: poll?.state ?? "",
  };
}
