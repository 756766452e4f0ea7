/** A student while the class has the studio on its screens: sees the teacher's run, and answers what is asked. */

import { createStore } from "../../../../core/store.ts";
import { say } from "../../../../messages/messages.ts";
import { shownCode } from "../../../../room/codes.ts";
import { shownPoll } from "../../../../room/polls.ts";
import { stageOf } from "../../../../room/room.ts";
import { INITIAL_STATE } from "../../../../state/initial_state.ts";
import { connect } from "../../../room/connection.ts";
import { studentPage } from "../../../room/stage_pages.ts";
import { ownSeat } from "../../../room/storage.ts";
import { createAnswerCard } from "../../../room/student/answer_card.ts";
import { createOwnAnswers } from "../../../room/student/own_answers.ts";
import { element } from "../../../shared/dom.ts";
import { createFollowedRun } from "./followed.ts";

export async function mountStudioStudent(root: HTMLElement, code: string): Promise<void> {
  const token = ownSeat.token(code);
  if (token === null) return location.replace(`/r/${code}`);
  const followed = await createFollowedRun(true);
  const state = element("span", { class: "class-state", role: "status" });
  const bar = element(
    "div",
    { class: "class-bar", role: "region", "aria-label": say("in-class-way") },
    element("span", { class: "class-title" }, say("class-code", { showncode: shownCode(code) })),
    state,
  );
  const cover = element("div", { class: "class-cover", role: "alert", hidden: true }, say("in-class-paused"));
  const asked = element("div", { class: "class-asked" });
  root.classList.add("is-studio");
  root.append(bar, cover, asked, followed.root);
  const answers = createOwnAnswers(code);
  const card = createAnswerCard(asked, { store: createStore(INITIAL_STATE), code, token, answered: answers.note });
  const { state: line, leave } = connect(code, token);

  function look(): void {
    const { room, status } = line.get();
    if (status === "unknown" || status === "closed" || status === "removed") return end(status);
    if (!room) return;
    const stage = stageOf(room);
    if (stage !== "studio") return location.replace(studentPage(code, stage));
    cover.hidden = !room.settings.paused;
    followed.root.inert = asked.inert = room.settings.paused;
    state.textContent = status === "live" ? (room.you.nickname ?? "") : say("reconnecting-student");
    card.show({ ...room, poll: shownPoll(room) }, status);
    followed.show(room.studio ?? null);
  }

  function end(status: "unknown" | "closed" | "removed"): void {
    stopListening();
    leave();
    ownSeat.forget(code);
    if (status === "unknown") return location.replace(`/r/${code}`);
    const isOver = status === "closed";
    root.replaceChildren(
      element(
        "section",
        { class: "class-end", role: "status" },
        element("h1", {}, isOver ? say("in-class-over") : say("no-longer-in-class")),
        element("p", {}, isOver ? say("in-class-thanks") : say("taken-out")),
        isOver && answers.list(),
        element("p", {}, element("a", { class: "learn-button is-main", href: "/training" }, say("studio-try"))),
      ),
    );
  }

  const stopListening = line.subscribe(look);
  look();
}
