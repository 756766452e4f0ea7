/**
 * A page's line to its class: connects, says who it is, resumes where it was, notices silence, waits longer after every failure and asks for the
 * whole where something is missing. Knows neither DOM nor network; socket, clock and dice come in as ports, and `line/machine` decides.
 */

import type { Clock } from "../core/clock.ts";
import type { StateAction, Store } from "../core/store.ts";
import { waitBefore } from "./line/back_off.ts";
import { AT_FIRST, type ClientState, type Effect, type LineEvent, next, type Self, type Timer } from "./line/machine.ts";
import type { PageMessage, RemoteButton, ServerMessage, View } from "./messages.ts";
import { withView } from "./room.ts";

export type { ClientState, Status } from "./line/machine.ts";

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

export interface ClientPorts extends Self {
  readonly clock: Clock;
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

export function createClient(store: Store<ClientState>, ports: ClientPorts): Client {
  const { clock } = ports;
  let state = AT_FIRST;
  let line: Line | null = null;
  const timers = new Map<Timer, () => void>();
  const waiting: LineEvent[] = [];
  let isActing = false;

  /** What happens while an event is being acted on is taken up after it. */
  function take(event: LineEvent): void {
    waiting.push(event);
    if (isActing) return;
    isActing = true;
    try {
      for (let each = waiting.shift(); each; each = waiting.shift()) {
        const step = next(state, each, store.get(), ports);
        state = step.line;
        for (const effect of step.effects) act(effect);
      }
    } finally {
      isActing = false;
    }
  }

  function act(effect: Effect): void {
    switch (effect.kind) {
      case "open":
        line = open(effect.line);
        return;
      case "close":
        line?.close();
        line = null;
        return;
      case "send":
        return transmit(effect.message);
      case "start":
        return start(effect.timer, effect.milliseconds);
      case "back off":
        return start("retry", effect.calm + waitBefore(effect.failures, ports.random));
      case "stop":
        timers.get(effect.timer)?.();
        return;
      case "draw":
        clock.after(0, () => take({ ...effect, kind: "drawn" }));
        return;
      case "press":
        return ports.pressed?.(effect.button);
      case "refuse":
        return ports.refused(effect.message);
      case "dispatch":
        return store.dispatch(effect.action);
    }
  }

  function open(number: number): Line {
    return ports.open({
      opened: () => take({ kind: "opened", line: number }),
      received(text) {
        const message = read(text);
        if (message) take({ kind: "heard", line: number, message });
      },
      closed: (code) => take({ kind: "closed", line: number, code }),
    });
  }

  function start(timer: Timer, milliseconds: number): void {
    timers.get(timer)?.();
    timers.set(
      timer,
      clock.after(milliseconds, () => take({ kind: "time", timer })),
    );
  }

  function transmit(message: PageMessage): void {
    line?.send(JSON.stringify(message));
  }

  take({ kind: "connect" });
  return {
    send(message) {
      // Kept for when the line is back, too.
      if (message.type === "peek") take({ kind: "peek", on: message.on });
      if (store.get().status !== "live") return false;
      transmit(message);
      return true;
    },
    wake: () => take({ kind: "wake" }),
    leave: () => take({ kind: "leave" }),
  };
}

function read(text: string): ServerMessage | null {
  try {
    return JSON.parse(text) as ServerMessage;
  } catch {
    return null;
  }
}
