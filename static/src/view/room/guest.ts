/** A student in a class: follows, looks around, explores, answers. What the page shows goes through the store like anybody's edits. */
import type { State } from "../../core/state.ts";
import type { ClientState } from "../../room/client.ts";
import { createFollower } from "../../room/follower.ts";
import type { View } from "../../room/messages.ts";
import { withheldBy } from "../../room/polls.ts";
import { createPresenter, EXPLORED_EVERY } from "../../room/presenter.ts";
import { shownView, type Room } from "../../room/room.ts";
import { programChange, viewOf, WIDE } from "../../room/view_fields.ts";
import { browserClock } from "../clock.ts";
import { element } from "../dom.ts";
import type { RoomPort } from "../room_port.ts";
import { createAnswerCard } from "./answer_card.ts";
import { connect } from "./connection.ts";
import { createCover } from "./cover.ts";
import { createGuestBar } from "./guest_bar.ts";
import { scoped } from "./parts.ts";
import { createPracticeCard } from "./practice_card.ts";
import { ownSeat } from "./storage.ts";
import { createStrip } from "./strip.ts";

export interface GuestPage {
  follow(): void;
}

/** `stranger`: the server does not know this seat any more, so it has to be taken anew. */
export function enterClass(port: RoomPort, code: string, token: string, stranger: () => void): GuestPage {
  const store = scoped(port.store);
  const { state: line, client, leave } = connect(code, token);
  const strip = createStrip(code);
  const cover = createCover();
  const bar = createGuestBar(strip.bar, { follow, resumeOwn });
  const card = createAnswerCard(strip.below, { store, code, token });
  const practice = createPracticeCard(strip.below, { store, code, token, leave: () => setFollowing(false), back: () => setFollowing(true) });
  /** Whether the page is at the teacher's moment, and the copy it left when it went back there. */
  let following = true;
  let own: Partial<View> | null = null;

  const follower = createFollower(store, { clock: browserClock, isWide: () => window.innerWidth > WIDE, acted });
  const copy = createPresenter(browserClock, EXPLORED_EVERY, (changes) => client.send({ type: "explored", changes }));
  store.subscribe((state, previous) => {
    explore(state);
    if (state.program !== previous.program) drawBar(line.get());
  });

  const roomNow = (): Room | null => line.get().room;
  const explores = (room: Room | null): boolean => room?.settings.mode === "explore" && !following;

  function acted(): void {
    setFollowing(false);
  }

  function setFollowing(wanted: boolean): void {
    if (following === wanted) return;
    if (wanted && explores(roomNow())) own = viewOf(store.get());
    following = wanted;
    client.send({ type: "following", following });
    show(line.get());
    const room = roomNow();
    if (room) withhold(room);
  }

  function follow(): void {
    setFollowing(true);
  }

  /** Back to the copy of one's own, as it was left. */
  function resumeOwn(): void {
    const room = roomNow();
    const left = own ?? room?.you.view;
    if (!room || !left) return;
    setFollowing(false);
    store.set(programChange(store.get(), { ...room.view, ...left }) ?? {});
  }

  /** The teacher's wall shows what everybody makes. */
  function explore(state: State): void {
    const view = explores(roomNow()) ? viewOf(state) : null;
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
    follower.follow(following ? shownView(room) : null);
    card.show(room, status);
    practice.show(room, status);
    if (room.settings.paused) cover.show("A short pause", element("p", {}, "Look up: your teacher has something to say. This page goes on by itself."));
    else cover.hide();
  }

  function drawBar({ status, room }: ClientState): void {
    bar.show({
      status,
      following,
      count: room?.count ?? 0,
      nickname: room?.you.nickname ?? "",
      mode: room?.settings.mode ?? "follow",
      hasCopy: own !== null || (room?.you.view ?? null) !== null,
      practising: practice.withheld() !== undefined,
    });
  }

  /** What a change of the room asks of a page besides being drawn. */
  function settle(now: ClientState, before: ClientState): void {
    const [room, past] = [now.room, before.room];
    if (room && room !== past) {
      withhold(room);
      if (room.view.hiding !== past?.view.hiding) store.set({ hiding: room.view.hiding });
      // A question is about what the teacher shows, and class that is called back comes back.
      const isAsked = room.poll !== null && room.poll.poll !== past?.poll?.poll && withheldBy(room.poll) !== null;
      const isCalled = past?.settings.mode === "explore" && room.settings.mode === "follow";
      if (isAsked || isCalled) setFollowing(true);
    }
    if (now.status === "live" && before.status !== "live") {
      client.send({ type: "following", following });
      copy.known(room?.you.view ?? {});
    }
    show(now);
  }

  /** What is asked must not be told: of an exercise while the page shows one, else of the question that is up. */
  function withhold(room: Room): void {
    const exercise = practice.withheld();
    const withheld = exercise === undefined ? withheldBy(room.poll) : exercise;
    if (JSON.stringify(withheld) !== JSON.stringify(store.get().withheld)) store.set({ withheld });
  }

  function over(status: "removed" | "closed"): void {
    end();
    ownSeat.forget(code);
    const keep = element("a", { class: "solid-button", href: "/" }, "Keep this program");
    void port.link().then((link) => link && keep.setAttribute("href", link));
    const sentence =
      status === "closed"
        ? "Thank you for taking part. The program is yours to go on with."
        : "Your teacher has taken you out of this class. If that was a mistake, ask to be let in again.";
    cover.show(status === "closed" ? "The class is over" : "You are no longer in this class", element("p", {}, sentence), status === "closed" && keep);
  }

  function end(): void {
    stopListening();
    follower.stop();
    store.stop();
    copy.stop();
    leave();
    strip.remove();
    cover.hide();
    store.set({ withheld: null, hiding: [] });
  }

  const stopListening = line.subscribe(settle);
  show(line.get());
  return { follow };
}
