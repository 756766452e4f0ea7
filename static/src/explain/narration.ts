/**
 * One sentence for each frame: what was computed, what was sent where and why, built from the operations' records. Pure text.
 * Code is between backticks (`c`); the view sets it in the type of the program, and a screen reader never hears the marks.
 */

import type { StepSize } from "../core/step_sizes.ts";
import type { Graph, GraphEdge, JsonNumber, Step } from "../core/types.ts";
import { twinSlots, upstreamLetter } from "../graph/places.ts";
import { nodesThroughNaN } from "../graph/through_nan.ts";
import { say } from "../messages/messages.ts";
import { allFinite, DIGITS, formatShape, isScalar, isZero, toNumber } from "../text/format.ts";
import { addsUp, besideUsual, equalsSign, sumTexts } from "../text/sums.ts";
import {
  type Arrival,
  frameAt,
  isBlocked,
  phaseAt,
  previousPosition,
  progressAt,
  type Schedule,
  tangentPassAt,
} from "../timeline/schedule.ts";
import { slopePositions } from "../timeline/slopes.ts";
import { hasShape, isProduct, product, resultOf, substituted } from "./captions.ts";
import { narrateSlopes } from "./narrating/slopes.ts";
import { code, expression, label, type NarrationContext, ruleOf, VALUE_WIDTH, value } from "./narrating/words.ts";
import { narrateCosts, narrateEnd, narrateTangent, narrateTangents } from "./pass_narration.ts";

export type { NarrationContext } from "./narrating/words.ts";

/** The sentence of the frame that ends at a position. */
export function narrate(context: NarrationContext, position: number, stepSize: StepSize): string {
  const { schedule } = context;
  const { wrong } = schedule;
  const isFrameOfWrong =
    wrong !== null && wrong.position <= position && previousPosition(schedule, position, stepSize) < wrong.position;
  const mistake = isFrameOfWrong ? schedule.graph.own_engine?.mistake : null;
  const sentence = narrateMoment(context, position, stepSize);
  return mistake ? `${sentence} ${say("narrated-mistake", { message: mistake.message })}` : sentence;
}

function narrateMoment(context: NarrationContext, position: number, stepSize: StepSize): string {
  const { schedule } = context;
  if (schedule.graph.steps.length === 0) return narrateLeafAlone(context);
  if (position === 0) return narrateStart(context);
  if (phaseAt(schedule, position) === "slopes") return narrateSlopes(context, position, stepSize);
  const frame = frameAt(schedule, position, stepSize);
  const sentence = frame.length === 1 ? narrateStep(context, frame[0]!, position) : narrateFrame(context, frame);
  const pass = tangentPassAt(schedule, position);
  if (pass?.to === position) {
    const found = narrateEnd(schedule, pass, (node) => code(label(context, node)));
    return position === schedule.length ? `${found} ${narrateCosts(schedule.graph)}` : found;
  }
  const isEnd = position === schedule.length || position === schedule.backwardEnd;
  return isEnd ? `${sentence} ${narrateWholePass(context)}` : sentence;
}

/**
 * What travelled one edge in the backward pass, with what is done to it on the way: as the timeline says it where it lands, and afterwards
 * as a share of the gradient that its source has by then.
 */
export function narrateEdge(context: NarrationContext, edge: GraphEdge, position: number): string {
  const { graph, landsAt } = context.schedule;
  const lands = landsAt[edge.id]!;
  const arrives = graph.steps[lands - 2]?.arriving === true && graph.steps[lands - 2]!.edge === edge.id;
  const landed = narrateShare(context, edge, position) ?? narrateContribution(context, edge, lands);
  return `${arrives ? `${narrateArriving(context, edge)} ` : ""}${landed}`;
}

