/** A teacher's page with a class: what it shows is sent to the class, and its bar, drawer and wall lead it. */

import { hostQuestions } from "../../../api/rooms.ts";
import { say as worded } from "../../../messages/messages.ts";
import { type ClientState, noteShown } from "../../../room/client.ts";
import { createFollower } from "../../../room/follower.ts";
import type { RemoteButton, View } from "../../../room/messages.ts";
import { explainingMoment, redactionOf } from "../../../room/polls.ts";
import { createPresenter, SHOW_EVERY } from "../../../room/presenter.ts";
import { type Room, shownView } from "../../../room/room.ts";
import { viewOf, WIDE } from "../../../room/view_fields.ts";
import type { State } from "../../../state/state.ts";
import { explainAt, joinClass, LEAVE_CLASS, redactTo, stepBy } from "../../../state/state_actions.ts";
import { scheduleOf } from "../../../timeline/playback.ts";
import { browserClock } from "../../shared/clock.ts";
import { notify } from "../../shared/notice.ts";
import { createAskedMark } from "../asked_mark.ts";
import { connect } from "../connection.ts";
import { scoped } from "../elements.ts";
import type { RoomPort } from "../port.ts";
import { createStageSwitch } from "../stage_switch.ts";
import { createStrip } from "../strip.ts";
import { createClassHeat } from "./class_heat.ts";
import { createCodeScreen } from "./code_screen.ts";
import { createDrawer } from "./drawer/drawer.ts";
import { createHostBar } from "./host_bar.ts";
import { createWall } from "./wall.ts";

/** A class begins before the backward pass, not at its end, where every answer is on the screen already. */
function momentToBeginWith({ graph, position }: State): Partial<State> {
  return graph && position >= graph.steps.length ? { position: scheduleOf(graph).forwardLength } : {};
}

/** Another program comes with no frame and no selection. */
const UNTOUCHED = { position: null, selected: null, selected_edge: null } as const;

/** The page's links to other pages open beside it for as long as the class lasts: it is led from here. */
function openPagesBeside(): () => void {
  const links = Array.from(document.querySelectorAll<HTMLAnchorElement>("a.page-link"));
  for (const link of links) {
    link.target = "_blank";
    link.title = worded("opens-beside");
  }
  return () => {
    for (const link of links) {
      link.removeAttribute("target");
      link.removeAttribute("title");
    }
  };
}

export interface HostPage {
  showCode(): void;
}

