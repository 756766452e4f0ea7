import assert from "node:assert/strict";
import test from "node:test";
import type { Graph, GraphGroup, GraphNode, Step } from "../../../static/src/core/types.ts";
import { recordsByName } from "../../../static/src/explain/captions.ts";
import { DRAWN_OPEN_ON_PHONE, type Folding, fold, openAtFirst } from "../../../static/src/graph/folding.ts";
import { familyOf, groupsAround, groupTreeOf, LARGEST_FAMILY } from "../../../static/src/graph/groups.ts";
import { layoutGraph } from "../../../static/src/layout/layout.ts";
import { groupMoment, momentOfWire, stepsInside } from "../../../static/src/scene/group_moment.ts";
import { widthScales } from "../../../static/src/scene/moment.ts";
import { buildScene, layoutRequest } from "../../../static/src/scene/scene.ts";
import { buildSchedule } from "../../../static/src/timeline/schedule.ts";
import { edge, graphOf, node } from "../support/graphs.ts";
import { RECORDS } from "../support/sample_graphs.ts";

const records = recordsByName(RECORDS);
const appearance = {
  direction: "right",
  separateOperations: false,
  detail: "full",
  constantNodes: true,
} as const;
const group = (id: number, parent: number | null, kind: GraphGroup["kind"], name: string): GraphGroup => ({
  id,
  parent,
  kind,
  name,
  span: null,
});

/** x, then `rounds` rounds of a loop in each of which x is multiplied by a constant of its own and added to a sum. */
function loop(rounds: number): Graph {
  const nodes: GraphNode[] = [node(0, { name: "x", data: 2, grad: rounds })];
  const groups = [group(0, null, "loop", "for i in range(n)")];
  let sum: number | null = null;
  for (let round = 0; round < rounds; round += 1) {
    groups.push(group(round + 1, 0, "iteration", `i = ${round}`));
    const inside = { group: round + 1, data: 1, grad: 1 };
    const constant = nodes.push(node(nodes.length, { role: "constant", ...inside })) - 1;
    const product =
      nodes.push(node(nodes.length, { op: "multiply", role: "intermediate", inputs: [0, constant], ...inside })) - 1;
    if (sum !== null) nodes.push(node(nodes.length, { op: "add", role: "intermediate", inputs: [sum, product], ...inside }));
    sum = nodes.length - 1;
  }
  return finished(nodes, groups);
}

/** A chain of so many operations without any group; every tenth has a name. */
function chain(length: number): Graph {
  const step = (index: number) =>
    node(index, { op: "tanh", role: "intermediate", inputs: [index - 1], name: index % 10 === 0 ? `v${index}` : null, grad: 1 });
  return finished([node(0, { name: "x", grad: 1 }), ...Array.from({ length }, (_, index) => step(index + 1))]);
}

/** With edges, steps and an output, as the server would send them. */
function finished(nodes: GraphNode[], groups?: GraphGroup[]): Graph {
  const edges = nodes
    .flatMap(({ id, inputs }) => inputs.map((source, slot) => ({ source, target: id, slot })))
    .map(({ source, target, slot }, id) =>
      edge(id, source, target, slot, nodes[source]!.role === "constant" ? {} : { local: 1, contribution: 1, how: "scale" }),
    );
  const output = nodes.length - 1;
  nodes[output] = { ...nodes[output]!, role: "output" };
  const forward = nodes.filter(({ op }) => op !== null).map(({ id }): Step => ({ phase: "forward", node: id }));
  const totals = new Map<number, number>();
  const backward = [...edges]
    .reverse()
    .filter(({ contribution }) => contribution !== null)
    .map((each): Step => {
      totals.set(each.source, (totals.get(each.source) ?? 0) + 1);
      return { phase: "backward", edge: each.id, total: totals.get(each.source)! };
    });
  return graphOf({
    output,
    nodes,
    edges,
    steps: [...forward, { phase: "backward", node: output, total: 1 }, ...backward],
    ...(groups ? { groups } : {}),
  });
}

const foldedOf = (graph: Graph, open: (key: string) => boolean): Folding =>
  fold(graph, groupTreeOf(graph, ""), ({ key }) => open(key));
