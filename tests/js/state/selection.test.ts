/** An edge is selected as a node is: one at a time, through links, edits and classes, by pointer and by keys. */

import assert from "node:assert/strict";
import test from "node:test";
import { compression } from "../../../static/src/api/compression.ts";
import { PICTURE_KEYS, pictureKey } from "../../../static/src/core/picture_keys.ts";
import { createStore } from "../../../static/src/core/store.ts";
import type { Graph } from "../../../static/src/core/types.ts";
import { recordsByName } from "../../../static/src/explain/captions.ts";
import { narrateEdge } from "../../../static/src/explain/narration.ts";
import { layoutGraph } from "../../../static/src/layout/layout.ts";
import { measureCurve, pointAlong } from "../../../static/src/layout/wire_curves.ts";
import { momentChange, viewOf } from "../../../static/src/room/view_fields.ts";
import { walkFromWire, wiresBeside } from "../../../static/src/scene/arrow_keys.ts";
import { buildScene, layoutRequest } from "../../../static/src/scene/scene.ts";
import { spokenWire } from "../../../static/src/scene/spoken_wire.ts";
import type { PagePorts } from "../../../static/src/state/action_records.ts";
import { createActions } from "../../../static/src/state/actions.ts";
import { edgeAfter } from "../../../static/src/state/evaluation/next_graph.ts";
import { colouredOf, nodeOfSelection, select, selectedEdgeOf, selectionOf } from "../../../static/src/state/selection.ts";
import { readFragment, writeFragment } from "../../../static/src/state/url.ts";
import { buildSchedule, hasLanded, positionOfEdge } from "../../../static/src/timeline/schedule.ts";
import { spatialOf } from "../../../static/src/view/graph/camera/spatial.ts";
import { edge, graphOf, node, stateOf } from "../support/graphs.ts";
import { viewWith } from "../support/rooms.ts";
import {
  BLOCKED,
  BLOCKED_PROGRAM,
  RECORDS,
  SQUARE,
  SQUARE_PROGRAM,
  STRETCHED,
  STRETCHED_PROGRAM,
  wideGraph,
} from "../support/sample_graphs.ts";
import { set } from "../support/store.ts";

const records = recordsByName(RECORDS);
const withSquare = { graph: SQUARE, graphProgram: SQUARE_PROGRAM, program: SQUARE_PROGRAM, position: SQUARE.steps.length };

test("a node and an edge exclude each other", () => {
  assert.deepEqual(select({ edge: 3 }), { selected: null, selectedEdge: 3 });
  assert.deepEqual(select({ node: 0 }), { selected: 0, selectedEdge: null });
  for (const selection of [null, { node: 0 }, { edge: 0 }]) assert.deepEqual(selectionOf(select(selection)), selection);
});

test("ways are coloured to the selected node alone, and in the opening to the last one while nothing is selected", () => {
  const state = { graph: SQUARE, position: 1 };
  const last = SQUARE.edges[SQUARE.steps.at(-1)!.edge!]!.source;
  for (const opening of [null, "plays", "rests"] as const) {
    assert.equal(colouredOf({ ...state, opening, ...select(null) }), opening && last);
    assert.equal(colouredOf({ ...state, opening, ...select({ edge: 0 }) }), null);
    for (const node of [1, 99]) assert.equal(colouredOf({ ...state, opening, ...select({ node }) }), node);
  }
});

test("an edge that the graph does not have is none", () => {
  assert.equal(selectedEdgeOf({ graph: SQUARE, selectedEdge: 4 }), null);
  assert.equal(nodeOfSelection({ graph: SQUARE, ...select({ edge: 4 }) }), null);
  assert.equal(nodeOfSelection({ graph: SQUARE, ...select({ edge: 2 }) }), 1);
  assert.equal(nodeOfSelection({ graph: SQUARE, ...select({ node: 99 }) }), null);
});

test("a link carries the edge, and an older link that names a node still opens", async () => {
  const state = stateOf({ ...withSquare, ...select({ edge: 1 }) });
  const fragment = (await writeFragment(state, compression))!;
  assert.match(fragment, /&edge=1/);
  const { change, ignored } = await readFragment(fragment, compression);
  assert.deepEqual([ignored, selectionOf({ ...state, ...change })], [[], { edge: 1 }]);
  const old = (await readFragment("v=1&program=x*y&node=2", compression)).change;
  assert.deepEqual([old.selected, old.selectedEdge], [2, null]);
  const bare = (await readFragment("v=1&program=x*y", compression)).change;
  assert.deepEqual([bare.selected, bare.selectedEdge], [null, null]);
  assert.deepEqual((await readFragment("v=1&program=x*y&edge=b", compression)).ignored, ["edge"]);
});

