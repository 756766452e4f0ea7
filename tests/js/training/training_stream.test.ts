import assert from "node:assert/strict";
import test from "node:test";
import { createEventReader } from "../../../static/src/training/event_stream.ts";
import { follow, type Line, type Opened } from "../../../static/src/training/stream_follower.ts";
import type { RunEvent } from "../../../static/src/training/types.ts";
import { startedOf } from "../support/training_events.ts";

const STREAM =
  'id: 1\nevent: started\ndata: {"a": 1}\n\n: alive\n\nid: 2\r\nevent: progress\r\ndata: {"steps":\r\ndata: []}\r\n\r\n';

test("events are read whole wherever the text is cut", () => {
  for (let cut = 0; cut <= STREAM.length; cut += 1) {
    const reader = createEventReader();
    const events = [...reader.push(STREAM.slice(0, cut)), ...reader.push(STREAM.slice(cut))];
    assert.deepEqual(events, [
      { id: "1", type: "started", data: '{"a": 1}' },
      { id: "2", type: "progress", data: '{"steps":\n[]}' },
    ]);
  }
});

test("an event without an end is not an event yet", () => {
  assert.deepEqual(createEventReader().push("event: moment\ndata: {}\n"), []);
});

/** A server that answers each opening with the next of `lines`, and a clock that waits for nobody. */
function scene(lines: (readonly string[] | Opened)[], isPatient = false) {
  const seen: RunEvent[] = [];
  const resumed: unknown[] = [];
  const said: (string | null)[] = [];
  const waits: number[] = [];
  const refusals: unknown[] = [];
  const opened = (): Opened => {
    const next = lines.shift();
    if (next === undefined) throw new Error("The server is gone.");
    return Array.isArray(next)
      ? {
          kind: "stream",
          pieces: (async function* () {
            yield* next as string[];
          })(),
        }
      : (next as Opened);
  };
  const follower = follow({
    open(resume): Line {
      resumed.push(resume);
      return { opened: Promise.resolve().then(opened), cut: () => {} };
    },
    event: (event) => seen.push(event),
    refused: (problems) => refusals.push(problems),
    connection: (sentence) => said.push(sentence),
    after(milliseconds, run) {
      if (milliseconds >= 20_000) return () => {};
      waits.push(milliseconds);
      if (!isPatient && waits.length < 6) setImmediate(run);
      return () => {};
    },
  });
  const settle = async (): Promise<void> => {
    for (let turn = 0; turn < 30; turn += 1) await new Promise((resolve) => setImmediate(resolve));
  };
  return { seen, resumed, said, waits, refusals, follower, settle };
}

const piece = (id: number, type: string, data: unknown): string => `id: ${id}\nevent: ${type}\ndata: ${JSON.stringify(data)}\n\n`;

test("a line that breaks is taken up after the last event, and the run goes on as if nothing had been", async () => {
  const { seen, resumed, said, settle } = scene([
    [piece(1, "started", startedOf()), piece(2, "progress", { steps: [], seconds_left: null })],
    [piece(3, "finished", { step: 10 })],
  ]);
  await settle();
  assert.deepEqual(
    seen.map(({ type }) => type),
    ["started", "progress", "finished"],
  );
  assert.deepEqual(resumed, [null, { run: "one", after: "2" }]);
  assert.equal(said.filter((sentence) => sentence !== null).length, 1);
  assert.equal(said.at(-1), null);
});

test("after the last event nobody asks again", async () => {
  const { resumed, settle } = scene([
    [piece(1, "started", startedOf()), piece(2, "diverged", { began: 1 })],
    [piece(3, "moment", {})],
  ]);
  await settle();
  assert.equal(resumed.length, 1);
});

test("pauses grow while no answer comes", async () => {
  const { waits, settle } = scene([]);
  await settle();
  assert.deepEqual(waits.slice(0, 5), [500, 1000, 2000, 4000, 8000]);
});

test("a run that the server has forgotten has ended, in words", async () => {
  const { seen, settle } = scene([[piece(1, "started", startedOf())], { kind: "gone" }]);
  await settle();
  const last = seen.at(-1)!;
  assert.equal(last.type, "stopped");
  assert.match((last.data as { problem: { message: string } }).problem.message, /no longer has this run/);
});

test("what is refused is told once and not tried again", async () => {
  const { refusals, resumed, settle } = scene([{ kind: "refused", problems: [] }]);
  await settle();
  assert.equal(refusals.length, 1);
  assert.equal(resumed.length, 1);
});

test("a follower that is closed says nothing more", async () => {
  const { seen, follower, settle } = scene([[piece(1, "started", startedOf()), piece(2, "progress", { steps: [] })]]);
  follower.close();
  await settle();
  assert.deepEqual(seen, []);
});
