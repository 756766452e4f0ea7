/**
 * How nodes, their operations and their rules are written in formulas, in LaTeX and in plain text side by side: the plain form is
 * shown until formulas can be typeset, and read by screen readers. Pure; knows no DOM.
 */

import type { Graph, GraphEdge, GraphNode, JsonNumber, OperationRecord, Template, Value } from "../core/types.ts";
import { isUsedOtherwise, namesOf, outputLetter, shortTitle, timeOfName, upstreamLetter } from "../graph/places.ts";
import { formatNumber, formatValue, isScalar, MINUS, toNumber } from "../text/format.ts";
import { fill, powersWorkedOut } from "../text/operation_templates.ts";
import { derivativeInWords, type Records, recordOf, resultOf, sumOf } from "./captions.ts";
import { nameToLatex, titlesToLatex, titleToLatex } from "./names_in_latex.ts";

export interface Formula {
  readonly latex: string;
  readonly plain: string;
}

/** A longer expression is called as on its card: nobody reads it, and formulas must not grow with the depth of the graph. */
const LONGEST_LATEX = 70;
const LONGEST_PLAIN = 24;
/** A longer dotted name is written as on its card, `m.l[0].weight`: two of them have to fit into a line. */
const LONGEST_NAME = 16;

function numberToLatex(number: JsonNumber): string {
  return textToLatex(formatNumber(toNumber(number)));
}

function textToLatex(written: string): string {
  const text = written.replaceAll(MINUS, "-").replace("≈", "\\approx");
  if (text === "NaN") return "\\mathrm{NaN}";
  const [mantissa, exponent] = text.replace("∞", "\\infty").split("e");
  return exponent === undefined ? mantissa! : `${mantissa} \\cdot 10^{${exponent}}`;
}

/** Rows and columns up to which a tensor is written out. */
const LARGEST_MATRIX = 6;

/** A list of numbers is a column, as vectors are in textbooks: so that A x and G xᵀ read as what they are. */
function matrix(rows: readonly Value[]): string | null {
  const lines = rows.map((row) => (Array.isArray(row) ? row : [row]));
  const fits = rows.length <= LARGEST_MATRIX && lines.every((line) => line.length <= LARGEST_MATRIX && line.every(isScalar));
  if (!fits || rows.length === 0) return null;
  const written = lines.map((line) => line.map((entry) => numberToLatex(entry as JsonNumber)).join(" & "));
  return `\\begin{bmatrix} ${written.join(" \\\\ ")} \\end{bmatrix}`;
}

/** A value in a formula; a tensor written out where it is small, else by its shape. */
export function valueFormula(value: Value): Formula {
  const plain = formatValue(value);
  if (isScalar(value)) return { latex: numberToLatex(value), plain };
  return { latex: matrix(value) ?? `\\text{${plain}}`, plain };
}

/** A gradient belongs to one number: that of a tensor is the gradient of the sum of its elements. */
const SUM = { latex: "\\textstyle\\sum ", plain: "Σ" } as const;

export interface Notation {
  /** What rules call the gradient that arrives. */
  readonly upstream: Formula;
  /** What a node is called, as on its card: its name, else the expression it is. */
  node(id: number): Formula;
  /** The same where it names a number: an output without a name is *f*, however long its expression. */
  variable(id: number): Formula;
  /** What a node is called, with a name in all its length. */
  whole(id: number): Formula;
  /** The operation of a node over what its inputs are called; null for a leaf. */
  expression(id: number): Formula | null;
  /** The same over their numbers. */
  substituted(id: number): Formula | null;
  /** The value of a node as it is written after that; of a sum so that it adds up, then as on its card. */
  result(id: number): Formula;
  /** The rule of an edge with letters: its local derivative, or for a linear map (`how` adjoint) what it makes of the upstream gradient G … */
  rule(edge: GraphEdge): Formula | null;
  /** … and the same with numbers. */
  ruleSubstituted(edge: GraphEdge): Formula | null;
  /** ∂above/∂below; of a tensor above its sum is meant: ∂Σabove/∂below. */
  derivative(above: number, below: number): Formula;
  /**
   * What an edge multiplies by: ∂target/∂source, where the source takes part in the target by this edge alone; else that of the one input,
   * by its number: ∂(a·a)/∂a₍₁₎ is a, while ∂(a·a)/∂a is 2a.
   */
  local(edge: GraphEdge): Formula;
}

