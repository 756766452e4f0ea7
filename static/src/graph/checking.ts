/**
 * Whether data that came from anywhere is a graph that can be shown: the shape that `POST /api/v1/graph` answers with, every number of a node,
 * edge or group one that is there, and inputs before their users, so that nothing goes round in a circle. Pure.
 */
import type { Graph } from "../core/types.ts";
import { grouped, say } from "../messages/messages.ts";

/** Larger graphs could be neither drawn nor read; the reader's browser would only stand still. */
const MOST_NODES = 50_000;
const MOST_EDGES = 200_000;
const MOST_STEPS = 500_000;

/** A graph that is refused; the message says why. */
export class GraphError extends Error {}

type Row = Readonly<Record<string, unknown>>;

/**
 * The graph in a text or, where that was read already, in an object. `program` is the text that its spans refer to, unless it brings its own;
 * without one, nodes are called by their operations. Throws GraphError.
 */
export function readGraph(data: unknown, program: string): Graph {
  const graph = typeof data === "string" ? parsed(data) : data;
  if (!isRow(graph)) throw new GraphError(say("player-no-graph"));
  const nodes = rowsOf(graph, "nodes", MOST_NODES);
  const edges = rowsOf(graph, "edges", MOST_EDGES);
  const steps = rowsOf(graph, "steps", MOST_STEPS);
  if (nodes.length === 0) throw new GraphError(say("player-no-nodes"));
  const groups = graph.groups === undefined ? [] : rowsOf(graph, "groups", MOST_NODES);
  const directions = graph.directions === undefined ? [] : rowsOf(graph, "directions", MOST_NODES);
  for (const [place, direction] of directions.entries()) check("directions", place, isRow(direction.seeds));
  for (const [place, group] of groups.entries()) check("groups", place, isGroup(group, place));
  for (const [place, node] of nodes.entries()) check("nodes", place, isNode(node, place, groups.length));
  for (const [place, edge] of edges.entries()) check("edges", place, isEdge(edge, place, nodes));
  for (const [place, step] of steps.entries()) check("steps", place, isStep(step, nodes.length, edges.length, directions.length));
  if (!isPlace(graph.output, nodes.length)) throw new GraphError(say("player-wrong-output"));
  const hasText = (graph.program ?? program) !== "";
  return {
    output: graph.output,
    value: nodes[graph.output]!.data,
    gradients: {},
    nodes: hasText ? nodes : nodes.map((node) => ({ ...node, span: null })),
    edges,
    steps,
    mentions: hasText ? mentionsIn(graph, nodes.length) : [],
    ...(groups.length > 0 && { groups }),
    ...(directions.length > 0 && { directions }),
    ...(isRow(graph.costs) && isCost(graph.costs.reverse) && isCost(graph.costs.forward) && { costs: graph.costs }),
    ...(typeof graph.program === "string" && { program: graph.program }),
    problems: Array.isArray(graph.problems) ? graph.problems.filter(isProblem) : [],
  } as unknown as Graph;
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw new GraphError(say("player-not-json"));
  }
}

function check(list: string, place: number, holds: boolean): void {
  if (!holds) throw new GraphError(say("player-wrong-row", { list, place: grouped(place) }));
}

const isRow = (value: unknown): value is Row => typeof value === "object" && value !== null && !Array.isArray(value);
const isPlace = (value: unknown, below: number): value is number =>
  Number.isInteger(value) && (value as number) >= 0 && (value as number) < below;
const isText = (value: unknown): boolean => value === null || typeof value === "string";

function rowsOf(graph: Row, list: string, most: number): Row[] {
  const rows = graph[list];
  if (!Array.isArray(rows)) throw new GraphError(say("player-no-list", { list }));
  if (rows.length > most)
    throw new GraphError(say("player-too-large", { count: grouped(rows.length), list, most: grouped(most) }));
  for (const [place, row] of rows.entries()) check(list, place, isRow(row));
  return rows;
}

/** A number, one of the three that JSON lacks, or nested lists of them. */
function isValue(value: unknown): boolean {
  if (typeof value === "number") return true;
  if (Array.isArray(value)) return value.every(isValue);
  return value === "NaN" || value === "Infinity" || value === "-Infinity";
}

