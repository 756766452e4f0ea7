/** What holds for every layout: over worked examples, seeded random expressions and odd graphs, in both directions. */
import assert from "node:assert/strict";
import test from "node:test";
import { layoutGraph, leastSize } from "../../../static/src/layout/layout.ts";
import { seededRandom } from "../../../static/src/layout/random.ts";
import type { Direction, Layout, LayoutNode, LayoutRequest, PlacedEdge, PlacedNode } from "../../../static/src/layout/types.ts";
import { flattenCurve } from "../../../static/src/layout/wire_curves.ts";
import { randomExpression, recurrent, requestOf, type Sketch, Sketcher, workedExamples } from "../support/layout_graphs.ts";

/** Boxes of any size, some with docks, and edges from any node to any later one, several between two nodes included. */
function oddRequest(seed: number, direction: Direction): LayoutRequest {
  const random = seededRandom(seed);
  const count = 1 + Math.floor(random() * 40);
  const nodes = Array.from(
    { length: count },
    (_, id): LayoutNode => ({
      id: id * 3 - 0.5,
      width: 20 + Math.floor(random() * 150),
      height: 20 + Math.floor(random() * 90),
      ...(random() < 0.3 ? { entry: { radius: 10, inset: Math.floor(random() * 10) } } : {}),
      ...(random() < 0.3 ? { exit: { radius: 10, inset: 10 } } : {}),
      ...(random() < 0.3 ? { anyOrder: true } : {}),
    }),
  );
  const slots = new Map<number, number>();
  const edges = Array.from({ length: Math.floor(random() * 2 * count) }, (_, id) => {
    const target = 1 + Math.floor(random() * (count - 1));
    const source = Math.floor(random() * target);
    const slot = slots.get(target) ?? 0;
    slots.set(target, slot + 1);
    return { id, source: source * 3 - 0.5, target: target * 3 - 0.5, slot };
  }).filter(({ source, target }) => source < target);
  return { nodes, edges, direction };
}

function requests(): LayoutRequest[] {
  const sketches = [
    ...workedExamples(),
    recurrent(12),
    recurrent(9, 3),
    ...[8, 25, 70, 150, 400].flatMap((size) => [1, 2, 3].map((seed) => randomExpression(size, seed))),
  ];
  return (["right", "down"] as const).flatMap((direction) => [
    ...sketches.map((sketch) => requestOf(sketch, direction)),
    ...Array.from({ length: 60 }, (_, seed) => oddRequest(seed, direction)),
  ]);
}

const cases = requests().map((request) => ({ request, layout: layoutGraph(request) }));

test("no picture is smaller than what its request takes at least, and a chain is no larger along the flow", () => {
  for (const { request, layout } of cases) {
    const least = leastSize(request);
    assert.ok(
      least.width <= layout.width + 1e-6 && least.height <= layout.height + 1e-6,
      JSON.stringify([least, layout.width, layout.height]),
    );
  }
  const box = { width: 40, height: 30 };
  const chain: LayoutRequest = {
    nodes: [0, 1, 2].map((id) => ({ id, ...box })),
    edges: [0, 1].map((id) => ({ id, source: id, target: id + 1, slot: 0 })),
    direction: "right",
  };
  assert.deepEqual(leastSize(chain).width, layoutGraph(chain).width);
});

/** The picture as if it flowed to the right, to say each thing once. */
function flowing({ nodes, edges, direction }: Layout): { nodes: PlacedNode[]; edges: PlacedEdge[] } {
  if (direction === "right") return { nodes, edges };
  return {
    nodes: nodes.map((node) => ({ ...node, x: node.y, y: node.x, width: node.height, height: node.width })),
    edges: edges.map((edge) => ({ ...edge, curve: edge.curve.map((_, at) => edge.curve[at ^ 1]!) })),
  };
}

test("every position is a number within the picture", () => {
  for (const { layout } of cases) {
    for (const { x, y, width, height } of layout.nodes) {
      assert.ok(x >= 0 && y >= 0 && x + width <= layout.width && y + height <= layout.height);
    }
    for (const { curve } of layout.edges) {
      for (const [at, value] of curve.entries()) assert.ok(value >= 0 && value <= (at % 2 === 0 ? layout.width : layout.height));
    }
  }
});

test("cards keep their size and the order of the request", () => {
  for (const { request, layout } of cases) {
    assert.deepEqual(
      layout.nodes.map(({ id, width, height }) => ({ id, width, height })),
      request.nodes.map(({ id, width, height }) => ({ id, width, height })),
    );
    assert.deepEqual(
      layout.edges.map(({ id }) => id),
      request.edges.map(({ id }) => id),
    );
  }
});

