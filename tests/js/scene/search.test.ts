import assert from "node:assert/strict";
import test from "node:test";
import type { Graph } from "../../../static/src/core/types.ts";
import { recordsByName } from "../../../static/src/explain/captions.ts";
import { groupTreeOf } from "../../../static/src/graph/groups.ts";
import { parseQuery, search } from "../../../static/src/scene/search.ts";
import { buildSchedule } from "../../../static/src/timeline/schedule.ts";
import { BLOCKED, BLOCKED_PROGRAM, RECORDS, SQUARE, SQUARE_PROGRAM } from "../support/sample_graphs.ts";

function found(text: string, graph: Graph = SQUARE, program: string = SQUARE_PROGRAM, position = graph.steps.length): number[] {
  const query = parseQuery(text);
  assert.ok(query, text);
  return search(query, {
    schedule: buildSchedule(graph),
    tree: groupTreeOf(graph, program),
    records: recordsByName(RECORDS),
    program,
    position,
  });
}

test("a word finds names and source text", () => {
  assert.deepEqual(found("y"), [2]);
  assert.deepEqual(found("A*a"), [1]);
  assert.deepEqual(found("nothing"), []);
});

test("an operation is found by its name, its mark and its spellings", () => {
  assert.deepEqual(found("op:multiply"), [1]);
  assert.deepEqual(found("op:×"), [1]);
  assert.deepEqual(found("role:input"), [0]);
});

test("a piece of an operation's name finds those that begin so, a whole name only its own", () => {
  assert.deepEqual(found("op:mul"), [1]);
  assert.deepEqual(found("op:ltiply"), []);
  const longer = { ...RECORDS.find(({ name }) => name === "add")!, name: "multiply_add", spellings: [] };
  const query = parseQuery("op:multiply")!;
  const nodes = SQUARE.nodes.map((each) => (each.id === 2 ? { ...each, op: "multiply_add" } : each));
  const graph = { ...SQUARE, nodes };
  const ground = {
    schedule: buildSchedule(graph),
    tree: groupTreeOf(graph, SQUARE_PROGRAM),
    program: SQUARE_PROGRAM,
    position: 0,
  };
  assert.deepEqual(search(query, { ...ground, records: recordsByName([...RECORDS, longer]) }), [1]);
  assert.deepEqual(search(parseQuery("op:multiply_")!, { ...ground, records: recordsByName([...RECORDS, longer]) }), [2]);
});

test("numbers are compared as they are known at the position", () => {
  assert.deepEqual(found("grad>1"), [0]);
  assert.deepEqual(found("|grad| >= 1"), [0, 1, 2]);
  assert.deepEqual(found("grad>=1", SQUARE, SQUARE_PROGRAM, 4), [1, 2]);
  assert.deepEqual(found("data<0", BLOCKED, BLOCKED_PROGRAM), [0, 3]);
  assert.deepEqual(found("|data|>1 data<−1", BLOCKED, BLOCKED_PROGRAM), [3]);
});

test("what is not a number is found as such", () => {
  const nodes = SQUARE.nodes.map((each) => (each.id === 2 ? { ...each, data: "NaN" as const } : each));
  assert.deepEqual(found("data=nan", { ...SQUARE, nodes }), [2]);
  assert.deepEqual(found("data!=nan", { ...SQUARE, nodes }), [0, 1]);
});

test("what ails is found by its name", () => {
  assert.deepEqual(found("health:blocked", BLOCKED, BLOCKED_PROGRAM), [1]);
  assert.deepEqual(found("health:not-finite"), []);
});

test("several terms must all hold", () => {
  assert.deepEqual(found("op:add grad>0"), [2]);
  assert.deepEqual(found("op:add grad<0"), []);
});

test("groups are searched by name", () => {
  const nodes = SQUARE.nodes.map((each) => (each.id > 0 ? { ...each, group: 0 } : each));
  const groups = [{ id: 0, parent: null, kind: "call" as const, name: "Neuron.__call__", span: null }];
  assert.deepEqual(found("group:neuron", { ...SQUARE, nodes, groups }), [1, 2]);
});

test("what makes no sense is told from what finds nothing", () => {
  assert.equal(parseQuery("colour:red"), null);
  assert.equal(parseQuery("grad>many"), null);
  assert.deepEqual(found("  "), []);
});
