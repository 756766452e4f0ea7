/** The accumulation ledger: one row a contribution, `upstream × local = sent`, and bars that add up to the gradient. */

import type { Graph, GraphEdge, JsonNumber, Value } from "../../../core/types.ts";
import { isProduct, product } from "../../../explain/captions.ts";
import { type Entry, foremost, markOf } from "../../../explain/contributions.ts";
import { type Notation, valueFormula } from "../../../explain/notation.ts";
import type { Hue } from "../../../explain/ways.ts";
import { twinSlots } from "../../../graph/places.ts";
import { isThroughNaN, nodesThroughNaN } from "../../../graph/through_nan.ts";
import { grouped, say } from "../../../messages/messages.ts";
import {
  DIGITS,
  formatFullValue,
  formatNumber,
  formatValue,
  isScalar,
  NOT_COMPUTED,
  signOf,
  toNumber,
} from "../../../text/format.ts";
import { addsUp, sumTexts } from "../../../text/sums.ts";
import { hasLanded, type Schedule } from "../../../timeline/schedule.ts";
import { isSlopeShown } from "../../../timeline/slopes.ts";
import { element } from "../../shared/dom.ts";
import { math } from "../../shared/math.ts";
import { scrolled } from "./scrolled.ts";

export interface LedgerContext {
  readonly graph: Graph;
  readonly notation: Notation;
  /** The edge whose four lines are open. */
  readonly open: number | null;
  /** Whether the timeline has got as far as its local derivative, which is known before a gradient travels. */
  isSlopeKnown(edge: GraphEdge): boolean;
  /** The edge of the current step. */
  readonly current: number | null;
  /** By contribution, the hue of its way in the picture. */
  readonly hues: ReadonlyMap<number, Hue>;
  choose(edge: number | null): void;
  /** Selects an edge; null where the panel is that edge's own. */
  readonly select: ((edge: number) => void) | null;
  hover(node: number | null): void;
}

/** Slopes come before gradients; where nothing is shown between the passes, with the contribution. */
export function slopeKnownAt(schedule: Schedule, position: number): (edge: GraphEdge) => boolean {
  return ({ id }) => isSlopeShown(schedule.slopes, id, position) || hasLanded(schedule, id, position);
}

/** What is printed of a value that has a sign. `isLost`: whether it means nothing. */
export function signed(value: Value | null, isLost = false): HTMLElement {
  const number = value === null ? NOT_COMPUTED : formatValue(value);
  const text = isLost && value !== null ? `⚠ ${number}` : number;
  const sign = value === null || isLost ? 0 : signOf(value);
  return element(
    "span",
    { class: `signed ${sign > 0 ? "is-positive" : sign < 0 ? "is-negative" : "is-zero"}`, title: formatFullValue(value) },
    text,
  );
}

/** Left and width of a bar in hundredths of the whole, on a scale that holds every running sum and zero. */
interface BarScale {
  place(from: number, to: number): { left: number; width: number };
  readonly zero: number;
}

function barScale(entries: readonly Entry[]): BarScale | null {
  const ends = entries.flatMap(({ from, to }) => [from ?? NaN, to ?? NaN]);
  if (ends.some((end) => !Number.isFinite(end))) return null;
  const [smallest, largest] = [Math.min(0, ...ends), Math.max(0, ...ends)];
  const whole = largest - smallest || 1;
  const at = (value: number): number => ((value - smallest) / whole) * 100;
  return {
    zero: at(0),
    place: (from, to) => ({ left: at(Math.min(from, to)), width: Math.max(0.8, Math.abs(at(to) - at(from))) }),
  };
}

const SVG = "http://www.w3.org/2000/svg";

function bar(scale: BarScale, from: number, to: number): SVGElement {
  const drawing = document.createElementNS(SVG, "svg");
  drawing.setAttribute("class", "bar");
  drawing.setAttribute("aria-hidden", "true");
  const { left, width } = scale.place(from, to);
  const shape = (name: string, attributes: Record<string, string>): void => {
    const made = document.createElementNS(SVG, name);
    for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, value);
    drawing.append(made);
  };
  shape("rect", {
    x: `${left}%`,
    y: "0",
    width: `${width}%`,
    height: "100%",
    rx: "1.5",
    class: to > from ? "bar-positive" : to < from ? "bar-negative" : "bar-zero",
  });
  shape("line", { x1: `${scale.zero}%`, x2: `${scale.zero}%`, y1: "0", y2: "100%", class: "bar-axis" });
  return drawing;
}