test("no two cards overlap, and those of one column keep their distance", () => {
  for (const { request, layout } of cases) {
    const { nodes } = flowing(layout);
    nodes.forEach((one, index) => {
      for (const other of nodes.slice(0, index)) {
        const apart = Math.max(one.y - other.y - other.height, other.y - one.y - one.height);
        const beside = Math.max(one.x - other.x - other.width, other.x - one.x - one.width);
        assert.ok(beside > 0 || apart > 0, `${one.id} lies on ${other.id}`);
        // A wire may pass between them, with its own distance on either side.
        if (one.rank === other.rank) assert.ok(apart >= Math.min(request.gaps?.node ?? 20, 24) - 1e-6);
      }
    });
  }
});

test("wires start and end on the outlines of their nodes", () => {
  for (const { request, layout } of cases) {
    const { nodes, edges } = flowing(layout);
    const boxes = new Map(nodes.map((node) => [node.id, node]));
    const wishes = new Map(request.nodes.map((node) => [node.id, node]));
    for (const { source, target, curve } of edges) {
      const from = boxes.get(source)!;
      const to = boxes.get(target)!;
      const leaves = docked(from.x + from.width, from.y + from.height / 2, wishes.get(source)!.exit, 1, curve[1]!);
      const enters = docked(to.x, to.y + to.height / 2, wishes.get(target)!.entry, -1, curve.at(-1)!);
      assert.ok(Math.abs(curve[0]! - leaves) < 1e-3 && Math.abs(curve.at(-2)! - enters) < 1e-3);
      assert.ok(
        curve[1]! > from.y && curve[1]! < from.y + from.height && curve.at(-1)! > to.y && curve.at(-1)! < to.y + to.height,
      );
    }
  }
});

/** Where the outline is, along the flow, at a point across it. */
function docked(side: number, middle: number, dock: LayoutNode["entry"], outwards: 1 | -1, across: number): number {
  return dock ? side + outwards * (Math.sqrt(dock.radius ** 2 - (across - middle) ** 2) - dock.inset) : side;
}

test("wires never turn back and pass through no card but their own", () => {
  for (const { layout } of cases) {
    const { nodes, edges } = flowing(layout);
    for (const { source, target, curve } of edges) {
      const points = flattenCurve(curve, 16);
      for (let at = 2; at < points.length; at += 2) assert.ok(points[at]! >= points[at - 2]! - 1e-6);
      for (const { id, x, y, width, height } of nodes) {
        if (id === source || id === target || x > points.at(-2)! || x + width < points[0]!) continue;
        for (let at = 0; at < points.length; at += 2) {
          assert.ok(points[at]! < x || points[at]! > x + width || points[at + 1]! < y || points[at + 1]! > y + height);
        }
      }
    }
  }
});

test("ports stand in the order of the slots wherever that matters", () => {
  for (const { request, layout } of cases) {
    const anyOrder = new Set(request.nodes.filter((node) => node.anyOrder).map(({ id }) => id));
    const { edges } = flowing(layout);
    for (const one of edges) {
      for (const other of edges) {
        if (one.target !== other.target || one.slot >= other.slot) continue;
        const difference = other.curve.at(-1)! - one.curve.at(-1)!;
        assert.ok(anyOrder.has(one.target) ? Math.abs(difference) > 0.1 : difference > 0.1);
      }
    }
  }
});

test("the same request gives the same layout, and is left as it is", () => {
  for (const { request, layout } of cases.slice(0, 60)) {
    const copy = structuredClone(request);
    assert.deepEqual(layoutGraph(request), layout);
    assert.deepEqual(request, copy);
  }
});

test("where the nodes of a request stand in its list makes no difference", () => {
  for (const sketch of [randomExpression(60, 5), recurrent(10)]) {
    const { nodes, ...rest } = requestOf(sketch);
    const there = layoutGraph({ nodes, ...rest });
    const back = layoutGraph({ nodes: nodes.toReversed(), ...rest });
    assert.deepEqual(back.nodes.toReversed(), there.nodes);
    assert.deepEqual(back.edges, there.edges);
  }
});

function drawn(draw: (on: Sketcher) => void): Layout {
  const on = new Sketcher();
  draw(on);
  return layoutGraph(requestOf({ name: "", nodes: on.nodes } satisfies Sketch));
}

const middle = ({ y, height }: PlacedNode): number => y + height / 2;

test("a*b + c reads a, b, c downwards, its operations centred on their inputs", () => {
  const {
    nodes: [a, b, product, c, sum],
  } = drawn((on) => on.op("+", on.op("*", on.leaf("a"), on.leaf("b")), on.leaf("c")));
  assert.ok(middle(a!) < middle(b!) && middle(b!) < middle(c!));
  assert.ok(Math.abs(middle(product!) - (middle(a!) + middle(b!)) / 2) < 1);
  assert.ok(Math.abs(middle(sum!) - (middle(product!) + middle(c!)) / 2) < 1);
});

