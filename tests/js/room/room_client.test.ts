/** The line of a page to its class: what it says, and what it makes of words that are lost, doubled, late or senseless. */
import assert from "node:assert/strict";
import test from "node:test";
import { createStore } from "../../../static/src/core/store.ts";
import { type ClientState, createClient, type LineListener } from "../../../static/src/room/client.ts";
import type { Changes, PageMessage, ServerMessage } from "../../../static/src/room/messages.ts";
import { manualClock } from "../support/clock.ts";
import { snapshot } from "../support/rooms.ts";

interface FakeLine {
  readonly listener: LineListener;
  readonly said: PageMessage[];
  isClosed: boolean;
  hear(...messages: ServerMessage[]): void;
}

function setUp(random = () => 1) {
  const store = createStore<ClientState>({ status: "connecting", room: null });
  const clock = manualClock();
  const lines: FakeLine[] = [];
  const refused: ServerMessage[] = [];
  const client = createClient(store, {
    clock,
    token: "secret",
    tab: "tab-1",
    random,
    refused: (message) => void refused.push(message),
    open(listener) {
      const line: FakeLine = {
        listener,
        said: [],
        isClosed: false,
        hear(...messages) {
          for (const message of messages) listener.received(JSON.stringify(message));
        },
      };
      lines.push(line);
      return { send: (text) => void line.said.push(JSON.parse(text) as PageMessage), close: () => void (line.isClosed = true) };
    },
  });
  const latest = (): FakeLine => lines.at(-1)!;
  const join = (revision = 5): void => {
    latest().listener.opened();
    latest().hear(snapshot({ revision }));
  };
  return { store, clock, lines, latest, client, join, refused };
}

const changes = (revision: number, rest: Partial<Changes> = {}): Changes => ({ type: "changes", revision, ...rest });
const at = (position: number): Partial<Changes> => ({ view: { position } });

test("the first word is hello with the token, and a snapshot makes the line live", () => {
  const { store, latest, join } = setUp();
  assert.equal(store.get().status, "connecting");
  join();
  assert.deepEqual(latest().said, [{ type: "hello", token: "secret", tab: "tab-1", epoch: null, revision: null }]);
  assert.equal(store.get().status, "live");
  assert.equal(store.get().room!.code, "KMPR42");
});

test("changes arrive in order, and what is told twice counts once", () => {
  const { store, latest, join } = setUp();
  join(5);
  latest().hear(changes(6, at(3)), changes(6, at(9)), changes(7, at(4)), changes(6, at(3)));
  assert.equal(store.get().room!.view.position, 4);
  assert.equal(store.get().room!.revision, 7);
});

test("merged changes that jump over revisions leave no gap", () => {
  const { store, lines, latest, join } = setUp();
  join(5);
  latest().hear(changes(12, at(8)));
  assert.equal(store.get().room!.revision, 12);
  assert.equal(lines.length, 1);
});

test("two changes in the wrong order end at the newest, whichever comes first", () => {
  const { store, latest, join } = setUp();
  join(5);
  latest().hear(changes(7, at(7)), changes(6, at(6)));
  assert.equal(store.get().room!.view.position, 7);
});

test("changes before any snapshot belong to a room that is not known: the whole is asked for on a new line", () => {
  const { store, lines, latest } = setUp();
  latest().listener.opened();
  latest().hear(changes(7, at(4)));
  assert.equal(lines.length, 2);
  assert.equal(lines[0]!.isClosed, true);
  assert.equal(store.get().status, "connecting");
});

test("what was lost while the line was down is made good by a snapshot in the place of a resume", () => {
  const { store, clock, latest, join } = setUp();
  join(5);
  latest().listener.closed(1006);
  clock.pass(500);
  latest().listener.opened();
  latest().hear(snapshot({ epoch: "two", revision: 2, view: { position: 4 } }), changes(3, at(5)));
  assert.equal(store.get().room!.epoch, "two");
  assert.equal(store.get().room!.view.position, 5);
});

test("words on a line that was given up are not heard any more", () => {
  const { store, clock, lines, latest, join } = setUp();
  join(5);
  latest().listener.closed(1006);
  clock.pass(500);
  lines[0]!.hear(changes(6, at(6)));
  lines[0]!.listener.closed(4403);
  assert.equal(store.get().room!.view.position, null);
  assert.equal(store.get().status, "connecting");
  assert.equal(lines.length, 2);
});

test("nor are they heard while the next one is waited for, or once the page has left", () => {
  const { store, clock, lines, latest, client, join } = setUp();
  join(5);
  latest().listener.closed(1006);
  lines[0]!.hear(changes(6, at(6)));
  lines[0]!.listener.closed(4403);
  assert.deepEqual([store.get().room!.revision, store.get().status], [5, "waiting"]);
  clock.pass(500);
  latest().listener.opened();
  client.leave();
  lines[1]!.hear(snapshot({ revision: 9 }));
  lines[1]!.listener.closed(1006);
  clock.pass(60_000);
  assert.deepEqual([store.get().room!.revision, lines.length], [5, 2]);
});

