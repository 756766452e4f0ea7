/** A student's exercises: the program that is asked about, a field for its answer, and the mark of the answer, shown at once. */

import { answerExercise, exercisesOf } from "../../../api/rooms.ts";
import type { Store } from "../../../core/store.ts";
import type { Redaction } from "../../../graph/redaction.ts";
import { say } from "../../../messages/messages.ts";
import { type Answering, createAnswerSender, isPassing, UNANSWERED } from "../../../room/answering.ts";
import type { Status } from "../../../room/client.ts";
import type { Exercise } from "../../../room/messages.ts";
import { encouragement, nextOpen, redactionOfExercise, STANDINGS, standingOf } from "../../../room/practice.ts";
import type { Room } from "../../../room/room.ts";
import type { State } from "../../../state/state.ts";
import { redactTo, takeExercise } from "../../../state/state_actions.ts";
import { browserClock } from "../../shared/clock.ts";
import { element, prose } from "../../shared/dom.ts";
import { button } from "../elements.ts";
import { type AnswerField, createAnswerField } from "./answer_field.ts";
import { showCard } from "./card.ts";

interface Ports {
  readonly store: Store<State>;
  readonly code: string;
  readonly token: string;
  /** The page goes its own way, since it shows an exercise. */
  leave(): void;
  /** The set is over: back to the teacher. */
  back(): void;
}

export interface PracticeCard {
  show(room: Room, status: Status): void;
  /** What the page must not show while it shows an exercise; undefined where it shows none. */
  redaction(): Redaction | null | undefined;
}

export function createPracticeCard(place: HTMLElement, { store, code, token, leave, back }: Ports): PracticeCard {
  let practice: number | null = null;
  let exercises: readonly Exercise[] = [];
  let current = 0;
  let answering: Answering = UNANSWERED;
  /** The remark on the last answer. */
  let verdict = "";
  let field: AnswerField | null = null;
  let asked = false;
  /** Whether the class is asked something meanwhile. */
  let isAsked = false;

  const sender = createAnswerSender({
    clock: browserClock,
    random: Math.random,
    async send(number, given) {
      const reply = await answerExercise(code, token, number, given);
      if (!("answer" in reply)) return { stored: false, sentence: reply.sentence, later: isPassing(reply.status) };
      const { answer, correct, misconception, tries } = reply.answer;
      exercises = exercises.map((each) => (each.number === number ? { ...each, answer, correct, tries } : each));
      verdict = correct ? say("right") : (misconception ?? say("not-yet-page"));
      return { stored: true };
    },
    changed(next) {
      answering = next;
      if (next.status === "stored") settle();
      draw();
    },
  });

  const { card, steps, heading, program, body, remark, onward } = createParts(place);

  const exercise = (): Exercise | undefined => exercises.find(({ number }) => number === current);
  const isOnPage = (): boolean => exercise() !== undefined && store.get().program === exercise()!.program;

  /** Once it is right, the page may show the rest, step by step. */
  function settle(): void {
    const now = exercise();
    if (now && isOnPage()) store.dispatch(redactTo(redactionOfExercise(now)));
  }

  function take(number: number): void {
    if (number !== current) {
      sender.forget();
      verdict = "";
      field = null;
    }
    current = number;
    const now = exercise();
    if (!now) return;
    leave();
    store.dispatch(takeExercise(now.program, redactionOfExercise(now)));
    draw();
  }

  async function load(): Promise<void> {
    const wanted = practice;
    asked = true;
    const reply = await exercisesOf(code, token);
    if (practice !== wanted) return;
    // The next news of the class has it tried again.
    if (!("answer" in reply)) return void (asked = false);
    exercises = reply.answer.exercises;
    const next = nextOpen(exercises, 0) ?? 1;
    if (!isAsked) return take(next);
    // The page belongs to the question that is up; the exercise is one press away.
    current = next;
    draw();
  }

  function remarkOf(now: Exercise): string {
    if (answering.status === "sending") return say("looking");
    if (answering.status === "waiting") return say("answer-kept", { sentence: answering.sentence });
    if (answering.status === "refused") return answering.sentence;
    if (nextOpen(exercises, 0) === null) return encouragement(exercises);
    return verdict || (now.correct ? say("right-is", { answer: now.answer ?? "" }) : "");
  }

  function stepButton(each: Exercise): HTMLElement {
    const standing = standingOf(each);
    const { sign, words } = STANDINGS[standing];
    const made = button(
      standing === "." ? String(each.number) : `${each.number} ${sign}`,
      () => take(each.number),
      "room-button practice-step",
      { "aria-label": say("exercise-in-words", { number: each.number, words }) },
    );
    if (each.number === current) made.setAttribute("aria-current", "step");
    return made;
  }

  function draw(): void {
    const now = exercise();
    showCard(card, practice !== null && now !== undefined);
    if (!now) return;
    steps.replaceChildren(...exercises.map(stepButton));
    heading.replaceChildren(...prose(say("what-is-gradient", { name: now.name })));
    program.textContent = now.program;
    if (now.correct) {
      field = null;
      body.replaceChildren();
    } else if (!field) {
      field = createAnswerField({ type: "number", prompt: "", node: now.node, quantity: "gradient" }, [], now.answer, (given) =>
        sender.give(now.number, given),
      );
      body.replaceChildren(field.root);
    }
    field?.mark(answering.status === "stored" ? "none" : answering.status);
    remark.replaceChildren(...prose(remarkOf(now)));
    const next = now.correct ? nextOpen(exercises, current) : null;
    const toNext = next !== null && button(say("exercise-next", { next }), () => take(next), "solid-button");
    const toPage = !isOnPage() && button(say("show-on-page"), () => take(current), "link-button");
    onward.replaceChildren(...[toNext, toPage].filter((each) => each !== false));
  }

  store.subscribe((state, before) => {
    if (state.program !== before.program) draw();
  });

  return {
    show(room, status) {
      const set = room.practice?.practice ?? null;
      if (set !== practice) {
        const wasOnPage = isOnPage();
        sender.forget();
        [practice, exercises, current, asked, verdict, field] = [set, [], 0, false, "", null];
        showCard(card, false);
        if (set === null && wasOnPage) back();
      }
      isAsked = room.poll?.state === "open";
      if (status !== "live") return;
      sender.wake();
      if (practice !== null && !asked) void load();
    },
    redaction() {
      const now = exercise();
      return now && isOnPage() ? redactionOfExercise(now) : undefined;
    },
  };
}

function createParts(place: HTMLElement) {
  const heading = element("p", { class: "answer-question" });
  const program = element("pre", { class: "practice-program" });
  const steps = element("div", { class: "practice-steps", role: "group", "aria-label": say("exercises") });
  const body = element("div", { class: "answer-body" });
  const remark = element("p", { class: "answer-remark", role: "status" });
  const onward = element("div", { class: "practice-onward" });
  const text = element("div", { class: "practice-text" }, heading, body, remark, onward);
  const card = element(
    "section",
    { class: "answer-card practice-card", "aria-label": say("exercises"), hidden: true },
    steps,
    element("div", { class: "practice-columns" }, program, text),
  );
  place.append(card);
  return { card, steps, heading, program, body, remark, onward };
}
