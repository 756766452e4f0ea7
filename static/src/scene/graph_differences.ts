/** What differs between two graphs laid side by side, as far as either has been computed, and how that is worded. Pure. */
import type { GraphNode, Value } from "../core/types.ts";
import type { Records } from "../explain/captions.ts";
import { operationOf, type Pairs } from "../graph/pairs.ts";
import { say } from "../messages/messages.ts";
import { flatten, formatNumber, formatValue, isScalar, shapeOf } from "../text/format.ts";
import { gradientAt, isValueKnown, type Schedule } from "../timeline/schedule.ts";
import { ROUNDING, type Uncertainty, uncertaintyOf } from "./rounding.ts";

/** A graph at a moment of the timeline. */
export interface Moment {
  readonly schedule: Schedule;
  readonly position: number;
}

export type Aspect = "only" | "operation" | "inputs" | "value" | "gradient";

/** A node and its partner, one of which may be missing, and in what they differ. */
export interface Difference {
  readonly here: number | null;
  readonly there: number | null;
  readonly aspects: readonly Aspect[];
}

/** Digits of two numbers that look alike with fewer. */
const MORE_DIGITS = [4, 8, 17];
/** Characters of a number with all its digits, its sign and an exponent. */
const WIDTH = 26;

/** What brings the others about comes first. */
const ORDER: readonly Aspect[] = ["only", "operation", "inputs", "value", "gradient"];

/**
 * Nodes that may differ: programs first, then values, then gradients, each in evaluation order. A constant without a partner is left to the operation
 * that it is written into.
 */
export function differencesOf(here: Schedule, there: Schedule, pairs: Pairs): Difference[] {
  const uncertainties = [uncertaintyOf(here.graph), uncertaintyOf(there.graph)] as const;
  const differences = here.graph.nodes.flatMap((node): Difference[] => {
    const partner = there.graph.nodes[pairs.there[node.id]!];
    if (partner === undefined) return node.role === "constant" ? [] : [{ here: node.id, there: null, aspects: ["only"] }];
    const aspects = aspectsOf(node, partner, pairs, uncertainties);
    return aspects.length > 0 ? [{ here: node.id, there: partner.id, aspects }] : [];
  });
  const missing = there.graph.nodes.filter(({ id, role }) => pairs.here[id] === -1 && role !== "constant");
  const all = [...differences, ...missing.map(({ id }): Difference => ({ here: null, there: id, aspects: ["only"] }))];
  const rank = ({ aspects }: Difference): number => Math.max(2, ORDER.indexOf(aspects[0]!));
  return all.sort((one, other) => rank(one) - rank(other));
}

/** The same as far as both graphs have come: a value once both are computed, a gradient once neither receives any more. */
export function differencesAt(differences: readonly Difference[], here: Moment, there: Moment): Difference[] {
  return differences.flatMap((difference) => {
    const aspects = difference.aspects.filter((aspect) => isSeen(aspect, difference, here, there));
    return aspects.length > 0 ? [{ ...difference, aspects }] : [];
  });
}

function aspectsOf(
  node: GraphNode,
  partner: GraphNode,
  pairs: Pairs,
  [here, there]: readonly [Uncertainty, Uncertainty],
): Aspect[] {
  const isOther = operationOf(node) !== operationOf(partner);
  const sources = node.inputs.map((input) => pairs.there[input]);
  const isWiredOtherwise = !isOther && sources.join() !== partner.inputs.join();
  return [
    ...(isOther ? (["operation"] as const) : []),
    ...(isWiredOtherwise ? (["inputs"] as const) : []),
    ...(isSame(node.data, partner.data, [here.values[node.id]!, there.values[partner.id]!]) ? [] : (["value"] as const)),
    ...(isSame(node.grad, partner.grad, [here.gradients[node.id]!, there.gradients[partner.id]!]) ? [] : (["gradient"] as const)),
  ];
}