/** `10 of a's 31 comes through this edge: 10 × 1.` null as long as nothing landed after it, where there is no such product, and where a sum is wrong. */
function narrateShare(context: NarrationContext, edge: GraphEdge, position: number): string | null {
  const { graph, arrivals, landsAt } = context.schedule;
  const all = arrivals[edge.source]!;
  const landed = all.filter((arrival) => arrival.position <= position);
  const total = landed.at(-1)?.total ?? null;
  const sent = product(graph, edge, context.digits);
  const isLast = landed.at(-1)?.position === landsAt[edge.id];
  const isSum = !isBlocked(edge) && !isSpoilt(context, edge.source) && !nodesThroughNaN(graph).has(edge.source);
  if (isLast || !isSum || sent === null || total === null || !isScalar(total) || !isProduct(edge)) return null;
  const share = all.length === 1 ? "edge-share.all" : landed.length === all.length ? "edge-share" : "edge-share.part";
  return say(share, {
    receiver: code(label(context, edge.source)),
    result: value(context, edge.contribution),
    total: value(context, total),
    sent: code(sent),
  });
}

function narrateLeafAlone(context: NarrationContext): string {
  const output = context.schedule.graph.value;
  return say(Array.isArray(output) && output.length === 0 ? "output-none" : "output-alone", { value: value(context, output) });
}

function narrateStart(context: NarrationContext): string {
  const { graph, forwardLength } = context.schedule;
  if (forwardLength === 0) return say("nothing-forward");
  const inputs = graph.nodes.filter(({ op, role }) => op === null && role !== "constant");
  const listed = inputs.slice(0, 4).map((node) => code(`${label(context, node.id)} = ${value(context, node.data)}`));
  if (listed.length === 0) return say("only-constants");
  const more = inputs.length - listed.length;
  return say(more > 0 ? "only-inputs.more" : "only-inputs", { listed: listed.join(", "), count: more });
}

function narrateWholePass({ schedule: { graph } }: NarrationContext): string {
  if (graph.redactedFrom !== undefined) return say("next-is-question");
  const wrong = graph.wrongCount ?? graph.nodes.filter((node) => node.wrong).length;
  if (wrong > 0) return say("gradients-wrong", { count: wrong });
  const inputs = graph.nodes.filter(({ op, grad }) => op === null && grad !== null);
  if (inputs.length === 0) return say("no-gradient");
  const lost = nodesThroughNaN(graph);
  return say(inputs.every(({ id, grad }) => allFinite(grad!) && !lost.has(id)) ? "gradients-complete" : "gradients-unusable");
}

function narrateStep(context: NarrationContext, step: Step, position: number): string {
  if (step.phase === "forward") return narrateValue(context, step.node!);
  if (step.phase === "tangent") return narrateTangent(context.schedule, step, (node) => code(label(context, node)));
  if (step.edge === undefined) return narrateSeed(context, step);
  const edge = context.schedule.graph.edges[step.edge]!;
  return step.arriving ? narrateArriving(context, edge) : narrateContribution(context, edge, position);
}

function narrateValue(context: NarrationContext, node: number): string {
  const { graph } = context.schedule;
  const numbers = substituted(graph, context.records, node, context.digits);
  const { summary } = graph.nodes[node]!;
  const result = summary?.data ? formatShape(summary.data.shape) : resultOf(graph, node, context.digits, VALUE_WIDTH);
  const shown = code(expression(context, node));
  // `-x` of 0.5 is −0.5, which is no calculation.
  if (numbers === null || numbers === result.replaceAll("`", "")) return say("value-is", { shown, result });
  if (hasShape([numbers, result])) return say("value-of-shapes", { shown, numbers: code(numbers), result });
  const equals = equalsSign(numbers, result, context.digits ?? DIGITS);
  return say("value-computed", { shown, numbers: code(numbers), equals, result });
}

function narrateSeed(context: NarrationContext, step: Step): string {
  const node = step.node!;
  const name = code(label(context, node));
  const total = step.total ?? null;
  if (total !== null && isScalar(total) && total === 1) {
    return say("backward-starts", { name });
  }
  return say("backward-starts-with", { name, total: code(value(context, total)) });
}

function narrateArriving(context: NarrationContext, edge: GraphEdge): string {
  const { shape } = context.schedule.graph.nodes[edge.target]!;
  const own = context.schedule.graph.nodes[edge.source]!.shape;
  const wanted = own.length === 0 ? say("single-number") : formatShape(own);
  const name = code(label(context, edge.source));
  const axes = [...shape.keys()].filter((axis) => own[axis - shape.length + own.length] !== shape[axis]);
  return say("gradient-of-stretched", {
    shape: formatShape(shape),
    name,
    own: wanted,
    axes: say("repeated-axes", { count: axes.length, axes: axes.join(", ") }),
  });
}

