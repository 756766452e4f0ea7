/** Who lays out what: small graphs in place, larger ones in a worker, the newest request alone. */
import assert from "node:assert/strict";
import test from "node:test";
import { layoutGraph } from "../../../static/src/layout/layout.ts";
import type { LayoutAnswer, LayoutQuestion } from "../../../static/src/layout/types.ts";
import { createLayoutClient, type LayoutWorker } from "../../../static/src/view/graph/layout_client.ts";
import { randomExpression, requestOf } from "../support/layout_graphs.ts";

const small = requestOf(randomExpression(20, 1));
const large = requestOf(randomExpression(600, 1));
const larger = requestOf(randomExpression(700, 1));

/** A worker whose answers come when the test says so. */
class Bench implements LayoutWorker {
  onmessage: LayoutWorker["onmessage"] = null;
  onerror: LayoutWorker["onerror"] = null;
  onmessageerror: LayoutWorker["onmessageerror"] = null;
  terminated = false;
  readonly questions: LayoutQuestion[] = [];

  postMessage(question: LayoutQuestion): void {
    this.questions.push(structuredClone(question));
  }

  terminate(): void {
    this.terminated = true;
  }

  answer(): void {
    const { sequence, request } = this.questions.at(-1)!;
    const answer: LayoutAnswer = { sequence, layout: layoutGraph(request) };
    this.onmessage!.call(this as unknown as Worker, { data: answer } as MessageEvent<LayoutAnswer>);
  }

  fail(): void {
    this.onerror!.call(this as unknown as Worker, new Event("error") as ErrorEvent);
  }
}

function clientWithWorkers(): ReturnType<typeof createLayoutClient> & { workers: Bench[] } {
  const workers: Bench[] = [];
  const client = createLayoutClient("/layout_worker.js", (url) => {
    assert.equal(url, "/layout_worker.js");
    workers.push(new Bench());
    return workers.at(-1)!;
  });
  return { ...client, workers };
}

test("a client that is closed keeps no worker", () => {
  const { layout, close, workers } = clientWithWorkers();
  void layout(large);
  close();
  assert.equal(workers[0]!.terminated, true);
});

test("a small graph is laid out at once and starts no worker", () => {
  const { layout, workers } = clientWithWorkers();
  assert.deepEqual(layout(small), layoutGraph(small));
  assert.equal(workers.length, 0);
});

test("a large graph is laid out by the worker, which serves the next one too", async () => {
  const { layout, workers } = clientWithWorkers();
  for (const request of [large, larger]) {
    const answer = layout(request);
    assert.ok(answer instanceof Promise);
    workers[0]!.answer();
    assert.deepEqual(await answer, layoutGraph(request));
  }
  assert.equal(workers.length, 1);
});

test("a newer request ends work on an older one, and only it is answered", async () => {
  const { layout, workers } = clientWithWorkers();
  let late = false;
  void Promise.resolve(layout(large)).then(() => {
    late = true;
  });
  const newest = layout(larger);
  assert.deepEqual(
    workers.map(({ terminated }) => terminated),
    [true, false],
  );
  workers[0]!.answer();
  workers[1]!.answer();
  assert.equal((await newest).nodes.length, larger.nodes.length);
  assert.equal(late, false);
});

test("a small graph replaces a large one that is still being worked on", async () => {
  const { layout, workers } = clientWithWorkers();
  let late = false;
  void Promise.resolve(layout(large)).then(() => {
    late = true;
  });
  layout(small);
  assert.equal(workers[0]!.terminated, true);
  workers[0]!.answer();
  await new Promise((resolve) => setImmediate(resolve));
  assert.equal(late, false);
});

test("a worker that fails is replaced by laying out in place, from then on", async () => {
  const { layout, workers } = clientWithWorkers();
  const answer = layout(large);
  workers[0]!.fail();
  assert.deepEqual(await answer, layoutGraph(large));
  assert.deepEqual(layout(larger), layoutGraph(larger));
  assert.equal(workers.length, 1);
});

test("where no worker can be started everything is laid out in place", async () => {
  const { layout } = createLayoutClient("/missing.js", () => {
    throw new Error("refused by the browser");
  });
  assert.deepEqual(await layout(large), layoutGraph(large));
});

test("a request that cannot be laid out is refused, wherever it goes", async () => {
  const { layout, workers } = clientWithWorkers();
  const edges = [{ id: 0, source: 5, target: 2, slot: 0 }];
  assert.throws(() => layout({ ...small, edges }), /leads back/);
  const answer = layout({ ...large, edges });
  workers[0]!.fail();
  await assert.rejects(async () => answer, /leads back/);
});
