/** A moment of the studio on its way to a class: what differs, and nothing that the server would refuse. */
import assert from "node:assert/strict";
import test from "node:test";
import { changesOf } from "../../../static/src/room/studio_moment.ts";

const MOMENT = { started: { id: "run-0" }, steps: [{ step: 0 }], moment: { step: 0 } };

test("what differs from what was sent is sent, and no more", () => {
  assert.deepEqual(changesOf(MOMENT, {}), MOMENT);
  assert.deepEqual(changesOf(MOMENT, structuredClone(MOMENT)), {});
  assert.deepEqual(changesOf({ ...MOMENT, moment: { step: 7 } }, MOMENT), { moment: { step: 7 } });
});

test("a moment that the server would refuse is not sent", () => {
  assert.equal(changesOf({ ...MOMENT, moment: { regions: "1".repeat(450_000) } }, MOMENT), null);
});
