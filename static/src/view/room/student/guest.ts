/** A student in a class: follows, looks around, explores, answers. What the page shows goes through the store like anybody's edits. */

import type { Store } from "../../../core/store.ts";
import { say } from "../../../messages/messages.ts";
import type { Client, ClientState } from "../../../room/client.ts";
import { createFollower } from "../../../room/follower.ts";
import type { View } from "../../../room/messages.ts";
import type { OwnAnswer } from "../../../room/own_answers.ts";
import { redactionOf } from "../../../room/polls.ts";
import { createPresenter, EXPLORED_EVERY } from "../../../room/presenter.ts";
import { type Room, shownView, stageOf } from "../../../room/room.ts";
import { programChange, stoppedEngineOf, viewOf, WIDE } from "../../../room/view_fields.ts";
import { isSelectionOther } from "../../../state/selection.ts";
import type { State } from "../../../state/state.ts";
import { CEASE_TO_FOLLOW, hideParts, redactTo, resume } from "../../../state/state_actions.ts";
import { browserClock } from "../../shared/clock.ts";
import { element } from "../../shared/dom.ts";
import { connect } from "../connection.ts";
import { scoped } from "../elements.ts";
import type { RoomPort } from "../port.ts";
import { studentPage } from "../stage_pages.ts";
import { ownSeat } from "../storage.ts";
import { createStrip } from "../strip.ts";
import { createAnswerCard } from "./answer_card.ts";
import { createCover } from "./cover.ts";
import { createGuestBar } from "./guest_bar.ts";
import { createOwnAnswers } from "./own_answers.ts";
import { createPracticeCard } from "./practice_card.ts";

/** Whether more than the selection is another. */
const isMoved = (state: State, before: State): boolean =>
  (["program", "inputs", "position", "playing", "panel", "directions"] as const).some((field) => state[field] !== before[field]);

/** Whether everybody comes to the teacher's moment: a question is about it, class is called back, or an answer is shown. */
function bringsBack(room: Room, past: Room | null): boolean {
  const isAsked = room.poll !== null && room.poll.poll !== past?.poll?.poll && redactionOf(room.poll) !== null;
  const isCalled = past?.settings.mode === "explore" && room.settings.mode === "follow";
  return isAsked || isCalled || (room.poll?.state === "revealed" && past?.poll?.state !== "revealed");
}

/** What the bar says of the class; the rest is the page's own. */
const classOf = ({ status, room }: ClientState) => ({
  status,
  count: room?.count ?? 0,
  nickname: room?.you.nickname ?? "",
  mode: room?.settings.mode ?? "follow",
  featured: room?.featured ? { isOwn: room.featured.guest === room.you.guest, nickname: room.featured.nickname } : null,
  lost: room?.you.lost ?? false,
});

interface Led {
  readonly store: Store<State>;
  readonly client: Client;
  room(): Room | null;
  isFollowing(): boolean;
  setFollowing(wanted: boolean): void;
}

/** The student's own copy in a class that explores: the teacher's wall shows it, and it is left for the teacher's moment and taken up again. */
function createOwnCopy({ store, client, room, isFollowing, setFollowing }: Led) {
  /** As it was left. */
  let own: Partial<View> | null = null;
  /** Whether it was left for that of another student, which is shown to all. */
  let putAside = false;
  const presenter = createPresenter(browserClock, EXPLORED_EVERY, (changes) => client.send({ type: "explored", changes }));
  const isShown = (): boolean => room()?.settings.mode === "explore" && !isFollowing();

  function resumeOwn(): void {
    const now = room();
    const left = own ?? now?.you.view;
    if (!now || !left) return;
    setFollowing(false);
    store.dispatch(resume(programChange(store.get(), { ...now.view, ...left }) ?? {}));
  }

  return {
    isThere: () => own !== null || (room()?.you.view ?? null) !== null,
    leave(): void {
      if (isShown()) own = viewOf(store.get());
    },
    resume: resumeOwn,
    changed(state: State, before: State): void {
      const view = isShown() ? (viewOf(state) ?? stoppedEngineOf(state, before)) : null;
      if (view) presenter.show(view);
    },
    /** "Show to all" is for all: the copy is put aside meanwhile, and comes back afterwards. */
    featured(now: Room): void {
      if (now.featured) {
        putAside ||= !isFollowing();
        setFollowing(true);
      } else if (putAside) {
        putAside = false;
        if (now.settings.mode === "explore") resumeOwn();
      }
    },
    known: presenter.known,
    stop: presenter.stop,
  };
}

export interface GuestPage {
  follow(): void;
}

