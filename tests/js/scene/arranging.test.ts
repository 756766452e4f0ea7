import assert from "node:assert/strict";
import test from "node:test";
import type { Graph } from "../../../static/src/core/types.ts";
import { fold } from "../../../static/src/graph/folding.ts";
import { groupTreeOf } from "../../../static/src/graph/groups.ts";
import { layoutGraph } from "../../../static/src/layout/layout.ts";
import { PHONE_STAGE, USUAL_STAGE } from "../../../static/src/scene/fitting/card_form.ts";
import { layoutRequest, type Scene } from "../../../static/src/scene/scene.ts";
import type { PictureState } from "../../../static/src/state/state.ts";
import { type Arrangement, arrangement, type Situation } from "../../../static/src/view/graph/arranging.ts";
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

function arranged(graph: Graph, before: Scene | null, rest: Partial<Situation & PictureState> = {}) {
  const state = {
    graph,
    graphProgram: "x",
    operations: RECORDS,
    direction: "auto",
    separateOperations: false,
    constantNodes: false,
  };
  const folding = fold(graph, groupTreeOf(graph, "x"), () => true);
  const drawn = before && { scene: before, arranged: layoutGraph(layoutRequest(before)) };
  const situation = { folding, room: USUAL_STAGE, before: drawn, isWriting: before !== null, ...rest };
  return arrangement({ ...state, ...rest } as unknown as PictureState, situation);
}

const sizeOf = ({ scene }: Arrangement): string => scene.appearance.detail;

test("a picture runs down, and the way that a hand has turned it", () => {
  assert.equal(arranged(chain(4), null).scene.appearance.direction, "down");
  const turned = arranged(chain(4), null, { direction: "right" });
  assert.equal(turned.scene.appearance.direction, "right");
  assert.equal(arranged(chain(9), turned.scene, { direction: "right" }).scene.appearance.direction, "right");
});

test("while a program is written its cards get smaller at once, and larger only once it rests", () => {
  const [short, long] = [chain(3), chain(30)];
  const small = arranged(long, arranged(short, null).scene);
  assert.deepEqual([sizeOf(arranged(short, null)), sizeOf(small), small.mayGrow], ["full", "far", false]);
  const kept = arranged(short, small.scene);
  assert.deepEqual([sizeOf(kept), kept.mayGrow], ["far", true]);
  const rested = arranged(short, kept.scene, { isWriting: false });
  assert.deepEqual([sizeOf(rested), rested.mayGrow], ["full", false]);
});

test("numbers that change move nothing, and nothing is placed for them", () => {
  const graph = chain(5);
  const { scene } = arranged(graph, null);
  const other = { ...graph, nodes: graph.nodes.map((each) => ({ ...each, data: 12345 })) };
  const again = arranged(other, scene);
  assert.equal(again.scene.structure, scene.structure);
  assert.ok(again.layout);
});

test("on a phone cards are chosen for its stage, and windows of other sizes change nothing", () => {
  const graph = chain(9);
  assert.deepEqual([sizeOf(arranged(graph, null)), sizeOf(arranged(graph, null, { room: PHONE_STAGE }))], ["compact", "far"]);
});
