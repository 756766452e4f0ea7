/** The teacher's side of a class in the studio: a line with what belongs to every class, and what the page shows is sent to the class. */

import { hostQuestions } from "../../../api/rooms.ts";
import { createStore } from "../../../core/store.ts";
import { say } from "../../../messages/messages.ts";
import type { ClientState } from "../../../room/client.ts";
import { shownCode } from "../../../room/codes.ts";
import type { RemoteButton, StudioMoment } from "../../../room/messages.ts";
import { withShownPoll } from "../../../room/polls.ts";
import { stageOf } from "../../../room/room.ts";
import { changesOf } from "../../../room/studio_moment.ts";
import { INITIAL_STATE } from "../../../state/initial_state.ts";
import { browserClock } from "../../shared/clock.ts";
import { byId, loadStyle } from "../../shared/dom.ts";
import { notify } from "../../shared/notice.ts";
import { connect } from "../connection.ts";
import { button, counted, createSentence } from "../elements.ts";
import { showAnswer } from "../question/reveal.ts";
import { createStageSwitch } from "../stage_switch.ts";
import { lastSetup, openClass } from "../storage.ts";
import { createStrip } from "../strip.ts";
import { createCodeScreen } from "../teacher/code_screen.ts";
import { createDrawer } from "../teacher/drawer/drawer.ts";
import { tabsOf } from "../teacher/drawer/drawer_tabs.ts";

/** The shortest time between two moments that are sent, in milliseconds: each goes to every phone. */
const EVERY = 1_000;

/** What the class needs of the studio. */
export interface StudioPort {
  /** What is to be seen now; null before there is anything. */
  moment(): StudioMoment | null;
  /** Runs `changed` whenever something else may be seen. */
  watch(changed: () => void): void;
  step(direction: "next" | "back"): void;
}

/** Nothing happens where this browser leads no class. */
export async function mountStudioClass(port: StudioPort): Promise<void> {
  const code = openClass.code();
  const token = code && openClass.token(code);
  if (!code || !token) return;
  await loadStyle(document.body.dataset.roomStyle ?? "", say("class-style-missing"));
  hold(port, code, token);
}

function hold(port: StudioPort, code: string, token: string): void {
  const questions = hostQuestions(code, token);
  const { state: line, client, leave } = connect(code, token, { covered: true, pressed });
  const strip = createStrip(code);
  const sentence = createSentence();
  const codeScreen = createCodeScreen(code, questions);
  const stages = createStageSwitch(code, questions, "room-button", () => client.send({ type: "take_charge" }));
  const drawer = createDrawer({
    store: createStore(INITIAL_STATE),
    client,
    questions,
    code,
    hasGraph: false,
    place: byId("studio"),
    showHeat: () => {},
    hide: () => {},
    end: () => void end(),
  });
  const pause = button(say("pause"), () => setPause(), "room-button", { title: say("cover-screens") });
  const charge = button(say("take-charge"), () => client.send({ type: "take_charge" }), "solid-button", { hidden: true });
  const tabs = tabsOf(false).map(({ name, title }) =>
    button(title, () => drawer.toggle(name), "room-button", { "data-drawer": name }),
  );
  const showCode = button(shownCode(code), codeScreen.open, "room-button class-code", {
    "aria-label": say("show-code-large", { showncode: shownCode(code) }),
  });
  strip.bar.append(showCode, sentence.root, charge, stages.root, pause, ...tabs);
  let sent: Partial<StudioMoment> = {};
  let stopPause: (() => void) | null = null;
  let isLeading = false;
  let isTooLarge = false;

  const leads = ({ status, room }: ClientState): boolean =>
    status === "live" && room !== null && stageOf(room) === "studio" && room.you.in_charge;

  /** What differs from what the class has, at once and then once a second. */
  function publish(): void {
    if (stopPause !== null || !leads(line.get())) return;
    const moment = port.moment();
    if (!moment) return;
    const studio = changesOf(moment, sent);
    if (isTooLarge !== (studio === null)) {
      isTooLarge = studio === null;
      showRoom(line.get());
    }
    if (studio !== null) {
      if (Object.keys(studio).length === 0 || !client.send({ type: "show", changes: { studio } })) return;
      sent = moment;
    }
    stopPause = browserClock.after(EVERY, () => {
      stopPause = null;
      publish();
    });
  }

  function setPause(): void {
    const paused = line.get().room?.settings.paused ?? false;
    client.send({ type: "settings", changes: { paused: !paused } });
  }

  /** A button of the teacher's phone. */
  function pressed(remote: RemoteButton): void {
    const { room } = line.get();
    if (!leads(line.get()) || !room) return;
    if (remote !== "show") return port.step(remote);
    void showAnswer(questions, room);
  }

  async function end(): Promise<void> {
    const reply = await questions.close();
    if ("sentence" in reply && reply.status !== 404) notify(reply.sentence);
  }

  function showRoom({ status, room }: ClientState): void {
    if (!room) return sentence.show(say("opening-class"), "");
    const here = counted(room.count, say("is-here"), say("is-here"));
    if (status !== "live") return sentence.show(say("reconnecting-teacher"), here);
    if (stageOf(room) !== "studio") return sentence.show(say("studio-unseen"), here);
    const led = isTooLarge ? say("studio-too-large") : say("studio-seen");
    sentence.show(room.you.in_charge ? led : say("led-elsewhere"), here);
  }

  function show(now: ClientState): void {
    const { status, room } = now;
    if (status === "closed" || status === "unknown" || status === "removed") return over();
    if (!room) return showRoom(now);
    const stage = stageOf(room);
    const isHere = stage === "studio";
    const isLive = status === "live";
    // What was sent before the connection was lost may not have arrived, and another tab may have led meanwhile.
    if (leads(now) && !isLeading) sent = {};
    isLeading = leads(now);
    showRoom(now);
    strip.bar.dataset.state = isLeading ? "leading" : "other";
    charge.hidden = !isLive || !isHere || room.you.in_charge;
    stages.show(stage);
    pause.setAttribute("aria-pressed", String(room.settings.paused));
    for (const tab of [...tabs, pause]) tab.hidden = !isLeading;
    drawer.show(withShownPoll(room));
    codeScreen.show(room.count, room.settings.locked);
    publish();
  }

  function over(): void {
    stopListening();
    stopPause?.();
    leave();
    for (const part of [strip, codeScreen, drawer]) part.remove();
    openClass.forget(code);
    notify(say("class-has-ended"));
  }

  port.watch(publish);
  window.addEventListener("pagehide", lastSetup.note);
  const stopListening = line.subscribe(show);
  show(line.get());
}