test("a leaf stands next to its first user, not with all others in the first column", () => {
  const { nodes } = drawn((on) =>
    on.fold(
      "+",
      Array.from({ length: 12 }, (_, at) => on.leaf(`x${at}`)),
    ),
  );
  const ranks = nodes.map(({ rank }) => rank);
  assert.deepEqual(ranks.slice(0, 12), [0, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10]);
  assert.deepEqual(ranks.slice(12), [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11]);
});

test("an operation drawn on its own stays next to its value, also in graphs too large to rank exactly", () => {
  for (const size of [20, 80, 3_000]) {
    const { nodes, edges, ...rest } = requestOf(randomExpression(size, 6));
    const operations = [...new Set(edges.map(({ target }) => target))];
    const { nodes: placed } = layoutGraph({
      ...rest,
      nodes: [...nodes, ...operations.map((id) => ({ id: id - 0.5, width: 32, height: 32 }))],
      edges: [
        ...edges.map((edge) => ({ ...edge, target: edge.target - 0.5 })),
        ...operations.map((id) => ({ id: edges.length + id, source: id - 0.5, target: id, slot: 0, close: true })),
      ],
    });
    const ranks = new Map(placed.map(({ id, rank }) => [id, rank]));
    for (const id of operations) assert.equal(ranks.get(id), ranks.get(id - 0.5)! + 1);
  }
});

test("a long sum runs level instead of going down like stairs", () => {
  const { height } = drawn((on) =>
    on.fold(
      "+",
      Array.from({ length: 12 }, (_, at) => on.leaf(`x${at}`)),
    ),
  );
  assert.ok(height < 400);
});

test("a*a has two wires, side by side", () => {
  const {
    edges: [first, second],
  } = drawn((on) => {
    const a = on.leaf("a");
    on.op("*", a, a);
  });
  const [one, other] = [flattenCurve(first!.curve, 8), flattenCurve(second!.curve, 8)];
  for (let at = 1; at < one.length; at += 2) assert.ok(other[at]! - one[at]! > 5);
});

test("functions of one input follow one another on a level line", () => {
  const { nodes, edges } = drawn((on) => on.op("exp", on.op("tanh", on.op("sin", on.leaf("x")))));
  assert.equal(new Set(nodes.map(middle)).size, 1);
  for (const { curve } of edges) assert.equal(curve[1], curve.at(-1));
});

test("a graph without edges and one without nodes have layouts too", () => {
  const alone = layoutGraph({ nodes: [{ id: 4, width: 10, height: 20 }], edges: [], direction: "right" });
  assert.deepEqual([alone.width, alone.height], [58, 68]);
  assert.deepEqual(layoutGraph({ nodes: [], edges: [], direction: "right" }).nodes, []);
});

test("edges that lead back or nowhere, and ids used twice, are refused", () => {
  const nodes = [1, 2].map((id) => ({ id, width: 10, height: 10 }));
  const edge = (source: number, target: number): LayoutRequest => ({
    nodes,
    edges: [{ id: 7, source, target, slot: 0 }],
    direction: "right",
  });
  assert.throws(() => layoutGraph(edge(2, 1)), /Edge 7 leads back/);
  assert.throws(() => layoutGraph(edge(1, 3)), /Edge 7 has an end/);
  assert.throws(() => layoutGraph({ nodes: [...nodes, nodes[0]!], edges: [], direction: "right" }), /same id/);
});

test("fifty thousand nodes, a chain of them, and one that all others use are laid out", () => {
  const chain = new Sketcher();
  chain.fold(
    "+",
    Array.from({ length: 25_000 }, (_, at) => chain.leaf(`x${at}`)),
  );
  const hub = new Sketcher();
  const x = hub.leaf("x");
  for (let at = 0, value = x; at < 5_000; at += 1) value = hub.op("*", value, x);
  for (const sketch of [randomExpression(50_000, 1), { name: "chain", nodes: chain.nodes }, { name: "hub", nodes: hub.nodes }]) {
    const { nodes, edges } = layoutGraph(requestOf(sketch));
    assert.ok(nodes.every((node) => Number.isFinite(node.x) && Number.isFinite(node.y)));
    assert.ok(edges.every(({ curve }) => curve.every(Number.isFinite)));
    assert.ok(edges.reduce((total, { curve }) => total + curve.length, 0) < 100 * nodes.length);
  }
});

test("wires too long for dummies are led around all cards", () => {
  const on = new Sketcher();
  const x = on.leaf("x");
  // More than have their wires followed one by one.
  for (let at = 0, value = x; at < 2_100; at += 1) value = on.op("*", value, x);
  const { nodes, edges } = layoutGraph(requestOf({ name: "", nodes: on.nodes }));
  const lowest = Math.max(...nodes.map(({ y, height }) => y + height));
  const around = edges.filter(({ curve }) => curve.some((value, at) => at % 2 === 1 && value > lowest));
  assert.ok(around.length > 0);
  for (const { curve } of around) assert.ok(curve.length <= 2 + 6 * 5);
});
