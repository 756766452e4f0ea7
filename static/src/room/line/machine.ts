/**
 * A page's line to its class, as a machine: an event and what is known of the room give the next state of the line, and what is to be done.
 * Pure: the caller of `next` has the socket and the timers.
 */

import { assign, type StateAction } from "../../core/store.ts";
import type { PageMessage, RemoteButton, ServerMessage } from "../messages.ts";
import { type Room, receive } from "../room.ts";
import { CALM_MILLISECONDS } from "./back_off.ts";

/** `connecting`: on its way; `live`: the room is known and up to date; `waiting`: lost, the next try is due; the rest is the end. */
export type Status = "connecting" | "live" | "waiting" | "removed" | "closed" | "unknown";

export interface ClientState {
  readonly status: Status;
  /** The last that was known, also while the line is down; null before the first snapshot. */
  readonly room: Room | null;
}

/** Who is on the line. */
export interface Self {
  readonly token: string;
  /** The same for as long as the tab lives, reloads included. */
  readonly tab: string;
  /** Whether this is a second window of the teacher's, which never leads. */
  readonly watching?: boolean;
  /** Whether this is a teacher's tab that others may see: marks come once they are shown, or once it asked to `peek`. */
  readonly covered?: boolean;
}

/** `retry` ends before the next try, `ping` before a quiet line is asked, `silence` before one that gives no answer counts as lost. */
export type Timer = "retry" | "ping" | "silence";

export interface LineState {
  /** Counts the lines, so that a word from an old one is not taken for one of the present. */
  readonly current: number;
  readonly failures: number;
  /** The room is another one: what is known may be shown, and must not be built upon. */
  readonly wantsWhole: boolean;
  readonly peeks: boolean;
}

export const AT_FIRST: LineState = { current: 0, failures: 0, wantsWhole: false, peeks: false };

export type LineEvent =
  | { readonly kind: "connect" | "wake" | "leave" }
  | { readonly kind: "peek"; readonly on: boolean }
  | { readonly kind: "opened"; readonly line: number }
  | { readonly kind: "heard"; readonly line: number; readonly message: ServerMessage }
  | { readonly kind: "closed"; readonly line: number; readonly code: number }
  /** What a message has changed is drawn. */
  | { readonly kind: "drawn"; readonly line: number; readonly revision: number }
  | { readonly kind: "time"; readonly timer: Timer };

export type Effect =
  | { readonly kind: "open"; readonly line: number }
  | { readonly kind: "close" }
  | { readonly kind: "send"; readonly message: PageMessage }
  | { readonly kind: "start"; readonly timer: Timer; readonly milliseconds: number }
  /** The timer `retry`, after so many failures; `calm` comes on top. */
  | { readonly kind: "back off"; readonly failures: number; readonly calm: number }
  | { readonly kind: "stop"; readonly timer: Timer }
  /** Reports what is drawn after it. */
  | { readonly kind: "draw"; readonly line: number; readonly revision: number }
  | { readonly kind: "press"; readonly button: RemoteButton }
  | { readonly kind: "refuse"; readonly message: Extract<ServerMessage, { type: "refused" }> }
  | { readonly kind: "dispatch"; readonly action: StateAction<ClientState> };

/** One event on its way through the machine. */
interface Step {
  readonly page: ClientState;
  readonly self: Self;
  readonly effects: Effect[];
  is: LineState;
}

/** Close codes by which the server says that coming back is no use, or that it wants to be left alone for a while. */
const CODES = { unknownToken: 4401, removed: 4403, closed: 4410, notUnderstood: 4400, tooMany: 4429 } as const;
const PING_EVERY = 20_000;
const SILENCE = 8_000;

export function next(
  line: LineState,
  event: LineEvent,
  page: ClientState,
  self: Self,
): { readonly line: LineState; readonly effects: readonly Effect[] } {
  const step: Step = { page, self, effects: [], is: line };
  take(step, event);
  return { line: step.is, effects: step.effects };
}