/**
 * The rule with letters, and what it comes to here: `∂o/∂n = 1 − o² = 1 − 0.71² = 0.5`, without saying a number twice. A program's own
 * engine may have multiplied by another number, which the line with numbers shows: it is not equal to the rule.
 */
export function ruleLine({ graph, notation, isSlopeKnown }: LedgerContext, edge: GraphEdge): HTMLElement | null {
  const rule = notation.rule(edge);
  if (!rule || edge.local === null) return null;
  const result = graph.own_engine ? [] : [valueFormula(edge.local)];
  const numbers = isSlopeKnown(edge) ? [notation.ruleSubstituted(edge)!, ...result] : [];
  const steps = [notation.local(edge), rule, ...numbers];
  const distinct = steps.filter((step, index) => index === 0 || step.plain !== steps[index - 1]!.plain);
  return element(
    "span",
    { class: "equations" },
    ...distinct.map((step, index) => element("span", {}, index > 0 && "= ", math(step))),
  );
}

/** The four lines of a linear map, which has no local number: what it makes of the upstream gradient G. */
function adjointLines({ graph, notation }: LedgerContext, edge: GraphEdge, landed: boolean): [string, Node | null][] {
  const rule = notation.rule(edge);
  const numbers = landed ? notation.ruleSubstituted(edge) : null;
  return [
    [say("ledger-rule"), rule && element("span", { class: "equations" }, addedTo(notation, graph, edge), math(rule))],
    [
      say("ledger-where"),
      element(
        "span",
        { class: "equations" },
        element("span", {}, math(notation.upstream), " ="),
        math(notation.derivative(graph.output, edge.target)),
      ),
    ],
    [say("ledger-numbers"), numbers && math(numbers)],
    [say("ledger-result"), landed ? math(valueFormula(edge.contribution!)) : signed(null)],
  ];
}

/** `∂L/∂a +=`: what a contribution adds to; `∂L/∂a =` where a program's own engine wrote it over what was there. */
function addedTo(notation: Notation, graph: Graph, edge: GraphEdge): HTMLElement {
  const isAssigned = graph.own_engine && graph.steps.some((step) => step.edge === edge.id && step.assigned === true);
  return element("span", {}, math(notation.derivative(graph.output, edge.source)), isAssigned ? " =" : " +=");
}

function chainLines(context: LedgerContext, edge: GraphEdge, landed: boolean): [string, Node | null][] {
  const { graph, notation } = context;
  const upstream = notation.derivative(graph.output, edge.target);
  const local = notation.local(edge);
  const numbers = landed ? product(graph, edge) : null;
  return [
    [say("ledger-rule"), ruleLine(context, edge)],
    [
      say("ledger-chain-rule"),
      element(
        "span",
        { class: "equations" },
        addedTo(notation, graph, edge),
        element("span", {}, math(upstream), " ·"),
        math(local),
      ),
    ],
    [say("ledger-numbers"), numbers === null ? null : element("span", { class: "numbers" }, numbers)],
    [say("ledger-result"), signed(landed ? edge.contribution : null, isThroughNaN(graph, edge))],
  ];
}

/** Rule, chain rule, numbers, result; before the contribution has landed the letters alone. */
export function fourLines(context: LedgerContext, edge: GraphEdge, landed: boolean): HTMLElement {
  const lines = edge.how === "adjoint" ? adjointLines(context, edge, landed) : chainLines(context, edge, landed);
  const shown = lines.filter((line): line is [string, Node] => line[1] !== null);
  return element(
    "dl",
    { class: "four-lines" },
    ...shown.flatMap(([label, content]) => [element("dt", {}, label), scrolled(element("dd", {}, content))]),
  );
}

