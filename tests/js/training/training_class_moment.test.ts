/** What a class is sent of its teacher's run, and the run that it makes of that. */
import assert from "node:assert/strict";
import test from "node:test";
import { classMoment, runOfMoment } from "../../../static/src/training/class_moment.ts";
import { advance, progressAt, type Run } from "../../../static/src/training/run.ts";
import { momentShown } from "../../../static/src/training/shown.ts";
import type { RunEvent } from "../../../static/src/training/types.ts";
import { momentOf, progressOf, startedOf } from "../support/training_events.ts";

const LENGTH = 1_000;

function longRun(): Run {
  const steps = Array.from({ length: LENGTH }, (_, step) => progressOf(step));
  const events: RunEvent[] = [
    { type: "started", data: startedOf() },
    { type: "moment", data: momentOf(0) },
    { type: "progress", data: { steps, seconds_left: null } },
    { type: "moment", data: momentOf(437) },
    { type: "moment", data: momentOf(LENGTH - 1) },
  ];
  return events.reduce<Run | null>(advance, null)!;
}

test("whoever is sent a moment sees the same step, model and measured loss, wherever the teacher stands", () => {
  const run = longRun();
  for (const [position, step] of [
    [null, LENGTH - 1],
    [1, 437],
    [0, 0],
  ] as const) {
    const sent = JSON.parse(JSON.stringify(classMoment({ run, position, isPreview: false }, "run-0")));
    const seen = runOfMoment(sent);
    const moment = momentShown({ run: seen, position: null })!;
    assert.equal(moment.step, step);
    assert.deepEqual(moment.parameters, momentShown({ run, position })!.parameters);
    assert.equal(progressAt(seen, step)!.step, progressAt(run, step)!.step);
    assert.ok(Math.abs(Number(progressAt(seen, step)!.loss) - Number(progressAt(run, step)!.loss)) < 1e-5);
    assert.equal(progressAt(seen, LENGTH)!.step, LENGTH - 1, "the curve goes to the newest step");
  }
});

test("a moment is small, and says nothing by which somebody else could end the run", () => {
  const run = longRun();
  const text = JSON.stringify(classMoment({ run, position: null, isPreview: false }, "run-0"));
  assert.ok(!text.includes(JSON.stringify(run.started.id)), "the run's own name is not in it");
  assert.ok(classMoment({ run, position: null, isPreview: false }, "run-0")!.steps.length <= 162);
  assert.deepEqual(classMoment({ run, position: null, isPreview: true }, "run-0")!.steps, [], "nothing has been trained");
  assert.equal(classMoment({ run: null, position: null, isPreview: true }, "run-0"), null);
});
