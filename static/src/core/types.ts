/**
 * The shapes of the API's JSON as the page reads it, and nothing else: no DOM, no state, no functions.
 * The server's own account of them is `/docs`; the words are those of docs/architecture.md.
 */

/** A number as JSON carries it: JSON has no NaN and no infinity, so those three travel as strings. */
export type JsonNumber = number | "NaN" | "Infinity" | "-Infinity";

/** A scalar, or nested lists of numbers (row-major) for a tensor. */
export type Value = JsonNumber | Value[];

/** Half-open range of UTF-16 offsets into the program's text. */
export type Span = [start: number, end: number];

export type Role = "input" | "parameter" | "constant" | "intermediate" | "output";

/** How a contribution was made from what arrived upstream. */
export type How = "scale" | "copy" | "sum-over-axes" | "route" | "adjoint";

export interface GraphNode {
  /** Position in evaluation order, so every input has a smaller id than its user. */
  id: number;
  /** The name the program gives it; null where it has none (show its source text then). */
  name: string | null;
  /** Name of the operation's record; null for a leaf. */
  op: string | null;
  role: Role;
  /** Ids by slot: `a*a` is `[0, 0]`. */
  inputs: number[];
  shape: number[];
  data: Value;
  /** null: not computed (constants, and what no gradient reaches). Never a stand-in for 0. */
  grad: Value | null;
  span: Span | null;
  /** Of a formula in LaTeX and of a derivative, what it computes: others are made from the same text. */
  text?: string;
  /** The options of the operation besides its inputs, such as `axis` or `key`; a slice as its start, stop and step. Absent where nothing. */
  options?: Record<string, unknown>;
  /** The place of an assigned input's number in the program (`2.0` of `a = 2.0`), so a slider can write it back. */
  literal?: Span;
  /** True for a free name that was given no value and so counts as 1.0. */
  assumed?: boolean;
  /** Id of its innermost group; absent where the program has none. */
  group?: number | null;
  /** Of a program's own engine, whose gradient `grad` is: the gradient that is right. */
  right?: Value | null;
  /** Of a program's own engine: whether `grad` is wrong. */
  wrong?: boolean;
  /** Of a program's own engine: the class of the object. */
  kind?: string;
  /** Of a captured graph: summaries of large arrays, in place of `data` and `grad`. */
  summary?: { data?: Summary; grad?: Summary };
}

/** The summary of a large array; numbers are those of its finite elements, null where it has none. */
export interface Summary {
  shape: number[];
  dtype: string;
  device: string;
  min: number | null;
  max: number | null;
  mean: number | null;
  norm: number | null;
  /** Shares of the elements. */
  zeros: number;
  nonfinite: number;
  /** `counts` are of every `counted_every`-th finite element; of all where that is missing, as in older data. */
  histogram: { from: number | null; to: number | null; counts: number[]; counted_every?: number };
}

export type GroupKind = "call" | "loop" | "iteration";

/** Part of a program's evaluation that hangs together: a call of a function, a loop, one round of it. A parent has a smaller id. */
export interface GraphGroup {
  id: number;
  parent: number | null;
  kind: GroupKind;
  name: string;
  span: Span | null;
}

export interface GraphEdge {
  id: number;
  source: number;
  target: number;
  slot: number;
  /** Derivative of the target with respect to this slot; null where no gradient travels. */
  local: Value | null;
  /** What arrives at the source along this edge; null where no gradient travels. */
  contribution: Value | null;
  how: How | null;
  /** Of a captured graph: the summary of a large array, in place of `contribution`. */
  summary?: Summary;
}

/**
 * One frame of the timeline.
 * forward + node: the node's value is computed. backward + node: the output is seeded with `total`.
 * backward + edge: the edge's contribution lands, and `total` is the source's gradient after it.
 * An edge whose contribution undoes a broadcast has two frames; the first says `"arriving": true` and leaves the total (null: none yet).
 * tangent + node: forward mode; in that direction the node moves at the rate of its tangent, the sum of its terms.
 */
