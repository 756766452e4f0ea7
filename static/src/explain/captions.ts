/**
 * The few symbols that the picture shows beside what moves: a value with numbers put in, `upstream × local`, and a running sum.
 * Pure text from the graph; the sentences around them are narration.ts. Knows no DOM.
 */
import type { Graph, GraphEdge, JsonNumber, OperationRecord, Step, Value } from "../core/types.ts";
import { upstreamLetter } from "../graph/places.ts";
import { DIGITS, formatValue, formatWithin, isScalar, lowered, MINUS, toNumber } from "../text/format.ts";
import { fill, powersWorkedOut } from "../text/operation_templates.ts";
import { addsUp, besideUsual, equalsSign, negated, type SumTexts, sumTexts } from "../text/sums.ts";
import type { Arrival, Schedule } from "../timeline/schedule.ts";

export type Records = ReadonlyMap<string, OperationRecord>;

export function recordsByName(records: readonly OperationRecord[]): Records {
  return new Map(records.map((record) => [record.name, record]));
}

/** The record by whose templates a node is written; null for a leaf, and for a call with more arguments than parameters, which has none. */
export function recordOf({ nodes }: Graph, records: Records, node: number): OperationRecord | null {
  const { op, inputs } = nodes[node]!;
  const record = records.get(op ?? "");
  return record?.parameters.length === inputs.length ? record : null;
}

/** An operation's value with its inputs' numbers put in: `2 × (−3)`. null where there is no template. */
export function substituted(graph: Graph, records: Records, node: number, digits: number = DIGITS): string | null {
  const record = recordOf(graph, records, node);
  if (!record) return null;
  const values =
    sumOf(graph, node, digits) ?? graph.nodes[node]!.inputs.map((input) => formatValue(graph.nodes[input]!.data, digits));
  return fill(record.plain, Object.fromEntries(record.parameters.map((parameter, slot) => [parameter, values[slot]!])));
}

/** How the operands of a sum or difference of two numbers and its result are written, so that they add up; null for all else. */
export function sumOf({ nodes }: Graph, node: number, digits: number = DIGITS): SumTexts | null {
  const { op, inputs, data } = nodes[node]!;
  if ((op !== "add" && op !== "subtract") || inputs.length !== 2) return null;
  const values = [...inputs.map((input) => nodes[input]!.data), data];
  if (!values.every(isScalar)) return null;
  const [first, second, total] = values.map((value) => toNumber(value as JsonNumber)) as [number, number, number];
  if (op === "add") return sumTexts(first, second, total, digits);
  const [start, sent, whole] = sumTexts(first, -second, total, digits);
  return [start, negated(sent), whole];
}

/** An operation's result as it is written after its inputs' numbers: that of a sum so that they add up, then as on its card. */
export function resultOf(graph: Graph, node: number, digits: number = DIGITS, width?: number): string {
  const { data } = graph.nodes[node]!;
  const texts = sumOf(graph, node, digits);
  return texts ? besideUsual(texts[2], toNumber(data as JsonNumber), digits) : formatValue(data, digits, width);
}

