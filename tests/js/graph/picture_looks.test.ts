import assert from "node:assert/strict";
import test from "node:test";
import { recordsByName } from "../../../static/src/explain/captions.ts";
import { layoutGraph } from "../../../static/src/layout/layout.ts";
import type { Appearance } from "../../../static/src/scene/fitting/metrics.ts";
import { buildScene, layoutRequest } from "../../../static/src/scene/scene.ts";
import { buildSchedule } from "../../../static/src/timeline/schedule.ts";
import { drawnGraphOf } from "../../../static/src/view/graph/drawn_graph.ts";
import { cardLooks, litCards } from "../../../static/src/view/graph/picture/card_looks.ts";
import { movingIn, type Sight, type View } from "../../../static/src/view/graph/picture/view.ts";
import { createWaysTo, wireLooks } from "../../../static/src/view/graph/picture/wire_looks.ts";
import { RECORDS, SQUARE, SQUARE_PROGRAM } from "../support/sample_graphs.ts";

const APPEARANCE: Appearance = { direction: "down", separateOperations: false, detail: "full", constantNodes: true };
const UNTOUCHED: View = {
  position: 0,
  frame: null,
  selected: null,
  selectedEdge: null,
  coloured: null,
  hovered: null,
  tabbable: 0,
  hits: null,
  breakpoints: [],
  overlay: "none",
  nudged: null,
  honest: null,
  differing: null,
  asked: null,
};

/** a*a + a, as it is looked at. */
function sightOf(view: Partial<View>): Sight {
  const scene = buildScene(SQUARE, SQUARE_PROGRAM, recordsByName(RECORDS), APPEARANCE);
  const layout = layoutGraph(layoutRequest(scene));
  const shown = drawnGraphOf(buildSchedule(SQUARE), scene, layout, { operations: RECORDS, moves: {} }, null);
  return { shown, view: { ...UNTOUCHED, ...view } };
}

const wiresOf = (sight: Sight) => sight.shown.scene.wires.map(wireLooks(sight, movingIn(sight), createWaysTo()(sight)));
const cardOf = (sight: Sight, id: number) => cardLooks(sight, movingIn(sight), litCards(sight))(id);
const END = SQUARE.steps.length;

test("at rest all wires are thin lines without a number", () => {
  const looks = wiresOf(sightOf({ position: END }));
  assert.equal(looks.length, 4);
  for (const { moment, isWritten } of looks) assert.deepEqual([moment.flow, moment.label, isWritten], ["idle", "", false]);
});

test("the number of a step is written at its wire alone", () => {
  const sight = sightOf({ position: 4, frame: { from: 3, to: 4 } });
  const written = sight.shown.scene.wires.filter((_, at) => wiresOf(sight)[at]!.isWritten);
  assert.deepEqual(
    written.map(({ edges }) => edges),
    [[2]],
  );
});

test("what brings a coloured node its gradient is in its hues and written, and nothing else is", () => {
  const sight = sightOf({ position: END, coloured: 0 });
  const looks = wiresOf(sight);
  for (const [at, { edges }] of sight.shown.scene.wires.entries()) {
    const brings = SQUARE.edges[edges[0]!]!.source === 0;
    assert.equal(looks[at]!.isWritten, brings, `edges ${edges}`);
  }
  assert.ok(looks.some(({ marks }) => marks.hue !== null));
});

test("a hovered card lights its neighbours", () => {
  const sight = sightOf({ position: END, hovered: 1 });
  assert.deepEqual(
    [0, 1, 2].map((id) => cardOf(sight, id).marks.lit),
    [true, true, true],
  );
  assert.equal(litCards(sightOf({ hovered: null })), null);
});

test("a card says what a nudge would make of its value, once that is known", () => {
  const nudged = {
    ...SQUARE,
    nodes: SQUARE.nodes.map((each) => ({ ...each, data: each.id === 0 ? 3 : (each.data as number) + 1 })),
  };
  assert.equal(cardOf(sightOf({ position: 0, nudged }), 2).marks.ghost, null);
  assert.match(cardOf(sightOf({ position: END, nudged }), 2).marks.ghost!, /13/);
  assert.equal(cardOf(sightOf({ position: END, nudged }), 0).marks.ghost, null);
});
