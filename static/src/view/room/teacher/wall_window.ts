/**
 * A clean window for the projector beside the teacher's own: the code, the graph, what is asked and how many have answered; the answers
 * once the teacher shows them. It follows the class and leads nothing.
 */

import { hostQuestions } from "../../../api/rooms.ts";
import { say } from "../../../messages/messages.ts";
import type { ClientState } from "../../../room/client.ts";
import { shownCode } from "../../../room/codes.ts";
import { createFollower } from "../../../room/follower.ts";
import { redactionOf } from "../../../room/polls.ts";
import { type Room, shownView } from "../../../room/room.ts";
import { joinClass, redactTo, SHOW_PROJECTOR } from "../../../state/state_actions.ts";
import { browserClock } from "../../shared/clock.ts";
import { byId, element, prose } from "../../shared/dom.ts";
import { createAskedMark } from "../asked_mark.ts";
import { createMoves } from "../changed_votes.ts";
import { connect } from "../connection.ts";
import { counted, onChange } from "../elements.ts";
import { createHistogram } from "../histogram.ts";
import type { RoomPort } from "../port.ts";
import { createStrip, markQuestion } from "../strip.ts";
import { lessonWall } from "../wall_address.ts";
import { createClassHeat } from "./class_heat.ts";
import { createEngineCounts } from "./engine_counts.ts";

export function holdWallWindow({ store }: RoomPort, code: string, token: string): void {
  const { state: line } = connect(code, token, { watching: "wall" });
  const strip = createStrip(code);
  const site = element("p", { class: "class-sentence" });
  strip.bar.append(element("p", { class: "room-button class-code" }, shownCode(code)), site);
  const heading = element("p", { class: "poll-question" });
  const count = element("p", { class: "poll-count", role: "status" });
  const histogram = createHistogram();
  const moves = createMoves();
  const body = element(
    "div",
    { class: "drawer-body" },
    element("div", { class: "poll" }, heading, count, histogram.root, moves.root),
  );
  const panel = element("aside", { class: "class-drawer", "aria-label": say("question-to-class"), hidden: true }, body);
  byId("workbench").append(panel);
  const engines = createEngineCounts();
  byId("workbench").after(engines.root);
  const heat = createClassHeat(store, hostQuestions(code, token));
  const asked = createAskedMark();
  // Those who touch the wall see what they touch until the class moves on.
  const follower = createFollower(store, { clock: browserClock, isWide: () => true, acted: () => {} });
  const ask = onChange((prompt: string) => heading.replaceChildren(...prose(prompt)));

  function showPoll({ poll, tally, count: here }: Room): void {
    panel.hidden = poll === null;
    document.body.classList.toggle("has-drawer", poll !== null);
    markQuestion(poll);
    if (!poll) return;
    const isHidden = poll.state !== "revealed";
    const answered = tally?.answered ?? poll.answered;
    ask(poll.question.prompt);
    count.textContent = isHidden ? say("answered-of", { answered, max: Math.max(here, answered), right: "", state: "" }) : "";
    histogram.show(poll, poll.tally);
    moves.show(poll.tally?.moves ?? []);
  }

  function show({ status, room }: ClientState): void {
    if (status === "closed" || status === "unknown") return window.close();
    if (!room) return;
    if (room.lesson) return location.replace(lessonWall(code));
    const redaction = redactionOf(room.poll);
    if (JSON.stringify(redaction) !== JSON.stringify(store.get().redaction)) store.dispatch(redactTo(redaction));
    site.textContent = `${location.host}/join · ${counted(room.count, say("is-here"), say("is-here"))}`;
    showPoll(room);
    engines.show(room.poll === null && room.view.examining ? room : null);
    heat.show(room);
    asked.show(room.poll);
    follower.follow({ ...shownView(room), hiding: [] });
  }

  line.subscribe(show);
  store.dispatch(joinClass("host"));
  store.dispatch(SHOW_PROJECTOR);
  show(line.get());
}