const sceneOf = (graph: Graph, folding: Folding) => buildScene(graph, "", records, appearance, folding);

test("a folded loop is one card, with one wire for all that it takes", () => {
  const graph = loop(4);
  const scene = sceneOf(
    graph,
    foldedOf(graph, () => false),
  );
  assert.deepEqual(
    scene.cards.map(({ role, title }) => [role, title]),
    [
      ["input", ""],
      ["group", "for i in range(n)"],
    ].map(([role, title]) => [role, title || scene.cards[0]!.title]),
  );
  assert.deepEqual(
    scene.wires.map(({ edges, multiplicity }) => [edges.length, multiplicity]),
    [[4, 4]],
  );
  assert.equal(scene.cards[1]!.folded!.group.operations, 7);
});

test("unfolding a loop shows its rounds, and a wire from each to the next", () => {
  const graph = loop(4);
  const scene = sceneOf(
    graph,
    foldedOf(graph, (key) => !key.includes("i = ")),
  );
  assert.deepEqual(
    scene.cards.filter(({ role }) => role === "group").map(({ title }) => title),
    ["i = 0", "i = 1", "i = 2", "i = 3"],
  );
  assert.equal(scene.wires.length, 4 + 3);
  assert.equal(layoutGraph(layoutRequest(scene)).nodes.length, 5);
});

test("every edge is a wire's, or is inside of a folded group", () => {
  const graph = loop(5);
  const scene = sceneOf(
    graph,
    foldedOf(graph, (key) => key !== "for i in range(n)/i = 2/"),
  );
  const { shownAs } = scene.folding;
  for (const { id, source, target } of graph.edges) assert.equal(scene.wireOf[id]! < 0, shownAs[source] === shownAs[target]);
  assert.deepEqual(
    scene.wires.flatMap(({ edges }) => edges).sort((a, b) => a - b),
    graph.edges.map(({ id }) => id).filter((id) => scene.wireOf[id]! >= 0),
  );
});

test("no wire leads from a later card to an earlier one, even where a group is torn", () => {
  const graph = loop(3);
  const torn = graph.nodes.map((each) => (each.id === 3 ? { ...each, group: 2 } : each));
  torn[2] = { ...torn[2]!, group: 3 };
  const folding = foldedOf({ ...graph, nodes: torn }, (key) => key === "for i in range(n)/");
  for (const { source, target } of graph.edges) assert.ok(folding.shownAs[source]! <= folding.shownAs[target]!);
});

test("what is made of constants alone is in the one group that uses it", () => {
  const calls = [group(0, null, "call", "head"), group(1, null, "call", "head")];
  const made = (id: number, inputs: number[], rest: Partial<GraphNode> = {}) =>
    node(id, { op: "multiply", role: "intermediate", inputs, ...rest });
  const nodes = [
    node(0, { name: "x", grad: 1 }),
    node(1, { role: "constant" }),
    made(2, [1]), // the mask of the first head, made before the loop
    made(3, [2, 1]),
    node(4, { role: "constant" }), // of both heads
    made(5, [0, 3], { group: 0, grad: 1 }),
    made(6, [5, 4], { group: 0, grad: 1 }),
    made(7, [6, 4], { group: 1, grad: 1 }),
    made(8, [7, 0], { group: 1, grad: 1 }),
  ];
  const { groupOf, outermost, groups } = groupTreeOf(finished(nodes, calls), "");
  const first = groupOf[5]!;
  assert.notEqual(first, groupOf[7]);
  assert.deepEqual([...groupOf].slice(0, 5), [-1, first, first, first, -1]);
  assert.equal(outermost, groups.length + 2);
});

test("a phone opens folded what has no room there in full", () => {
  const openOf = (graph: Graph) => openAtFirst(graph, groupTreeOf(graph, ""), DRAWN_OPEN_ON_PHONE).size;
  const [little, more] = [loop(10), loop(40)];
  assert.ok(little.nodes.length <= DRAWN_OPEN_ON_PHONE && more.nodes.length > DRAWN_OPEN_ON_PHONE);
  assert.equal(openOf(little), groupTreeOf(little, "").groups.length);
  assert.ok(openOf(more) < groupTreeOf(more, "").groups.length);
});

