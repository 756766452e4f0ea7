import assert from "node:assert/strict";
import test from "node:test";
import { CARD_SIZES, FORMS } from "../../../static/src/core/card_sizes.ts";
import type { Graph, GraphNode } from "../../../static/src/core/types.ts";
import { recordsByName } from "../../../static/src/explain/captions.ts";
import { widthOfRuns } from "../../../static/src/explain/typeset.ts";
import { layoutGraph } from "../../../static/src/layout/layout.ts";
import { walk, wayOf } from "../../../static/src/scene/arrow_keys.ts";
import { anatomyOf } from "../../../static/src/scene/fitting/cards.ts";
import { type Appearance, glyphReach, metricsFor } from "../../../static/src/scene/fitting/metrics.ts";
import { cardMoment, linkMoment, nowOf, spokenCard, widthScales, wireMoment } from "../../../static/src/scene/moment.ts";
import { widthScale } from "../../../static/src/scene/scale.ts";
import { buildScene, layoutRequest } from "../../../static/src/scene/scene.ts";
import { trimEnd, trimStart } from "../../../static/src/scene/wire_ends.ts";
import { buildSchedule } from "../../../static/src/timeline/schedule.ts";
import { drawnGraphOf } from "../../../static/src/view/graph/drawn_graph.ts";
import { BLOCKED, BLOCKED_PROGRAM, RECORDS, SQUARE, SQUARE_PROGRAM, STRETCHED } from "../support/sample_graphs.ts";

const records = recordsByName(RECORDS);
const plain: Appearance = {
  direction: "right",
  separateOperations: false,
  detail: "full",
  constantNodes: true,
};
const sceneOf = (graph: Graph, program: string, appearance: Partial<Appearance> = {}) =>
  buildScene(graph, program, records, { ...plain, ...appearance });

test("a value used twice has two wires, and none says that there are two", () => {
  const twins = sceneOf(SQUARE, SQUARE_PROGRAM).wires.filter(({ source, target }) => source === 0 && target === 1);
  assert.deepEqual(
    twins.map(({ multiplicity }) => multiplicity),
    [null, null],
  );
});

test("ports are numbered where the order of the inputs matters", () => {
  assert.deepEqual(
    sceneOf(BLOCKED, BLOCKED_PROGRAM).wires.map(({ port }) => port),
    [null, "1", "2"],
  );
  assert.deepEqual(
    sceneOf(SQUARE, SQUARE_PROGRAM).wires.map(({ port }) => port),
    [null, null, null, null],
  );
});

test("numbers that change move nothing: the structure stays the same", () => {
  const before = sceneOf(SQUARE, SQUARE_PROGRAM);
  const nodes = SQUARE.nodes.map((each) => ({ ...each, data: 123456.789, grad: -1e-9 }));
  assert.equal(sceneOf({ ...SQUARE, nodes }, SQUARE_PROGRAM).structure, before.structure);
});

test("another operation or direction asks for a new layout", () => {
  const before = sceneOf(SQUARE, SQUARE_PROGRAM).structure;
  const nodes = SQUARE.nodes.map((each) => (each.op === "add" ? { ...each, op: "subtract" } : each));
  assert.notEqual(sceneOf({ ...SQUARE, nodes }, SQUARE_PROGRAM).structure, before);
  assert.notEqual(sceneOf(SQUARE, SQUARE_PROGRAM, { direction: "down" }).structure, before);
});

test("keys follow names and what things are made of, and never repeat", () => {
  const keys = sceneOf(SQUARE, SQUARE_PROGRAM).cards.map(({ key }) => key);
  const edited = { ...SQUARE, nodes: SQUARE.nodes.map((each) => (each.id === 2 ? { ...each, name: "z" } : each)) };
  const after = sceneOf(edited, SQUARE_PROGRAM.replace("y", "z")).cards.map(({ key }) => key);
  assert.deepEqual(after.slice(0, 2), keys.slice(0, 2));
  assert.equal(new Set(keys).size, keys.length);
});

