/**
 * What a page knows of its class, and how a message changes that: a plain function, so that lost, doubled and late messages can be tested.
 * Knows no DOM, no socket and no clock.
 */
import type { DashboardMessage, LessonDashboard } from "./lessons/lesson.ts";
import type {
  Changes,
  Featured,
  Guest,
  Progress,
  RoomFacts,
  ServerMessage,
  StageKind,
  Tally,
  TimeLeft,
  View,
  You,
} from "./messages.ts";

export interface Room extends RoomFacts {
  readonly view: View;
  readonly epoch: string;
  readonly revision: number;
  readonly you: You;
  /** By number, in the order of joining; empty for guests, who learn nothing of one another. */
  readonly guests: ReadonlyMap<number, Guest>;
  /** How many guests are there. */
  readonly count: number;
  /** How the open question is answered so far; sent to hosts only. */
  readonly tally: Tally | null;
  /** The newest that was sent of a countdown. */
  readonly left: TimeLeft | null;
  /** How far everybody is with the exercises; sent to hosts only. */
  readonly progress: Progress | null;
  /** Who is where in the lesson; sent to hosts only. */
  readonly dashboard: LessonDashboard | null;
  /** A snapshot has taken the place of all that was known before; grows with each. */
  readonly snapshots: number;
}

/** `gap`: the message belongs to a room that this page does not know, so it must ask for the whole. */
export type Received = { readonly room: Room | null; readonly gap: boolean };

export function receive(room: Room | null, message: ServerMessage): Received {
  if (message.type === "snapshot") return { room: fromSnapshot(room, message), gap: false };
  if (room === null) return { room, gap: message.type === "changes" };
  switch (message.type) {
    case "changes":
      return { room: afterChanges(room, message), gap: false };
    case "resumed":
      return { room, gap: message.epoch !== room.epoch };
    case "guests":
      return { room: { ...room, ...guestsAfter(room, message) }, gap: false };
    case "count":
      return { room: { ...room, count: message.guests }, gap: false };
    case "left":
      return { room: { ...room, left: message }, gap: false };
    case "tally":
      return { room: message.poll === room.poll?.poll ? { ...room, tally: message.tally } : room, gap: false };
    case "practice":
      return { room: message.practice === room.practice?.practice ? { ...room, progress: message } : room, gap: false };
    case "lesson":
      return { room: { ...room, dashboard: dashboardOf(message) }, gap: false };
    case "stored":
      return { room: { ...room, revision: Math.max(room.revision, message.revision ?? 0) }, gap: false };
    case "charge":
      return { room: { ...room, you: { ...room.you, in_charge: message.in_charge } }, gap: false };
    default:
      return { room, gap: false };
  }
}

/** What a view leaves unsaid: rooms may be opened over the API with a program alone. */
export const DEFAULT_VIEW: View = {
  program: "",
  inputs: {},
  directions: [],
  position: null,
  moment: null,
  selected: null,
  selected_edge: null,
  main_view: "graph",
  direction: "auto",
  separate_operations: false,
  overlay: "none",
  step_size: "contribution",
  folds: {},
  moves: {},
  panel: "explain",
  pitfall: "none",
  gradient_attribute: null,
  hiding: [],
  examining: false,
  examined: null,
};

function fromSnapshot(
  before: Room | null,
  { epoch, revision, room, you, count, guests = [] }: Extract<ServerMessage, { type: "snapshot" }>,
): Room {
  const byNumber = new Map(guests.map((guest) => [guest.guest, guest]));
  return {
    ...room,
    view: { ...DEFAULT_VIEW, ...room.view },
    title: room.settings.title,
    epoch,
    revision,
    you,
    guests: byNumber,
    count,
    tally: room.poll?.tally ?? null,
    left: before?.left ?? null,
    progress: null,
    dashboard: before?.dashboard ?? null,
    snapshots: (before?.snapshots ?? 0) + 1,
  };
}

/** A revision that is not newer has been received already. A jump is no gap: the server knows what each page has, and merges what came since. */
function afterChanges(room: Room, changes: Changes): Room {
  if (changes.revision <= room.revision) return room;
  const { revision, view, settings, featured, poll, practice, stage, lesson, studio } = changes;
  const isOther = poll !== undefined && poll?.poll !== room.poll?.poll;
  return {
    ...room,
    revision,
    ...(view ? { view: { ...room.view, ...view } } : {}),
    ...(settings ? { settings: { ...room.settings, ...settings }, title: settings.title ?? room.title } : {}),
    ...(featured === undefined ? {} : { featured }),
    ...(stage === undefined ? {} : { stage }),
    ...(lesson === undefined ? {} : { lesson }),
    ...(studio === undefined ? {} : { studio: studio && { ...room.studio, ...studio } }),
    ...(practice === undefined
      ? {}
      : { practice, progress: practice?.practice === room.practice?.practice ? room.progress : null }),
    ...(poll === undefined ? {} : { poll, tally: poll?.tally ?? (isOther ? null : room.tally) }),
    // The answer belonged to the question before.
    ...(isOther ? { you: { ...room.you, answer: null } } : {}),
  };
}

function guestsAfter(
  room: Room,
  { joined = [], left = [], changed = [] }: Extract<ServerMessage, { type: "guests" }>,
): Pick<Room, "guests"> {
  const guests = new Map(room.guests);
  for (const guest of [...joined, ...changed]) guests.set(guest.guest, guest);
  for (const number of left) guests.delete(number);
  return { guests };
}

/** A remote control receives the counts alone. */
const dashboardOf = ({ grid = {}, tries = {}, answered }: DashboardMessage): LessonDashboard => ({ grid, tries, answered });

/** What everybody who follows is shown: the teacher's moment, in the featured student's program where there is one. */
export function shownView({ view, featured }: { readonly view: View; readonly featured: Featured | null }): View {
  if (!featured) return view;
  const { program = "", inputs = {}, gradient_attribute = null } = featured.view;
  return { ...view, program, inputs, gradient_attribute };
}

/** What is on the screens; servers before the studio say it by the lesson alone. */
export const stageOf = ({ stage, lesson }: Pick<RoomFacts, "stage" | "lesson">): StageKind =>
  stage ?? (lesson ? "lesson" : "playground");

/** The room with another view. */
export function withView(room: Room, changes: Partial<View>): Room {
  return { ...room, view: { ...room.view, ...changes } };
}
