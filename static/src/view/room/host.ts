/** A teacher's page with a class: what it shows is told to the class, and its bar, drawer and wall lead it. */
import { hostQuestions } from "../../api/rooms.ts";
import type { State } from "../../core/state.ts";
import type { ClientState } from "../../room/client.ts";
import { createFollower } from "../../room/follower.ts";
import type { View } from "../../room/messages.ts";
import { explainingMoment, withheldBy } from "../../room/polls.ts";
import { createPresenter, SHOW_EVERY } from "../../room/presenter.ts";
import { shownView, withTold, type Room } from "../../room/room.ts";
import { viewOf, WIDE } from "../../room/view_fields.ts";
import { browserClock } from "../clock.ts";
import { notify } from "../notice.ts";
import type { RoomPort } from "../room_port.ts";
import { createCodeScreen } from "./code_screen.ts";
import { connect } from "./connection.ts";
import { createDrawer } from "./drawer.ts";
import { createHostBar } from "./host_bar.ts";
import { scoped } from "./parts.ts";
import { createStrip } from "./strip.ts";
import { createWall } from "./wall.ts";

export interface HostPage {
  showCode(): void;
}

/** `isNew`: the class was opened from this page just now, so the page is the truth; else the class is, and the page takes up its view. `over`: the page is an ordinary one again; `ended` where the class is no more. */
export function holdClass(port: RoomPort, code: string, token: string, isNew: boolean, over: (ended: boolean) => void): HostPage {
  const store = scoped(port.store);
  const questions = hostQuestions(code, token);
  const { state: line, client, leave } = connect(code, token);
  const presenter = createPresenter(browserClock, SHOW_EVERY, tell);
  /** Brings the page to the class's moment, when it is taken up again; afterwards the page leads. */
  const follower = createFollower(store, { clock: browserClock, isWide: () => window.innerWidth > WIDE, acted: () => takeOver() });
  let adopting: View | null = null;
  let isOver = false;

  const strip = createStrip(code);
  const codeScreen = createCodeScreen(code, questions);
  const drawer = createDrawer({ store, client, questions, code, hide: (hiding) => say(tell({ hiding })), end: () => void end() });
  const wall = createWall({ feature });
  const bar = createHostBar(strip.bar, {
    showCode: codeScreen.open,
    toggleDrawer: drawer.toggle,
    showWall: () => wall.open(),
    set: (changes) => say(client.send({ type: "settings", changes })),
    takeCharge: () => say(client.send({ type: "take_charge" })),
    leave: () => finish(),
    unfeature: () => feature(null),
  });

  function tell(changes: Partial<View>): boolean {
    const sent = client.send({ type: "show", changes });
    const { room } = line.get();
    if (sent && room) line.set({ room: withTold(room, changes) });
    return sent;
  }

  function say(sent: boolean): void {
    if (!sent) notify("There is no connection to the class at the moment. It comes back by itself; then press once more.");
  }

  const leads = (room: Room | null): room is Room => room !== null && room.you.in_charge && adopting === null;

  function adopt(room: Room, view: View): void {
    adopting = view;
    presenter.begin(room.view);
    follower.follow(view);
    checkAdopted();
  }

  /** Once the page stands where the class does, or somebody has touched it, the page leads. */
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
    const { program, inputs, ...moment } = view;
    if (program === featured.view.program && JSON.stringify(inputs) === JSON.stringify(featured.view.inputs ?? {})) return presenter.show(moment);
    presenter.show(view);
    client.send({ type: "feature", guest: null });
  }

  function feature(guest: number | null): void {
    say(client.send({ type: "feature", guest }));
    wall.close();
  }

  function settle(now: ClientState, before: ClientState): void {
    const [room, past] = [now.room, before.room];
    if (now.status === "closed" || now.status === "unknown" || now.status === "removed") return finish("The class has ended.");
    if (room && room.you.in_charge) lead(now, before, room, past);
    if (room && !room.you.in_charge) standBy();
    show(now);
  }

  /** Another tab leads: this one is left to whoever sits at it. */
  function standBy(): void {
    adopting = null;
    follower.follow(null);
    if (store.get().withheld !== null) store.set({ withheld: null });
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
    if (room.featured) adopt(room, { ...shownView(room), position: null, selected: null });
    else if (isStillShown) adopt(room, { ...room.view, position: null, selected: null });
  }

  /** While the class is asked, the teacher's page keeps the answer back as well: it may be on the wall. After the reveal it explains. */
  function settlePoll(room: Room, past: Room | null): void {
    const withheld = withheldBy(room.poll);
    if (JSON.stringify(withheld) !== JSON.stringify(store.get().withheld)) store.set({ withheld });
    const isRevealed = room.poll?.state === "revealed" && past?.poll?.poll === room.poll.poll && past.poll.state !== "revealed";
    const { graph } = store.get();
    const moment = isRevealed && graph && room.poll ? explainingMoment(graph, room.poll.question) : null;
    if (moment) store.set({ ...moment, playing: false, travel: false, panel: "explain" });
  }

  function show({ status, room }: ClientState): void {
    bar.show(status, room);
    drawer.show(room);
    wall.show(room);
    codeScreen.show(room?.count ?? 0, room?.settings.locked ?? false);
  }

  /** What the line says of it meanwhile is the same news. */
  async function end(): Promise<void> {
    const reply = await questions.close();
    if ("sentence" in reply && reply.status !== 404) return notify(reply.sentence);
    finish("The class has ended.");
  }

  /** The page is an ordinary one again; with a sentence where the class has ended. */
  function finish(sentence?: string): void {
    if (isOver) return;
    isOver = true;
    stopListening();
    follower.stop();
    presenter.stop();
    leave();
    for (const part of [strip, codeScreen, drawer, wall]) part.remove();
    store.stop();
    store.set({ withheld: null, classroom: "none" });
    over(sentence !== undefined);
    if (sentence !== undefined) notify(sentence);
  }

  store.subscribe((state, previous) => {
    if (adopting && (state.graph !== previous.graph || state.stale !== previous.stale)) checkAdopted();
    present(state);
  });
  const stopListening = line.subscribe(settle);
  store.set({ classroom: "host" });
  show(line.get());
  if (isNew) codeScreen.open();
  return { showCode: codeScreen.open };
}
