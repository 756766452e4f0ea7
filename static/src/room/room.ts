/**
 * What a page knows of its class, and how a message changes that: a plain function, so that lost, doubled and late messages can be tested.
 * Knows no DOM, no socket and no clock.
 */
import type { Changes, Featured, GivenAnswer, Guest, RoomFacts, ServerMessage, Tally, View, You } from "./messages.ts";

export interface Room extends RoomFacts {
  readonly epoch: string;
  readonly revision: number;
  readonly you: You;
  /** By number, in the order of joining; empty for guests, who learn nothing of one another. */
  readonly guests: ReadonlyMap<number, Guest>;
  /** How many guests are there. */
  readonly count: number;
  /** How the open question is answered so far; only hosts are told. */
  readonly tally: Tally | null;
  /** A snapshot has taken the place of all that was known before; grows with each. */
  readonly snapshots: number;
}

/** `gap`: the message builds upon something this page never got, so it must ask for the whole. */
export type Received = { readonly room: Room | null; readonly gap: boolean };

export function receive(room: Room | null, message: ServerMessage): Received {
  if (message.type === "snapshot") return { room: fromSnapshot(room, message), gap: false };
  if (room === null) return { room, gap: message.type === "changes" };
  switch (message.type) {
    case "changes":
      return afterChanges(room, message);
    case "resumed":
      return { room, gap: message.epoch !== room.epoch };
    case "guests":
      return { room: { ...room, ...guestsAfter(room, message) }, gap: false };
    case "count":
      return { room: { ...room, count: message.guests }, gap: false };
    case "tally":
      return { room: message.poll === room.poll?.poll ? { ...room, tally: message.tally } : room, gap: false };
    case "charge":
      return { room: { ...room, you: { ...room.you, in_charge: message.in_charge } }, gap: false };
    default:
      return { room, gap: false };
  }
}

function fromSnapshot(before: Room | null, { epoch, revision, room, you, guests = [] }: Extract<ServerMessage, { type: "snapshot" }>): Room {
  const byNumber = new Map(guests.map((guest) => [guest.guest, guest]));
  const online = guests.filter((guest) => guest.online).length;
  const count = you.role === "host" ? online : (before?.count ?? 0);
  return { ...room, epoch, revision, you, guests: byNumber, count, tally: room.poll?.tally ?? null, snapshots: (before?.snapshots ?? 0) + 1 };
}

function afterChanges(room: Room, changes: Changes): Received {
  if (changes.revision <= room.revision) return { room, gap: false };
  if (changes.after !== undefined && changes.after > room.revision) return { room, gap: true };
  const { revision, view, settings, featured, poll } = changes;
  const isOther = poll !== undefined && poll?.poll !== room.poll?.poll;
  const changed: Room = {
    ...room,
    revision,
    ...(view ? { view: { ...room.view, ...view } } : {}),
    ...(settings ? { settings: { ...room.settings, ...settings }, title: settings.title ?? room.title } : {}),
    ...(featured === undefined ? {} : { featured }),
    ...(poll === undefined ? {} : { poll, tally: poll?.tally ?? (isOther ? null : room.tally) }),
    // The answer belonged to the question before.
    ...(isOther ? { you: { ...room.you, answer: null } } : {}),
  };
  return { room: changed, gap: false };
}

function guestsAfter(room: Room, { joined = [], left = [], changed = [] }: Extract<ServerMessage, { type: "guests" }>): Pick<Room, "guests" | "count"> {
  const guests = new Map(room.guests);
  for (const guest of [...joined, ...changed]) guests.set(guest.guest, guest);
  for (const number of left) guests.delete(number);
  return { guests, count: [...guests.values()].filter(({ online }) => online).length };
}

/** What everybody who follows is shown: the teacher's moment, in the featured student's program where there is one. */
export function shownView({ view, featured }: { readonly view: View; readonly featured: Featured | null }): View {
  return featured ? { ...view, program: featured.view.program, inputs: featured.view.inputs } : view;
}

/** What this page answered to the question that is up; null where nothing is stored. */
export function storedAnswer({ you, poll }: Room): GivenAnswer | null {
  return poll ? you.answer : null;
}

/** One's own answer has been stored: known at once, without a message. */
export function withAnswer(room: Room, answer: GivenAnswer): Room {
  return { ...room, you: { ...room.you, answer } };
}

