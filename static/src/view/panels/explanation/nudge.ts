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

/** A nudge that the reader tried: where it put the input, and the output before it. */
export interface Trial {
  readonly input: string;
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
  const change = formatNumber(Math.abs(slope * NUDGE));
  const sign = slope > 0 ? "grows" : slope < 0 ? "falls" : "stays";
  const sentence =
    tried === null
      ? say(`nudge-meaning.${sign}`, { name, result, nudge: formatNumber(NUDGE), change })
      : say(`nudge-tried.${tried > 0 ? "grows" : tried < 0 ? "falls" : "stays"}`, {
          name,
          result,
          value: formatNumber(toNumber(node.data)),
          change: formatNumber(Math.abs(tried)),
        });
  const movable = state.redaction === null ? movableElements([node])[0] : undefined;
  return element(
    "section",
    { class: "inspector-section nudge" },
    element("p", { class: "nudge-meaning", "aria-live": "polite" }, ...typeset(sentence, formulas)),
    movable && button(() => context.attempt(trialOf(movable, now))),
  );
}

/** A sentence with its names, which stand between backticks, set as formulas. */
function typeset(sentence: string, formulas: readonly Formula[]): Node[] {
  return sentence.split("`").map((text, index) => {
    const formula = index % 2 === 1 ? formulas.find(({ plain }) => plain === text) : undefined;
    return formula ? math(formula) : document.createTextNode(text);
  });
}

function trialOf({ owner, data }: InputNumber, output: number): Trial {
  return { input: owner, to: Number((data + NUDGE).toPrecision(12)), output };
}

/** By how much the output changed, while the input is where the trial left it. */
function triedOf({ waiting }: State, node: GraphNode, trial: Trial | null, output: number): number | null {
  const isThere = trial !== null && !waiting && node.name === trial.input && node.data === trial.to;
  return isThere ? output - trial.output : null;
}

function button(press: () => void): HTMLElement {
  const made = element("button", { type: "button", class: "text-button nudge-try" }, say("nudge-try"));
  made.addEventListener("click", press);
  return made;
}