/** `y = a*b + c` with names for the inputs and the result; `before` lines stand above it. */
function program(before: number, middle: string | null = null): Graph {
  const extra = Array.from({ length: before }, (_, id) => node(id, { name: `z${id}` }));
  const [a, b, c, product, sum] = [0, 1, 2, 3, 4].map((id) => before + id) as [number, number, number, number, number];
  return graphOf({
    nodes: [
      ...extra,
      ...["a", "b", "c"].map((name, id) => node(before + id, { name })),
      node(product, { op: "multiply", name: middle, inputs: [a, b], role: "intermediate" }),
      node(sum, { op: "add", name: "y", inputs: [product, c], role: "output" }),
    ],
    edges: [edge(0, a, product, 0), edge(1, b, product, 1), edge(2, product, sum, 0), edge(3, c, sum, 1)],
    output: sum,
  });
}

test("the selected edge survives an edit as long as the same slot joins the same two", () => {
  assert.equal(edgeAfter(program(0), 1, program(0)), 1);
  for (const id of [0, 1, 2, 3])
    assert.equal(edgeAfter(program(0), id, program(2)), id, "one end has a name, wherever the nodes are now");
  assert.equal(edgeAfter(program(0), 2, program(0, "p")), null, "the source is another one");
  const swapped = program(0);
  assert.equal(
    edgeAfter(program(0), 0, {
      ...swapped,
      edges: swapped.edges.map((each) => (each.target === 3 ? { ...each, slot: 1 - each.slot } : each)),
    }),
    null,
  );
  assert.equal(edgeAfter(program(0), null, program(0)), null);
  assert.equal(edgeAfter(null, 3, program(0)), 3, "what a link asked for");
  assert.equal(edgeAfter(null, 9, program(0)), null);
  assert.equal(edgeAfter(program(0), 9, program(0)), null);
});

test("of two edges that are alike none is guessed", () => {
  const twice = (first: number): Graph =>
    graphOf({
      nodes: [
        ...Array.from({ length: first }, (_, id) => node(id, { name: `z${id}` })),
        node(first, { name: "x" }),
        ...[1, 2].map((id) => node(first + id, { op: "exp", inputs: [first], role: "intermediate" })),
      ],
      edges: [edge(0, first, first + 1, 0), edge(1, first, first + 2, 0)],
    });
  assert.equal(edgeAfter(twice(0), 1, twice(0)), 1, "by its place");
  const one = twice(0);
  assert.equal(edgeAfter({ ...one, edges: [...one.edges, edge(2, 0, 2, 0)] }, 2, twice(0)), null);
});

test("the key leads to the step at which the edge is travelled, whichever part of the timeline is shown", () => {
  const store = createStore(stateOf({ ...withSquare, ...select({ edge: 0 }), position: 0 }));
  const actions = createActions({ store, page: {} as PagePorts });
  assert.deepEqual([actions.enabled("jump"), actions.enabled("breakpoint")], [true, false]);
  actions.run("jump");
  assert.equal(store.get().position, 6);
  set(store, select({ edge: 99 }));
  assert.equal(actions.enabled("jump"), false);
  const blocked = buildSchedule(BLOCKED);
  assert.equal(positionOfEdge(blocked, 2, 0), 2, "no gradient travels to a constant: where its value is used");
  assert.deepEqual([hasLanded(blocked, 2, 5), hasLanded(blocked, 0, 4), hasLanded(blocked, 0, 5)], [false, false, true]);
});

test("the sentence of an edge is the timeline's own, with what is done to the gradient on its way", () => {
  const telling = (graph: Graph, text: string) => ({ schedule: buildSchedule(graph), records, program: text });
  assert.equal(
    narrateEdge(telling(SQUARE, SQUARE_PROGRAM), SQUARE.edges[1]!, 7),
    "`a` gets `1 × 3` = 3 from `a*a`, for the second of its 2 uses; now 4 + 3 = 7, its whole gradient.",
  );
  const share = (edge: number, position: number) => narrateEdge(telling(SQUARE, SQUARE_PROGRAM), SQUARE.edges[edge]!, position);
  assert.match(share(3, 5), /^`a` gets `1 × 1` = 1 from .*so far its gradient is 1, with 2 contributions to come\.$/);
  assert.equal(share(3, 6), "1 of the 4 that `a` has so far comes through this edge: `1 × 1`.");
  assert.equal(share(3, 7), "1 of `a`'s 7 comes through this edge: `1 × 1`.");
  assert.match(
    narrateEdge(telling(STRETCHED, STRETCHED_PROGRAM), STRETCHED.edges[1]!, 99),
    /^A gradient of shape \(2,\) reaches `b`.* summed over axis 0, which was broadcast\. `b` gets/,
  );
});

const sceneOf = (graph: Graph, text: string) =>
  buildScene(graph, text, records, {
    direction: "right",
    separateOperations: false,
    detail: "full",
    constantNodes: true,
  });

test("a wire is named by its ends, its rule and what has travelled it", () => {
  const spoken = (graph: Graph, text: string, id: number, position: number): string => {
    const scene = sceneOf(graph, text);
    return spokenWire(buildSchedule(graph), records, scene, scene.wires.find((wire) => wire.id === id)!, position);
  };
  assert.equal(
    spoken(SQUARE, SQUARE_PROGRAM, 0, 7),
    "edge from a to a*a, the first of its 2 uses, rule a, contribution 1 × 3 = 3",
  );
  assert.equal(
    spoken(SQUARE, SQUARE_PROGRAM, 0, 2),
    "edge from a to a*a, the first of its 2 uses, rule a, contribution not computed yet",
  );
  assert.equal(spoken(BLOCKED, BLOCKED_PROGRAM, 2, 5), "edge from 2 to y, no gradient travels along it");
});

