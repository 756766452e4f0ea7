/**
 * What the note on an operation says while a program is written: how it is called, what it is, its derivatives. With the operands of the
 * place that is looked at, else with letters that the program has no other use for. Pure text.
 */
import type { Graph, GraphNode, OperationRecord } from "../core/types.ts";
import { nodeLabel, nodeTitle } from "../graph/places.ts";
import { shorten } from "../text/format.ts";
import { fill } from "../text/operation_templates.ts";

export interface OperationNote {
  readonly signature: string;
  readonly summary: string;
  /** `∂/∂d = 1 / b`, one for each parameter. */
  readonly rules: readonly string[];
}

/** By parameter and `out`, what is written for it. */
export type Operands = Readonly<Record<string, string>>;

/** As far as an operand is written out. */
const LONGEST_OPERAND = 24;
/** Letters for what has none of its own, in the order in which they are taken. */
const LETTERS = [..."uvwpqrstzgh"];

/** The operands of a node as its card calls them; where its text is that of several nodes, as in a loop, as the program does. */
export function operandsOf(graph: Graph, program: string, record: OperationRecord, node: GraphNode): Operands | null {
  // A call with more arguments than parameters has no template of its own.
  if (node.op !== record.name || node.inputs.length !== record.parameters.length) return null;
  const { span } = node;
  const isAlone = graph.nodes.every(
    (other) => other.id === node.id || !span || !other.span || other.span[0] !== span[0] || other.span[1] !== span[1],
  );
  const call = (id: number): string => shorten((isAlone ? nodeTitle : nodeLabel)(graph, program, id), LONGEST_OPERAND);
  const operands = record.parameters.map((parameter, slot): [string, string] => [parameter, call(node.inputs[slot]!)]);
  return Object.fromEntries([...operands, ["out", call(node.id)]]);
}

/** The operation's own letters, and others for those that are names of the program. */
export function lettersOf({ parameters }: OperationRecord, names: ReadonlySet<string>): Operands {
  const free = LETTERS.filter((letter) => !names.has(letter) && !parameters.includes(letter));
  const out = names.has("out") ? "result" : "out";
  return Object.fromEntries([
    ...parameters.map((parameter) => [parameter, names.has(parameter) ? (free.shift() ?? parameter) : parameter]),
    ["out", out],
  ]);
}

export function noteOn(record: OperationRecord, operands: Operands): OperationNote {
  const { parameters, rules, signature, summary } = record;
  // In prose an `a` is a word; no sentence names a parameter of that name.
  const letters = parameters.filter((parameter) => parameter.length === 1 && parameter !== "a");
  return {
    signature: fill(marked(signature, parameters), operands),
    summary: fill(marked(summary, letters), operands),
    rules: rules.map(({ parameter, plain }) => fill(`∂/∂«p» = ${fill(plain, operands)}`, { p: operands[parameter]! })),
  };
}

/** A text as a template in which the parameters may be replaced. */
function marked(text: string, parameters: readonly string[]): string {
  return text.replace(/(?<![\p{L}\p{N}_])[\p{L}_][\p{L}\p{N}_]*(?![\p{L}\p{N}_]|\s*\(|=)/gu, (word) =>
    parameters.includes(word) ? `«${word}»` : word,
  );
}
