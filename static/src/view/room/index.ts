/** A class on this page: the teacher's side where one is opened or taken up again, the student's where the address is that of a class. */

import { addClass, say } from "../../messages/messages.ts";
import { readCode } from "../../room/codes.ts";
import { loadStyle } from "../shared/dom.ts";
import { type RoomParts, type RoomPort, roomOfPage } from "./port.ts";

/** Nothing is drawn before it is known how. */
const styled = (): Promise<void> => loadStyle(document.body.dataset.roomStyle ?? "", say("class-style-missing"));

/** A phone fetches nothing of the teacher's side. */
export async function mountRoom(port: RoomPort): Promise<RoomParts> {
  const code = roomOfPage();
  await addClass();
  if (code !== null && document.body.dataset.screen !== undefined) {
    const [{ holdScreen }] = await Promise.all([import("./teacher/wall_window.ts"), styled()]);
    return holdScreen(port, readCode(code));
  }
  if (code === null) {
    const [{ mountTeacher }] = await Promise.all([import("./teacher/index.ts"), styled()]);
    return mountTeacher(port);
  }
  const [{ mountStudent }] = await Promise.all([import("./student/index.ts"), styled()]);
  return mountStudent(port, code);
}