function take(step: Step, event: LineEvent): void {
  // A word from a line that is no more.
  if ("line" in event && event.line !== step.is.current) return;
  switch (event.kind) {
    case "connect":
      return connect(step);
    case "opened":
      return hello(step);
    case "heard":
      return hear(step, event.message);
    case "closed":
      return lose(step, event.code);
    case "drawn":
      return send(step, { type: "seen", revision: event.revision });
    case "time":
      return event.timer === "retry" ? connect(step) : event.timer === "ping" ? ask(step) : lose(step, 0);
    case "peek":
      return set(step, { peeks: event.on });
    case "wake":
      return wake(step);
    case "leave":
      stop(step, "retry");
      return hangUp(step);
  }
}

const set = (step: Step, changes: Partial<LineState>): void => void (step.is = { ...step.is, ...changes });
const send = ({ effects }: Step, message: PageMessage): void => void effects.push({ kind: "send", message });
const start = ({ effects }: Step, timer: Timer, milliseconds: number): void =>
  void effects.push({ kind: "start", timer, milliseconds });
const stop = ({ effects }: Step, ...timers: readonly Timer[]): void =>
  void effects.push(...timers.map((timer) => ({ kind: "stop", timer }) as const));
const show = ({ effects }: Step, name: string, fields: Partial<ClientState>): void =>
  void effects.push({ kind: "dispatch", action: assign<ClientState>(name, fields) });

// The line

function connect(step: Step): void {
  stop(step, "retry");
  set(step, { current: step.is.current + 1 });
  show(step, "connect", { status: "connecting" });
  start(step, "silence", SILENCE);
  step.effects.push({ kind: "open", line: step.is.current });
}

function hello(step: Step): void {
  const { token, tab, watching, covered } = step.self;
  const known = step.is.wantsWhole ? null : step.page.room;
  send(step, {
    type: "hello",
    token,
    tab,
    ...(watching ? { watching: true } : {}),
    ...(covered ? { peek: step.is.peeks } : {}),
    epoch: known?.epoch ?? null,
    revision: known?.revision ?? null,
  });
}

/** Ends the present line, whatever it may still say. */
function hangUp(step: Step): void {
  stop(step, "ping", "silence");
  set(step, { current: step.is.current + 1 });
  step.effects.push({ kind: "close" });
}

function end(step: Step, status: Status): void {
  stop(step, "retry");
  hangUp(step);
  show(step, "end", { status });
}

function lose(step: Step, code: number): void {
  hangUp(step);
  if (code === CODES.unknownToken) return end(step, "unknown");
  if (code === CODES.removed) return end(step, "removed");
  if (code === CODES.closed) return end(step, "closed");
  const calm = code === CODES.tooMany || code === CODES.notUnderstood ? CALM_MILLISECONDS : 0;
  const { failures } = step.is;
  set(step, { failures: failures + 1 });
  show(step, "wait for the next try", { status: "waiting" });
  step.effects.push({ kind: "back off", failures, calm });
}

/** The network is back, or somebody looks at the page again. */
function wake(step: Step): void {
  const { status } = step.page;
  if (status === "waiting") {
    set(step, { failures: 0 });
    connect(step);
  } else if (status === "live") ask(step);
}

// What is heard

function hear(step: Step, message: ServerMessage): void {
  listenOn(step);
  // Once what it changes is drawn: a page that cannot follow is updated less often.
  if (message.type === "changes" && message.acknowledge)
    step.effects.push({ kind: "draw", line: step.is.current, revision: message.revision });
  if (message.type === "press") step.effects.push({ kind: "press", button: message.button });
  else if (message.type === "refused") step.effects.push({ kind: "refuse", message });
  else if (message.type === "removed" || message.type === "closed") end(step, message.type);
  else update(step, message);
}

function update(step: Step, message: ServerMessage): void {
  const { page } = step;
  const { room, gap } = receive(page.room, message);
  set(step, { wantsWhole: gap || (step.is.wantsWhole && message.type !== "snapshot") });
  if (gap) {
    hangUp(step);
    return connect(step);
  }
  const isCurrent = message.type === "snapshot" || message.type === "resumed" || page.status === "live";
  if (isCurrent) set(step, { failures: 0 });
  show(step, "receive a message", { room, status: isCurrent ? "live" : "connecting" });
}

/** Whatever is heard shows that the line is alive; after a while of silence it is asked. */
function listenOn(step: Step): void {
  stop(step, "silence");
  start(step, "ping", PING_EVERY);
}

function ask(step: Step): void {
  send(step, { type: "ping" });
  start(step, "silence", SILENCE);
}
