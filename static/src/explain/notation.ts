/**
 * How nodes, their operations and their rules are written in formulas, in LaTeX and in plain text side by side: the plain form is
 * shown until formulas can be typeset, and read by screen readers. Pure; knows no DOM.
 */

import type { Graph, GraphEdge, GraphNode, JsonNumber, OperationRule, Template, Value } from "../core/types.ts";
import { isUsedOtherwise, namesOf, shortTitle, timeOfName, upstreamLetter } from "../graph/places.ts";
import { formatNumber, formatValue, fullSize, isScalar, MINUS, toNumber } from "../text/format.ts";
import { fill } from "../text/operation_templates.ts";
import { derivativeInWords, type Records, resultOf, sumOf } from "./captions.ts";

export interface Formula {
  readonly latex: string;
  readonly plain: string;
}

/** A longer expression is called as on its card: nobody reads it, and formulas must not grow with the depth of the graph. */
const LONGEST_LATEX = 70;
const LONGEST_PLAIN = 24;
/** A longer dotted name is written as on its card, `m.l[0].weight`: two of them have to fit into a line. */
const LONGEST_NAME = 16;

const GREEK = new Set(
  "alpha beta gamma delta epsilon zeta eta theta iota kappa lambda mu nu xi pi rho sigma tau upsilon phi chi psi omega".split(
    " ",
  ),
);

function escapeLatex(text: string): string {
  return text.replace(/[\\{}$&#^_%~]/g, (character) => (character === "\\" ? "" : `\\${character}`));
}

/** Members of a list, as loops call them: the i-th of `x`, and not ξ. */
const INDEXED = /^[abtuvwxyz]i$/;

function wordToLatex(word: string): string {
  if (INDEXED.test(word)) return `${word[0]}_{i}`;
  const small = word.toLowerCase();
  if (GREEK.has(small) && /^[A-Za-z][a-z]*$/.test(word)) return `\\${word}`;
  return [...word].length === 1 ? word : `\\mathit{${escapeLatex(word)}}`;
}

/** `x1` as x with the index 1, `xi` with the index i, `alpha` as α, `loss` in one piece; a label that is an expression (`x1*w1`) name by name. */
export function nameToLatex(name: string): string {
  if (!/[*+\-/()^]/.test(name)) return wholeNameToLatex(name);
  const parts = name.split(/([\p{L}_][\p{L}\p{N}_]*)/u);
  return parts.map((part, index) => (index % 2 === 1 ? wholeNameToLatex(part) : operatorsToLatex(part))).join("");
}

function operatorsToLatex(text: string): string {
  return escapeLatex(text).replace(/ ?(?<!\*)\*(?!\*) ?/g, " \\cdot ");
}

/** `y_hat` and `y_hat_1`: a letter with a mark above it, as LaTeX's `\hat{y}` is called. */
const ACCENTED = /^(\p{L}+)_(hat|bar|tilde|vec|dot)(?:_(\p{L}+|\d+))?$/u;

function wholeNameToLatex(name: string): string {
  const accented = ACCENTED.exec(name);
  const letter = accented ? wordToLatex(accented[1]!) : "\\mathit";
  if (accented && !letter.startsWith("\\mathit")) {
    const marked = `\\${accented[2]}{${letter}}`;
    return accented[3] ? `${marked}_{${indexToLatex(accented[3])}}` : marked;
  }
  const parts = /^(\p{L}+)_?(\d+)$/u.exec(name) ?? /^(\p{L}+)_(\p{L}+)$/u.exec(name);
  if (!parts) return wordToLatex(name);
  return `${wordToLatex(parts[1]!)}_{${indexToLatex(parts[2]!)}}`;
}

/** A name with the number of the time it was given: `d₂`. One that has an index of its own is written in one piece, as on its card: `x1₂`. */
function titleToLatex(name: string, time: string): string {
  const latex = nameToLatex(name);
  if (time === "") return latex;
  const index = `_{${fullSize(time)}}`;
  if (/[*+\-/()^]/.test(name)) return `\\left(${latex}\\right)${index}`;
  return `${latex.includes("_{") ? inOnePiece(name) : latex}${index}`;
}

function inOnePiece(name: string): string {
  return `\\mathit{${escapeLatex(name)}}`;
}

function indexToLatex(index: string): string {
  return /^\d+$/.test(index) || [...index].length === 1 ? index : `\\mathit{${index}}`;
}

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
  /** The same, with a name in all its length. */
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
    id: number,
    word: (node: number) => Formula,
    upstream: Formula = letterG,
  ): Formula {
    const { op, inputs } = graph.nodes[id]!;
    const words: [string, Formula][] = records.get(op!)!.parameters.map((parameter, slot) => [parameter, word(inputs[slot]!)]);
    words.push(["out", word(id)], ["G", upstream]);
    return {
      latex: fill(template.latex, Object.fromEntries(words.map(([key, { latex }]) => [key, latex])), { latex: true }),
      plain: fill(template.plain, Object.fromEntries(words.map(([key, { plain }]) => [key, plain]))),
    };
  }

  function expressionOf(id: number, word: (node: number) => Formula): Formula | null {
    const record = records.get(graph.nodes[id]!.op ?? "");
    // A call with more arguments than parameters has no template of its own.
    if (!record || graph.nodes[id]!.inputs.length !== record.parameters.length) return null;
    return fillBoth(record, id, (node) => (node === id ? { latex: "", plain: "" } : word(node)));
  }

  /** Names that differ are written differently: `x1` in one piece beside the first of several `x`, which is x₁. */
  let numberedNames: ReadonlySet<string> | null = null;
  function latexOfName(id: number, name: string): string {
    const time = timeOfName(graph, id);
    const latex = titleToLatex(name, time);
    numberedNames ??= new Set(
      graph.nodes.flatMap(({ id, name }) =>
        name !== null && timeOfName(graph, id) !== "" ? [titleToLatex(name, timeOfName(graph, id))] : [],
      ),
    );
    return time === "" && numberedNames.has(latex) ? inOnePiece(name) : latex;
  }

  function nameOf(node: GraphNode): Formula {
    const plain = shortTitle(graph, program, node.id, LONGEST_PLAIN);
    if (node.name !== null) {
      const short = namesOf(graph)(node.name, LONGEST_NAME);
      return { latex: latexOfName(node.id, short.endsWith("…") ? node.name : short), plain };
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

  /** `place`: which input of the upper node the lower one is. */
  function quotient(above: number, below: number, place: number | null = null, sum = { latex: "", plain: "" }): Formula {
    // Filled like a rule, so that an expression gets its parentheses.
    const [upper, lower] = [nodeFormula(above), nodeFormula(below)];
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

  function ruleOf({ target, slot }: GraphEdge): OperationRule | null {
    return records.get(graph.nodes[target]!.op ?? "")?.rules[slot] ?? null;
  }

  function ruleWith(edge: GraphEdge, word: (node: number) => Formula, upstream: Formula): Formula | null {
    const rule = ruleOf(edge);
    return rule && expressionOf(edge.target, word) ? fillBoth(rule, edge.target, word, upstream) : null;
  }

  return {
    upstream: letterG,
    node: nodeFormula,
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