test("small graphs open whole, large ones folded to what can be taken in", () => {
  const isWhole = (graph: Graph) => openAtFirst(graph, groupTreeOf(graph, "")).size === groupTreeOf(graph, "").groups.length;
  assert.equal(isWhole(loop(10)), true);
  for (const graph of [loop(60), loop(2000), chain(400), chain(9000)]) {
    const tree = groupTreeOf(graph, "");
    const open = openAtFirst(graph, tree);
    const { cards } = sceneOf(
      graph,
      fold(graph, tree, ({ key }) => open.has(key)),
    );
    assert.ok(cards.length <= 60 && cards.length > 1, String(cards.length));
  }
});

test("what is too large to try which picture can be read best opens folded", () => {
  for (const graph of [41, 43, 46, 50].map(loop)) {
    assert.ok(graph.nodes.length > 120 && graph.nodes.length <= 150);
    const tree = groupTreeOf(graph, "");
    const open = openAtFirst(graph, tree);
    const folding = fold(graph, tree, ({ key }) => open.has(key));
    assert.ok(sceneOf(graph, folding).cards.length <= 60, `of ${graph.nodes.length} nodes`);
  }
});

test("layers that slide a window over a picture are one card at first, and what else is called is open", () => {
  const names = ["Conv2d", "max_pool2d", "AdaptiveAvgPool2d", "conv_transpose2d", "Conv2D", "GlobalAveragePooling2D"];
  for (const [name, isOpen] of [
    ...names.map((each): [string, boolean] => [each, false]),
    ["Linear", true],
    ["converge", true],
  ] as const) {
    const nodes = [
      node(0, { name: "x", data: 2, grad: 1 }),
      ...[1, 2].map((id) => node(id, { op: "tanh", role: "intermediate", inputs: [id - 1], group: 0, grad: 1 })),
      node(3, { op: "exp", role: "intermediate", inputs: [2], grad: 1 }),
    ];
    const graph = finished(nodes, [group(0, null, "call", name)]);
    const tree = groupTreeOf(graph, "");
    assert.equal(tree.groups.length, 1);
    assert.equal(openAtFirst(graph, tree).has(tree.groups[0]!.key), isOpen, name);
  }
});

test("no family is larger than the eye can take, and every node is in the tree once", () => {
  for (const graph of [loop(2000), chain(9000)]) {
    const tree = groupTreeOf(graph, "");
    for (const each of tree.groups)
      assert.ok(familyOf(tree, each) <= 1.3 * LARGEST_FAMILY, `${each.name} ${familyOf(tree, each)}`);
    const outermost = tree.groups.filter(({ parent }) => parent === null).reduce((sum, { values }) => sum + values, 0);
    assert.equal(outermost + graph.nodes.filter(({ id }) => tree.groupOf[id]! < 0).length, graph.nodes.length);
  }
});

test("runs of a loop name its variable once, and their keys are those of links", () => {
  const runs = groupTreeOf(loop(2000), "").groups.filter(({ name }) => name.includes(" … "));
  assert.ok(runs.length > 0);
  for (const { name, key } of runs) {
    assert.match(name, /^\w+ = \d+ … \d+( ×\d+)?$/);
    if (!name.includes("×")) assert.match(key, /\w+ = \d+ … \w+ = \d+\/$/);
  }
});

test("runs are named by what they reach from and to, and end at names", () => {
  const graph = chain(400);
  const tree = groupTreeOf(graph, "");
  assert.match(tree.groups[0]!.name, /^v10 … v\d+0$/);
  assert.equal(groupsAround(tree, 1)[0], tree.groups[0]);
});

test("runs whose names do not tell are named by their lines", () => {
  const graph = chain(320);
  const program = Array.from({ length: 321 }, () => "a = tanh(a)\n").join("");
  const nodes = graph.nodes.map((each) => ({ ...each, name: "a", span: [12 * each.id, 12 * each.id + 11] as [number, number] }));
  assert.match(groupTreeOf({ ...graph, nodes }, program).groups[0]!.name, /^lines 2 – \d+$/);
});