/** `stranger`: the server does not know this seat any more, so it has to be taken again. */
export function enterClass(port: RoomPort, code: string, token: string, stranger: () => void): GuestPage {
  const store = scoped(port.store);
  const { state: line, client, leave } = connect(code, token);
  const strip = createStrip(code);
  const cover = createCover();
  const ownAnswers = createOwnAnswers(code);
  const bar = createGuestBar(strip.bar, {
    follow,
    resumeOwn: () => copy.resume(),
    setLost: (lost) => client.send({ type: "lost", lost }),
    showAnswers: ownAnswers.open,
  });
  const card = createAnswerCard(strip.below, { store, code, token, answered: noteAnswer });
  const practice = createPracticeCard(strip.below, { store, code, token, leave: () => setFollowing(false), back: follow });
  /** Whether the page is at the teacher's moment. */
  let following = true;

  const roomNow = (): Room | null => line.get().room;
  const follower = createFollower(store, { clock: browserClock, isWide: () => window.innerWidth > WIDE, acted });
  const copy = createOwnCopy({ store, client, room: roomNow, isFollowing: () => following, setFollowing });
  store.subscribe((state, previous) => {
    copy.changed(state, previous);
    if (state.program !== previous.program) drawBar(line.get());
  });

  /** While the class is asked, the graph is there to be looked at and tapped: only stepping and writing lead away from the question. */
  function acted(state: State, before: State): void {
    const isAsked = roomNow()?.poll?.state === "open";
    if (!isAsked || !isSelectionOther(state, before) || isMoved(state, before)) return setFollowing(false);
    card.tapped(state.selectedEdge);
  }

  function setFollowing(wanted: boolean): void {
    if (following === wanted) return;
    if (wanted) copy.leave();
    following = wanted;
    client.send({ type: "following", following });
    show(line.get());
    const room = roomNow();
    if (room) redact(room);
  }

  function follow(): void {
    setFollowing(true);
  }

  function show({ status, room }: ClientState): void {
    if (status === "unknown") {
      end();
      return stranger();
    }
    if (status === "removed" || status === "closed") return over(status);
    drawBar({ status, room });
    if (!room) return;
    const stage = stageOf(room);
    if (stage !== "playground") return location.replace(studentPage(code, stage));
    card.show(room, status);
    follower.follow(following ? withOwnEdge(shownView(room)) : null);
    practice.show(room, status);
    if (room.settings.paused) cover.show(say("short-pause"), element("p", {}, say("look-up")));
    else cover.hide();
  }

  /** The edge that was tapped stays selected, whatever the teacher's page selects. */
  function withOwnEdge(view: View): View {
    const edge = card.givenEdge();
    return edge === null ? view : { ...view, selected: null, selected_edge: edge };
  }

  function noteAnswer(answer: OwnAnswer): void {
    ownAnswers.note(answer);
    drawBar(line.get());
  }

  function drawBar(now: ClientState): void {
    const practising = practice.redaction() !== undefined;
    bar.show({ ...classOf(now), following, hasCopy: copy.isThere(), hasAnswers: ownAnswers.has(), practising });
  }

  /** What a change of the room asks of a page besides being drawn. */
  function settle(now: ClientState, before: ClientState): void {
    const [room, past] = [now.room, before.room];
    if (room && room !== past) {
      redact(room);
      if (room.view.hiding !== past?.view.hiding) store.dispatch(hideParts(room.view.hiding));
      if (bringsBack(room, past)) setFollowing(true);
      if (room.featured?.guest !== past?.featured?.guest) copy.featured(room);
    }
    if (now.status === "live" && before.status !== "live") {
      client.send({ type: "following", following });
      copy.known(room?.you.view ?? {});
    }
    show(now);
  }

  /** What is asked must not be shown: of an exercise while the page shows one, else of the question that is up. */
  function redact(room: Room): void {
    const exercise = practice.redaction();
    const redaction = exercise === undefined ? redactionOf(room.poll) : exercise;
    if (JSON.stringify(redaction) !== JSON.stringify(store.get().redaction)) store.dispatch(redactTo(redaction));
  }

  function over(status: "removed" | "closed"): void {
    end();
    ownSeat.forget(code);
    const keep = element("a", { class: "solid-button", href: "/" }, say("keep-program"));
    void port.link().then((link) => link && keep.setAttribute("href", link));
    if (status === "removed") return cover.show(say("no-longer-in-class"), element("p", {}, say("taken-out")));
    cover.show(say("class-over"), element("p", {}, say("thank-you")), keep, ownAnswers.list());
  }

  function end(): void {
    stopListening();
    for (const part of [follower, store, copy]) part.stop();
    leave();
    for (const part of [card, ownAnswers, strip]) part.remove();
    cover.hide();
    store.dispatch(CEASE_TO_FOLLOW);
  }

  const stopListening = line.subscribe(settle);
  show(line.get());
  return { follow };
}
