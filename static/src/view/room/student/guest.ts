/** A student in a class: follows, looks around, explores, answers. What the page shows goes through the store like anybody's edits. */

import { say } from "../../../messages/messages.ts";
import type { ClientState } from "../../../room/client.ts";
import { createFollower } from "../../../room/follower.ts";
import type { View } from "../../../room/messages.ts";
import type { OwnAnswer } from "../../../room/own_answers.ts";
import { redactionOf } from "../../../room/polls.ts";
import { createPresenter, EXPLORED_EVERY } from "../../../room/presenter.ts";
import { type Room, shownView } from "../../../room/room.ts";
import { programChange, stoppedEngineOf, viewOf, WIDE } from "../../../room/view_fields.ts";
import { isSelectionOther } from "../../../state/selection.ts";
import type { State } from "../../../state/state.ts";
import { CEASE_TO_FOLLOW, hideParts, redactTo, resume } from "../../../state/state_actions.ts";
import { browserClock } from "../../shared/clock.ts";
import { element } from "../../shared/dom.ts";
import { connect } from "../connection.ts";
import { scoped } from "../elements.ts";
import type { RoomPort } from "../port.ts";
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
    resumeOwn,
    setLost: (lost) => client.send({ type: "lost", lost }),
    showAnswers: ownAnswers.open,
  });
  const card = createAnswerCard(strip.below, { store, code, token, answered: noteAnswer });
  const practice = createPracticeCard(strip.below, {
    store,
    code,
    token,
    leave: () => setFollowing(false),
    back: () => setFollowing(true),
  });
  /** Whether the page is at the teacher's moment, and the copy it left when it went back there. */
  let following = true;
  let own: Partial<View> | null = null;
  /** Whether the copy was left for that of another student, which is shown to all. */
  let putAside = false;

  const follower = createFollower(store, { clock: browserClock, isWide: () => window.innerWidth > WIDE, acted });
  const copy = createPresenter(browserClock, EXPLORED_EVERY, (changes) => client.send({ type: "explored", changes }));
  store.subscribe((state, previous) => {
    explore(state, previous);
    if (state.program !== previous.program) drawBar(line.get());
  });

  const roomNow = (): Room | null => line.get().room;
  const explores = (room: Room | null): boolean => room?.settings.mode === "explore" && !following;

  /** While the class is asked, the graph is there to be looked at and tapped: only stepping and writing lead away from the question. */
  function acted(state: State, before: State): void {
    const isAsked = roomNow()?.poll?.state === "open";
    if (!isAsked || !isSelectionOther(state, before) || isMoved(state, before)) return setFollowing(false);
    card.tapped(state.selectedEdge);
  }

  function setFollowing(wanted: boolean): void {
    if (following === wanted) return;
    if (wanted && explores(roomNow())) own = viewOf(store.get());
    following = wanted;
    client.send({ type: "following", following });
    show(line.get());
    const room = roomNow();
    if (room) redact(room);
  }

  function follow(): void {
    setFollowing(true);
  }

  /** Back to the student's own copy, as it was left. */
  function resumeOwn(): void {
    const room = roomNow();
    const left = own ?? room?.you.view;
    if (!room || !left) return;
    setFollowing(false);
    store.dispatch(resume(programChange(store.get(), { ...room.view, ...left }) ?? {}));
  }

  /** The teacher's wall shows what everybody makes. */
  function explore(state: State, before: State): void {
    const view = explores(roomNow()) ? (viewOf(state) ?? stoppedEngineOf(state, before)) : null;
    if (view) copy.show(view);
  }

  function show({ status, room }: ClientState): void {
    if (status === "unknown") {
      end();
      return stranger();
    }
    if (status === "removed" || status === "closed") return over(status);
    drawBar({ status, room });
    if (!room) return;
    if (room.lesson) return location.replace(`/learn/class/${code}`);
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

  function drawBar({ status, room }: ClientState): void {
    bar.show({
      status,
      following,
      count: room?.count ?? 0,
      nickname: room?.you.nickname ?? "",
      mode: room?.settings.mode ?? "follow",
      featured: room?.featured ? { isOwn: room.featured.guest === room.you.guest, nickname: room.featured.nickname } : null,
      hasCopy: own !== null || (room?.you.view ?? null) !== null,
      lost: room?.you.lost ?? false,
      hasAnswers: ownAnswers.has(),
      practising: practice.redaction() !== undefined,
    });
  }

  /** "Show to all" is for all: the student's own copy is put aside meanwhile, and comes back afterwards. */
  function featuredChanged(room: Room): void {
    if (room.featured) {
      putAside ||= !following;
      setFollowing(true);
    } else if (putAside) {
      putAside = false;
      if (room.settings.mode === "explore") resumeOwn();
    }
  }

  /** What a change of the room asks of a page besides being drawn. */
  function settle(now: ClientState, before: ClientState): void {
    const [room, past] = [now.room, before.room];
    if (room && room !== past) {
      redact(room);
      if (room.view.hiding !== past?.view.hiding) store.dispatch(hideParts(room.view.hiding));
      // A question is about what the teacher shows, and class that is called back comes back.
      const isAsked = room.poll !== null && room.poll.poll !== past?.poll?.poll && redactionOf(room.poll) !== null;
      const isCalled = past?.settings.mode === "explore" && room.settings.mode === "follow";
      const isRevealed = room.poll?.state === "revealed" && past?.poll?.state !== "revealed";
      if (isAsked || isCalled || isRevealed) setFollowing(true);
      if (room.featured?.guest !== past?.featured?.guest) featuredChanged(room);
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
    const sentence = status === "closed" ? say("thank-you") : say("taken-out");
    cover.show(
      status === "closed" ? say("class-over") : say("no-longer-in-class"),
      element("p", {}, sentence),
      status === "closed" && keep,
      status === "closed" && ownAnswers.list(),
    );
  }

  function end(): void {
    stopListening();
    follower.stop();
    store.stop();
    copy.stop();
    leave();
    card.remove();
    ownAnswers.remove();
    strip.remove();
    cover.hide();
    store.dispatch(CEASE_TO_FOLLOW);
  }

  const stopListening = line.subscribe(settle);
  show(line.get());
  return { follow };
}
