import assert from "node:assert/strict";
import test from "node:test";
import type { Graph } from "../../../static/src/core/types.ts";
import { fold } from "../../../static/src/graph/folding.ts";
import { groupTreeOf } from "../../../static/src/graph/groups.ts";
import type { Direction } from "../../../static/src/layout/types.ts";
import type { Stage } from "../../../static/src/scene/fitting/best_look.ts";
import type { PictureState } from "../../../static/src/state/state.ts";
import { arrangement } from "../../../static/src/view/graph/arranging.ts";
import type { DrawnGraph } from "../../../static/src/view/graph/drawn_graph.ts";
import { edge, graphOf, node } from "../support/graphs.ts";
import { RECORDS } from "../support/sample_graphs.ts";

const span: [number, number] = [0, 1];

/** relu of relu of …, so many times. */
function chain(length: number): Graph {
  const last = length - 1;
  return graphOf({
    output: last,
    nodes: Array.from({ length }, (_, id) =>
      id === 0
        ? node(0, { name: "x", span })
        : node(id, { op: "relu", inputs: [id - 1], role: id === last ? "output" : "intermediate", span }),
    ),
    edges: Array.from({ length: last }, (_, id) => edge(id, id, id + 1, 0)),
  });
}

const stage = (width: number, height: number): Stage => ({ width, height, least: 0.92, floor: 0.92, most: 1.25 });

function arranged(graph: Graph, room: Stage, direction: Direction | "auto", before: DrawnGraph | null, rest = {}) {
  const state = { graph, graphProgram: "x", operations: RECORDS, direction, separateOperations: false, projector: false };
  const folding = fold(graph, groupTreeOf(graph, "x"), () => true);
  const situation = { folding, stage: room, before, isResized: before !== null, isTurned: false, isBeside: false, ...rest };
  return arrangement({ ...state, constantNodes: false } as unknown as PictureState, situation).scene;
}

test("a large picture is turned by a turn of the screen, and not by a row that takes some of its height", () => {
  const graph = chain(130);
  const scene = arranged(graph, stage(900, 500), "down", null);
  const before = { scene, arranged: { width: 1, height: 1 } } as unknown as DrawnGraph;
  assert.equal(scene.appearance.direction, "down");
  assert.equal(arranged(graph, stage(900, 470), "auto", before).appearance.direction, "down");
  assert.equal(arranged(graph, stage(900, 470), "auto", before, { isTurned: true }).appearance.direction, "right");
});

/** What is drawn, as far as it is asked. */
const drawn = (graph: Graph, room: Stage, size: { width: number; height: number }): DrawnGraph =>
  ({ scene: arranged(graph, room, "auto", null), arranged: size }) as unknown as DrawnGraph;

test("what a reader opens beside a picture that is whole neither way leaves it as it is", () => {
  const graph = chain(30);
  const before = drawn(graph, stage(700, 120), { width: 3_000, height: 60 });
  const room = stage(90, 500);
  assert.notEqual(arranged(graph, room, "auto", before).appearance.direction, before.scene.appearance.direction);
  assert.deepEqual(arranged(graph, room, "auto", before, { isBeside: true }).appearance, before.scene.appearance);
});

test("an edit leaves no tensor in a tower, which has no room for its cells", () => {
  const graph = chain(60);
  const before = drawn(graph, stage(5_000, 90), { width: 4_000, height: 60 });
  assert.equal(before.scene.appearance.detail, "tower");
  const list = { ...graph, nodes: graph.nodes.map((each) => ({ ...each, shape: [2, 3] })) };
  assert.notEqual(arranged(list, stage(5_000, 90), "auto", before, { isResized: false }).appearance.detail, "tower");
});
