import assert from "node:assert/strict";
import test from "node:test";
import type { Graph, GraphGroup, GraphNode, Step } from "../../../static/src/core/types.ts";
import { type Folded, type Folding, fold, memberShownAt, openAtFirst } from "../../../static/src/graph/folding.ts";
import { placeShown, readFolds, withShown, writeFolds } from "../../../static/src/graph/folds.ts";
import { groupTreeOf } from "../../../static/src/graph/groups.ts";
import { groupMoment, momentOfWire, stepsInside } from "../../../static/src/scene/group_moment.ts";
import { cardMoment, widthScales } from "../../../static/src/scene/moment.ts";
import { buildScene } from "../../../static/src/scene/scene.ts";
import { buildSchedule } from "../../../static/src/timeline/schedule.ts";
import { createFoldings } from "../../../static/src/view/graph/fold_state.ts";
import { edge, graphOf, node } from "../support/graphs.ts";

/**
 * w, then `count` calls of f, each of which multiplies w by a constant of its own and negates that; a sum adds them up. `chained`: each
 * call multiplies what the one before has made.
 */
function calls(count: number, { chained = false, parent = null as number | null } = {}): Graph {
  const nodes: GraphNode[] = [node(0, { name: "w", role: "input", data: 2, grad: 0 })];
  const groups: GraphGroup[] = parent === null ? [] : [{ id: count, parent: null, kind: "call", name: "layer", span: null }];
  const made: number[] = [];
  for (let call = 0; call < count; call += 1) {
    groups.push({ id: call, parent, kind: "call", name: "f", span: null });
    const inside = { group: call, role: "intermediate" } as const;
    const constant = nodes.push(node(nodes.length, { role: "constant", group: call, data: call + 1 })) - 1;
    const from = chained ? (made.at(-1) ?? 0) : 0;
    const product =
      nodes.push(node(nodes.length, { op: "multiply", inputs: [from, constant], data: 2 * (call + 1), grad: -1, ...inside })) - 1;
    made.push(nodes.push(node(nodes.length, { op: "negate", inputs: [product], data: -2 * (call + 1), grad: 1, ...inside })) - 1);
  }
  groups.sort((one, other) => Number(one.parent !== null) - Number(other.parent !== null));
  let sum = made[0]!;
  for (const each of chained ? [] : made.slice(1))
    sum = nodes.push(node(nodes.length, { op: "add", role: "intermediate", inputs: [sum, each], data: 0, grad: 1 })) - 1;
  nodes[nodes.length - 1] = { ...nodes.at(-1)!, role: "output" };
  const edges = nodes
    .flatMap(({ id, inputs }) => inputs.map((source, slot) => ({ source, target: id, slot })))
    .map(({ source, target, slot }, id) => {
      const isConstant = nodes[source]!.role === "constant";
      const factor = source === 0 ? nodes[target - 1]!.data : 1;
      return edge(
        id,
        source,
        target,
        slot,
        isConstant ? {} : { local: factor, contribution: source === 0 ? -Number(factor) : 1, how: "scale" },
      );
    });
  const forward = nodes.filter(({ op }) => op !== null).map(({ id }): Step => ({ phase: "forward", node: id }));
  const backward = [...edges].reverse().filter(({ contribution }) => contribution !== null);
  const totals = new Map<number, number>();
  const steps = backward.map((each): Step => {
    totals.set(each.source, (totals.get(each.source) ?? 0) + Number(each.contribution));
    return { phase: "backward", edge: each.id, total: totals.get(each.source)! };
  });
  nodes[0] = { ...nodes[0]!, grad: totals.get(0) ?? null };
  const output = nodes.length - 1;
  return graphOf({ output, nodes, edges, groups, steps: [...forward, { phase: "backward", node: output, total: 1 }, ...steps] });
}

/** f is called and its result added to a sum, again and again. */
function interleaved(count: number): Graph {
  const nodes: GraphNode[] = [node(0, { name: "w", role: "input" })];
  const groups: GraphGroup[] = [];
  let sum = 0;
  for (let call = 0; call < count; call += 1) {
    groups.push({ id: call, parent: null, kind: "call", name: "f", span: null });
    const inside = { group: call, role: "intermediate" } as const;
    nodes.push(node(nodes.length, { op: "tanh", inputs: [0], ...inside }));
    const made = nodes.push(node(nodes.length, { op: "negate", inputs: [nodes.length - 1], ...inside })) - 1;
    sum = nodes.push(node(nodes.length, { op: "add", role: "intermediate", inputs: [sum, made] })) - 1;
  }
  const edges = nodes
    .flatMap(({ id, inputs }) => inputs.map((source, slot) => ({ source, target: id, slot })))
    .map(({ source, target, slot }, id) => edge(id, source, target, slot));
  return graphOf({ output: sum, nodes, edges, groups });
}

const folded = (graph: Graph, folds = {}): Folding => createFoldings()(graph, "p", { "*": false, ...folds });

function stackIn(folding: Folding): Folded {
  const stacks = [...folding.folded.values()].filter(({ shown }) => shown !== null);
  assert.equal(stacks.length, 1);
  return stacks[0]!;
}