export interface Step {
  phase: "forward" | "backward" | "tangent";
  node?: number;
  edge?: number;
  total?: Value | null;
  arriving?: boolean;
  direction?: number;
  tangent?: Value;
  /** Empty where the pass begins. */
  terms?: Term[];
  /** Of a program's own engine: the line that stored the gradient. */
  span?: Span | null;
  /** Of a program's own engine: the first step that went wrong, and one that replaced what had been there. */
  wrong?: boolean;
  replaced?: boolean;
  /** Of a program's own engine: it wrote `=`, and did not add to what was there, be that 0. */
  assigned?: boolean;
}

/** The first step of a program's own engine that went wrong. */
export interface Mistake {
  kind: string;
  message: string;
  hint: string;
  span: Span | null;
  /** The node whose number is wrong, and the one that sent it. */
  node: number | null;
  source: number | null;
  theirs: Value | null;
  right: Value | null;
  /** The derivative that is right, where the operation is one of ours. */
  rule: string | null;
}

/** What is found of an engine that the program defines itself. */
export interface OwnEngine {
  verdict: "right" | "wrong" | "unknown";
  /** The attributes that hold the value and the gradient of an object. */
  value: string;
  gradient: string | null;
  mode: "reverse" | "forward";
  /** The attributes that might hold the gradient, where it is ambiguous. */
  question: string[];
  passes: number;
  shown: number;
  agreeing: number;
  compared: number;
  mistake: Mistake | null;
}

/** What one slot adds to the tangent of its node: the slope there times the tangent of what is in it. */
export interface Term {
  edge: number;
  sent: Value;
}

/** One pass of forward mode: what moved at which rate, and how fast the output followed. */
export interface ForwardPass {
  seeds: Record<string, Value>;
  derivative: Value;
}

/** What derivatives cost beyond the values themselves. */
export interface Cost {
  passes: number;
  multiplications: number;
  additions: number;
}

export type Severity = "error" | "warning" | "info";

export interface Problem {
  code: string;
  severity: Severity;
  /** What is wrong and why it matters here. */
  message: string;
  /** What to write instead. */
  hint: string | null;
  span: Span | null;
  /** The node concerned, where a graph came back. */
  node?: number | null;
  /** What of a declaration it concerns, such as `optimizer.learning_rate`. */
  field?: string | null;
  /** What can be asked for instead, such as elements of the output. */
  choices?: readonly string[];
  /** What the hint says to write, where that is certain. */
  replacement?: { readonly span: Span; readonly text: string };
  /** The whole statement that it is in, where a part of the program was asked for. */
  statement?: Span;
}

export interface Graph {
  /** Node id of the output. */
  output: number;
  value: Value;
  gradients: Record<string, Value | null>;
  nodes: GraphNode[];
  edges: GraphEdge[];
  steps: Step[];
  /** Where names of the program represent nodes: `[start, end, node]`. Only the places that `span` does not give. */
  mentions: [start: number, end: number, node: number][];
  /** Absent where the program has neither functions nor loops. */
  groups?: GraphGroup[];
  /** The lines that the program prints; absent where it prints nothing. */
  printed?: string[];
  /** Written by the page alone, graph/redaction.ts: the steps from this position on are not shown. */
  redactedFrom?: number;
  /** Written by the page alone, exercises/pitfalls.ts: how many gradients came out wrong. */
  wrongCount?: number;
  /** Forward mode, where it was asked for, and what the gradients of all inputs cost in either mode. */
  directions?: ForwardPass[];
  costs?: { reverse: Cost; forward: Cost };
  /**
   * Where a program with an error was run up to the first statement that has one: the line of that statement. Where it was run
   * without those that cannot be run, their lines, and the line at which something stopped it all the same.
   */
  partial?: { line: number; left_out?: number[]; end?: number | null; over_limit?: boolean };
  /** Of a notebook, the code of its cells: the text that spans refer to. */
  program?: string;
  /** What was read of the text, where that was asked for. */
  reading?: Reading;
  /** Where the program defines an engine of its own: it was run as it is written, and judged. */
  own_engine?: OwnEngine;
  /** Where the program was run as it is. */
  as_it_is?: { library: string; version: string; step: number; line: number | null; sentence: string };
  problems: Problem[];
}