test("from a card onto its wires, along them and across them", () => {
  const { wires, ...scene } = sceneOf(SQUARE, SQUARE_PROGRAM);
  const layout = layoutGraph(layoutRequest({ ...scene, wires }));
  const out = wiresBeside(wires, layout, 0, "users");
  assert.deepEqual(out.map(({ id }) => id).sort(), [0, 1, 3]);
  assert.deepEqual(wiresBeside(wires, layout, 0, "inputs"), []);
  const [first, second, third] = out as [(typeof out)[0], (typeof out)[0], (typeof out)[0]];
  assert.deepEqual(walkFromWire(wires, layout, first, 0, "after"), { wire: second });
  assert.deepEqual(walkFromWire(wires, layout, first, 0, "before"), { wire: first }, "the end holds");
  assert.deepEqual(walkFromWire(wires, layout, third, 0, "users"), { card: third.target });
  assert.deepEqual(walkFromWire(wires, layout, third, 0, "inputs"), { card: 0 });
  const into = wiresBeside(wires, layout, 2, "inputs");
  assert.deepEqual(
    walkFromWire(wires, layout, into[0]!, 2, "after"),
    { wire: into[1] },
    "beside the card that the keyboard came from",
  );
});

test("a key of the picture is declared once, for its answer and for the help", () => {
  const press = (key: string, held: Partial<Record<"shiftKey" | "ctrlKey", boolean>> = {}) =>
    pictureKey({ key, shiftKey: false, ctrlKey: false, metaKey: false, altKey: false, ...held });
  assert.deepEqual(
    [press("ArrowUp"), press("ArrowUp", { shiftKey: true }), press("Enter"), press("Backspace")],
    ["walk", "step-on-wire", "choose", "fold"],
  );
  assert.equal(press("ArrowUp", { ctrlKey: true }), "move");
  assert.deepEqual([press("Enter", { ctrlKey: true }), press("Backspace", { shiftKey: true }), press("a")], [null, null, null]);
  assert.equal(new Set(PICTURE_KEYS.flatMap(({ keys }) => keys as readonly string[])).size, PICTURE_KEYS.length);
});

test("near a wire means the wire, the nearest of several, and only within reach", () => {
  const scene = sceneOf(SQUARE, SQUARE_PROGRAM);
  const layout = layoutGraph(layoutRequest(scene));
  const spatial = spatialOf(layout);
  for (const { id, curve } of layout.edges) {
    for (const fraction of [0.25, 0.5, 0.75]) {
      const { x, y, angle } = pointAlong(measureCurve(curve), fraction);
      const off = (distance: number) => [x - Math.sin(angle) * distance, y + Math.cos(angle) * distance] as const;
      assert.equal(spatial.nearestEdge(...off(0), 12, () => true)?.id, id);
      assert.equal(
        spatial.nearestEdge(...off(40), 12, (each) => each.id === id),
        null,
      );
      assert.equal(spatial.nearestEdge(...off(11), 12, (each) => each.id === id)?.id, id);
      assert.equal(
        spatial.nearestEdge(...off(0), 12, (each) => each.id !== id && each.id > 99),
        null,
      );
    }
  }
});

test("among thousands of wires the one under the pointer is found in the blink of an eye", () => {
  const layout = layoutGraph(layoutRequest(sceneOf(wideGraph(1000), "")));
  const spatial = spatialOf(layout);
  const { x, y } = pointAlong(measureCurve(layout.edges[700]!.curve), 0.5);
  const start = performance.now();
  for (let count = 0; count < 100; count += 1) assert.ok(spatial.nearestEdge(x, y, 12, () => true));
  assert.ok((performance.now() - start) / 100 < 5, "milliseconds for each movement of the pointer");
});

test("a class follows the edge, a page from before edges says nothing of them, and a node wins", () => {
  const state = stateOf({ ...withSquare, ...select({ edge: 1 }) });
  assert.deepEqual([viewOf(state)!.selected, viewOf(state)!.selected_edge], [null, 1]);
  const follow = (view: Parameters<typeof viewWith>[0], from = stateOf(withSquare)) => ({
    ...from,
    ...momentChange(from, viewWith(view), true),
  });
  assert.deepEqual(selectionOf(follow({ program: SQUARE_PROGRAM, selected_edge: 1 })), { edge: 1 });
  assert.deepEqual(selectionOf(follow({ program: SQUARE_PROGRAM, selected: 0, selected_edge: 1 })), { node: 0 });
  assert.equal(selectionOf(follow({ program: SQUARE_PROGRAM, selected_edge: 99 })), null);
  const { selected_edge: _, ...old } = viewWith({ program: SQUARE_PROGRAM, selected: 2 });
  assert.deepEqual(selectionOf({ ...state, ...momentChange(state, old as ReturnType<typeof viewWith>, true) }), { node: 2 });
});