function arrivalAt(context: NarrationContext, edge: GraphEdge, position: number): Arrival | undefined {
  return context.schedule.arrivals[edge.source]!.find((arrival) => arrival.position === position);
}

function narrateContribution(context: NarrationContext, edge: GraphEdge, position: number): string {
  const { graph } = context.schedule;
  const receiver = code(label(context, edge.source));
  const user = code(expression(context, edge.target));
  if (isBlocked(edge))
    return say("gets-nothing", {
      receiver,
      user,
      sent: code(product(graph, edge, context.digits) ?? "0"),
      reason: reasonOfBlock(context, edge),
    });
  const sent = product(graph, edge, context.digits);
  const contribution = edge.summary ? formatShape(edge.summary.shape) : value(context, edge.contribution);
  const equals = sent === null ? "=" : equalsSign(sent, contribution, context.digits ?? DIGITS);
  const arrival = arrivalAt(context, edge, position);
  const place = edgePlace(context, edge);
  const upstream = upstreamLetter(graph);
  if (!arrival) {
    const gets = sent === null ? contribution : `${code(sent)} ${equals} ${contribution}`;
    return say("gets.unarrived", { receiver, gets, user, place });
  }
  const isLost = nodesThroughNaN(graph).has(edge.source);
  const added = isLost ? say("adds-nothing-known") : narrateAddition(context, arrival, edge);
  const byElements = sent !== null && isProduct(edge) && hasShape([sent, contribution]) ? scaled(context, edge) : null;
  if (byElements !== null)
    return say("gets.by-rule", { receiver, rule: code(byElements), upstream, result: contribution, user, place, added });
  if (sent !== null && isProduct(edge))
    return say("gets", { receiver, sent: code(sent), equals, result: contribution, user, place, added });
  const result = sent === null ? contribution : code(sent);
  if (edge.how === "adjoint" && graph.nodes[edge.target]!.op === "index")
    return say("gets.put-back", { receiver, upstream, result, user, place, added });
  const rule = edge.how === "adjoint" ? ruleOf(context, edge) : null;
  if (rule === null) return say("gets.whole", { receiver, result, user, place, added });
  return say("gets.by-rule", { receiver, rule: code(rule), upstream, result, user, place, added });
}

/** What arrives times the local derivative, element by element: `G × W`, `G × (1 − h²)`. */
function scaled(context: NarrationContext, edge: GraphEdge): string | null {
  const slope = ruleOf(context, edge);
  const upstream = upstreamLetter(context.schedule.graph);
  if (slope === null || slope === "1") return slope && upstream;
  if (slope === "−1") return `−${upstream}`;
  return `${upstream} × ${/[ /]|^−/u.test(slope) ? `(${slope})` : slope}`;
}

function narrateAddition(context: NarrationContext, arrival: Arrival, { source, contribution }: GraphEdge): string {
  const { before, total, mistake } = arrival;
  if (mistake === "replaces") return say("replaces", { before: value(context, before), total: value(context, total) });
  if (mistake === "leftover") return say("adds-to-leftover", { before: value(context, before), total: value(context, total) });
  const count = toCome(context.schedule, source, arrival.position);
  const more = count > 0 ? say("more-to-come", { count }) : "";
  const part = count > 0 ? ".part" : "";
  if (!isScalar(total)) return say(`array-${before === null ? "first" : "added"}${part}`, { more });
  const first = say(count > 0 ? "adds-first.part" : "adds-first", { total: value(context, total), more });
  if (before === null) return first;
  const numbers = [before, contribution, total].map((each) => toNumber(each as JsonNumber)) as [number, number, number];
  const digits = context.digits ?? DIGITS;
  if (!numbers.every(Number.isFinite)) return first;
  const texts = sumTexts(...numbers, digits);
  const [start, sent, sum] = texts;
  const rest = count > 0 ? say("sum-so-far", { more }) : isSpoilt(context, source) ? "" : say("sum-whole");
  return say("adds-to", {
    start,
    sent: sent.startsWith("−") ? `(${sent})` : sent,
    equals: addsUp(texts) ? "=" : "≈",
    total: besideUsual(sum, numbers[2], digits),
    rest,
  });
}

