/** The browser's side of a class's line: its socket, its clock, and the moments in which it is worth trying again at once. */
import { createStore, type Store } from "../../core/store.ts";
import { type Client, type ClientState, createClient, type LineListener } from "../../room/client.ts";
import type { RemoteButton } from "../../room/messages.ts";
import { browserClock } from "../shared/clock.ts";
import { notify } from "../shared/notice.ts";
import { tabName } from "./storage.ts";

export interface Connection {
  readonly state: Store<ClientState>;
  readonly client: Client;
  leave(): void;
}

export interface ConnectionOptions {
  /** The name of a second window of the teacher's, which never leads. */
  readonly watching?: "wall" | "remote";
  /** Whether this is a teacher's tab, which others may see. */
  readonly covered?: boolean;
  pressed?(button: RemoteButton): void;
}

export function connect(code: string, token: string, { watching, covered, pressed }: ConnectionOptions = {}): Connection {
  const state = createStore<ClientState>({ status: "connecting", room: null });
  const address = new URL(`/api/v1/rooms/${code}/live`, location.href);
  address.protocol = address.protocol.replace("http", "ws");

  function open(listener: LineListener): { send(text: string): void; close(): void } {
    const socket = new WebSocket(address);
    socket.addEventListener("open", () => listener.opened());
    socket.addEventListener("message", ({ data }) => listener.received(String(data)));
    socket.addEventListener("close", ({ code: closed }) => listener.closed(closed));
    return {
      send(text) {
        if (socket.readyState === WebSocket.OPEN) socket.send(text);
      },
      close: () => socket.close(),
    };
  }

  const client = createClient(state, {
    clock: browserClock,
    token,
    // A window that another one has opened begins with its memory, and is another window.
    tab: watching ? `${tabName()}-${watching}` : tabName(),
    watching: watching !== undefined,
    covered: covered === true,
    ...(pressed && { pressed }),
    random: Math.random,
    open,
    refused({ problems }) {
      const [problem] = problems;
      if (problem) notify([problem.message, problem.hint].filter(Boolean).join(" "));
    },
  });

  const wake = (): void => {
    if (document.visibilityState === "visible") client.wake();
  };
  window.addEventListener("online", wake);
  window.addEventListener("pageshow", wake);
  document.addEventListener("visibilitychange", wake);
  return {
    state,
    client,
    leave() {
      window.removeEventListener("online", wake);
      window.removeEventListener("pageshow", wake);
      document.removeEventListener("visibilitychange", wake);
      client.leave();
    },
  };
}