/** One contribution; `other` is the node at its far end, `preposition` how it relates to it, and `mark` what sets it apart from its namesakes. */
function row(
  context: LedgerContext,
  entry: Entry,
  other: number,
  preposition: string,
  mark: string,
  scale: BarScale | null,
): HTMLElement {
  const { edge, landed } = entry;
  const isOpen = context.open === edge.id;
  const summary = element(
    "button",
    {
      type: "button",
      class: "contribution-summary",
      ...(context.select ? { "aria-expanded": String(isOpen) } : { "aria-pressed": String(context.current === edge.id) }),
    },
    element(
      "span",
      { class: "contribution-from" },
      element("span", { class: "contribution-preposition" }, `${preposition} `),
      // Of a typeset formula a button takes nothing into its name.
      element("span", { role: "img", "aria-label": context.notation.node(other).plain }, math(context.notation.node(other))),
      mark,
    ),
    landed
      ? signed(edge.contribution, isThroughNaN(context.graph, edge))
      : element("span", { class: "signed is-zero" }, NOT_COMPUTED),
    element("span", { class: "contribution-product" }, landed ? madeOf(context.graph, edge, preposition) : ""),
  );
  summary.addEventListener("click", () => context.choose(isOpen ? null : edge.id));
  summary.addEventListener("pointerenter", () => context.hover(other));
  summary.addEventListener("pointerleave", () => context.hover(null));
  const hue = context.hues.get(edge.id);
  const classes = `contribution${hue ? ` way-${hue}` : ""}${context.current === edge.id ? " is-current" : ""}${landed ? "" : " is-to-come"}`;
  const drawn = scale && landed ? bar(scale, entry.from!, entry.to!) : null;
  return element(
    "li",
    { class: classes },
    summary,
    drawn && element("div", { class: "bar-track" }, drawn),
    isOpen && landed && fourLines(context, edge, true),
    isOpen && landed && context.select && selecting(context.select, edge),
  );
}

/** `upstream 7 × local derivative 3`; what is sent on, and what is no single product, as it is calculated. */
function madeOf(graph: Graph, edge: GraphEdge, preposition: string): string {
  const upstream = graph.nodes[edge.target]!.grad;
  const isPlain = upstream !== null && isScalar(upstream) && edge.local !== null && isScalar(edge.local) && isProduct(edge);
  if (!isPlain || preposition !== say("ledger-through")) return product(graph, edge) ?? "";
  return say("part-made", { upstream: formatValue(upstream), local: formatValue(edge.local) });
}

function selecting(select: (edge: number) => void, { id }: GraphEdge): HTMLElement {
  const button = element("button", { type: "button", class: "text-button select-edge" }, say("select-edge"));
  button.addEventListener("click", () => select(id));
  return button;
}

/** As many contributions are listed at once: a weight that is used for every sample has thousands. */
const LONGEST_LEDGER = 40;

/** Of many entries those of most weight, with the one that is open and the newest; `restOf` says what the others come to. */
function rowsOf(
  context: LedgerContext,
  entries: readonly Entry[],
  end: "source" | "target",
  prepositionOf: (edge: GraphEdge) => string,
  scale: BarScale | null = null,
  restOf: (others: readonly Entry[]) => HTMLElement | null = () => null,
): HTMLElement[] {
  const { graph, notation, current, open } = context;
  const nodes = [...new Set(entries.map(({ edge }) => edge[end]))].sort((one, other) => one - other);
  const nameOf = (node: number): string => notation.node(node).plain;
  const [shown, others] = foremost(entries, LONGEST_LEDGER, [current, open]);
  const rows = shown.map((entry) => {
    const node = entry.edge[end];
    const name = nameOf(node);
    const mark = markOf(
      graph,
      node,
      nodes.filter((each) => nameOf(each) === name),
    );
    return row(context, entry, node, prepositionOf(entry.edge), mark + twinMark(context, entry.edge), scale);
  });
  if (others.length === 0) return rows;
  const rest = say("more-contributions", { count: grouped(others.length) });
  return [...rows, element("li", { class: "contribution" }, summed(rest, restOf(others)))];
}

/** Which input of `a*a` it is, as in ∂(a·a)/∂a₍₁₎; the panel of an edge says it in words of its own. */
function twinMark({ graph, select }: LedgerContext, edge: GraphEdge): string {
  return select && twinSlots(graph, edge).length > 1 ? say("ledger-twin", { slot: edge.slot + 1 }) : "";
}

