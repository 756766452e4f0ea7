/** What forward mode does, in sentences: tangents that travel with the values, and how its passes compare with the one backward. Pure text. */
import type { Graph, Step, Value } from "../core/types.ts";
import { tangentTerms } from "./captions.ts";
import { formatNumber, formatShape, formatValue, isScalar, shapeOf, toNumber } from "./format.ts";
import { passName, type Pass } from "./passes.ts";
import type { Schedule } from "./schedule.ts";

/** How nodes are written in the sentences, code between backticks. */
export type Naming = (node: number) => string;

const MOST_NAMED = 4;
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
  const dual = `as a dual number it is \`${dualNumber(data, step.tangent!)}\``;
  if (step.terms!.length === 0) return `Forward mode: let ${called(step.node!)} grow at the rate ${formatValue(step.tangent!)}, and no other input; ${dual}.`;
  if (!isScalar(step.tangent!)) return `${called(step.node!)} moves along, each element at a rate of its own; ${dual}.`;
  return `${tellRate(schedule, step, called)}; ${dual}.`;
}

function tellRate(schedule: Schedule, step: Step, called: Naming): string {
  const terms = tangentTerms(schedule, step);
  const rate = formatValue(step.tangent!);
  return `${called(step.node!)} moves at ${terms === null ? rate : `\`${terms}\` = ${rate}`}`;
}

export function narrateTangents(steps: readonly Step[], called: Naming): string {
  const named = steps.slice(0, MOST_NAMED).map(({ node, tangent }) => `${called(node!)} at ${formatValue(tangent!)}`);
  const rest = steps.length > named.length ? ` and ${steps.length - named.length} more` : "";
  return `${steps.length} nodes move: ${named.join(", ")}${rest}.`;
}

/** The last step of a pass: what it has found, the same as reverse mode by another road. */
export function narrateEnd(schedule: Schedule, pass: Pass, called: Naming): string {
  const { graph } = schedule;
  const { seeds, derivative } = graph.directions![pass.direction]!;
  const [name, ...others] = Object.keys(seeds);
  const reverse = others.length === 0 && seeds[name!] === 1 ? (graph.gradients[name!] ?? null) : null;
  const last = graph.steps[pass.to - 1]!;
  if (last.node !== graph.output) return `Nothing that moves reaches ${called(graph.output)}: its derivative by \`${passName(graph, pass)}\` is 0.`;
  const rate = tellRate(schedule, last, called);
  if (reverse === null || !isScalar(reverse) || !isScalar(derivative)) return `${rate}.`;
  const [one, other] = [toNumber(reverse), toNumber(derivative)];
  const agree = Object.is(one, other) || Math.abs(one - other) <= ROUNDING * Math.max(1, Math.abs(one));
  return `${rate}, ${agree ? `the gradient of \`${name}\` again` : `where reverse mode says ${formatValue(reverse)}`}.`;
}

/** Passes against passes, in as few words as fit below a picture: the reason why a loss with many parameters is differentiated in reverse. */
export function narrateCosts({ costs, gradients }: Graph): string {
  const passes = costs?.forward.passes ?? 0;
  if (passes <= 1) return "With a single input either mode takes one pass.";
  const count = passes.toLocaleString("en");
  const what = Object.keys(gradients).length === passes ? "inputs" : "numbers in the inputs";
  return `${count} ${what} take ${count} passes, in reverse one: so training goes in reverse.`;
}
