import assert from "node:assert/strict";
import test from "node:test";
import { FORMS, type Form } from "../../../static/src/core/card_sizes.ts";
import type { Graph } from "../../../static/src/core/types.ts";
import { recordsByName } from "../../../static/src/explain/captions.ts";
import { layoutGraph, leastSize } from "../../../static/src/layout/layout.ts";
import type { Direction } from "../../../static/src/layout/types.ts";
import { chooseForm, isWholeOn, LEAST_ZOOM, type Placing, USUAL_STAGE } from "../../../static/src/scene/fitting/card_form.ts";
import { createTaken, rectAround } from "../../../static/src/scene/fitting/free_places.ts";
import { glyphReach, glyphType, metricsFor } from "../../../static/src/scene/fitting/metrics.ts";
import { pillPlace } from "../../../static/src/scene/fitting/pill_places.ts";
import { type FreeInRow, tagInRow } from "../../../static/src/scene/fitting/tags.ts";
import { ghostOf } from "../../../static/src/scene/ghosts.ts";
import { buildScene, layoutRequest } from "../../../static/src/scene/scene.ts";
import { formatValue, formatWithin } from "../../../static/src/text/format.ts";
import { sumTexts } from "../../../static/src/text/sums.ts";
import { freeCorner } from "../../../static/src/view/graph/camera/map_corner.ts";
import { BLOCKED, BLOCKED_PROGRAM, RECORDS, SQUARE, SQUARE_PROGRAM } from "../support/sample_graphs.ts";

const records = recordsByName(RECORDS);
const look = (detail: Form, direction: Direction) => ({
  ...{ detail, direction },
  separateOperations: false,
  constantNodes: false,
});
const sceneOf = (form: Form) => buildScene(SQUARE, SQUARE_PROGRAM, records, look(form, "down"));
const placing = { layout: layoutGraph, leastSize };

/** A stage on which a picture of these cards is just whole. */
const stageOf = (form: Form): { width: number; height: number } => {
  const { width, height } = layoutGraph(layoutRequest(sceneOf(form)));
  return { width: width * LEAST_ZOOM + 0.1, height: height * LEAST_ZOOM + 0.1 };
};

test("cards are as large as leaves all of a picture on the stage in type that can be read, else the smallest", () => {
  for (const form of FORMS) {
    const { scene, layout } = chooseForm(sceneOf, placing, stageOf(form));
    assert.equal(scene.appearance.detail, form);
    assert.ok(isWholeOn(layout!, stageOf(form)));
  }
  const none = chooseForm(sceneOf, placing, { width: 20, height: 20 });
  assert.deepEqual([none.scene.appearance.detail, none.layout], ["far", null]);
});

test("what is too large is not placed, and the same is chosen", () => {
  const placed = { quick: 0, slow: 0 };
  const counting = (kind: keyof typeof placed, least: Placing["leastSize"]): Placing => ({
    layout: (request) => {
      placed[kind] += 1;
      return layoutGraph(request);
    },
    leastSize: least,
  });
  const [quick, slow] = [counting("quick", leastSize), counting("slow", () => ({ width: 1, height: 1 }))];
  for (const stage of [...FORMS.map(stageOf), { width: 20, height: 20 }]) {
    const [one, other] = [quick, slow].map((each) => chooseForm(sceneOf, each, stage));
    assert.deepEqual([one!.scene.appearance, one!.layout], [other!.scene.appearance, other!.layout]);
  }
  assert.ok(placed.quick < placed.slow, JSON.stringify(placed));
});

test("cards of many nodes are small without trying", () => {
  const inputs = Array.from({ length: 130 }, (_, id) => ({ ...SQUARE.nodes[0]!, id, name: `x${id}` }));
  const many = { ...SQUARE, nodes: inputs, edges: [], steps: [], mentions: [] };
  const refused: Placing = { ...placing, layout: () => assert.fail("it is placed") };
  const { scene, layout } = chooseForm((form) => buildScene(many, "", records, look(form, "down")), refused, USUAL_STAGE);
  assert.deepEqual([scene.appearance.detail, layout], ["far", null]);
});

test("a constant is written into the operation that uses it, and drawn on its own on request", () => {
  const inside = buildScene(BLOCKED, BLOCKED_PROGRAM, records, look("full", "right"));
  const apart = buildScene(BLOCKED, BLOCKED_PROGRAM, records, { ...look("full", "right"), constantNodes: true });
  const constant = BLOCKED.nodes.find(({ role }) => role === "constant")!;
  const user = BLOCKED.edges.find(({ source }) => source === constant.id)!.target;
  assert.equal(apart.cards.length, inside.cards.length + 1);
  assert.equal(inside.folding.shownAs[constant.id], user);
  assert.equal(inside.wireOf[BLOCKED.edges.find(({ source }) => source === constant.id)!.id], -1);
  assert.match(inside.cardOf.get(user)!.glyph!, /\d/);
  assert.equal(apart.folding.shownAs[constant.id], constant.id);
});