const isValueOrNone = (value: unknown): boolean => value === null || value === undefined || isValue(value);

const isNumberOrNone = (value: unknown): boolean => value === null || Number.isFinite(value);
const isShape = (value: unknown): boolean =>
  Array.isArray(value) && value.every((length) => Number.isInteger(length) && length >= 0);
const isShare = (value: unknown): boolean => typeof value === "number" && value >= 0 && value <= 1;

/** The summary of a large array, or none. */
function isSummary(value: unknown): boolean {
  if (value === undefined) return true;
  if (!isRow(value) || !isRow(value.histogram)) return false;
  const { shape, min, max, mean, norm, zeros, nonfinite, histogram } = value;
  const { from, to, counts, counted_every: every = 1 } = histogram;
  return (
    isShape(shape) &&
    [min, max, mean, norm, from, to].every(isNumberOrNone) &&
    isShare(zeros) &&
    isShare(nonfinite) &&
    Array.isArray(counts) &&
    counts.every((count) => Number.isInteger(count) && count >= 0) &&
    Number.isInteger(every) &&
    (every as number) > 0
  );
}

function isSpan(span: unknown): boolean {
  return span === null || span === undefined || (Array.isArray(span) && span.length === 2 && span.every(Number.isInteger));
}

function isGroup({ id, parent, name, span }: Row, place: number): boolean {
  return id === place && (parent === null || isPlace(parent, place)) && typeof name === "string" && isSpan(span);
}

const ROLES = new Set<unknown>(["input", "parameter", "constant", "intermediate", "output"]);

function isNode(node: Row, place: number, groups: number): boolean {
  const { id, name, op, role, inputs, shape, data, grad, span, literal, group, summary } = node;
  return (
    id === place &&
    isText(name) &&
    isText(op) &&
    ROLES.has(role) &&
    Array.isArray(inputs) &&
    inputs.every((input) => isPlace(input, place)) &&
    isShape(shape) &&
    isValueOrNone(data) &&
    isValueOrNone(grad) &&
    isSpan(span) &&
    isSpan(literal) &&
    (group === null || group === undefined || isPlace(group, groups)) &&
    (summary === undefined || (isRow(summary) && isSummary(summary.data) && isSummary(summary.grad)))
  );
}

function isEdge(edge: Row, place: number, nodes: readonly Row[]): boolean {
  const { id, source, target, slot, local, contribution, how, summary } = edge;
  return (
    id === place &&
    isPlace(target, nodes.length) &&
    isPlace(slot, (nodes[target]!.inputs as number[]).length) &&
    (nodes[target]!.inputs as number[])[slot] === source &&
    isValueOrNone(local) &&
    isValueOrNone(contribution) &&
    isText(how) &&
    isSummary(summary)
  );
}

const PHASES = new Set<unknown>(["forward", "backward"]);

function isStep(step: Row, nodes: number, edges: number, directions: number): boolean {
  const { phase, node, edge, total, tangent, direction, terms } = step;
  if (!(node === undefined ? isPlace(edge, edges) : isPlace(node, nodes)) || !isValueOrNone(total)) return false;
  if (phase !== "tangent") return PHASES.has(phase);
  return (
    node !== undefined &&
    isPlace(direction, directions) &&
    isValue(tangent) &&
    Array.isArray(terms) &&
    terms.every((term) => isRow(term) && isPlace(term.edge, edges) && isValue(term.sent))
  );
}

const isCost = (cost: unknown): boolean =>
  isRow(cost) && [cost.passes, cost.multiplications, cost.additions].every((count) => typeof count === "number");

const isProblem = (problem: unknown): boolean =>
  isRow(problem) && typeof problem.message === "string" && (problem.hint === undefined || isText(problem.hint));

function mentionsIn({ mentions = [] }: Row, nodes: number): unknown[] {
  if (!Array.isArray(mentions)) throw new GraphError(say("player-no-list", { list: "mentions" }));
  for (const [place, mention] of mentions.entries())
    check("mentions", place, Array.isArray(mention) && mention.length === 3 && isPlace(mention[2], nodes));
  return mentions;
}
