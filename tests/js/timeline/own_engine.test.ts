import assert from "node:assert/strict";
import test from "node:test";
import type { Graph, Mistake, OwnEngine } from "../../../static/src/core/types.ts";
import { cardMoment, spokenCard } from "../../../static/src/scene/moment.ts";
import * as playback from "../../../static/src/timeline/playback.ts";
import { buildSchedule } from "../../../static/src/timeline/schedule.ts";
import { stateOf } from "../support/graphs.ts";
import { SQUARE } from "../support/sample_graphs.ts";

const MISTAKE: Mistake = {
  kind: "overwritten",
  message: "It is overwritten.",
  hint: "",
  span: null,
  node: 0,
  source: 1,
  theirs: 1,
  right: 2,
  rule: null,
};
const ENGINE: OwnEngine = {
  verdict: "wrong",
  value: "data",
  gradient: "grad",
  mode: "reverse",
  question: [],
  passes: 1,
  shown: 0,
  agreeing: 0,
  compared: 1,
  mistake: MISTAKE,
};

/** The square as an engine has it whose first gradient is wrong; `wrong` is the place of the step. */
function ownGraph(wrong: number | null, engine: Partial<OwnEngine> = {}): Graph {
  return {
    ...SQUARE,
    nodes: SQUARE.nodes.map((node) => (node.id === 0 ? { ...node, right: 42, wrong: true } : node)),
    steps: SQUARE.steps.map((step, place) => (place === wrong ? { ...step, wrong: true, replaced: true } : step)),
    own_engine: { ...ENGINE, ...engine },
  };
}

const lastOn = (graph: Graph, node: number): number => buildSchedule(graph).arrivals[node]!.at(-1)!.position;

test("a wrong gradient has the right one beside it once its last contribution has landed, and is read aloud", () => {
  const graph = ownGraph(null);
  const schedule = buildSchedule(graph);
  const last = lastOn(graph, 0);
  const [node] = graph.nodes;
  assert.equal(cardMoment(schedule, node!, last - 1, 4).right, null);
  const moment = cardMoment(schedule, node!, last, 4);
  assert.equal(moment.right, "42");
  assert.match(spokenCard(schedule, node!, moment, String), /, wrong: 42 would be right,/);
  assert.equal(cardMoment(schedule, graph.nodes[1]!, graph.steps.length, 4).right, null);
});

test("what an object held before the pass is shown at the end; a dual number's tangent with its value", () => {
  const untouched = (engine: Partial<OwnEngine>): Graph => {
    const graph = ownGraph(null, engine);
    const nodes = graph.nodes.map((node) => (node.id === 1 ? { ...node, grad: 7 } : node));
    return { ...graph, nodes, steps: graph.steps.filter(({ phase }) => phase === "forward") };
  };
  const reverse = buildSchedule(untouched({}));
  const shown = (schedule: typeof reverse, position: number) =>
    cardMoment(schedule, schedule.graph.nodes[1]!, position, 4).grad!.text;
  assert.deepEqual([shown(reverse, 1), shown(reverse, reverse.length)], ["—", "7"]);
  const forward = buildSchedule(untouched({ mode: "forward" }));
  assert.deepEqual([shown(forward, 0), shown(forward, 1)], ["—", "7"]);
  assert.equal(cardMoment(forward, forward.graph.nodes[1]!, 1, 4).slope, "tangent");
});

test("the first wrong step is reached by one press, and a play rests there", () => {
  const graph = ownGraph(4);
  assert.deepEqual(buildSchedule(graph).wrong, { position: 5, edge: graph.steps[4]!.edge });
  assert.equal(playback.toWrongStep(stateOf({ graph })).position, 5);
  const played = playback.playOn(stateOf({ graph, position: 3, playing: true, stepSize: "phase" }));
  assert.deepEqual([played.position, played.playing], [5, false]);
  assert.deepEqual(playback.toWrongStep(stateOf({ graph: SQUARE })), {});
});

test("what was never sent is at the end, on the edge that it did not travel", () => {
  const { edges, steps } = SQUARE;
  const { source, target } = edges[0]!;
  const unsent = ownGraph(null, { mistake: { ...MISTAKE, node: source, source: target } });
  assert.deepEqual(buildSchedule(unsent).wrong, { position: steps.length, edge: 0 });
  assert.equal(buildSchedule({ ...unsent, redactedFrom: 2 }).wrong, null);
});

test("a step that replaced what was there says so", () => {
  const graph = ownGraph(4);
  const arrivals = buildSchedule(graph).arrivals.flat();
  assert.deepEqual(
    arrivals.filter(({ mistake }) => mistake !== null).map(({ position, mistake }) => [position, mistake]),
    [[5, "replaces"]],
  );
});