test("a glyph of letters has the least size of type and a shape as wide as it needs", () => {
  const metrics = metricsFor({ detail: "compact", direction: "right" });
  assert.equal(glyphReach("+", metrics), metrics.glyphRadius);
  assert.equal(glyphType("log_softmax", metrics), metrics.leastType);
  assert.equal(glyphReach("log_softmax", metrics) > 3 * metrics.glyphRadius, true);
});

test("digits are left out where there is no room for them, the exponent never", () => {
  assert.equal(formatWithin(-0.0123456, 4, 6), "−0.012");
  assert.equal(formatWithin(7.373e-5, 4, 6), "7.4e−5");
  assert.equal(formatWithin(-1.234e-123, 4, 6), "−1e−123");
  assert.equal(formatValue(31, 4, 6), "31");
});

test("a sum is shown with so many decimals that it adds up", () => {
  assert.deepEqual(sumTexts(-6.9416, 0, -6.9416, 4), ["−6.942", "0", "−6.942"]);
  assert.deepEqual(sumTexts(21, 10, 31, 4), ["21", "10", "31"]);
  const [first, second, sum] = sumTexts(673.3438, -27.7676, 645.5762, 3);
  assert.equal(Number(first) - Number(second.slice(1)), Number(sum));
  assert.equal(second.startsWith("−"), true);
  assert.deepEqual(sumTexts(1e-9, 1, 1.000000001, 4), ["1e−9", "1", "1.000"]);
  assert.deepEqual(sumTexts(-0.004165, 0.5, 0.495835, 3), ["−0.004165", "0.5", "0.495835"]);
  assert.deepEqual(sumTexts(0.004, 100, 100.004, 3), ["0.004", "100", "100.004"]);
  assert.deepEqual(sumTexts(0.1, 0.2, 0.30000000000000004, 4), ["0.1", "0.2", "0.3"]);
});

test("a pill is beside its card, in view and on nothing else, or it is not there", () => {
  const card = rectAround(100, 100, 80, 40);
  const bounds = { left: 0, top: 0, right: 200, bottom: 130 };
  const size = { width: 60, height: 20 };
  const below = pillPlace([card], size, 5, "right", { ...bounds, bottom: 200 }, createTaken([card]))!;
  assert.equal(below.top > card.bottom, true);
  const above = pillPlace([card], size, 5, "right", bounds, createTaken([card]))!;
  assert.equal(above.bottom < card.top, true);
  // Where wires come from above, the sides are free of them.
  assert.deepEqual(
    pillPlace([card], size, 5, "down", { ...bounds, right: 300 }, createTaken([card])),
    rectAround(175, 100, 60, 20),
  );
  assert.equal(pillPlace([card], size, 5, "right", card, createTaken([card])), null);
});

test("the small map is in a corner without cards, or not there", () => {
  const view = { left: 0, top: 0, right: 400, bottom: 300 };
  const card = (x: number, y: number) => ({ id: x, key: "", x, y, width: 100, height: 40, rank: 0 });
  const map = { width: 120, height: 80 };
  assert.equal(freeCorner([card(150, 130)], view, map, 5), "bottom right");
  assert.equal(freeCorner([card(290, 250)], view, map, 5), "bottom left");
  assert.equal(freeCorner([card(290, 250), card(10, 250)], view, map, 5), "top left");
  assert.equal(freeCorner([card(290, 250), card(10, 250), card(10, 10), card(290, 10)], view, map, 5), null);
  const label = { left: 330, top: 250, right: 360, bottom: 264 };
  assert.equal(freeCorner([], view, map, 5, [label]), "bottom left");
});

test("a tag stands behind the name where it has room there, or is shortened, or goes to the edge", () => {
  const card = { width: 100, height: 30 };
  const free = (width: number, isCrowded = true): FreeInRow => ({ width, right: 94, middle: 9, isCrowded });
  const whole = tagInRow("difference", "≠ value", 12, card, free(70));
  assert.deepEqual([whole.words, whole.box.right], ["≠ value", 94]);
  assert.ok(whole.box.left >= 24 && whole.box.top >= 0 && whole.box.bottom <= 18, JSON.stringify(whole.box));
  assert.equal(tagInRow("difference", "≠ value", 12, card, free(30)).words, "≠");
  const atEdge = tagInRow("difference", "≠ value", 12, card, free(0));
  assert.equal(atEdge.words, "≠");
  assert.ok(atEdge.box.top < 0 && atEdge.box.bottom > 0);
  assert.equal(tagInRow("difference", "≠ value", 12, card, free(30, false)).words, "≠ value");
  const ghost = tagInRow("ghost", "→ 0.8538", 12, card, free(20));
  assert.equal(ghost.words, "→ 0.8538");
  assert.ok(ghost.box.top < 0);
});

test("a value that is tried out has the digits of cards, and more where they do not show the change", () => {
  const after = (data: number): Graph => ({ ...SQUARE, nodes: SQUARE.nodes.map((node) => ({ ...node, data })) });
  assert.equal(ghostOf(after(0.861723), after(0.853798), 0), "→ 0.8538");
  assert.equal(ghostOf(after(70.0001), after(70.00032), 0), "→ 70.0003");
  assert.equal(ghostOf(after(1), after(1), 0), null);
});
