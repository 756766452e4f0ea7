/** The pages of a lesson in class, all in one file that travels. */

import { isOldLink, leadToScreen } from "../../room/screen_window.ts";
import { AS_STUDENT } from "../../room/stage_pages.ts";
import { openClass, ownSeat } from "../../room/storage.ts";
import { mountStudent } from "./student.ts";
import { mountTeacher } from "./teacher.ts";

export { mountRemote } from "./remote.ts";
export { mountScreen } from "./wall.ts";

/** The teacher's side where this browser opened the class, else the student's; who has no seat yet takes one first. */
export function mountLessonClass(root: HTMLElement, code: string): void {
  const host = location.hash === AS_STUDENT ? null : openClass.token(code);
  if (host !== null) return isOldLink() ? void leadToScreen(code, host) : mountTeacher(root, code, host);
  const seat = ownSeat.token(code);
  if (seat === null) location.replace(`/r/${code}`);
  else void mountStudent(root, code, seat);
}
