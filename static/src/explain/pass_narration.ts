/** What forward mode does, in sentences: tangents that travel with the values, and how its passes compare with the one backward. Pure text. */

import type { Graph, Step, Value } from "../core/types.ts";
import { grouped, say } from "../messages/messages.ts";
import { DIGITS, formatNumber, formatShape, formatValue, isScalar, shapeOf, toNumber } from "../text/format.ts";
import { equalsSign } from "../text/sums.ts";
import { type Pass, passName } from "../timeline/passes.ts";
import type { Schedule } from "../timeline/schedule.ts";
import { tangentTerms } from "./captions.ts";

/** How nodes are written in the sentences, code between backticks. */
export type Naming = (node: number) => string;

const MAX_NAMED = 4;
/** Two modes agree as far as rounding lets them. */
const ROUNDING = 1e-9;

/** `6 + 3ε`; for a tensor its shape. */
export function dualNumber(value: Value, tangent: Value): string {
  if (!isScalar(value) || !isScalar(tangent)) return `${formatShape(shapeOf(value))} + ${formatShape(shapeOf(tangent))} ε`;
  const rate = toNumber(tangent);
  return `${formatValue(value)} ${rate < 0 ? "−" : "+"} ${formatNumber(Math.abs(rate))}ε`;
}

export function narrateTangent(schedule: Schedule, step: Step, called: Naming): string {
  const { data } = schedule.graph.nodes[step.node!]!;
  const dual = say("as-dual-number", { dualnumber: dualNumber(data, step.tangent!) });
  if (step.terms!.length === 0) return say("let-grow", { called: called(step.node!), tangent: formatValue(step.tangent!), dual });
  if (!isScalar(step.tangent!)) return say("moves-elements", { called: called(step.node!), dual });
  return `${narrateRate(schedule, step, called)}; ${dual}.`;
}

function narrateRate(schedule: Schedule, step: Step, called: Naming): string {
  const terms = tangentTerms(schedule, step);
  const rate = formatValue(step.tangent!);
  return say("moves-at", {
    called: called(step.node!),
    choice: terms === null ? rate : `\`${terms}\` ${equalsSign(terms, rate, DIGITS)} ${rate}`,
  });
}

export function narrateTangents(steps: readonly Step[], called: Naming): string {
  const named = steps
    .slice(0, MAX_NAMED)
    .map(({ node, tangent }) => say("node-at", { called: called(node!), rate: formatValue(tangent!) }));
  const rest = steps.length > named.length ? say("and-more", { count: steps.length - named.length }) : "";
  return say("nodes-move", { count: steps.length, named: named.join(", "), rest });
}

/** The last step of a pass: its result, the same as that of reverse mode. */
export function narrateEnd(schedule: Schedule, pass: Pass, called: Naming): string {
  const { graph } = schedule;
  const { seeds, derivative } = graph.directions![pass.direction]!;
  const [name, ...others] = Object.keys(seeds);
  const reverse = others.length === 0 && seeds[name!] === 1 ? (graph.gradients[name!] ?? null) : null;
  const last = graph.steps[pass.to - 1]!;
  if (last.node !== graph.output)
    return say("nothing-reaches", { called: called(graph.output), passname: passName(graph, pass) });
  const rate = narrateRate(schedule, last, called);
  if (reverse === null || !isScalar(reverse) || !isScalar(derivative)) return `${rate}.`;
  const [one, other] = [toNumber(reverse), toNumber(derivative)];
  const agree = Object.is(one, other) || Math.abs(one - other) <= ROUNDING * Math.max(1, Math.abs(one));
  return `${rate}, ${agree ? say("gradient-again", { name }) : say("reverse-says", { reverse: formatValue(reverse) })}.`;
}

/** Passes against passes, in as few words as fit below a picture: the reason why a loss with many parameters is differentiated in reverse. */
export function narrateCosts({ costs, gradients }: Graph): string {
  const passes = costs?.forward.passes ?? 0;
  if (passes <= 1) return say("one-pass-either");
  const count = grouped(passes);
  const what = Object.keys(gradients).length === passes ? say("single-inputs") : say("numbers-in-inputs");
  return say("passes-compared", { count, what });
}
