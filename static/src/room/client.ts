/**
 * A page's line to its class: connects, says who it is, resumes where it was, notices silence, waits longer after every failure and asks for the
 * whole where something is missing. Knows neither DOM nor network; socket, clock and dice come in as ports.
 */

import type { Clock } from "../core/clock.ts";
import { assign, type StateAction, type Store } from "../core/store.ts";
import { CALM_MILLISECONDS, waitBefore } from "./back_off.ts";
import type { PageMessage, RemoteButton, ServerMessage, View } from "./messages.ts";
import { type Room, receive, withView } from "./room.ts";

/** `connecting`: on its way; `live`: the room is known and up to date; `waiting`: lost, the next try is due; the rest is the end. */
export type Status = "connecting" | "live" | "waiting" | "removed" | "closed" | "unknown";

export interface ClientState {
  readonly status: Status;
  /** The last that was known, also while the line is down; null before the first snapshot. */
  readonly room: Room | null;
}

/** What this page itself shows to the class is known to it before it is stored. */
export const noteShown = (changes: Partial<View>): StateAction<ClientState> => ({
  name: "note what is shown",
  change: ({ room }) => (room ? { room: withView(room, changes) } : {}),
});

export interface Line {
  send(text: string): void;
  close(): void;
}

export interface LineListener {
  opened(): void;
  received(text: string): void;
  /** Once, and nothing after it. */
  closed(code: number): void;
}

export interface ClientPorts {
  readonly clock: Clock;
  readonly token: string;
  /** The same for as long as the tab lives, reloads included. */
  readonly tab: string;
  /** Whether this is a second window of the teacher's, which never leads. */
  readonly watching?: boolean;
  /** Whether this is a teacher's tab that others may see: marks come once they are shown, or once it asked to `peek`. */
  readonly covered?: boolean;
  open(listener: LineListener): Line;
  random(): number;
  /** A button of a remote control was pressed. */
  pressed?(button: RemoteButton): void;
  /** The server did not do what it was asked to. */
  refused(message: Extract<ServerMessage, { type: "refused" }>): void;
}

export interface Client {
  /** False where the line is down: nothing is kept for later, since the message may be out of date by then. */
  send(message: PageMessage): boolean;
  /** The network is back, or somebody looks at the page again: tries at once, and makes sure that the line is alive. */
  wake(): void;
  leave(): void;
}

/** Close codes by which the server says that coming back is no use, or that it wants to be left alone for a while. */
const CODES = { unknownToken: 4401, removed: 4403, closed: 4410, notUnderstood: 4400, tooMany: 4429 } as const;
const PING_EVERY = 20_000;
const SILENCE = 8_000;

export function createClient(store: Store<ClientState>, ports: ClientPorts): Client {
  const { clock } = ports;
  let line: Line | null = null;
  /** Counts the lines, so that a word from an old one is not taken for one of the present. */
  let current = 0;
  let failures = 0;
  /** The room is another one: what is known may be shown, and must not be built upon. */
  let wantsWhole = false;
  let stopRetry = (): void => {};
  let stopPing = (): void => {};
  let stopSilence = (): void => {};
  let peeks = false;

  const isOver = (): boolean => !["connecting", "live", "waiting"].includes(store.get().status);

  function connect(): void {
    stopRetry();
    current += 1;
    const mine = current;
    const only =
      <Arguments extends unknown[]>(run: (...given: Arguments) => void) =>
      (...given: Arguments): void => {
        if (mine === current) run(...given);
      };
    store.dispatch(assign<ClientState>("connect", { status: "connecting" }));
    stopSilence();
    stopSilence = clock.after(
      SILENCE,
      only(() => lost(0)),
    );
    line = ports.open({ opened: only(hello), received: only(heard), closed: only(lost) });
  }

  function hello(): void {
    const known = wantsWhole ? null : store.get().room;
    transmit({
      type: "hello",
      token: ports.token,
      tab: ports.tab,
      ...(ports.watching ? { watching: true } : {}),
      ...(ports.covered ? { peek: peeks } : {}),
      epoch: known?.epoch ?? null,
      revision: known?.revision ?? null,
    });
  }

  function transmit(message: PageMessage): void {
    line?.send(JSON.stringify(message));
  }

  /** Ends the present line, whatever it may still say. */
  function hangUp(): void {
    stopPing();
    stopSilence();
    current += 1;
    line?.close();
    line = null;
  }

  function end(status: Status): void {
    stopRetry();
    hangUp();
    store.dispatch(assign<ClientState>("end", { status }));
  }

  function lost(code: number): void {
    hangUp();
    if (code === CODES.unknownToken) return end("unknown");
    if (code === CODES.removed) return end("removed");
    if (code === CODES.closed) return end("closed");
    const calm = code === CODES.tooMany || code === CODES.notUnderstood ? CALM_MILLISECONDS : 0;
    const wait = calm + waitBefore(failures, ports.random);
    failures += 1;
    store.dispatch(assign<ClientState>("wait for the next try", { status: "waiting" }));
    stopRetry();
    stopRetry = clock.after(wait, connect);
  }

  function read(text: string): ServerMessage | null {
    try {
      return JSON.parse(text) as ServerMessage;
    } catch {
      return null;
    }
  }

  function heard(text: string): void {
    const message = read(text);
    if (!message) return;
    listenOn();
    if (message.type === "changes" && message.acknowledge) acknowledge(message.revision);
    if (message.type === "press") return ports.pressed?.(message.button);
    if (message.type === "removed") return end("removed");
    if (message.type === "closed") return end("closed");
    if (message.type === "refused") return ports.refused(message);
    const { room, gap } = receive(store.get().room, message);
    wantsWhole = gap || (wantsWhole && message.type !== "snapshot");
    if (gap) {
      hangUp();
      return connect();
    }
    const isCurrent = message.type === "snapshot" || message.type === "resumed" || store.get().status === "live";
    if (isCurrent) failures = 0;
    store.dispatch(assign<ClientState>("receive a message", { room, status: isCurrent ? "live" : "connecting" }));
  }

  /** Once what it changes is drawn: a page that cannot follow is updated less often. */
  function acknowledge(revision: number): void {
    const mine = current;
    clock.after(0, () => {
      if (mine === current) transmit({ type: "seen", revision });
    });
  }

  /** Whatever is heard shows that the line is alive; after a while of silence it is asked. */
  function listenOn(): void {
    stopSilence();
    stopPing();
    stopPing = clock.after(PING_EVERY, ask);
  }

  function ask(): void {
    transmit({ type: "ping" });
    stopSilence();
    stopSilence = clock.after(SILENCE, () => lost(0));
  }

  connect();
  return {
    send(message) {
      // Kept for when the line is back, too.
      if (message.type === "peek") peeks = message.on;
      if (store.get().status !== "live") return false;
      transmit(message);
      return true;
    },
    wake() {
      if (isOver()) return;
      if (store.get().status === "waiting") {
        failures = 0;
        connect();
      } else if (store.get().status === "live") ask();
    },
    leave() {
      stopRetry();
      hangUp();
    },
  };
}