test("alike groups side by side are a stack, whose members keep the keys they had", () => {
  const tree = groupTreeOf(calls(5), "p");
  const stack = tree.groups.find(({ kind }) => kind === "stack")!;
  assert.equal(stack.name, "f ×5");
  assert.deepEqual(
    stack.members.map((index) => tree.groups[index]!.key),
    ["f/", "f #2/", "f #3/", "f #4/", "f #5/"],
  );
  assert.deepEqual(
    stack.members.map((index) => tree.groups[index]!.name),
    ["f 1", "f 2", "f 3", "f 4", "f 5"],
  );
});

test("what is used before all of it is made is no stack, and folds as it did", () => {
  const graph = interleaved(6);
  const tree = groupTreeOf(graph, "p");
  assert.equal(tree.groups.length, 6);
  assert.ok(tree.groups.every(({ members }) => members.length === 0));
  assert.equal(fold(graph, tree, () => false).folded.size, 6);
});

test("a few, or those that feed one another, are no stack", () => {
  for (const graph of [calls(3), calls(6, { chained: true })])
    assert.deepEqual(
      groupTreeOf(graph, "p").groups.filter(({ members }) => members.length > 0),
      [],
    );
});

test("a group that holds nothing but alike ones is a stack itself", () => {
  const { groups } = groupTreeOf(calls(5, { parent: 5 }), "p");
  const stacks = groups.filter(({ members }) => members.length > 0);
  assert.deepEqual(
    stacks.map(({ name, kind, members }) => [name, kind, members.length]),
    [["layer", "call", 5]],
  );
});

test("many alike groups are numbered across the runs in their stack, and open as one card", () => {
  const graph = calls(100);
  const tree = groupTreeOf(graph, "p");
  const stack = tree.groups.find(({ kind }) => kind === "stack")!;
  assert.equal(stack.members.length, 100);
  assert.equal(tree.groups[stack.members[99]!]!.name, "f 100");
  const runs = stack.children.map((index) => tree.groups[index]!);
  assert.ok(runs.length < 20 && runs.every(({ kind }) => kind === "run"));
  assert.equal(runs[0]!.name.split(" … ")[0], "f 1");
  assert.ok(!openAtFirst(graph, tree).has(stack.key));
});

test("the card of a stack shows the numbers of the chosen member, and its wires those of all, marked as a sum", () => {
  const graph = calls(5);
  const schedule = buildSchedule(graph);
  const end = schedule.length;
  const { tree } = folded(graph);
  const stack = tree.groups.find(({ kind }) => kind === "stack")!;
  for (const place of [0, 3]) {
    const folding = folded(graph, withShown({}, stack, place));
    const card = stackIn(folding);
    const inside = stepsInside(schedule, folding.shownAs, folding.folded.keys()).get(card.node)!;
    const moment = groupMoment(schedule, card, inside, end, 4);
    const exit = graph.nodes.filter(({ op }) => op === "negate")[place]!;
    const own = cardMoment(schedule, exit, end, 4);
    assert.deepEqual([moment.data, moment.grad], [own.data, own.grad]);
    assert.equal(moment.shown?.place, place);
  }
  const appearance = {
    direction: "right",
    separateOperations: false,
    detail: "full",
    constantNodes: true,
  } as const;
  const scene = buildScene(graph, "p", new Map(), appearance, folded(graph));
  const wire = scene.wires.find(({ source, edges }) => source === 0 && edges.length === 5)!;
  assert.equal(graph.nodes[0]!.grad, -15);
  assert.equal(momentOfWire(schedule, widthScales(schedule), wire, end, 4, true).label, "Σ−15");
  assert.equal(momentOfWire(schedule, widthScales(schedule), wire, end, 4).label, "−15");
});

test("a stack shows the member in which something happens, unless another one was chosen", () => {
  const graph = calls(5);
  const inThird = graph.nodes.filter(({ op }) => op === "multiply")[2]!.id;
  const free = folded(graph);
  assert.equal(memberShownAt(free.tree, stackIn(free), [0, inThird])?.place, 2);
  assert.equal(memberShownAt(free.tree, stackIn(free), [0])?.place, 0);
  const chosen = folded(graph, withShown({}, stackIn(free).group, 4));
  assert.equal(memberShownAt(chosen.tree, stackIn(chosen), [inThird])?.place, 4);
});

test("which member is shown is in the link, and one choice takes the place of another", () => {
  const graph = calls(5);
  const stack = groupTreeOf(graph, "p").groups.find(({ kind }) => kind === "stack")!;
  const folds = withShown(withShown({ [stack.key]: false }, stack, 1), stack, 3);
  const read = readFolds(writeFolds(folds, graph, "p")!)!;
  assert.deepEqual(read, folds);
  assert.equal(placeShown(read, stack), 3);
  assert.equal(placeShown(withShown(read, stack, null), stack), null);
  // Of another program of fewer examples nothing is chosen.
  assert.equal(placeShown(read, groupTreeOf(calls(4), "p").groups.find(({ kind }) => kind === "stack")!), 3);
  assert.equal(
    placeShown(withShown({}, stack, 4), groupTreeOf(calls(4), "p").groups.find(({ kind }) => kind === "stack")!),
    null,
  );
});
