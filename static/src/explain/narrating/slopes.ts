/** The sentence about the local derivatives of an operation. Pure text. */
import type { StepSize } from "../../core/step_sizes.ts";
import type { GraphEdge } from "../../core/types.ts";
import { isUsedOtherwise, outputLetter, upstreamLetter } from "../../graph/places.ts";
import { say } from "../../messages/messages.ts";
import { DIGITS, formatValue } from "../../text/format.ts";
import { equalsSign } from "../../text/sums.ts";
import { isBlocked, previousPosition } from "../../timeline/schedule.ts";
import { slopesBetween, slopesTaken } from "../../timeline/slopes.ts";
import { derivativeInWords, hasShape, recordOf, ruleInWords } from "../captions.ts";
import { code, EXPRESSION_WIDTH, expression, label, type NarrationContext, ruleOf, value } from "./words.ts";

/** Characters of a sentence with the formulas of slopes that a phone and a projector have room for. */
const LONGEST_SLOPES = 110;

/** The slopes of one operation, with what they mean; of several, that they are there. */
export function narrateSlopes(context: NarrationContext, position: number, stepSize: StepSize): string {
  const { schedule } = context;
  const { graph, slopes } = schedule;
  const between = slopesBetween(slopes, previousPosition(schedule, position, stepSize), position);
  // After an edit the position may be none of the frames of the new graph.
  const shown = between.length > 0 ? between : slopes.frames[Math.max(0, slopesTaken(slopes, position) - 1)]!;
  const edges = shown.map((edge) => graph.edges[edge]!);
  if (new Set(edges.map(({ target }) => target)).size > 1) return say("slopes-of-many", { count: edges.length });
  const [first] = edges;
  const { op } = graph.nodes[first!.target]!;
  const letter = outputLetter(graph, context.program, first!.target);
  const text = expression(context, first!.target);
  const written = code(letter === null ? text : `${letter} = ${text}`);
  // A list, or arrays one behind another: an operation that takes as many as there are.
  if (context.records.has(op ?? "") && !recordOf(graph, context.records, first!.target))
    return say("slopes-of-joined", { expression: written });
  const hasUpstream = edges.some((edge) => edge.local === null && ruleOf(context, edge) !== null);
  const sentenceOf = (slopeOf: (context: NarrationContext, edge: GraphEdge) => string): string => {
    const listed = edges.slice(0, 4).map((edge) => slopeOf(context, edge));
    const slopes = listed.join(", ");
    return hasUpstream
      ? say("slopes-of.upstream", { expression: written, slopes, upstream: upstreamLetter(graph) })
      : say("slopes-of", { expression: written, slopes });
  };
  const whole = sentenceOf(narrateSlope);
  return whole.replaceAll("`", "").length > LONGEST_SLOPES ? sentenceOf(narrateSlopeInShort) : whole;
}

/** A local derivative with letters, with numbers where there is something to work out, and its value: `∂L/∂b = −L / b = −6 / 3` = −2. */
function narrateSlope(context: NarrationContext, edge: GraphEdge): string {
  const { graph } = context.schedule;
  const source = code(label(context, edge.source));
  if (edge.local === null) {
    const made = ruleOf(context, edge);
    return made === null ? say("slope-of-array", { source }) : say("slope-of", { source, local: code(made) });
  }
  const local = value(context, edge.local);
  // A program's own engine may have multiplied by another number than the rule says.
  if (graph.own_engine) return say("slope-of", { source, local });
  const place = isUsedOtherwise(graph, edge) ? edge.slot + 1 : null;
  const above = outputLetter(graph, context.program, edge.target) ?? label(context, edge.target);
  const derivative = derivativeInWords(above, label(context, edge.source), place);
  // A choice between several is for the panel, whose formula it can be read in.
  const rule = ruleOf(context, edge)?.replace(/^.* if .*$/u, "") || null;
  const numbers = rule === null ? null : numbersOfRule(context, edge);
  // A number and a shape are no calculation.
  const isWorkedOut = numbers !== null && numbers !== rule && numbers !== local && !hasShape([numbers]);
  const sides = [derivative, rule, isWorkedOut ? numbers : null].filter((side) => side !== null && side !== local);
  const equals = isWorkedOut ? equalsSign(numbers, local, context.digits ?? DIGITS) : "=";
  const slope = code(sides.join(" = "));
  return isBlocked(edge) ? say("slope-blocked", { slope, local }) : say("slope-equals", { slope, equals, local });
}

/** The number alone: its formula is in the explanation. */
function narrateSlopeInShort(context: NarrationContext, edge: GraphEdge): string {
  if (edge.local === null) return narrateSlope(context, edge);
  return say("slope-of", { source: code(label(context, edge.source)), local: value(context, edge.local) });
}

/** The rule of an edge with its nodes' numbers put in; null where a sentence has no room for it. */
function numbersOfRule(context: NarrationContext, edge: GraphEdge): string | null {
  const { graph } = context.schedule;
  const number = (node: number): string => formatValue(graph.nodes[node]!.data, context.digits);
  const numbers = ruleInWords(graph, context.records, edge, number) ?? "";
  return numbers === "" || numbers.length > EXPRESSION_WIDTH ? null : numbers;
}
