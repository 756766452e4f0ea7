/** Rooms, views and polls for the tests: only what a test is about is spelled out. */

import type { Guest, Poll, Question, RoomFacts, ServerMessage, View, You } from "../../../static/src/room/messages.ts";
import { DEFAULT_VIEW } from "../../../static/src/room/room.ts";

export function viewWith(rest: Partial<View> = {}): View {
  return { ...DEFAULT_VIEW, program: "a = 3\na*a", ...rest };
}

interface Given {
  readonly revision?: number;
  readonly epoch?: string;
  readonly view?: Partial<View>;
  readonly room?: Partial<RoomFacts>;
  readonly you?: Partial<You>;
  readonly guests?: readonly Guest[];
}

export function snapshot({
  revision = 1,
  epoch = "one",
  view,
  room,
  you,
  guests,
}: Given = {}): Extract<ServerMessage, { type: "snapshot" }> {
  return {
    type: "snapshot",
    epoch,
    revision,
    room: {
      code: "KMPR42",
      title: "",
      settings: { paused: false, locked: false, mode: "follow", named: true, title: "" },
      view: viewWith(view),
      featured: null,
      poll: null,
      practice: null,
      ...room,
    },
    you: { role: "guest", guest: 7, nickname: "Amber Otter", in_charge: false, view: null, answer: null, ...you },
    count: guests?.filter(({ online }) => online).length ?? 1,
    ...(guests ? { guests } : {}),
  };
}

export function guestWith(number: number, rest: Partial<Guest> = {}): Guest {
  return { guest: number, nickname: `Guest ${number}`, online: true, following: true, answered: false, view: null, ...rest };
}

export function pollWith(question: Question, rest: Partial<Poll> = {}): Poll {
  return { poll: 1, question, state: "open", answered: 0, expected: null, tally: null, ...rest };
}
