/**
 * Constants written into the operation that uses them: `×2`, `^3`, `1/`. They are leaves without a gradient that are used once, and as nodes of
 * their own take a column of the picture each. Pure.
 */
import type { Graph, GraphNode, OperationRecord } from "../../core/types.ts";
import type { Records } from "../../explain/captions.ts";
import type { Folding } from "../../graph/folding.ts";
import { formatNumber, isScalar, toNumber } from "../../text/format.ts";
import { fill } from "../../text/operation_templates.ts";

/** Letters of an operation with a constant in it; what is longer stays a node. */
const LONGEST = 7;
/** An operator between its two operands, such as `«a» × «b»`. */
const INFIX = /^«[^»]*»[^«»‹›]+«[^»]*»$/u;

export interface InlineConstants {
  /** By operation: its symbol with the constant in it. */
  readonly glyphs: ReadonlyMap<number, string>;
  /** The same folding, with each such constant shown in the place of its operation. */
  readonly folding: Folding;
}

export function inlineConstants(graph: Graph, folding: Folding, records: Records): InlineConstants {
  const glyphs = new Map<number, string>();
  const shownAs = folding.shownAs.slice();
  const uses = new Int32Array(graph.nodes.length);
  for (const { source } of graph.edges) uses[source]! += 1;
  for (const node of graph.nodes) {
    if (shownAs[node.id] !== node.id || folding.folded.has(node.id)) continue;
    const [constant, glyph] = constantOf(graph, node, uses, records) ?? [];
    if (constant === undefined || glyph === undefined || shownAs[constant] !== constant) continue;
    shownAs[constant] = node.id;
    glyphs.set(node.id, glyph);
  }
  return glyphs.size === 0 ? { glyphs, folding } : { glyphs, folding: { ...folding, shownAs } };
}

/** The one constant of an operation on two values that may be written into it, and what it makes of the symbol. */
function constantOf(graph: Graph, { op, inputs }: GraphNode, uses: Int32Array, records: Records): [number, string] | null {
  const record = op === null || inputs.length !== 2 ? undefined : records.get(op);
  if (!record || !INFIX.test(record.plain)) return null;
  const [first, second] = [isPlainConstant(graph, inputs[0]!, uses), isPlainConstant(graph, inputs[1]!, uses)];
  if (first === second) return null;
  const slot = first ? 0 : 1;
  const glyph = symbolWith(record, slot, formatNumber(toNumber(graph.nodes[inputs[slot]!]!.data as number)));
  return glyph.length <= LONGEST ? [inputs[slot]!, glyph] : null;
}

/** A number without a name that nothing else uses. */
function isPlainConstant({ nodes, output }: Graph, id: number, uses: Int32Array): boolean {
  const { role, op, name, data } = nodes[id]!;
  return role === "constant" && op === null && name === null && uses[id] === 1 && id !== output && isScalar(data);
}

/** A product commutes, and is read as `×2` whichever way it was written. */
function symbolWith({ plain, parameters, commutes }: OperationRecord, slot: number, number: string): string {
  const place = commutes ? 1 : slot;
  const marked = fill(plain, { [parameters[place]!]: number, [parameters[1 - place]!]: "" });
  const symbol = marked.replace(/\s+/g, "");
  const power = /^(?:\^|\*\*)([−\d]+)$/.exec(symbol);
  return power ? `(·)${raised(power[1]!)}` : symbol;
}

/** A whole number in digits above the line. */
function raised(number: string): string {
  return number.replace(/./g, (sign) => (sign === "−" ? "⁻" : "⁰¹²³⁴⁵⁶⁷⁸⁹"[Number(sign)]!));
}
