/**
 * The few symbols that the picture shows beside what moves: a value with numbers put in, `upstream × local`, and a running sum.
 * Pure text from the graph; the sentences around them are narration.ts. Knows no DOM.
 */
import type { Graph, GraphEdge, OperationRecord, Step, Value } from "../core/types.ts";
import { DIGITS, MINUS, NOT_COMPUTED, formatNumber, formatShape, formatSigned, formatValue, isScalar, shapeOf, toNumber } from "./format.ts";
import type { Arrival, Schedule } from "./schedule.ts";
import { fill } from "./templates.ts";

export type Records = ReadonlyMap<string, OperationRecord>;

export function recordsByName(records: readonly OperationRecord[]): Records {
  return new Map(records.map((record) => [record.name, record]));
}

/** An operation's value with its inputs' numbers put in: `2 × (−3)`. null for a leaf or an operation without record. */
export function substituted(graph: Graph, records: Records, node: number, digits: number = DIGITS): string | null {
  const { op, inputs } = graph.nodes[node]!;
  const record = op === null ? undefined : records.get(op);
  if (!record) return null;
  const values = inputs.map((input) => formatValue(graph.nodes[input]!.data, digits));
  return fill(record.plain, Object.fromEntries(record.parameters.map((parameter, slot) => [parameter, values[slot] ?? NOT_COMPUTED])));
}

/** What arrives at the node an edge leads to, to be sent on along it. */
export function upstreamOf(graph: Graph, edge: GraphEdge): Value | null {
  return graph.nodes[edge.target]!.grad;
}

/** `upstream × local`, in shapes where they are not single numbers. null where no gradient travels. */
export function product(graph: Graph, edge: GraphEdge, digits: number = DIGITS): string | null {
  const upstream = upstreamOf(graph, edge);
  if (upstream === null || edge.contribution === null) return null;
  if (edge.how === "sum-over-axes" || edge.how === "adjoint" || edge.local === null) {
    return `${formatValue(upstream, digits)} → ${formatValue(edge.contribution, digits)}`;
  }
  return `${formatValue(upstream, digits)} × ${formatValue(edge.local, digits)}`;
}

/** A node's tangent as the sum of slope × tangent over its slots: `7 × 3 + 10 × 1 = +31`; for tensors and single terms of slope 1 the result alone. */
export function tangentSum(schedule: Schedule, step: Step, digits: number = DIGITS): string {
  const result = carried(step.tangent!, true, digits);
  const terms = tangentTerms(schedule, step, digits);
  return terms === null ? result : `${terms} = ${result}`;
}

/** `7 × 3 + 10 × 1`; null where the pass begins, and for tensors. */
export function tangentTerms({ graph, passes }: Schedule, step: Step, digits: number = DIGITS): string | null {
  const { motions } = passes.find(({ direction }) => direction === step.direction)!;
  const factors = step.terms!.map(({ edge }) => {
    const { local, source } = graph.edges[edge]!;
    const tangent = motions.get(source)!.tangent;
    return local === null || !isScalar(local) || !isScalar(tangent) ? null : `${formatValue(local, digits)} × ${formatValue(tangent, digits)}`;
  });
  return factors.length === 0 || factors.includes(null) ? null : factors.join(" + ");
}

/** The running sum at a landing: `21` for the first, then `21 + 10 = 31`. */
export function runningSum(arrival: Arrival, contribution: Value | null, digits: number = DIGITS): string {
  const total = formatValue(arrival.total, digits);
  if (arrival.before === null || contribution === null) return total;
  if (arrival.mistake === "replaces") return `${formatValue(arrival.before, digits)} → ${total}`;
  return `${formatValue(arrival.before, digits)} ${added(contribution, digits)} = ${total}`;
}

function added(value: Value, digits: number): string {
  if (!isScalar(value)) return `+ ${formatValue(value, digits)}`;
  const number = toNumber(value);
  return number < 0 ? `${MINUS} ${formatNumber(-number, digits)}` : `+ ${formatNumber(number, digits)}`;
}

/** What a token carries: a number with its sign in the backward pass, and a shape for a tensor. */
export function carried(value: Value, signed: boolean, digits: number = DIGITS): string {
  if (!isScalar(value)) return formatShape(shapeOf(value));
  return signed ? formatSigned(toNumber(value), digits) : formatNumber(toNumber(value), digits);
}