/** `isNew`: the class was opened from this page just now, so the page is the truth; else the class is, and the page takes up its view. `over`: the page is an ordinary one again; `ended` where the class is no more. */
export function holdClass(port: RoomPort, code: string, token: string, isNew: boolean, over: (ended: boolean) => void): HostPage {
  const store = scoped(port.store);
  const questions = hostQuestions(code, token);
  const { state: line, client, leave } = connect(code, token, { covered: true, pressed });
  const presenter = createPresenter(browserClock, SHOW_EVERY, publish);
  /** Brings the page to the class's moment, when it is taken up again; afterwards the page leads. */
  const follower = createFollower(store, {
    clock: browserClock,
    isWide: () => window.innerWidth > WIDE,
    acted: () => takeOver(),
  });
  const heat = createClassHeat(store, questions);
  const asked = createAskedMark();
  let adopting: View | null = null;
  let isOver = false;

  const strip = createStrip(code);
  const codeScreen = createCodeScreen(code, questions);
  const drawer = createDrawer({
    store,
    client,
    questions,
    code,
    hasGraph: true,
    showHeat: (on) => heat.showAll(on),
    hide: (hiding) => say(publish({ hiding })),
    end: () => void end(),
  });
  const wall = createWall({
    feature,
    code,
    setExamining: (examining) => say(publish({ examining })),
    showCounts: (examined) => publish({ examined }),
  });
  const bar = createHostBar(strip.bar, createStageSwitch(code, questions, "room-button"), {
    showCode: codeScreen.open,
    toggleDrawer: drawer.toggle,
    showWall: () => wall.open(),
    set: (changes) => say(client.send({ type: "settings", changes })),
    takeCharge: () => say(client.send({ type: "take_charge" })),
    leave: () => finish(),
    unfeature: () => feature(null),
  });

  function publish(changes: Partial<View>): boolean {
    const sent = client.send({ type: "show", changes });
    if (sent) line.dispatch(noteShown(changes));
    return sent;
  }

  function say(sent: boolean): void {
    if (!sent) notify(worded("no-connection"));
  }

  const leads = (room: Room | null): room is Room => room?.you.in_charge === true && adopting === null && !room.lesson;

  function adopt(room: Room, view: View): void {
    // What students' screens hide stays on the teacher's own.
    adopting = { ...view, hiding: [] };
    presenter.begin(room.view);
    follower.follow(adopting);
    checkAdopted();
  }

  /** Once the page shows what the class does, or somebody has touched it, the page leads. */
  function checkAdopted(): void {
    const { graph, graphProgram, stale } = store.get();
    if (adopting && graph && !stale && graphProgram === adopting.program) takeOver();
  }

  function takeOver(): void {
    adopting = null;
    follower.follow(null);
    present(store.get());
  }

  /** Another program than the featured student's is an edit of the teacher's: the class goes on with that. */
  function present(state: State): void {
    const { room } = line.get();
    if (!leads(room)) return;
    const view = viewOf(state);
    if (!view) return;
    const { featured } = room;
    if (!featured) return presenter.show(view);
    const { program, inputs, gradient_attribute: _, ...moment } = view;
    if (program === featured.view.program && JSON.stringify(inputs) === JSON.stringify(featured.view.inputs ?? {}))
      return presenter.show(moment);
    presenter.show(view);
    client.send({ type: "feature", guest: null });
  }

  /** A button of the teacher's phone. */
  function pressed(remote: RemoteButton): void {
    const { room } = line.get();
    if (!leads(room)) return;
    if (remote === "show") showAnswer(room);
    else store.dispatch(stepBy(remote));
  }

  function showAnswer({ poll }: Room): void {
    if (!poll || poll.state === "revealed") return;
    void questions.change(poll.poll, "revealed").then((reply) => "sentence" in reply && notify(reply.sentence));
  }

  function feature(guest: number | null, anonymous = false): void {
    say(client.send({ type: "feature", guest, anonymous }));
    wall.close();
  }

  function settle(now: ClientState, before: ClientState): void {
    const [room, past] = [now.room, before.room];
    if (now.status === "closed" || now.status === "unknown" || now.status === "removed") return finish(worded("class-has-ended"));
    if (room?.you.in_charge) lead(now, before, room, past);
    if (room && !room.you.in_charge) standBy();
    show(now);
  }

  /** Another tab leads: this one is left to its user. */
  function standBy(): void {
    adopting = null;
    follower.follow(null);
    store.dispatch(redactTo(null));
  }

  function lead(now: ClientState, before: ClientState, room: Room, past: Room | null): void {
    const isFirst = past === null;
    if (isFirst ? !isNew : !past.you.in_charge) adopt(room, shownView(room));
    else if (room.snapshots !== past?.snapshots || (now.status === "live" && before.status !== "live")) {
      presenter.known(room.view);
      present(store.get());
    }
    const isFeatured = JSON.stringify(room.featured) !== JSON.stringify(past?.featured ?? null);
    if (!isFirst && isFeatured) featuredChanged(room, past);
    settlePoll(room, past);
  }

  /** The featured student's program comes onto the teacher's page too, and the teacher's own comes back after it. */
  function featuredChanged(room: Room, past: Room | null): void {
    const was = past?.featured;
    const isStillShown = was && store.get().program === was.view.program;
    if (room.featured) adopt(room, { ...shownView(room), ...UNTOUCHED });
    else if (isStillShown) adopt(room, { ...room.view, ...UNTOUCHED });
  }

  /** While the class is asked, the teacher's page keeps the answer back as well: it may be on the wall. After the reveal it explains. */
  function settlePoll(room: Room, past: Room | null): void {
    const redaction = redactionOf(room.poll);
    if (JSON.stringify(redaction) !== JSON.stringify(store.get().redaction)) store.dispatch(redactTo(redaction));
    const isRevealed = room.poll?.state === "revealed" && past?.poll?.poll === room.poll.poll && past.poll.state !== "revealed";
    const { graph } = store.get();
    const moment = isRevealed && graph && room.poll ? explainingMoment(graph, room.poll.question) : null;
    if (moment) store.dispatch(explainAt(moment));
  }

  function show({ status, room }: ClientState): void {
    bar.show(status, room);
    drawer.show(room);
    wall.show(room);
    heat.show(room);
    asked.show(room?.poll ?? null);
    codeScreen.show(room?.count ?? 0, room?.settings.locked ?? false);
  }

  /** What the line says of it meanwhile is the same news. */
  async function end(): Promise<void> {
    const reply = await questions.close();
    if ("sentence" in reply && reply.status !== 404) return notify(reply.sentence);
    finish(worded("class-has-ended"));
  }

  /** The page is an ordinary one again; with a sentence where the class has ended. */
  function finish(sentence?: string): void {
    if (isOver) return;
    isOver = true;
    stopListening();
    follower.stop();
    presenter.stop();
    leave();
    putBack();
    for (const part of [strip, codeScreen, drawer, wall, heat, asked]) part.remove();
    store.stop();
    store.dispatch(LEAVE_CLASS);
    over(sentence !== undefined);
    if (sentence !== undefined) notify(sentence);
  }

  store.subscribe((state, previous) => {
    if (adopting && (state.graph !== previous.graph || state.stale !== previous.stale)) checkAdopted();
    present(state);
  });
  const stopListening = line.subscribe(settle);
  const putBack = openPagesBeside();
  store.dispatch(joinClass("host"));
  show(line.get());
  if (isNew) {
    store.dispatch(explainAt(momentToBeginWith(store.get())));
    codeScreen.open();
  }
  return { showCode: codeScreen.open };
}