/** Whether a calculation has a shape where others have a number: it is none, then. */
export const hasShape = (texts: readonly string[]): boolean => texts.some((text) => /(?:^|[^\p{L}\p{N}_])\(\d+,/u.test(text));

/** The rule of an edge with its nodes' titles put in: `b`, `1 − tanh(x)²`, or for a linear map what it makes of the upstream gradient G. */
export function ruleInWords(
  graph: Graph,
  records: Records,
  { target, slot }: GraphEdge,
  titleOf: (node: number) => string,
): string | null {
  const record = recordOf(graph, records, target);
  const rule = record?.rules[slot];
  if (!record || !rule) return null;
  const { inputs } = graph.nodes[target]!;
  const titles = record.parameters.map((parameter, place): [string, string] => [parameter, titleOf(inputs[place]!)]);
  return powersWorkedOut(
    fill(rule.plain, Object.fromEntries([...titles, ["out", titleOf(target)], ["G", upstreamLetter(graph)]])),
  );
}

/**
 * What an edge multiplies by, as a derivative: ∂target/∂source. Where the source takes part in the target by another way as well, `place` is the
 * number of this one input: ∂(a·a)/∂a₍₁₎ is a, while ∂(a·a)/∂a is 2a. `sum`: the sign of a sum, of whose elements it is the derivative.
 */
export function derivativeInWords(above: string, below: string, place: number | null = null, sum = ""): string {
  const index = place === null ? "" : `₍${lowered(place)}₎`;
  return fill(`∂${sum}«a»/∂«b»${index}`, { a: above, b: below });
}

/** What arrives at the node an edge leads to, to be sent on along it. */
function upstreamOf(graph: Graph, edge: GraphEdge): Value | null {
  return graph.nodes[edge.target]!.grad;
}

/** `upstream × local`, in shapes where they are not single numbers. null where no gradient travels. */
export function product(graph: Graph, edge: GraphEdge, digits: number = DIGITS): string | null {
  const upstream = upstreamOf(graph, edge);
  if (upstream === null || edge.contribution === null) return null;
  if (!isProduct(edge)) return `${formatValue(upstream, digits)} → ${formatValue(edge.contribution, digits)}`;
  return `${formatValue(upstream, digits)} × ${formatValue(edge.local, digits)}`;
}

/** Whether upstream and local derivative are multiplied number by number, and nothing more. */
export function isProduct({ how, local }: GraphEdge): boolean {
  return local !== null && how !== "sum-over-axes" && how !== "adjoint";
}

/** A node's tangent as the sum of slope × tangent over its slots: `7 × 3 + 10 × 1 = 31`; for tensors and single terms of slope 1 the result alone. */
export function tangentSum(schedule: Schedule, step: Step, digits: number = DIGITS): string {
  const result = carried(step.tangent!, digits);
  const terms = tangentTerms(schedule, step, digits);
  return terms === null ? result : `${terms} ${equalsSign(terms, result, digits)} ${result}`;
}

/** `7 × 3 + 10 × 1`; null where the pass begins, and for tensors. */
export function tangentTerms({ graph, passes }: Schedule, step: Step, digits: number = DIGITS): string | null {
  const { motions } = passes.find(({ direction }) => direction === step.direction)!;
  const factors = step.terms!.map(({ edge }) => {
    const { local, source } = graph.edges[edge]!;
    const tangent = motions.get(source)!.tangent;
    return local === null || !isScalar(local) || !isScalar(tangent)
      ? null
      : `${formatValue(local, digits)} × ${formatValue(tangent, digits)}`;
  });
  return factors.length === 0 || factors.includes(null) ? null : factors.join(" + ");
}

/** The running sum at a landing: `21` for the first, then `21 + 10 = 31`, with digits that add up. */
export function runningSum(arrival: Arrival, contribution: Value | null, digits: number = DIGITS): string {
  const { before, mistake, total } = arrival;
  if (before === null || contribution === null) return formatValue(total, digits);
  if (mistake === "replaces") return `${formatValue(before, digits)} → ${formatValue(total, digits)}`;
  if (!isScalar(before) || !isScalar(contribution) || !isScalar(total))
    return `${formatValue(before, digits)} + ${formatValue(contribution, digits)} = ${formatValue(total, digits)}`;
  const [first, second, whole] = sumTexts(toNumber(before), toNumber(contribution), toNumber(total), digits);
  const sum = `${addsUp([first, second, whole]) ? "=" : "≈"} ${besideUsual(whole, toNumber(total), digits)}`;
  return second.startsWith(MINUS) ? `${first} ${MINUS} ${second.slice(1)} ${sum}` : `${first} + ${second} ${sum}`;
}

/**
 * What a token carries: a number without digits that have no room in so many characters; of a tensor its shape, or a short list where there is a
 * width in which that has room.
 */
export function carried(value: Value, digits: number = DIGITS, width = Infinity): string {
  if (!isScalar(value)) return formatValue(value, digits, width < Infinity ? width : 0, true);
  return formatWithin(toNumber(value), digits, width);
}
