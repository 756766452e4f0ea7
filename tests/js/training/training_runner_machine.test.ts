import assert from "node:assert/strict";
import test from "node:test";
import { heard, nextMove, replayOf } from "../../../static/src/training/replay.ts";
import { advance } from "../../../static/src/training/run.ts";
import { next } from "../../../static/src/training/runner/machine.ts";
import { AT_FIRST, type Effect, type RunnerEvent, type RunnerState } from "../../../static/src/training/runner/step.ts";
import type { StudioState } from "../../../static/src/training/state.ts";
import { momentOf, REQUEST, startedOf } from "../support/training_events.ts";

const PAGE = { request: REQUEST, run: null, position: null, isPreview: true, isStarting: false, problems: [] };
const pageOf = (fields: Partial<StudioState>): StudioState => ({ ...PAGE, ...fields }) as unknown as StudioState;
const kindsOf = (effects: readonly Effect[]): string[] => effects.map(({ kind }) => kind);

/** What the events lead to, one after the other, on a page that the machine alone changes. */
function after(events: readonly RunnerEvent[]): { runner: RunnerState; page: StudioState; effects: readonly Effect[] } {
  let [runner, page] = [AT_FIRST, pageOf({ stepsPerSecond: 30, example: null })];
  let effects: readonly Effect[] = [];
  for (const event of events) {
    const step = next(runner, event, page);
    runner = step.runner;
    effects = step.effects;
    for (const effect of effects) if (effect.kind === "dispatch") page = { ...page, ...effect.action.change(page) };
  }
  return { runner, page, effects };
}
const started = { kind: "event", number: 1, event: { type: "started", data: startedOf({ id: "one" }) } } as const;
const paused = { kind: "event", number: 1, event: { type: "state", data: { state: "paused" } } } as const;

test("a step changes nothing that it was given", () => {
  const { runner } = next(Object.freeze({ ...AT_FIRST }), { kind: "train" }, Object.freeze(pageOf({})));
  assert.deepEqual([AT_FIRST.number, runner.number, runner.wanted], [0, 1, "play"]);
});

test("a start ends what was there, says that it starts, and follows the new run", () => {
  const { effects } = after([{ kind: "train" }, started, { kind: "preview" }]);
  assert.deepEqual(kindsOf(effects), ["stop settling", "close", "end", "dispatch", "follow"]);
});

test("what an earlier start asked for comes too late", () => {
  const { runner, page } = after([{ kind: "train" }, started, { kind: "preview" }]);
  for (const event of [started, paused, { kind: "refused", number: 1, problems: [] }] as const)
    assert.deepEqual(next(runner, event, page), { runner, effects: [] });
});

test("a run is set going by the first report of its state alone", () => {
  const { runner, page, effects } = after([{ kind: "train" }, started, paused]);
  const change = { state: "running", steps_per_second: 30 };
  assert.deepEqual(effects.at(-1), { kind: "change", run: "one", change, alteration: null });
  assert.deepEqual(kindsOf(next(runner, paused, page).effects), ["dispatch"]);
});

test("a changed set-up is given to a run under way, and restarts what is none", () => {
  const request = { ...REQUEST, l2: 1 };
  const changed = (events: readonly RunnerEvent[]) => {
    const { runner, page } = after(events);
    return next(runner, { kind: "setup", state: { ...page, request }, previous: page }, { ...page, request });
  };
  assert.equal(changed([{ kind: "train" }, started, paused]).runner.settling, "alter");
  assert.equal(changed([{ kind: "train" }]).runner.settling, "preview");
});

test("a way back asks for one leg after the other, and hears nothing else", () => {
  const run = advance(null, { type: "started", data: startedOf({ id: "one" }) })!;
  const setup = run.setups[0]!;
  const first = nextMove(
    replayOf(
      [
        { to: 3, setup },
        { to: 5, setup: null },
      ],
      0,
    ),
  );
  assert.deepEqual(first.move, { kind: "advance", steps: 3 });
  assert.equal(heard(first.replay, { type: "moment", data: momentOf(2) }), null);
  const second = nextMove(heard(first.replay, { type: "moment", data: momentOf(3) })!);
  assert.deepEqual(second.move, { kind: "take", setup });
  assert.equal(heard(second.replay, { type: "moment", data: momentOf(5) }), null);
  const third = nextMove(heard(second.replay, { type: "changed", data: { ...startedOf({ id: "one" }), step: 3 } })!);
  assert.deepEqual(third.move, { kind: "advance", steps: 2 });
  assert.deepEqual(nextMove(heard(third.replay, { type: "moment", data: momentOf(5) })!).move, { kind: "done" });
});