test("a constant that is only a number is a bare card without a gradient", () => {
  const constant = sceneOf(BLOCKED, BLOCKED_PROGRAM).cards[2]!;
  assert.equal(constant.bare, true);
  assert.equal(cardMoment(buildSchedule(BLOCKED), BLOCKED.nodes[2]!, 5, 4).grad, null);
});

test("operations of their own stand between inputs and value", () => {
  const scene = sceneOf(SQUARE, SQUARE_PROGRAM, { separateOperations: true });
  const request = layoutRequest(scene);
  assert.deepEqual(
    request.nodes.map(({ id }) => id),
    [0, 0.5, 1, 1.5, 2],
  );
  assert.deepEqual(
    request.edges.filter(({ source }) => source === 0.5).map(({ target }) => target),
    [1],
  );
  assert.equal(
    scene.cards.every(({ glyph }) => glyph === null),
    true,
  );
});

test("what is not computed is a dash and what is computed as zero is a zero", () => {
  const schedule = buildSchedule(BLOCKED);
  assert.equal(cardMoment(schedule, BLOCKED.nodes[1]!, 0, 4).data.text, "—");
  assert.equal(cardMoment(schedule, BLOCKED.nodes[1]!, 1, 4).data.text, "0");
  assert.deepEqual(cardMoment(schedule, BLOCKED.nodes[0]!, 5, 4).blocked, true);
});

test("of a large array the shape is shown where a number would be, once it is known", () => {
  const summary = (length: number) => ({
    ...{ shape: [40, length], dtype: "float32", device: "cpu", min: 0, max: 1, mean: 0.5, norm: 9, zeros: 0, nonfinite: 0 },
    histogram: { from: 0, to: 1, counts: [] },
  });
  const large = { data: null, grad: null, summary: { data: summary(60), grad: { ...summary(70), nonfinite: 0.5 } } };
  const nodes = SQUARE.nodes.map((each) => (each.id === 0 ? ({ ...each, ...large } as unknown as GraphNode) : each));
  const edges = SQUARE.edges.map((each) => (each.source === 0 ? { ...each, contribution: null, summary: summary(60) } : each));
  const steps = SQUARE.steps.map((each) => (each.edge !== undefined && each.edge !== 2 ? { ...each, total: null } : each));
  const schedule = buildSchedule({ ...SQUARE, nodes, edges, steps });
  const at = (position: number) => cardMoment(schedule, nodes[0]!, position, 4);
  assert.deepEqual([at(0).data.text, at(6).grad?.text, at(7).grad?.text], ["(40,60)", "—", "(40,70)"]);
  assert.deepEqual([at(7).data.broken, at(7).grad?.broken], [false, true]);
});

test("a wire is idle, then carries the value, then the contribution with its sign", () => {
  const schedule = buildSchedule(SQUARE);
  const scales = widthScales(schedule);
  const at = (position: number) => wireMoment(schedule, scales, SQUARE.edges[0]!, position, 4);
  assert.deepEqual(
    [0, 1, 5, 6].map((position) => at(position).flow),
    ["idle", "value", "idle", "gradient"],
  );
  assert.equal(at(6).label, "3");
  assert.equal(linkMoment(schedule, scales, 1, 1).flow, "value");
  // On the way back it carries what its operation multiplies, once that is complete.
  assert.deepEqual([linkMoment(schedule, scales, 1, 3).flow, linkMoment(schedule, scales, 1, 4).flow], ["idle", "gradient"]);
  assert.equal(linkMoment(schedule, scales, 1, 4).label, "1");
});

test("a tensor shows its shape and cells scaled to its largest number", () => {
  const nodes = STRETCHED.nodes.map((each) =>
    each.id === 0
      ? {
          ...each,
          data: [
            [100.123, -50.0615],
            [0, 25],
          ],
        }
      : each,
  );
  const { data } = cardMoment(buildSchedule({ ...STRETCHED, nodes }), nodes[0]!, 0, 4);
  assert.equal(data.text, "(2,2)");
  assert.deepEqual([data.heat?.rows, data.heat?.columns], [2, 2]);
  assert.deepEqual(
    data.heat?.cells.map((cell) => Math.round(cell * 100)),
    [100, -50, 0, 25],
  );
});

