/** The projector while the class has the studio on its screens: the teacher's run, large, and the question to the class beside it. */

import { hostQuestions } from "../../../../api/rooms.ts";
import { say } from "../../../../messages/messages.ts";
import { shownCode } from "../../../../room/codes.ts";
import { stageOf } from "../../../../room/room.ts";
import { connect } from "../../../room/connection.ts";
import { counted } from "../../../room/elements.ts";
import { createScreenQuestion } from "../../../room/question/screen_question.ts";
import { screenPage } from "../../../room/stage_pages.ts";
import { ownKey } from "../../../room/storage.ts";
import { joinAddresses } from "../../../room/teacher/addresses.ts";
import { element } from "../../../shared/dom.ts";
import { screenOver } from "../wall.ts";
import { createFollowedRun } from "./followed.ts";

export async function mountStudioScreen(root: HTMLElement, code: string): Promise<void> {
  const token = ownKey.take(code, "screen");
  if (token === null) return root.replaceChildren(...screenOver("unknown"));
  document.body.classList.add("is-wall");
  document.documentElement.toggleAttribute("data-projector", true);
  const followed = await createFollowedRun(false);
  const here = element("span", {});
  const address = element("span", { class: "class-address" });
  const strip = element("header", { class: "wall-strip" }, element("b", {}, shownCode(code)), address, here);
  const cover = element("div", { class: "class-cover", role: "alert", hidden: true }, say("in-class-paused"));
  const question = createScreenQuestion();
  root.classList.add("is-studio");
  root.append(strip, cover, question.root, followed.root);
  const { state: line, leave } = connect(code, token, { watching: "wall" });
  void joinAddresses(code, hostQuestions(code, token)).then((found) => {
    const [first] = found ?? [];
    if (first) address.textContent = `${new URL(first).host}/join`;
  });

  function look(): void {
    const { room, status } = line.get();
    if (status === "closed" || status === "unknown" || status === "removed") return end(status);
    if (!room) return;
    const stage = stageOf(room);
    if (stage !== "studio") return location.replace(screenPage(code, token!, stage));
    cover.hidden = !room.settings.paused;
    here.textContent = counted(room.count, say("is-here"), say("is-here"));
    question.show(room);
    followed.show(room.studio ?? null);
  }

  function end(status: "closed" | "unknown" | "removed"): void {
    stopListening();
    leave();
    ownKey.forget(code, "screen");
    root.replaceChildren(...screenOver(status));
    window.close();
  }

  const stopListening = line.subscribe(look);
  look();
}
