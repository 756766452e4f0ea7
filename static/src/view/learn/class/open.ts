/** Opens a class with a lesson, or gives the lesson to the class that is open in this browser. */

import { lessonQuestions } from "../../../api/lesson_class.ts";
import { openRoom } from "../../../api/rooms.ts";
import { say } from "../../../messages/messages.ts";
import type { Command } from "../../../state/palette_commands.ts";
import { openClass } from "../../room/storage.ts";
import { notify } from "../../shared/notice.ts";

export function mountTeachButtons(root: ParentNode): void {
  for (const button of root.querySelectorAll<HTMLButtonElement>("[data-teach]")) {
    button.hidden = false;
    button.addEventListener("click", () => void teach(button, { name: button.dataset.teach! }));
  }
}

/** The lessons that this page offers to a class. */
export function lessonsToTeach(): Command[] {
  return Array.from(document.querySelectorAll<HTMLButtonElement>("main [data-teach]"), (button) => ({
    title: button.closest("[data-lesson]")?.querySelector(".shelf-title")?.textContent ?? say("lesson-teach"),
    group: say("lesson-teach"),
    keys: [],
    enabled: () => !button.disabled,
    run: () => button.click(),
  }));
}

/** A lesson of the shelf by its name, or any by its text. */
type TaughtLesson = { readonly name: string } | { readonly text: string };

export async function teach(button: HTMLButtonElement, lesson: TaughtLesson): Promise<void> {
  button.disabled = true;
  const refusal = await teachHere(lesson);
  button.disabled = false;
  if (refusal !== null) notify(refusal);
}

/** null where the page goes on to the class; else why not. */
async function teachHere(lesson: TaughtLesson): Promise<string | null> {
  const code = openClass.code();
  const token = code && openClass.token(code);
  if (code && token && (await begin(code, token, lesson)) === null) return null;
  const opened = await openRoom({});
  if (!("answer" in opened)) return opened.sentence;
  openClass.keep(opened.answer.code, opened.answer.host_token);
  return begin(opened.answer.code, opened.answer.host_token, lesson);
}

async function begin(code: string, token: string, lesson: TaughtLesson): Promise<string | null> {
  const reply = await lessonQuestions(code, token).begin(lesson);
  if (!("answer" in reply)) return reply.sentence;
  location.assign(`/learn/class/${code}`);
  return null;
}