test("a short list is written, and a longer one has room for its shape and its cells", () => {
  const list = (data: number[]): Graph => ({
    ...SQUARE,
    nodes: SQUARE.nodes.map((one) => ({ ...one, shape: [data.length], data })),
  });
  for (const detail of FORMS) {
    const [short, long] = [[0.123, 0.65, 1], Array(9).fill(0.5)].map(
      (data) => sceneOf(list(data), SQUARE_PROGRAM, { detail, direction: "down" }).cards[0]!,
    );
    assert.deepEqual([short!.listed, short!.characters, long!.listed], [true, 12, false]);
    assert.equal(short!.height, CARD_SIZES[detail].height);
    assert.equal(long!.height, CARD_SIZES[detail].height + (detail === "far" ? 0 : 17));
  }
});

test("in every size the value is left, the gradient right, and neither reaches the name, the symbol or the outline", () => {
  for (const detail of FORMS)
    for (const card of sceneOf(SQUARE, SQUARE_PROGRAM, { detail, direction: "down" }).cards) {
      const metrics = metricsFor({ detail, direction: "down" });
      const { title, value, gradient, symbol } = anatomyOf(card, metrics);
      const { size } = metrics;
      assert.ok(gradient!.x < card.width && value.x > 0);
      const nameEnd = title.x + widthOfRuns(card.runs, size.name, size.index);
      assert.ok(nameEnd <= card.width);
      if (detail === "full") assert.ok(value.x + value.width <= gradient!.x - gradient!.width);
      else assert.ok(nameEnd <= value.x - value.width);
      if (detail === "compact") assert.equal(value.x, gradient!.x - gradient!.width);
      if (detail === "far") assert.equal(value.x, gradient!.x);
      if (symbol) assert.ok(symbol.x + glyphReach(card.glyph!, metrics) < title.x);
      // What an operation without a name is, its symbol says; names stay.
      assert.equal(card.title === "", detail !== "full" && !card.named && card.glyph !== null);
    }
});

test("NaN is marked as broken and has no sign", () => {
  const nodes = SQUARE.nodes.map((each) => (each.id === 0 ? { ...each, data: "NaN" as const } : each));
  const { data } = cardMoment(buildSchedule({ ...SQUARE, nodes }), nodes[0]!, 0, 4);
  assert.deepEqual([data.text, data.broken, data.sign], ["NaN", true, 0]);
});

test("the frame points at the edge that sends and the node that receives", () => {
  const { nodes, edges } = nowOf(buildSchedule(SQUARE), SQUARE.steps.slice(5, 6));
  assert.deepEqual([[...nodes], [...edges]], [[0], [0]]);
});

test("a card is spoken with role, numbers and users", () => {
  const schedule = buildSchedule(SQUARE);
  const titles = ["a", "a*a", "y"];
  const spoken = (position: number): string =>
    spokenCard(schedule, SQUARE.nodes[0]!, cardMoment(schedule, SQUARE.nodes[0]!, position, 4), (id) => titles[id]!);
  assert.equal(spoken(7), "a, input, data 3, gradient 7, feeds a*a, y");
  assert.equal(spoken(0), "a, input, data 3, gradient not computed yet, feeds a*a, y");
  const product = SQUARE.nodes[1]!;
  assert.match(
    spokenCard(schedule, product, cardMoment(schedule, product, 7, 4), (id) => titles[id]!),
    /^a\*a, intermediate, multiply, data 9,/,
  );
});

test("widths grow with magnitude from 2 to 4 and end at a round number", () => {
  const scale = widthScale([0.5, -21]);
  assert.equal(scale.end, 50);
  assert.deepEqual([scale.widthOf(0), scale.widthOf(50), scale.widthOf(-50), scale.widthOf(NaN)], [2, 4, 4, 4]);
  assert.ok(scale.widthOf(1) < scale.widthOf(10));
  assert.equal(widthScale([]).end, 1);
  assert.equal(widthScale([NaN, Infinity, 3]).end, 5);
});