/** What was read of a program's text. */
export interface Reading {
  /** The libraries that it uses, such as PyTorch. */
  libraries: string[];
  /** Lines with code, and those of them that were read and run. */
  lines: number;
  read: number;
  passed_over: string[];
  /** The one pass of a loop that the graph is of. */
  shown_pass: string | null;
  /** All of it in one line. */
  sentence: string;
}

export interface GraphRequest {
  program: string;
  inputs?: Record<string, Value>;
  output?: string;
  wrt?: string[];
  upstream?: Value;
  /** Forward mode besides: a pass for each, which says by name at which rate values move. */
  directions?: Record<string, Value>[];
  /** Of a program's own engine: the attribute that holds the gradient. */
  gradient?: string;
  /** Of a program with an error, the graph of what comes before the first statement that has one. */
  partial?: boolean;
  /** Whether the answer says what was read of the text. */
  reading?: boolean;
  /** Runs the program with its library, rather than reading it. */
  run?: "as-it-is";
}

/** A loop that the server is in: the name that takes its items, or "", and the repetitions begun and in all, where that is known. */
export interface LoopProgress {
  readonly name: string;
  readonly done: number;
  readonly total: number | null;
}

/** How far the computation of a program has come; the outermost loop comes first. */
export interface Progress {
  readonly seconds: number;
  readonly loops: readonly LoopProgress[];
  /** Of all loops and calls of functions together; 0 while nothing is known. */
  readonly repetitions: number;
}

/** RFC 9457 body of every refusal. */
export interface ProblemDocument {
  type: string;
  title: string;
  status: number;
  detail: string;
  problems: Problem[];
  /** The lines that the program had printed before it was refused. */
  printed?: string[];
}

/**
 * Templates hold the inputs' parameter names and `out` between marks, to be replaced by names or by numbers:
 * `«a»` wants parentheses around a replacement that is not a single symbol or non-negative number, `‹a›` is used where none are needed.
 */
export type Template = string;

export interface OperationRule {
  /** The input this derivative is for. */
  parameter: string;
  /** The derivative in our own language, e.g. `1 - out**2`. */
  text: string;
  latex: Template;
  /** The same for plain text and narration, e.g. `1 − «out»²`. */
  plain: Template;
  how: How;
}

export interface OperationRecord {
  name: string;
  /** What the node's glyph shows: `+`, `×`, `tanh`, `xⁿ`. */
  glyph: string;
  family: string;
  parameters: string[];
  /** Whether its two inputs may change places; where not, the drawing shows which is which. */
  commutes: boolean;
  /** How it is called: `tanh(x)`, `a * b`. */
  signature: string;
  /** All names the language knows it by (functions and methods). */
  spellings: string[];
  /** The value: `\tanh(‹x›)`. */
  latex: Template;
  plain: Template;
  rules: OperationRule[];
  /** One sentence of why the derivative is what it is. */
  why: string;
  /** One line of documentation for completion and hover. */
  summary: string;
  /** Where it is defined, and what happens outside; null where everywhere. */
  domain: string | null;
  /** What is agreed where the derivative does not exist; null where it does everywhere. */
  convention: string | null;
}

/** What an exercise or a poll asks for. */
export type Asked = "value" | "seed" | "contribution" | "sum" | "gradient";

/** A mistake that a wrong number gives away. */
export interface MisconceptionRecord {
  /** The questions after which it may be made. */
  asked: Asked[];
  /** How the number comes about: `upstream + local`. See exercises/misconceptions.ts. */
  formula: string;
  sentence: string;
  /** Made only at these operations; at all where empty. */
  operations: string[];
}

export interface Example {
  name: string;
  title: string;
  /** What there is to see. */
  sentence: string;
  program: string;
}
