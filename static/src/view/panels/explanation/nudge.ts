/** What the gradient of a number means: how far the output goes when the number is a little larger; and, of an input, to try it. */

import type { GraphNode } from "../../../core/types.ts";
import { type InputNumber, movableElements } from "../../../explain/elements.ts";
import type { Formula } from "../../../explain/notation.ts";
import { nodesThroughNaN } from "../../../graph/through_nan.ts";
import { say } from "../../../messages/messages.ts";
import type { State } from "../../../state/state.ts";
import { formatNumber, isScalar, toNumber } from "../../../text/format.ts";
import { gradientAt } from "../../../timeline/schedule.ts";
import { element } from "../../shared/dom.ts";
import { math } from "../../shared/math.ts";
import type { View } from "./view.ts";

const NUDGE = 0.01;

/** As small beside a number as 0.01 is beside 1 to 1,000. */
function nudgeOf(number: number): number {
  const size = Math.abs(number);
  if (size === 0 || (size >= 0.01 && size < 1000)) return NUDGE;
  return 10 ** (Math.floor(Math.log10(size)) - (size < 1 ? 1 : 4));
}

/** A nudge that the reader tried: where it put the input, and the output before it. */
export interface Trial {
  readonly input: string;
  /** The program and its other inputs: with others the outputs are not compared. */
  readonly beside: string;
  readonly to: number;
  readonly output: number;
}

export interface NudgeContext {
  readonly trial: Trial | null;
  attempt(trial: Trial): void;
}

/** Of a single number whose gradient is complete; null elsewhere, and where another number stands in the picture than in the sum. */
export function nudgeSection({ state, graph, schedule, node, notation }: View, context: NudgeContext): HTMLElement | null {
  const { state: stage, value } = gradientAt(schedule, node, state.position);
  const isExact = !graph.own_engine && !graph.partial && state.pitfall === "none" && !nodesThroughNaN(graph).has(node.id);
  if (stage !== "final" || value === null || !isScalar(value) || !isExact || node.id === graph.output) return null;
  const slope = toNumber(value);
  const output = graph.nodes[graph.output]!;
  if (!Number.isFinite(slope) || node.role === "constant" || !isScalar(output.data) || !isScalar(node.data)) return null;
  const now = toNumber(output.data);
  const formulas = [notation.node(node.id), notation.node(output.id)];
  const [name, result] = formulas.map(({ plain }) => `\`${plain}\``) as [string, string];
  const tried = triedOf(state, node, context.trial, now);
  const nudge = nudgeOf(toNumber(node.data));
  const change = formatNumber(Math.abs(slope * nudge));
  const sentence =
    tried === null
      ? say(MEANT[wayOf(slope)], { name, result, nudge: formatNumber(nudge), change })
      : say(TRIED[wayOf(tried)], {
          name,
          result,
          value: formatNumber(toNumber(node.data)),
          change: formatNumber(Math.abs(tried)),
        });
  const movable = state.redaction === null ? movableElements([node])[0] : undefined;
  return element(
    "section",
    { class: "inspector-section nudge" },
    element("p", { class: "nudge-meaning" }, ...typeset(sentence, formulas)),
    movable && button(() => context.attempt(trialOf(state, movable, now))),
  );
}

const MEANT = { grows: "nudge-meaning.grows", falls: "nudge-meaning.falls", stays: "nudge-meaning.stays" } as const;
const TRIED = { grows: "nudge-tried.grows", falls: "nudge-tried.falls", stays: "nudge-tried.stays" } as const;

const wayOf = (change: number): "grows" | "falls" | "stays" => (change > 0 ? "grows" : change < 0 ? "falls" : "stays");

/** A sentence with its names, which stand between backticks, set as formulas. */
function typeset(sentence: string, formulas: readonly Formula[]): Node[] {
  return sentence.split("`").map((text, index) => {
    const formula = index % 2 === 1 ? formulas.find(({ plain }) => plain === text) : undefined;
    return formula ? math(formula) : document.createTextNode(text);
  });
}

function trialOf(state: State, { owner, data }: InputNumber, output: number): Trial {
  return { input: owner, beside: besideOf(state, owner), to: Number((data + nudgeOf(data)).toPrecision(12)), output };
}

function besideOf({ program, inputs }: State, input: string): string {
  return JSON.stringify([program, Object.entries(inputs).filter(([name]) => name !== input)]);
}

/** By how much the output changed, while the input is where the trial left it. */
function triedOf(state: State, node: GraphNode, trial: Trial | null, output: number): number | null {
  const isThere = trial !== null && !state.waiting && node.name === trial.input && node.data === trial.to;
  if (isThere && trial.beside !== besideOf(state, trial.input)) return null;
  return isThere ? output - trial.output : null;
}

function button(press: () => void): HTMLElement {
  const made = element("button", { type: "button", class: "text-button nudge-try" }, say("nudge-try"));
  made.addEventListener("click", press);
  return made;
}