test("arrow keys follow the wires and turn with the picture", () => {
  const scene = sceneOf(SQUARE, SQUARE_PROGRAM);
  const layout = layoutGraph(layoutRequest(scene));
  assert.equal(walk(scene.wires, layout, 0, wayOf("ArrowRight", "right")!), 1);
  assert.equal(walk(scene.wires, layout, 2, wayOf("ArrowLeft", "right")!), 1);
  assert.equal(walk(scene.wires, layout, 2, "users"), 2);
  assert.equal(wayOf("ArrowDown", "down"), "users");
  assert.equal(wayOf("x", "down"), null);
});

test("siblings are visited across the flow and the ends hold", () => {
  const graph = {
    ...SQUARE,
    nodes: SQUARE.nodes.map((each) => (each.id === 1 ? { ...each, op: null, inputs: [] } : each)),
    edges: SQUARE.edges.slice(2).map((each, id) => ({ ...each, id })),
    steps: [],
  };
  const { wires, ...scene } = sceneOf(graph, SQUARE_PROGRAM);
  const layout = layoutGraph(layoutRequest({ ...scene, wires }));
  const [top, bottom] = [0, 1].sort((one, other) => layout.nodes[one]!.y - layout.nodes[other]!.y) as [number, number];
  assert.equal(walk(wires, layout, top, "after"), bottom);
  assert.equal(walk(wires, layout, bottom, "after"), bottom);
  assert.equal(walk(wires, layout, bottom, "before"), top);
});

test("a wire is cut short by the length of an arrowhead at one end alone", () => {
  const straight = [0, 0, 10, 0, 20, 0, 30, 0];
  const start = trimStart(straight, 6);
  assert.ok(Math.abs(start[0]! - 6) < 0.1);
  assert.deepEqual(start.slice(-2), [30, 0]);
  const end = trimEnd(straight, 6);
  assert.ok(Math.abs(end.at(-2)! - 24) < 0.1);
  assert.deepEqual(end.slice(0, 2), [0, 0]);
});

test("a wire shorter than an arrowhead keeps half of itself", () => {
  assert.ok(Math.abs(trimStart([0, 0, 1, 0, 2, 0, 3, 0], 100)[0]! - 1.5) < 0.1);
});

test("names of equal users are spoken once, and of many only the first", () => {
  const schedule = buildSchedule(SQUARE);
  const spoken = (users: readonly number[], titles: (id: number) => string): string =>
    spokenCard({ ...schedule, users: [users] }, SQUARE.nodes[0]!, cardMoment(schedule, SQUARE.nodes[0]!, 7, 4), titles);
  assert.match(
    spoken([1, 1, 2], (id) => ["a", "w*x", "y"][id]!),
    /feeds w\*x \(2 times\), y$/,
  );
  assert.match(
    spoken([1, 2, 3, 4, 5, 6, 7, 8, 9, 10], (id) => `n${id}`),
    /feeds n1, n2, n3, n4, n5, n6, n7, n8, and 2 more$/,
  );
});

test("a card in the hand moves, and what follows from the numbers is not worked out again", () => {
  const scene = sceneOf(SQUARE, SQUARE_PROGRAM);
  const [schedule, arranged] = [buildSchedule(SQUARE), layoutGraph(layoutRequest(scene))];
  const drawn = (by: number, before: ReturnType<typeof drawnGraphOf> | null) =>
    drawnGraphOf(schedule, scene, arranged, { operations: RECORDS, moves: { [arranged.nodes[0]!.key]: [by, 0] } }, before);
  const first = drawn(10, null);
  const next = drawn(-30, first);
  assert.deepEqual(next.layout, drawn(-30, null).layout);
  assert.equal(next.scales, first.scales);
  assert.equal(next.inside, first.inside);
});
