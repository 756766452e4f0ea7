/** The accumulation ledger: one row a contribution, `upstream × local = sent`, and bars that add up to the gradient. */
import type { Value } from "../core/types.ts";
import type { Entry } from "../graph/account.ts";
import { product } from "../graph/captions.ts";
import { formatFullValue, formatSigned, formatValue, isScalar, NOT_COMPUTED, signOf, toNumber } from "../graph/format.ts";
import { valueFormula, type Notation } from "../graph/notation.ts";
import type { Graph, GraphEdge } from "../core/types.ts";
import { element } from "./dom.ts";
import { math } from "./math.ts";

export interface LedgerContext {
  readonly graph: Graph;
  readonly notation: Notation;
  /** The edge whose four lines are open. */
  readonly open: number | null;
  /** The edge of the current step. */
  readonly current: number | null;
  choose(edge: number | null): void;
  hover(node: number | null): void;
}

/** What is printed of a value that has a sign. */
export function signed(value: Value | null): HTMLElement {
  const text = value === null ? NOT_COMPUTED : isScalar(value) ? formatSigned(toNumber(value)) : formatValue(value);
  const sign = value === null ? 0 : signOf(value);
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
  return { zero: at(0), place: (from, to) => ({ left: at(Math.min(from, to)), width: Math.max(0.8, Math.abs(at(to) - at(from))) }) };
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

/** The rule with letters, and what it comes to here: `∂o/∂n = 1 − o² = 1 − 0.71² = 0.5`, without saying a number twice. */
function ruleLine({ notation }: LedgerContext, edge: GraphEdge): HTMLElement | null {
  const rule = notation.rule(edge);
  if (!rule || edge.local === null) return null;
  const local = valueFormula(edge.local);
  const steps = [notation.derivative(edge.target, edge.source), rule, notation.ruleSubstituted(edge)!, local];
  const told = steps.filter((step, index) => index === 0 || step.plain !== steps[index - 1]!.plain);
  return element("span", { class: "equations" }, ...told.map((step, index) => element("span", {}, index > 0 && "= ", math(step))));
}

/** The four lines of a linear map, which has no local number: what it makes of the upstream gradient G. */
function adjointLines({ graph, notation }: LedgerContext, edge: GraphEdge): [string, Node | null][] {
  const rule = notation.rule(edge);
  const numbers = notation.ruleSubstituted(edge);
  return [
    ["Rule", rule && math(rule)],
    [
      "where",
      element(
        "span",
        { class: "equations" },
        element("span", {}, math({ latex: "G", plain: "G" }), " ="),
        math(notation.derivative(graph.output, edge.target)),
      ),
    ],
    ["With numbers", numbers && math(numbers)],
    ["Result", edge.contribution === null ? null : math(valueFormula(edge.contribution))],
  ];
}

function chainLines(context: LedgerContext, edge: GraphEdge): [string, Node | null][] {
  const { graph, notation } = context;
  const upstream = notation.derivative(graph.output, edge.target);
  const local = notation.derivative(edge.target, edge.source);
  const numbers = product(graph, edge);
  return [
    ["Rule", ruleLine(context, edge)],
    ["Chain rule", element("span", { class: "equations" }, element("span", {}, math(upstream), " ·"), math(local))],
    ["With numbers", numbers === null ? null : element("span", { class: "numbers" }, numbers)],
    ["Result", signed(edge.contribution)],
  ];
}

/** Rule, chain rule, numbers, result. */
function fourLines(context: LedgerContext, edge: GraphEdge): HTMLElement {
  const lines = edge.how === "adjoint" ? adjointLines(context, edge) : chainLines(context, edge);
  const shown = lines.filter((line): line is [string, Node] => line[1] !== null);
  return element(
    "dl",
    { class: "four-lines" },
    ...shown.flatMap(([label, content]) => [element("dt", {}, label), element("dd", {}, content)]),
  );
}

/** One contribution; `other` is the node at its far end and `preposition` where it stands to it. */
function row(context: LedgerContext, entry: Entry, other: number, preposition: string, scale: BarScale | null): HTMLElement {
  const { edge, landed } = entry;
  const isOpen = context.open === edge.id;
  const summary = element(
    "button",
    { type: "button", class: "contribution-summary", "aria-expanded": String(isOpen) },
    element(
      "span",
      { class: "contribution-from" },
      element("span", { class: "contribution-preposition" }, `${preposition} `),
      math(context.notation.node(other)),
    ),
    element("span", { class: "contribution-product" }, landed ? (product(context.graph, edge) ?? "") : ""),
    landed ? signed(edge.contribution) : element("span", { class: "signed is-zero" }, NOT_COMPUTED),
  );
  summary.addEventListener("click", () => context.choose(isOpen ? null : edge.id));
  summary.addEventListener("pointerenter", () => context.hover(other));
  summary.addEventListener("pointerleave", () => context.hover(null));
  const classes = `contribution${context.current === edge.id ? " is-current" : ""}${landed ? "" : " is-to-come"}`;
  const drawn = scale && landed ? bar(scale, entry.from!, entry.to!) : null;
  return element(
    "li",
    { class: classes },
    summary,
    drawn && element("div", { class: "bar-track" }, drawn),
    isOpen && landed && fourLines(context, edge),
  );
}

/** As many contributions are listed at once: a weight that is used for every sample has thousands. */
const LONGEST_LEDGER = 40;

/** The entries around the one that is open, and in words how many stand before and after them. */
function rowsOf(context: LedgerContext, entries: readonly Entry[], rowOf: (entry: Entry) => HTMLElement): HTMLElement[] {
  if (entries.length <= LONGEST_LEDGER) return entries.map(rowOf);
  const wanted = entries.findIndex(({ edge }) => edge.id === (context.current ?? context.open));
  const start = Math.min(Math.max(0, wanted - LONGEST_LEDGER / 2), entries.length - LONGEST_LEDGER);
  const after = entries.length - start - LONGEST_LEDGER;
  const omitted = (count: number, where: string): HTMLElement[] =>
    count === 0 ? [] : [element("li", { class: "remark" }, `${count.toLocaleString("en")} more contributions ${where} these`)];
  return [...omitted(start, "before"), ...entries.slice(start, start + LONGEST_LEDGER).map(rowOf), ...omitted(after, "after")];
}

/** What a node receives, and the sum so far. */
export function receivedLedger(context: LedgerContext, entries: readonly Entry[], total: Value | null): HTMLElement {
  const scale = barScale(entries);
  const rows = rowsOf(context, entries, (entry) => row(context, entry, entry.edge.target, "from", scale));
  const isSum = entries.length > 1;
  const sum = element(
    "li",
    { class: "contribution is-sum" },
    element(
      "div",
      { class: "contribution-summary" },
      element("span", { class: "contribution-from" }, "sum"),
      element("span"),
      signed(total),
    ),
    isSum && scale && total !== null && isScalar(total) ? element("div", { class: "bar-track" }, bar(scale, 0, toNumber(total))) : null,
  );
  return element("ul", { class: "ledger" }, ...rows, isSum && sum);
}

/** What a node sends to its inputs. */
export function sentLedger(context: LedgerContext, entries: readonly Entry[]): HTMLElement {
  return element("ul", { class: "ledger" }, ...rowsOf(context, entries, (entry) => row(context, entry, entry.edge.source, "to", null)));
}
