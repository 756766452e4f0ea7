import assert from "node:assert/strict";
import test from "node:test";
import type { Graph } from "../../../static/src/core/types.ts";
import { recordsByName } from "../../../static/src/explain/captions.ts";
import { layoutGraph, leastSize } from "../../../static/src/layout/layout.ts";
import { measureCurve, pointAlong } from "../../../static/src/layout/wire_curves.ts";
import { bestLook, type Look, type Placing, type Stage } from "../../../static/src/scene/fitting/best_look.ts";
import { createTaken, overlap, type Rect, rectAround } from "../../../static/src/scene/fitting/free_places.ts";
import { labelPlaces } from "../../../static/src/scene/fitting/label_places.ts";
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
const look = (detail: Look["detail"], direction: Look["direction"]) => ({
  ...{ detail, direction },
  separateOperations: false,
  projector: false,
  constantNodes: false,
});
const sceneOf = ({ detail, direction }: Look) => buildScene(SQUARE, SQUARE_PROGRAM, records, look(detail, direction));
const placing = { layout: layoutGraph, leastSize };
const stage = (width: number, height: number): Stage => ({ width, height, least: 0.92, floor: 0.92, most: 1.25 });

test("a card shows all rows where they fit, both numbers in one where they do not, and no type is made smaller for it", () => {
  const fits = bestLook(sceneOf, placing, stage(900, 700), ["right", "down"], false).scene.appearance;
  assert.deepEqual([fits.detail, fits.direction], ["full", "right"]);
  const upright = bestLook(sceneOf, placing, stage(240, 700), ["right", "down"], false).scene.appearance;
  assert.equal(upright.direction, "down");
  const narrow = bestLook(sceneOf, placing, stage(150, 170), ["right", "down"], false).scene.appearance;
  assert.equal(narrow.detail, "compact");
  const low = bestLook(sceneOf, placing, stage(190, 120), ["right", "down"], false).scene;
  assert.equal(low.appearance.detail, "line");
  // What an operation without a name is, its symbol says; names stay.
  for (const { named, glyph, title } of low.cards) assert.equal(title === "", !named && glyph !== null);
});

test("what is too large whichever way it is placed is not placed, and the same is chosen", () => {
  const placed = { quick: 0, slow: 0 };
  const counting = (kind: keyof typeof placed, least: Placing["leastSize"]): Placing => ({
    layout: (request) => {
      placed[kind] += 1;
      return layoutGraph(request);
    },
    leastSize: least,
  });
  const [quick, slow] = [counting("quick", leastSize), counting("slow", () => ({ width: 1, height: 1 }))];
  for (const room of [stage(900, 700), stage(240, 700), stage(150, 170), stage(190, 120), stage(60, 60)]) {
    const [one, other] = [quick, slow].map((each) => bestLook(sceneOf, each, room, ["right", "down"], false));
    assert.deepEqual([one!.scene.appearance, one!.layout], [other!.scene.appearance, other!.layout]);
  }
  assert.ok(placed.quick < 0.8 * placed.slow, JSON.stringify(placed));
});

test("what does not fit at the size that is wished for is rather smaller and whole than seen in part", () => {
  const { width, height } = layoutGraph(layoutRequest(sceneOf({ detail: "compact", direction: "down" })));
  const wall = (floor: number): Stage => ({ width, height, least: 1.3, floor, most: 1.6 });
  const detailOn = (floor: number) => bestLook(sceneOf, placing, wall(floor), ["right", "down"], false).scene.appearance.detail;
  assert.equal(detailOn(0.95), "compact");
  // Of pictures that are seen in part, the one of which more is in sight.
  assert.equal(detailOn(1.3), "line");
});

test("on a phone what can be read whole from afar is, before what shows more in part", () => {
  const looks: Look[] = [
    { detail: "compact", direction: "right" },
    { detail: "compact", direction: "down" },
    { detail: "line", direction: "down" },
    { detail: "tower", direction: "right" },
    ...[2, 3, 4].map((bands): Look => ({ detail: "line", direction: "down", bands })),
  ];
  const scenes = (each: Look) =>
    buildScene(SQUARE, SQUARE_PROGRAM, records, {
      ...look(each.detail, each.direction),
      ...(each.bands && { bands: each.bands }),
    });
  const zoomOf = ({ width, height }: { width: number; height: number }, room: Stage) =>
    Math.min(room.width / width, room.height / height);
  const sizes = looks.map((each) => layoutGraph(layoutRequest(scenes(each))));
  const seen = { whole: 0, part: 0 };
  for (let width = 30; width <= 150; width += 10)
    for (let height = 30; height <= 150; height += 10)
      for (const isEdit of [false, true]) {
        const whole = 0.42;
        const room = { ...stage(width, height), whole };
        const { layout } = bestLook(scenes, placing, room, ["right", "down"], isEdit);
        const can = sizes.some((size) => zoomOf(size, room) >= whole);
        seen[can ? "whole" : "part"] += 1;
        if (can) assert.ok(zoomOf(layout!, room) >= whole, JSON.stringify([width, height, isEdit]));
      }
  assert.ok(seen.whole > 50 && seen.part > 50, JSON.stringify(seen));
});

