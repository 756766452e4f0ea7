import assert from "node:assert/strict";
import test from "node:test";
import { AT_FIRST, type ClientState, type Effect, type LineEvent, next } from "../../../static/src/room/line/machine.ts";
import { snapshot } from "../support/rooms.ts";

const SELF = { token: "secret", tab: "tab-1" };
const LIVE: ClientState = { status: "live", room: null };
const CONNECT = { kind: "connect" } as const;

/** What the events lead to, one after the other, and all that was to be done on the way. */
function after(events: readonly LineEvent[], page = LIVE) {
  let line = AT_FIRST;
  const effects: Effect[] = [];
  for (const event of events) {
    const step = next(line, event, page, SELF);
    line = step.line;
    effects.push(...step.effects);
  }
  return { line, effects };
}
const kindsOf = (effects: readonly Effect[]): string[] => effects.map(({ kind }) => kind);

test("a step changes nothing that it was given", () => {
  const { line } = next(Object.freeze({ ...AT_FIRST }), CONNECT, Object.freeze(LIVE), SELF);
  assert.deepEqual([AT_FIRST.current, line.current], [0, 1]);
});

test("words of a line that is no more change nothing", () => {
  const { line } = after([CONNECT, { kind: "closed", line: 1, code: 1006 }]);
  for (const event of [
    { kind: "opened", line: 1 },
    { kind: "heard", line: 1, message: snapshot() },
    { kind: "drawn", line: 1, revision: 5 },
  ] as const)
    assert.deepEqual(next(line, event, LIVE, SELF), { line, effects: [] });
});

test("each failure is counted, and a server that wants to be left alone is", () => {
  const lost = (line: number, code: number): LineEvent => ({ kind: "closed", line, code });
  const { effects } = after([CONNECT, lost(1, 1006), CONNECT, lost(3, 4429)]);
  const waits = effects.filter((effect) => effect.kind === "back off");
  assert.deepEqual(
    waits.map(({ failures, calm }) => [failures, calm > 0]),
    [
      [0, false],
      [1, true],
    ],
  );
});

test("an end that the server names leaves no timer and no line", () => {
  const { effects } = after([CONNECT, { kind: "heard", line: 1, message: { type: "closed" } }]);
  const [last, ...before] = [...effects].reverse();
  assert.ok(last!.kind === "dispatch");
  assert.deepEqual(last.action.change(LIVE), { status: "closed" });
  assert.deepEqual(kindsOf(before.slice(0, 4)), ["close", "stop", "stop", "stop"]);
});

test("a quiet line is asked, and one that gives no answer is lost", () => {
  const asked = after([CONNECT, { kind: "time", timer: "ping" }]);
  assert.deepEqual(kindsOf(asked.effects.slice(-2)), ["send", "start"]);
  const lost = after([CONNECT, { kind: "time", timer: "ping" }, { kind: "time", timer: "silence" }]);
  assert.equal(lost.effects.at(-1)!.kind, "back off");
});

test("whoever wakes a page that waits connects at once, as after no failure", () => {
  const { line } = after([CONNECT, { kind: "closed", line: 1, code: 1006 }]);
  const woken = next(line, { kind: "wake" }, { ...LIVE, status: "waiting" }, SELF);
  assert.equal(woken.line.failures, 0);
  assert.equal(woken.effects.at(-1)!.kind, "open");
  assert.deepEqual(next(line, { kind: "wake" }, { ...LIVE, status: "removed" }, SELF).effects, []);
});
