/** What the sentences of a graph are built of: the names, texts and numbers of its nodes, and the rule of an edge. Pure text. */
import type { GraphEdge, Value } from "../../core/types.ts";
import { numberedText, shortTitle, timeOfName } from "../../graph/places.ts";
import { formatValue, shorten } from "../../text/format.ts";
import { assignedText } from "../../text/repeated_names.ts";
import type { Schedule } from "../../timeline/schedule.ts";
import { type Records, ruleInWords } from "../captions.ts";

export interface NarrationContext {
  readonly schedule: Schedule;
  readonly records: Records;
  /** The text the graph was made from. */
  readonly program: string;
  /** Significant digits of its numbers: those of the picture. */
  readonly digits?: number;
}

const LABEL_WIDTH = 24;
export const EXPRESSION_WIDTH = 36;
export const VALUE_WIDTH = 24;

export function code(text: string): string {
  return `\`${text}\``;
}

export function label(context: NarrationContext, node: number): string {
  return shortTitle(context.schedule.graph, context.program, node, LABEL_WIDTH);
}

/** `d = a*b + c` where the node has a name and a text of its own, `d₂ = d₁ + c` where its name was given again; else what it is called. */
export function expression({ schedule: { graph }, program }: NarrationContext, node: number): string {
  const { name, op } = graph.nodes[node]!;
  const title = shortTitle(graph, program, node, LABEL_WIDTH);
  const written = numberedText(graph, program, node) ?? "";
  const time = timeOfName(graph, node);
  const isAgain = time !== "" || name?.includes("#") === true;
  const text = shorten(isAgain ? assignedText(written) : written, EXPRESSION_WIDTH);
  if (name === null || op === null || text === "" || text === name || text === name + time) return title;
  return !isAgain && (text.startsWith(`${name} `) || text.startsWith(`${name}=`)) ? text : `${name}${time} = ${text}`;
}

export function value({ digits }: Pick<NarrationContext, "digits">, number: Value | null): string {
  return formatValue(number, digits, VALUE_WIDTH);
}

/** What a linear map makes of the gradient that arrives, or the slope of all else, where a sentence has room for it. */
export function ruleOf(context: NarrationContext, edge: GraphEdge): string | null {
  const rule = ruleInWords(context.schedule.graph, context.records, edge, (node) => label(context, node));
  const short = rule === null ? "" : rule.replace(/transpose\(([\p{L}\p{N}_.]+)\)/gu, "$1ᵀ");
  return short === "" || short.length > EXPRESSION_WIDTH ? null : short;
}
