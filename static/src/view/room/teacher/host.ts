/** A teacher's page with a class: what it shows is sent to the class, and its bar, drawer and wall lead it. */

import { hostQuestions } from "../../../api/rooms.ts";
import type { Store } from "../../../core/store.ts";
import { say as worded } from "../../../messages/messages.ts";
import { type ClientState, noteShown } from "../../../room/client.ts";
import { createFollower } from "../../../room/follower.ts";
import type { RemoteButton, View } from "../../../room/messages.ts";
import { explainingMoment, redactionOf } from "../../../room/polls.ts";
import { createPresenter, type Presenter, SHOW_EVERY } from "../../../room/presenter.ts";
import { type Room, shownView, stageOf } from "../../../room/room.ts";
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
import { showAnswer } from "../question/reveal.ts";
import { createStageSwitch } from "../stage_switch.ts";
import { askNext } from "../storage.ts";
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

/** The class's moment on its way onto the page, when it is taken up again; once it is there, or somebody has touched the page, the page leads. */
function createAdoption(store: Store<State>, presenter: Presenter, led: () => void) {
  let adopting: View | null = null;
  const follower = createFollower(store, { clock: browserClock, isWide: () => window.innerWidth > WIDE, acted: takeOver });

  function drop(): void {
    adopting = null;
    follower.follow(null);
  }

  function takeOver(): void {
    drop();
    led();
  }

  function check(): void {
    const { graph, graphProgram, stale } = store.get();
    if (adopting && graph && !stale && graphProgram === adopting.program) takeOver();
  }

  return {
    isUnderWay: () => adopting !== null,
    begin(room: Room, view: View): void {
      presenter.begin(room.view);
      // What students' screens hide stays on the teacher's own.
      adopting = { ...view, hiding: [] };
      follower.follow(adopting);
      check();
    },
    check,
    drop,
    stop: follower.stop,
  };
}

/** Another program than the featured student's is an edit of the teacher's: the class goes on with that. */
const showsProgram = ({ program, inputs }: Partial<View>, featured: Partial<View>): boolean =>
  program === featured.program && JSON.stringify(inputs) === JSON.stringify(featured.inputs ?? {});

/** What of a view is not the program's. */
function momentOf({
  program: _program,
  inputs: _inputs,
  gradient_attribute: _attribute,
  ...moment
}: Partial<View>): Partial<View> {
  return moment;
}

/** The featured student's program comes onto the teacher's page too, and the teacher's own comes back after it; null where the page goes on with what it has. */
function takenUp(room: Room, { featured: was }: Room, program: string): View | null {
  if (JSON.stringify(room.featured) === JSON.stringify(was)) return null;
  if (room.featured) return { ...shownView(room), ...UNTOUCHED };
  return was && program === was.view.program ? { ...room.view, ...UNTOUCHED } : null;
}

/** While the class is asked, the teacher's page keeps the answer back as well: it may be on the wall. After the reveal it explains. */
function settlePoll(store: Store<State>, room: Room, past: Room | null): void {
  const redaction = redactionOf(room.poll);
  if (JSON.stringify(redaction) !== JSON.stringify(store.get().redaction)) store.dispatch(redactTo(redaction));
  const isRevealed = room.poll?.state === "revealed" && past?.poll?.poll === room.poll.poll && past.poll.state !== "revealed";
  const { graph } = store.get();
  const moment = isRevealed && graph && room.poll ? explainingMoment(graph, room.poll.question) : null;
  if (moment) store.dispatch(explainAt(moment));
}

function say(sent: boolean): void {
  if (!sent) notify(worded("no-connection"));
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
  const adoption = createAdoption(store, presenter, () => present(store.get()));
  const heat = createClassHeat(store, questions);
  const asked = createAskedMark();
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

  const leads = (room: Room | null): room is Room =>
    room?.you.in_charge === true && !adoption.isUnderWay() && stageOf(room) === "playground";

  function present(state: State): void {
    const { room } = line.get();
    const view = leads(room) ? viewOf(state) : null;
    if (!view || !room) return;
    const isEdited = room.featured !== null && !showsProgram(view, room.featured.view);
    presenter.show(room.featured && !isEdited ? momentOf(view) : view);
    if (isEdited) client.send({ type: "feature", guest: null });
  }

  /** A button of the teacher's phone. */
  function pressed(remote: RemoteButton): void {
    const { room } = line.get();
    if (!leads(room)) return;
    if (remote === "show") void showAnswer(questions, room);
    else store.dispatch(stepBy(remote));
  }

  function feature(guest: number | null, anonymous = false): void {
    say(client.send({ type: "feature", guest, anonymous }));
    wall.close();
  }

  function settle(now: ClientState, before: ClientState): void {
    const [room, past] = [now.room, before.room];
    if (now.status === "closed" || now.status === "unknown" || now.status === "removed") return finish(worded("class-has-ended"));
    if (room?.you.in_charge) lead(now, before, room, past);
    if (room && !room.you.in_charge) {
      // Another tab leads: this one is left to its user.
      adoption.drop();
      store.dispatch(redactTo(null));
    }
    show(now);
  }

  function lead(now: ClientState, before: ClientState, room: Room, past: Room | null): void {
    const isFirst = past === null;
    if (isFirst ? !isNew : !past.you.in_charge) adoption.begin(room, shownView(room));
    else if (room.snapshots !== past?.snapshots || (now.status === "live" && before.status !== "live")) {
      presenter.known(room.view);
      present(store.get());
    }
    const taken = isFirst ? null : takenUp(room, past, store.get().program);
    if (taken) adoption.begin(room, taken);
    settlePoll(store, room, past);
  }

  function show({ status, room }: ClientState): void {
    bar.show(status, room);
    for (const part of [drawer, wall, heat]) part.show(room);
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
    adoption.stop();
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
    if (state.graph !== previous.graph || state.stale !== previous.stale) adoption.check();
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
  if (askNext.take()) drawer.toggle("ask");
  return { showCode: codeScreen.open };
}