test("a group in which only another one is becomes one with it, and those of one name get numbers", () => {
  const graph = loop(2);
  const groups = [
    group(0, null, "call", "MLP"),
    group(1, 0, "loop", "for layer in layers"),
    group(2, 1, "call", "Layer"),
    group(3, 1, "call", "Layer"),
  ];
  const nodes = graph.nodes.map((each) => (each.id === 0 ? each : { ...each, group: each.id < 3 ? 2 : 3 }));
  assert.deepEqual(
    groupTreeOf({ ...graph, nodes, groups }, "").groups.map(({ name, key }) => [name, key]),
    [
      ["MLP", "MLP · for layer in layers/"],
      ["Layer 1", "MLP · for layer in layers/Layer/"],
      ["Layer 2", "MLP · for layer in layers/Layer #2/"],
    ],
  );
});

test("layers and neurons of a network are numbered, and its calls named as the program writes them", () => {
  const program = "scores = [model(x) for x in inputs]";
  const span = [10, 18] as [number, number];
  const groups = [0, 1].flatMap((call) => {
    const at = 7 * call;
    return [
      { ...group(at, null, "call", "MLP"), span },
      group(at + 1, at, "loop", "for layer in self.layers"),
      group(at + 2, at + 1, "iteration", "repetition 1"),
      group(at + 3, at + 2, "call", "Layer"),
      group(at + 4, at + 1, "iteration", "repetition 2"),
      group(at + 5, at + 4, "call", "Layer"),
      group(at + 6, at + 5, "call", "Neuron"),
    ];
  });
  const chain = Array.from({ length: 12 }, (_, index) => {
    const inner = index % 6 < 3 ? 3 : 6;
    return node(index + 1, { op: "tanh", role: "intermediate", inputs: [index], group: inner + (index < 6 ? 0 : 7), grad: 1 });
  });
  const graph = finished([node(0, { name: "x", grad: 1 }), ...chain], groups);
  assert.deepEqual(
    groupTreeOf(graph, program).groups.map(({ name }) => name),
    ["model(x₁)", "model(x₂)", "Layer 1", "Layer 2", "Layer 1", "Layer 2"],
  );
});

test("what a comprehension computes one after the other is gathered under the name of its list, and numbered in it", () => {
  const program = "w = 1\nlosses = [tanh(w) for i in range(400)]\nloss = sum(losses)\n";
  const steps = Array.from({ length: 401 }, (_, index) => {
    const start = program.indexOf(index === 400 ? "sum" : "tanh");
    const name = index === 400 ? "loss" : "w";
    return node(index + 1, { op: "tanh", role: "intermediate", inputs: [index], name, span: [start, start + 3], grad: 1 });
  });
  const tree = groupTreeOf(finished([node(0, { name: "w", grad: 1 }), ...steps]), program);
  const [losses, ...inside] = tree.groups;
  assert.equal(losses!.name, "losses");
  assert.equal(losses!.values, 400);
  const parts = inside.filter(({ parent }) => parent === losses!.index);
  assert.ok(parts.length > 1);
  assert.deepEqual(
    parts.map(({ name }) => name),
    parts.map((_, index) => `losses ${index + 1}`),
  );
  // Where that is all there is, a group of it would only be opened to be opened again.
  const alone = groupTreeOf(finished([node(0, { name: "w", grad: 1 }), ...steps.slice(0, 400)]), program);
  assert.notEqual(alone.groups[0]!.name, "losses");
});

test("what a statement computes on its own line is gathered under the statement's name", () => {
  const program = `${Array.from({ length: 60 }, () => "w = tanh(w)\n").join("")}data_loss = tanh(tanh(tanh(tanh(tanh(w)))))\n`;
  const steps = Array.from({ length: 400 }, (_, index) => {
    const isLoss = index > 340 && index <= 350;
    const start = isLoss ? program.indexOf("data_loss") : 12 * (index % 60);
    return node(index + 1, {
      op: "tanh",
      role: "intermediate",
      inputs: [index],
      name: index === 350 ? "data_loss" : isLoss ? null : "w",
      span: [start, start + 4],
      grad: 1,
    });
  });
  const tree = groupTreeOf(finished([node(0, { name: "w", grad: 1 }), ...steps]), program);
  const loss = tree.groups.find(({ name }) => name === "data_loss");
  assert.deepEqual([loss?.values, loss?.first, loss?.last], [10, 342, 351]);
});