/** How many contributions land on a node after a position: of those that are withheld too. */
function toCome({ graph }: Schedule, node: number, position: number): number {
  return graph.steps.filter(
    ({ phase, arriving, edge }, index) =>
      index >= position && phase === "backward" && !arriving && edge !== undefined && graph.edges[edge]!.source === node,
  ).length;
}

/** Whether a sum may well be complete and still wrong. */
function isSpoilt({ schedule: { graph } }: NarrationContext, node: number): boolean {
  return (graph.wrongCount ?? 0) > 0 || graph.nodes[node]!.wrong === true;
}

/** Which of several places, where an operation uses the same node more than once. */
function edgePlace(context: NarrationContext, edge: GraphEdge): string {
  const place = placeAmongTwins(context.schedule.graph, edge);
  return place === null ? "" : say("place-in-it", { place });
}

/** `first of its 2 uses`, where an operation uses the source of an edge more than once; null elsewhere. */
export function placeAmongTwins(graph: Graph, edge: GraphEdge): string | null {
  const slots = twinSlots(graph, edge);
  return slots.length < 2
    ? null
    : say("place-of", { ordinal: say("ordinal", { number: slots.indexOf(edge.slot) + 1 }), count: slots.length });
}

function reasonOfBlock(context: NarrationContext, edge: GraphEdge): string {
  const { op, inputs } = context.schedule.graph.nodes[edge.target]!;
  const name = code(context.records.get(op ?? "")?.glyph ?? op ?? "it");
  return inputs.length > 1 ? say("picked-other", { name }) : say("slope-is-zero", { name });
}

/** Several steps in one frame: what they have in common, and how they came out. */
function narrateFrame(context: NarrationContext, frame: readonly Step[]): string {
  const { graph } = context.schedule;
  if (frame[0]!.phase === "forward") return narrateValues(context, frame);
  if (frame[0]!.phase === "tangent") return narrateTangents(frame, (node) => code(label(context, node)));
  const landings = frame.filter((step) => step.edge !== undefined && !step.arriving);
  const users = new Set(landings.map((step) => graph.edges[step.edge!]!.target));
  const shares = landings.slice(0, 4).map((step) => {
    const edge = graph.edges[step.edge!]!;
    return say("gets-short", { receiver: code(label(context, edge.source)), result: value(context, edge.contribution) });
  });
  const rest = landings.length > shares.length ? say("more-land", { count: landings.length - shares.length }) : "";
  const from = users.size === 1 ? say("from-node", { expression: code(expression(context, [...users][0]!)) }) : "";
  const all = landings.every((step) => isZero(graph.edges[step.edge!]!.contribution ?? 0)) ? say("all-blocked") : "";
  return `${from}${shares.join(", ")}${rest}${all}.`;
}

function narrateValues(context: NarrationContext, frame: readonly Step[]): string {
  const { graph } = context.schedule;
  const results = frame
    .slice(0, 4)
    .map(({ node }) => `${code(label(context, node!))} = ${value(context, graph.nodes[node!]!.data)}`);
  const rest = frame.length > results.length ? say("and-more", { count: frame.length - results.length }) : "";
  return say("values-computed", { count: frame.length, results: results.join(", "), rest });
}

/** The longest text of the badge, at the end of a phase: what has its room, so that the line beside it keeps its length. */
export function longestBadge(schedule: Schedule): string {
  const { forwardLength, backwardEnd, length, slopes } = schedule;
  const ends = [forwardLength, ...slopePositions(slopes).slice(-1), Math.min(backwardEnd, length), length];
  return ends.map((end) => badge(schedule, end)).reduce((one, other) => (other.length > one.length ? other : one));
}

/** "FORWARD 3/9": where the timeline is, for the badge. */
export function badge(schedule: Schedule, position: number): string {
  const { phase, taken, of } = progressAt(schedule, position);
  return `${phase === "tangent" ? say("badge-forward-mode") : say(`badge-${phase}`)} ${taken}/${of}`;
}
