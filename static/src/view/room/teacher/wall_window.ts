/**
 * A clean window for the projector, here or on another computer: the code, the graph, what is asked and how many have answered; the answers
 * once the teacher shows them. It follows the class and leads nothing.
 */

import { hostQuestions } from "../../../api/rooms.ts";
import { say } from "../../../messages/messages.ts";
import type { ClientState } from "../../../room/client.ts";
import { shownCode } from "../../../room/codes.ts";
import { createFollower } from "../../../room/follower.ts";
import { redactionOf } from "../../../room/polls.ts";
import { type Room, shownView, stageOf } from "../../../room/room.ts";
import { redactTo, SHOW_PROJECTOR } from "../../../state/state_actions.ts";
import { browserClock } from "../../shared/clock.ts";
import { byId, element } from "../../shared/dom.ts";
import { createAskedMark } from "../asked_mark.ts";
import { connect } from "../connection.ts";
import { counted } from "../elements.ts";
import type { RoomParts, RoomPort } from "../port.ts";
import { createScreenQuestion } from "../question/screen_question.ts";
import { screenPage } from "../stage_pages.ts";
import { ownKey } from "../storage.ts";
import { createStrip, markQuestion } from "../strip.ts";
import { createCover } from "../student/cover.ts";
import { createClassHeat } from "./class_heat.ts";
import { createCountsScreen } from "./engine_counts.ts";

const STILL: RoomParts = { open: () => {}, follow: () => {} };

export function holdScreen({ store }: RoomPort, code: string): RoomParts {
  const token = ownKey.take(code, "screen");
  const cover = createCover();
  if (token === null) {
    cover.show(say("screen-over"), element("p", {}, say("screen-over.hint")));
    return STILL;
  }
  const { state: line, leave } = connect(code, token, { watching: "wall" });
  const strip = createStrip(code);
  const site = element("p", { class: "class-sentence" });
  strip.bar.append(element("p", { class: "room-button class-code" }, shownCode(code)), site);
  const question = createScreenQuestion();
  const body = element("div", { class: "drawer-body" }, question.root);
  const panel = element("aside", { class: "class-drawer", "aria-label": say("question-to-class"), hidden: true }, body);
  byId("workbench").append(panel);
  const engines = createCountsScreen();
  byId("workbench").after(engines.root);
  const heat = createClassHeat(store, hostQuestions(code, token));
  const asked = createAskedMark();
  // Those who touch the wall see what they touch until the class moves on.
  const follower = createFollower(store, { clock: browserClock, isWide: () => true, acted: () => {} });

  function showPoll(room: Room): void {
    panel.hidden = room.poll === null;
    document.body.classList.toggle("has-drawer", room.poll !== null);
    markQuestion(room.poll);
    question.show(room);
  }

  function show({ status, room }: ClientState): void {
    if (status === "closed" || status === "unknown" || status === "removed") return end(status);
    if (!room) return;
    const stage = stageOf(room);
    if (stage !== "playground") return location.replace(screenPage(code, token!, stage));
    const redaction = redactionOf(room.poll);
    if (JSON.stringify(redaction) !== JSON.stringify(store.get().redaction)) store.dispatch(redactTo(redaction));
    site.textContent = `${location.host}/join · ${counted(room.count, say("is-here"), say("is-here"))}`;
    showPoll(room);
    engines.show(room.poll === null && room.view.examining ? room.view.examined : null);
    heat.show(room);
    asked.show(room.poll);
    follower.follow({ ...shownView(room), hiding: [] });
  }

  /** A window that a script opened goes; any other says why it shows nothing more. */
  function end(status: "closed" | "unknown" | "removed"): void {
    stopListening();
    leave();
    ownKey.forget(code, "screen");
    if (status === "closed") cover.show(say("class-over"));
    else cover.show(say("screen-over"), element("p", {}, say("screen-over.hint")));
    window.close();
  }

  const stopListening = line.subscribe(show);
  document.body.classList.add("is-screen");
  store.dispatch(SHOW_PROJECTOR);
  show(line.get());
  return STILL;
}