test("keys of groups survive an edit elsewhere", () => {
  const keys = (graph: Graph) => groupTreeOf(graph, "").groups.map(({ key }) => key);
  assert.deepEqual(keys(loop(3)), keys(loop(4)).slice(0, 4));
  assert.equal(new Set(keys(loop(200))).size, keys(loop(200)).length);
});

test("a folded group shows what leaves it, the gradient that comes, and how far it is", () => {
  const graph = loop(4);
  const folding = foldedOf(graph, () => false);
  const schedule = buildSchedule(graph);
  const [folded] = folding.folded.values();
  const inside = stepsInside(schedule, folding.shownAs, folding.folded.keys()).get(folded!.node)!;
  const at = (position: number) => groupMoment(schedule, folded!, inside, position, 4);
  assert.deepEqual([at(0).data.text, at(0).progress], ["—", 0]);
  assert.equal(at(3).progress, 3 / 7);
  assert.deepEqual([at(7).data.text, at(7).grad!.text, at(8).grad!.text], ["1", "—", "1"]);
  assert.equal(at(schedule.length).progress, 1);
});

test("a folded group counts the wrong gradients of a program's own engine inside it, once they have come", () => {
  const honest = loop(4);
  const hidden = [...foldedOf(honest, () => false).folded.values()][0]!.exits[0]!;
  const inner = honest.edges.find(({ target }) => target === hidden)!.source;
  const graph = {
    ...honest,
    nodes: honest.nodes.map((node) => (node.id === inner || node.id === hidden ? { ...node, wrong: true, right: 42 } : node)),
  };
  const folding = foldedOf(graph, () => false);
  const schedule = buildSchedule(graph);
  const folded = folding.folded.values().next().value!;
  const inside = stepsInside(schedule, folding.shownAs, folding.folded.keys()).get(folded.node)!;
  const own = [inner, hidden].filter((node) => folding.shownAs[node] === folded.node).length;
  assert.ok(own > 0);
  assert.equal(groupMoment(schedule, folded, inside, 0, 4).wrongInside, 0);
  assert.equal(groupMoment(schedule, folded, inside, schedule.length, 4).wrongInside, own);
});

test("a group with several values that leave it adds up the magnitudes of their gradients", () => {
  const graph = loop(4);
  const folding = foldedOf(graph, (key) => key === "for i in range(n)/");
  const schedule = buildSchedule(graph);
  const two = { ...folding.folded.values().next().value!, exits: [2, 4] };
  const inside = stepsInside(schedule, folding.shownAs, folding.folded.keys()).get(two.node)!;
  const moment = groupMoment(schedule, two, inside, schedule.length, 4);
  assert.deepEqual([moment.data.text, moment.grad!.text, moment.gradPartial], ["2 values", "Σ|·| 2", false]);
});

test("a wire that stands for several edges carries their sum, and is idle until one lands", () => {
  const graph = loop(4);
  const scene = sceneOf(
    graph,
    foldedOf(graph, () => false),
  );
  const schedule = buildSchedule(graph);
  const at = (position: number) => momentOfWire(schedule, widthScales(schedule), scene.wires[0]!, position, 4);
  assert.deepEqual([at(0).flow, at(7).flow, at(8).flow], ["idle", "value", "idle"]);
  assert.deepEqual([at(schedule.length).flow, at(schedule.length).label], ["gradient", "4"]);
});

test("layers of one kind have the numbers of the program's own list, where it has one", () => {
  const titles = (names: readonly string[]) => {
    const nodes: GraphNode[] = [node(0, { name: "x", grad: 1 })];
    const groups = names.map((name, index) => {
      const weight = nodes.push(node(nodes.length, { name, role: "parameter", grad: 1 })) - 1;
      const inside = { role: "intermediate", group: index, grad: 1 } as const;
      const product = nodes.push(node(nodes.length, { op: "multiply", inputs: [weight - 1, weight], ...inside })) - 1;
      nodes.push(node(nodes.length, { op: "tanh", inputs: [product], ...inside }));
      return group(index, null, "call", "Linear");
    });
    return groupTreeOf(finished(nodes, groups), "").groups.map(({ name }) => name);
  };
  assert.deepEqual(titles(["model.layers[0].weight", "model.layers[2].weight"]), ["Linear 0", "Linear 2"]);
  assert.deepEqual(titles(["model.0.weight", "model.2.weight"]), ["Linear 0", "Linear 2"]);
  assert.deepEqual(titles(["first.weight", "second.weight"]), ["Linear 1", "Linear 2"]);
});

