/** The worker's end of the conversation. */
import assert from "node:assert/strict";
import test from "node:test";
import { layoutGraph } from "../../../static/src/layout/layout.ts";
import type { LayoutAnswer, LayoutQuestion } from "../../../static/src/layout/types.ts";
import { randomExpression, requestOf } from "../support/layout_graphs.ts";

test("each question is answered with its sequence number and the layout", async () => {
  const answers: LayoutAnswer[] = [];
  const scope: { onmessage?: (event: { data: LayoutQuestion }) => void; postMessage: (answer: LayoutAnswer) => void } = {
    postMessage: (answer) => answers.push(answer),
  };
  Object.assign(globalThis, { self: scope });
  await import("../../../static/src/layout_worker.ts");
  const request = requestOf(randomExpression(50, 2));
  scope.onmessage!({ data: { sequence: 7, request } });
  assert.deepEqual(answers, [{ sequence: 7, layout: layoutGraph(request) }]);
});
