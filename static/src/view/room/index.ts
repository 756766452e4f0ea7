/** A class on this page: the teacher's side where one is opened or taken up again, the student's where the address is that of a class. */

import { say } from "../../messages/messages.ts";
import { element } from "../shared/dom.ts";
import { type RoomParts, type RoomPort, roomOfPage } from "./port.ts";

/** Nothing is drawn before it is known how. */
function loadStyle(): Promise<void> {
  return new Promise((resolve, reject) => {
    const style = element("link", { rel: "stylesheet", href: document.body.dataset.roomStyle ?? "" });
    style.addEventListener("load", () => resolve());
    style.addEventListener("error", () => reject(new Error(say("class-style-missing"))));
    document.head.append(style);
  });
}

/** A phone fetches nothing of the teacher's side. */
export async function mountRoom(port: RoomPort): Promise<RoomParts> {
  const code = roomOfPage();
  if (code === null) {
    const [{ mountTeacher }] = await Promise.all([import("./teacher/index.ts"), loadStyle()]);
    return mountTeacher(port);
  }
  const [{ mountStudent }] = await Promise.all([import("./student/index.ts"), loadStyle()]);
  return mountStudent(port, code);
}