function isSeen(aspect: Aspect, { here: node, there: partner }: Difference, here: Moment, there: Moment): boolean {
  if (node === null || partner === null || aspect === "operation" || aspect === "inputs") return true;
  if (aspect === "value")
    return isValueKnown(here.schedule, node, here.position) && isValueKnown(there.schedule, partner, there.position);
  return hasSettled(here, node) && hasSettled(there, partner);
}

function hasSettled({ schedule, position }: Moment, node: number): boolean {
  const { state } = gradientAt(schedule, schedule.graph.nodes[node]!, position);
  return state === "final" || (state === "never" && position >= Math.min(schedule.backwardEnd, schedule.length));
}

/** Equal but for rounding; NaN equals NaN. `within`: by element, how far rounding alone can move either. */
function isSame(one: Value | null, other: Value | null, within: readonly [Float64Array, Float64Array]): boolean {
  if (one === null || other === null) return one === other;
  if (shapeOf(one).join() !== shapeOf(other).join()) return false;
  const numbers = flatten(other);
  return flatten(one).every((number, index) =>
    isNear(number, numbers[index]!, Math.max(within[0][index] ?? 0, within[1][index] ?? 0)),
  );
}

function isNear(one: number, other: number, within = 0): boolean {
  if (Object.is(one, other) || one === other) return true;
  const tolerance = Math.max(within, ROUNDING * Math.max(Math.abs(one), Math.abs(other)));
  return Math.abs(one - other) <= tolerance && Number.isFinite(one - other);
}

/** What is written at the card of a node that differs: the first that there is to say of it. */
export const tagOf = ({ aspects }: Difference): string => say(`differs-${aspects[0]!}`);

/** All that differs, in words: `value 4, pinned 7`. */
export function phrasesOf(
  { here, there, aspects }: Difference,
  graphs: readonly [Schedule, Schedule],
  records: Records,
): string[] {
  const node = here === null ? null : graphs[0].graph.nodes[here]!;
  const partner = there === null ? null : graphs[1].graph.nodes[there]!;
  if (node === null || partner === null) return [say(node ? "difference-only-here" : "difference-only-there")];
  return aspects.map((aspect) => {
    if (aspect === "operation")
      return say("difference-operation", { here: nameOf(node, records), there: nameOf(partner, records) });
    if (aspect === "inputs") return say("difference-inputs");
    const isValue = aspect === "value";
    const [one, other] = isValue ? [node.data, partner.data] : [node.grad, partner.grad];
    const largest = largestOf(one, other);
    if (largest !== null)
      return isValue ? say("difference-value.array", { largest }) : say("difference-gradient.array", { largest });
    const { here: first, there: second } = withDigits(one, other);
    return isValue
      ? say("difference-value", { here: first, there: second })
      : say("difference-gradient", { here: first, there: second });
  });
}

function nameOf({ op, role }: GraphNode, records: Records): string {
  return op === null ? say(role === "constant" ? "difference-constant" : "difference-input") : (records.get(op)?.glyph ?? op);
}

/** Of two arrays of one shape, the largest difference of two elements; null for anything else. */
function largestOf(one: Value | null, other: Value | null): string | null {
  if (one === null || other === null || isScalar(one) || shapeOf(one).join() !== shapeOf(other).join()) return null;
  const numbers = flatten(other);
  let largest = 0;
  for (const [index, number] of flatten(one).entries()) {
    if (isNear(number, numbers[index]!)) continue;
    const difference = Math.abs(number - numbers[index]!);
    if (!(difference <= largest)) largest = difference;
    if (Number.isNaN(largest)) break;
  }
  return formatNumber(largest);
}

/** Two numbers with as many digits as it takes to see that they differ. */
function withDigits(one: Value | null, other: Value | null): { here: string; there: string } {
  const texts = MORE_DIGITS.map((digits) => ({
    here: formatValue(one, digits, WIDTH),
    there: formatValue(other, digits, WIDTH),
  }));
  return texts.find(({ here, there }) => here !== there) ?? texts[0]!;
}