test("a picture that is being edited turns only for a large gain, one that was turned by hand never", () => {
  const size = (direction: Look["direction"]) => layoutGraph(layoutRequest(sceneOf({ detail: "full", direction })));
  const [right, down] = [size("right"), size("down")];
  // A stage on which the picture fits 1.3 times as large from top to bottom.
  const width = right.width * 0.95;
  const height = Math.max(right.height, down.height * 0.95 * 1.3);
  const chosen = (directions: Look["direction"][], isEdit: boolean) =>
    bestLook(sceneOf, placing, stage(width, height), directions, isEdit).scene.appearance.direction;
  assert.equal(chosen(["right", "down"], false), "down");
  assert.equal(chosen(["right", "down"], true), "right");
  assert.equal(chosen(["right"], false), "right");
});

test("cards of many nodes are compact without trying", () => {
  const inputs = Array.from({ length: 130 }, (_, id) => ({ ...SQUARE.nodes[0]!, id, name: `x${id}` }));
  const many = { ...SQUARE, nodes: inputs, edges: [], steps: [], mentions: [] };
  let placed = 0;
  const { scene, layout } = bestLook(
    ({ detail, direction }) => buildScene(many, "", records, look(detail, direction)),
    {
      ...placing,
      layout: (request) => {
        placed += 1;
        return layoutGraph(request);
      },
    },
    stage(500, 900),
    ["right", "down"],
    false,
  );
  assert.deepEqual([placed, layout, scene.appearance.detail, scene.appearance.direction], [0, null, "compact", "down"]);
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
  const metrics = metricsFor({ projector: false, detail: "compact", direction: "right" });
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

test("numbers beside wires keep clear of cards, of each other and of other wires, or are left out", () => {
  const straight = (y: number) => measureCurve([0, y, 40, y, 80, y, 120, y]);
  const wires = [0, 1].map((id) => ({ id, track: straight(20 + 60 * id), side: 1 as const }));
  const card = rectAround(150, 20, 60, 40);
  const places = labelPlaces(wires, { widths: [50], height: 14 }, createTaken([card]), 10);
  const boxes = [...places.values()].map(({ box }) => box);
  assert.equal(boxes.length, 2);
  assert.equal(
    boxes.some((box) => overlap(box, card)),
    false,
  );
  assert.equal(overlap(boxes[0]!, boxes[1]!), false);
  const [signed] = labelPlaces([{ ...wires[0]!, sign: 16 }], { widths: [50], height: 14 }, createTaken([card]), 10).values();
  assert.equal(signed!.box.right - signed!.box.left, 66);
  const walled = createTaken([{ left: -500, right: 500, top: -500, bottom: 500 }]);
  assert.equal(labelPlaces(wires, { widths: [50], height: 14 }, walled, 10).size, 0);
});

test("where the longest number has no room a shorter one may have some", () => {
  const track = measureCurve([0, 20, 40, 20, 80, 20, 120, 20]);
  const cards = [0, 120].map((x) => rectAround(x, 20, 70, 80));
  const [place] = labelPlaces([{ id: 0, track, side: 1 }], { widths: [60, 40, 20], height: 14 }, createTaken(cards), 10).values();
  assert.equal(place!.room, 40);
  assert.equal(
    cards.some((card) => overlap(place!.box, card)),
    false,
  );
});

test("where nothing is in the way a number may be longer than the longest that all have room for", () => {
  const track = measureCurve([0, 20, 40, 20, 80, 20, 120, 20]);
  const placeBeside = (cards: Rect[]) =>
    labelPlaces([{ id: 0, track, side: 1, longer: 2 }], { widths: [40], height: 14, more: 10 }, createTaken(cards), 10).get(0)!;
  const free = placeBeside([]);
  assert.deepEqual([free.room, free.box.right - free.box.left], [60, 60]);
  const { box } = free;
  const tight = placeBeside([{ ...box, left: box.right - 4, right: box.right + 40 }]);
  assert.equal(tight.room, 50);
});

test("a number is nearer to its own wire than to any other, further along its wire if need be", () => {
  // Two wires to one card, close together at their heads and far apart where they come from.
  const wires = [-1, 1].map((away, id) => {
    const track = measureCurve([0, 100 + away * 90, 120, 100 + away * 90, 150, 100 + away * 12, 300, 100 + away * 12]);
    return { id, track, side: away as 1 | -1 };
  });
  const distance = ({ left, top, right, bottom }: Rect, id: number): number =>
    Math.min(
      ...Array.from({ length: 301 }, (_, index) => {
        const { x, y } = pointAlong(wires[id]!.track, index / 300);
        return Math.hypot(Math.max(left - x, 0, x - right), Math.max(top - y, 0, y - bottom));
      }),
    );
  const places = labelPlaces(wires, { widths: [40], height: 14 }, createTaken(), 10);
  assert.equal(places.size, 2);
  for (const [id, { box }] of places) assert.ok(distance(box, id) + 3 < distance(box, 1 - id), JSON.stringify([id, box]));
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