test("a change that is to be acknowledged is, once there has been time to draw it", () => {
  const { clock, latest, join } = setUp();
  join(5);
  latest().hear(changes(6, { ...at(3), acknowledge: true }), changes(7, at(4)));
  assert.equal(latest().said.length, 1);
  clock.pass(0);
  assert.deepEqual(latest().said.slice(1), [{ type: "seen", revision: 6 }]);
});

test("what this page said itself raises its revision when it is stored", () => {
  const { store, latest, join } = setUp();
  join(5);
  latest().hear({ type: "stored", revision: 9 }, changes(8, at(3)));
  assert.equal(store.get().room!.revision, 9);
  assert.equal(store.get().room!.view.position, null);
});

test("a lost line is taken up where it was, first soon and then ever later", () => {
  const { store, clock, lines, latest, join } = setUp();
  join(5);
  latest().listener.closed(1006);
  assert.equal(store.get().status, "waiting");
  clock.pass(499);
  assert.equal(lines.length, 1);
  clock.pass(1);
  assert.equal(lines.length, 2);
  latest().listener.opened();
  assert.deepEqual(latest().said[0], { type: "hello", token: "secret", tab: "tab-1", epoch: "one", revision: 5 });
  latest().listener.closed(1006);
  clock.pass(999);
  assert.equal(lines.length, 2);
  clock.pass(1);
  assert.equal(lines.length, 3);
  latest().listener.opened();
  latest().hear({ type: "resumed", epoch: "one", revision: 5 }, changes(6, at(2)));
  assert.equal(store.get().status, "live");
  assert.equal(store.get().room!.view.position, 2);
  latest().listener.closed(1006);
  clock.pass(500);
  assert.equal(lines.length, 4);
});

test("the dice spread those who come back over half of the wait", () => {
  const { clock, lines, latest, join } = setUp(() => 0);
  join();
  latest().listener.closed(1006);
  clock.pass(250);
  assert.equal(lines.length, 2);
});

test("another epoch is another room: its resume is answered by asking for the whole", () => {
  const { store, latest, lines, join } = setUp();
  join(5);
  latest().hear({ type: "resumed", epoch: "two", revision: 5 });
  assert.equal(lines.length, 2);
  assert.equal(store.get().room!.revision, 5, "the last picture stays meanwhile");
  latest().listener.opened();
  assert.deepEqual(latest().said[0], { type: "hello", token: "secret", tab: "tab-1", epoch: null, revision: null });
});

test("silence after a ping ends the line, and any word keeps it", () => {
  const { clock, lines, latest, join } = setUp();
  join();
  clock.pass(20_000);
  assert.deepEqual(latest().said.at(-1), { type: "ping" });
  latest().hear({ type: "pong" });
  clock.pass(8_000);
  assert.equal(lines.length, 1);
  clock.pass(12_000);
  clock.pass(8_000);
  assert.equal(latest().isClosed, true);
  clock.pass(500);
  assert.equal(lines.length, 2);
});

test("a line that never opens is given up", () => {
  const { clock, lines } = setUp();
  clock.pass(8_000);
  assert.equal(lines[0]!.isClosed, true);
  clock.pass(500);
  assert.equal(lines.length, 2);
});

test("whoever looks at the page again need not wait for the next try", () => {
  const { store, client, latest, lines, clock, join } = setUp();
  join();
  for (const _ of [1, 2, 3, 4, 5]) {
    latest().listener.closed(1006);
    clock.pass(20_000);
  }
  latest().listener.closed(1006);
  const tries = lines.length;
  client.wake();
  assert.equal(lines.length, tries + 1);
  assert.equal(store.get().status, "connecting");
});

test("a page that wakes asks whether its line is still alive", () => {
  const { client, latest, join } = setUp();
  join();
  client.wake();
  assert.deepEqual(latest().said.at(-1), { type: "ping" });
});

for (const [code, status] of [
  [4401, "unknown"],
  [4403, "removed"],
  [4410, "closed"],
] as const) {
  test(`a line closed with ${code} is not opened again`, () => {
    const { store, clock, lines, client, latest, join } = setUp();
    join();
    latest().listener.closed(code);
    assert.equal(store.get().status, status);
    clock.pass(60_000);
    client.wake();
    assert.equal(lines.length, 1);
  });
}

for (const code of [4400, 4429]) {
  test(`a server that hears too much, or what it does not understand, is left alone for longer (${code})`, () => {
    const { clock, lines, latest, join } = setUp();
    join();
    latest().listener.closed(code);
    clock.pass(10_000);
    assert.equal(lines.length, 1);
    clock.pass(500);
    assert.equal(lines.length, 2);
  });
}

test("nothing is said while the line is down, and what is senseless is passed over", () => {
  const { store, client, latest, refused, join } = setUp();
  assert.equal(client.send({ type: "take_charge" }), false);
  join();
  latest().listener.received("no JSON");
  latest().hear({ type: "later" } as unknown as ServerMessage, { type: "refused", request: null, problems: [] });
  assert.equal(store.get().status, "live");
  assert.equal(refused.length, 1);
  assert.equal(client.send({ type: "take_charge" }), true);
});

test("a page that leaves is called no more", () => {
  const { clock, client, lines, latest, join } = setUp();
  join();
  client.leave();
  assert.equal(latest().isClosed, true);
  clock.pass(120_000);
  assert.equal(lines.length, 1);
});