/** One line of what is added up, without a calculation. */
function summed(name: string, total: HTMLElement | null): HTMLElement {
  return element(
    "div",
    { class: "contribution-summary" },
    element("span", { class: "contribution-from" }, name),
    element("span"),
    total,
  );
}

/** The two numbers that a gradient is the sum of, which have a line of their own; null where there are not just two. */
function pairOf(graph: Graph, entries: readonly Entry[]): readonly [number, number] | null {
  const values = entries.map(({ edge }) => edge.contribution);
  if (values.length !== 2 || isReplaced(graph, entries)) return null;
  if (!values.every((value) => value !== null && isScalar(value) && Number.isFinite(toNumber(value)))) return null;
  return values.map((value) => toNumber(value as JsonNumber)) as [number, number];
}

/** ` = 10 + 21`, in the hues of their ways, once both have arrived; null where there are not just two. */
export function parts({ graph, hues }: LedgerContext, entries: readonly Entry[], total: Value): HTMLElement | null {
  const pair = pairOf(graph, entries);
  if (pair === null || !isScalar(total) || !entries.every(({ landed }) => landed)) return null;
  const texts = sumTexts(...pair, toNumber(total), DIGITS);
  const isExact = addsUp(texts) && texts[2] === formatNumber(toNumber(total));
  const isNegative = pair[1] < 0;
  const [one, two] = [texts[0], isNegative ? texts[1].slice(1) : texts[1]].map((text, index) => {
    const hue = hues.get(entries[index]!.edge.id);
    return element("span", { class: `sum-part${hue ? ` way-${hue}` : ""}` }, text);
  });
  return element("span", { class: "sum-parts" }, isExact ? "= " : "≈ ", one!, isNegative ? " − " : " + ", two!);
}

/** Where something was replaced, what is there in the end is no sum. */
function isReplaced({ steps }: Graph, entries: readonly Entry[]): boolean {
  const own = new Set(entries.map(({ edge }) => edge.id));
  return steps.some(({ edge, replaced }) => replaced === true && own.has(edge!));
}

/** What a node receives, and the sum so far. */
export function receivedLedger(context: LedgerContext, entries: readonly Entry[], total: Value | null): HTMLElement {
  const { graph } = context;
  const scale = barScale(entries);
  // Of two, the line above is the sum.
  const isSum = entries.length > 1 && pairOf(graph, entries) === null;
  const isLastAlone = isReplaced(graph, entries);
  const isLost = nodesThroughNaN(graph).has(entries[0]!.edge.source);
  const restOf = (others: readonly Entry[]): HTMLElement | null => {
    const landed = others.flatMap(({ edge: { contribution }, landed }) =>
      landed && contribution !== null ? [contribution] : [],
    );
    if (isLastAlone || landed.length === 0 || !landed.every(isScalar)) return null;
    const rest = landed.reduce((sum: number, each) => sum + toNumber(each), 0);
    return signed(rest, isLost);
  };
  const rows = rowsOf(context, entries, "target", () => say("ledger-through"), scale, restOf);
  const sum = element(
    "li",
    { class: "contribution is-sum" },
    summed(isLastAlone ? say("ledger-sum.replaced") : say("ledger-sum"), signed(total, isLost)),
    isSum && scale && total !== null && isScalar(total)
      ? element("div", { class: "bar-track" }, bar(scale, 0, toNumber(total)))
      : null,
  );
  return element("ul", { class: "ledger" }, ...rows, isSum && sum);
}

/** Edges that share a wire or both ends, each between its own two nodes. */
export function sharedLedger(
  context: LedgerContext,
  entries: readonly Entry[],
  nameOf: (edge: GraphEdge) => string,
): HTMLElement {
  return element("ul", { class: "ledger" }, ...rowsOf(context, entries, "target", nameOf));
}

/** What a node sends to its inputs. */
export function sentLedger(context: LedgerContext, entries: readonly Entry[]): HTMLElement {
  return element("ul", { class: "ledger" }, ...rowsOf(context, entries, "source", () => say("ledger-to")));
}