test("a list that calls a model for each element is a stack of its repetitions, with what has been made for each of them", () => {
  const count = 50;
  const program = "losses = [(yi - s).relu() for yi, s in zip(y, w)]\nloss = sum(losses)\n";
  const at = (text: string): [number, number] => [program.indexOf(text), program.indexOf(text) + text.length];
  const nodes: GraphNode[] = [node(0, { name: "y", shape: [count], grad: 1 }), node(1, { name: "w", grad: 1 })];
  const add = (rest: Partial<GraphNode>) => nodes.push(node(nodes.length, { role: "intermediate", grad: 1, ...rest })) - 1;
  const taken = Array.from({ length: count }, () => add({ name: "yi", op: "index", inputs: [0], span: at("zip(y, w)") }));
  const losses = taken.map((yi) => {
    const difference = add({ op: "subtract", inputs: [yi, 1], span: at("yi - s") });
    return add({ op: "relu", inputs: [difference], span: at("(yi - s).relu()") });
  });
  let sum = losses[0]!;
  for (const [index, loss] of losses.slice(1).entries())
    sum = add({ op: "add", inputs: [sum, loss], span: at("sum(losses)"), name: index === count - 2 ? "loss" : null });
  for (let index = 0; index < 200; index += 1) sum = add({ op: "tanh", inputs: [sum], span: at("loss = sum(losses)") });
  const tree = groupTreeOf(finished(nodes), program);
  const stack = tree.groups.find(({ name }) => name === `losses ×${count}`)!;
  assert.deepEqual([stack.kind, stack.members.length, stack.values], ["stack", count, 3 * count]);
  const members = stack.members.map((index) => tree.groups[index]!);
  assert.deepEqual(
    members.map(({ name }) => name),
    members.map((_, index) => `losses[${index}]`),
  );
  assert.ok(members.every(({ first, last }, index) => first === taken[index] && last === losses[index]));
});

test("parameters are apart from other inputs, and a call in map is one of the model", () => {
  const program = "def loss():\n    scores = list(map(model, inputs))\nloss()";
  const at = (text: string): [number, number] => [program.indexOf(text), program.indexOf(text) + text.length];
  const nodes: GraphNode[] = [];
  const parameters = Array.from({ length: 45 }, (_, index) =>
    nodes.push(node(index, { name: `model.w[${index}]`, role: "parameter", grad: 1 })),
  );
  for (let index = 0; index < 45; index += 1) nodes.push(node(45 + index, { name: `x#${index}`, grad: 1 }));
  const groups = [{ ...group(0, null, "call", "loss"), span: at("loss()") }];
  const made = parameters.map((_, index) => {
    groups.push({ ...group(index + 1, 0, "call", "MLP"), span: at("map(model, inputs)") });
    const inside = { role: "intermediate", group: index + 1, grad: 1, span: at("map(model, inputs)") } as const;
    const product = nodes.push(node(nodes.length, { op: "multiply", inputs: [index, 45 + index], ...inside })) - 1;
    return nodes.push(node(nodes.length, { op: "tanh", inputs: [product], ...inside })) - 1;
  });
  for (let sum = made[0]!, index = 1; index < made.length; index += 1)
    sum = nodes.push(node(nodes.length, { op: "add", role: "intermediate", inputs: [sum, made[index]!], group: 0, grad: 1 })) - 1;
  for (let index = 0; index < 90; index += 1)
    nodes.push(node(nodes.length, { op: "tanh", role: "intermediate", inputs: [nodes.length - 1], group: 0, grad: 1 }));
  const names = groupTreeOf(finished(nodes, groups), program).groups.map(({ name }) => name);
  for (const name of ["45 parameters", "45 inputs", "model(x) ×45", "model(x₄₅)"])
    assert.ok(names.includes(name), `${name} of ${names}`);
});