export function createNotation(graph: Graph, program: string, records: Records): Notation {
  const called = new Map<number, Formula>();
  const numbers = (id: number): Formula => valueFormula(graph.nodes[id]!.data);

  /** Those of a sum have so many decimals that they add up. */
  function numbersOf(id: number): (input: number) => Formula {
    const texts = sumOf(graph, id);
    if (!texts) return numbers;
    const words = new Map(graph.nodes[id]!.inputs.map((input, slot) => [input, texts[slot]!]));
    return (input) => ({ latex: textToLatex(words.get(input)!), plain: words.get(input)! });
  }

  const letterG: Formula = { latex: upstreamLetter(graph), plain: upstreamLetter(graph) };

  function upstreamNumbers({ target }: GraphEdge): Formula {
    const { grad } = graph.nodes[target]!;
    return grad === null ? letterG : valueFormula(grad);
  }

  function fillBoth(
    template: { latex: Template; plain: Template },
    { parameters }: OperationRecord,
    words: readonly Formula[],
    others: Readonly<Record<string, Formula>> = {},
  ): Formula {
    const named = [
      ...parameters.map((parameter, slot): [string, Formula] => [parameter, words[slot]!]),
      ...Object.entries(others),
    ];
    return {
      latex: fill(template.latex, Object.fromEntries(named.map(([key, { latex }]) => [key, latex])), { latex: true }),
      plain: fill(template.plain, Object.fromEntries(named.map(([key, { plain }]) => [key, plain]))),
    };
  }

  function expressionOf(id: number, word: (node: number) => Formula): Formula | null {
    const record = recordOf(graph, records, id);
    return record && fillBoth(record, record, graph.nodes[id]!.inputs.map(word));
  }

  let titles: ReadonlyMap<string, string> | null = null;
  function latexOfName(id: number, name: string): string {
    titles ??= titlesToLatex(graph.nodes.flatMap(({ id, name }) => (name === null ? [] : [[name, timeOfName(graph, id)]])));
    return titles.get(name + timeOfName(graph, id))!;
  }

  function nameOf(node: GraphNode): Formula {
    const plain = shortTitle(graph, program, node.id, LONGEST_PLAIN);
    if (node.name !== null) {
      const short = namesOf(graph)(node.name, LONGEST_NAME);
      // On a card it may be shorter than one that is written in full: `m.l[0].w`.
      return {
        latex:
          short === node.name || short.endsWith("…")
            ? latexOfName(node.id, node.name)
            : titleToLatex(short, timeOfName(graph, node.id)),
        plain,
      };
    }
    if (node.op === null) return numbers(node.id);
    const expression = expressionOf(node.id, nodeFormula);
    return { latex: expression && expression.latex.length <= LONGEST_LATEX ? expression.latex : nameToLatex(plain), plain };
  }

  /** Only what is asked for, and what its expression is made of: inputs first, without descending into the depth of the graph. */
  function nodeFormula(id: number): Formula {
    const waiting = [id];
    for (let next = waiting.at(-1); next !== undefined; next = waiting.at(-1)) {
      const { name, op, inputs } = graph.nodes[next]!;
      const needed = name === null && op !== null ? inputs.filter((input) => !called.has(input)) : [];
      if (called.has(next) || needed.length === 0) {
        if (!called.has(next)) called.set(next, nameOf(graph.nodes[next]!));
        waiting.pop();
      } else waiting.push(...needed);
    }
    return called.get(id)!;
  }

  function variable(id: number): Formula {
    const letter = outputLetter(graph, program, id);
    return letter === null ? nodeFormula(id) : { latex: letter, plain: letter };
  }

  /** `place`: which input of the upper node the lower one is. */
  function quotient(above: number, below: number, place: number | null = null, sum = { latex: "", plain: "" }): Formula {
    // Filled like a rule, so that an expression gets its parentheses.
    const [upper, lower] = [variable(above), variable(below)];
    // After an empty group: the name may have an index of its own.
    const index = place === null ? "" : `{}_{(${place})}`;
    return {
      latex: fill(
        `\\dfrac{\\partial ${sum.latex}«a»}{\\partial «b»${index}}`,
        { a: upper.latex, b: lower.latex },
        { latex: true },
      ),
      plain: derivativeInWords(upper.plain, lower.plain, place, sum.plain),
    };
  }

  function ruleWith({ target, slot }: GraphEdge, word: (node: number) => Formula, upstream: Formula): Formula | null {
    const record = recordOf(graph, records, target);
    const rule = record?.rules[slot];
    if (!record || !rule) return null;
    const made = fillBoth(rule, record, graph.nodes[target]!.inputs.map(word), { out: word(target), G: upstream });
    return { latex: powersWorkedOut(made.latex), plain: powersWorkedOut(made.plain) };
  }

  return {
    upstream: letterG,
    node: nodeFormula,
    variable,
    whole(id) {
      const { name } = graph.nodes[id]!;
      return name === null ? nodeFormula(id) : { latex: latexOfName(id, name), plain: name + timeOfName(graph, id) };
    },
    expression: (id) => expressionOf(id, nodeFormula),
    substituted: (id) => expressionOf(id, numbersOf(id)),
    result(id) {
      if (!sumOf(graph, id)) return numbers(id);
      const plain = resultOf(graph, id);
      return { latex: textToLatex(plain), plain };
    },
    rule: (edge) => ruleWith(edge, nodeFormula, letterG),
    ruleSubstituted: (edge) => ruleWith(edge, numbers, upstreamNumbers(edge)),
    derivative: (above, below) => quotient(above, below, null, graph.nodes[above]!.shape.length > 0 ? SUM : undefined),
    local: (edge) => quotient(edge.target, edge.source, isUsedOtherwise(graph, edge) ? edge.slot + 1 : null),
  };
}
