/** Whether what is being typed is finished enough for its answer to take the place of the picture. Pure; knows neither DOM nor network. */

import type { Graph, Problem } from "../core/types.ts";
import { say } from "../messages/messages.ts";
import { isOther } from "./difference.ts";
import { statementsLeftOut } from "./left_out.ts";

/** What is written, and what is shown of it. */
export interface Writing {
  readonly program: string;
  readonly graph: Graph | null;
  readonly graphProgram: string;
  /** The line in which the caret stands; null where it is elsewhere. */
  readonly caretLine: number | null;
}

/** As many new lines are pasted or opened rather than typed. */
export const LINES_OF_A_PASTE = 2;

const NAME_ALONE = /^\s*[\p{L}_][\p{L}\p{N}_]*\s*$/u;

/** The number of the line, from 1 on, in which an offset is. */
const lineOf = (program: string, offset: number): number => program.slice(0, offset).split("\n").length;

/** Whether one edit has put another program in the place of the one before it, as by pasting; `insert` is the new text. */
export function isReplacing(before: string, after: string, insert: string): boolean {
  return insert.split("\n").length > LINES_OF_A_PASTE || isOther(before, after);
}

/**
 * Whether a part of a typed program has less to show than the picture that is there: then a slip in one line would take the others
 * away. Not where the reader has asked for less, by leaving a statement out, and not where the same mistake stopped that picture, too.
 */
export function losesPicture({ graph, graphProgram }: Writing, program: string, part: Graph): boolean {
  if (!graph || !part.partial || program === graphProgram) return false;
  if (statementsLeftOut(program) !== statementsLeftOut(graphProgram)) return false;
  const written = (text: string, { line }: NonNullable<Graph["partial"]>) => text.split("\n")[line - 1];
  if (graph.partial && written(graphProgram, graph.partial) === written(program, part.partial)) return false;
  return part.nodes.length < graph.nodes.length;
}

/** The name that is all there is on the last line of a longer program: most likely the beginning of `L = …`. */
function nameAtEnd(program: string): { readonly name: string; readonly line: number } | null {
  const lines = program.trimEnd().split("\n");
  const last = lines.at(-1)!;
  if (!NAME_ALONE.test(last) || !lines.slice(0, -1).some((line) => /^\s*[^\s#]/.test(line))) return null;
  return { name: last.trim(), line: lines.length };
}

/**
 * Whether the graph is another one only because the last line has just been begun: `never` where its name has no value, so that the graph
 * would be of that name alone; `later` where it is shown as soon as the line is known to be finished.
 */
export function isBegun({ graph, caretLine }: Writing, program: string, answer: Graph): "never" | "later" | null {
  const end = nameAtEnd(program);
  if (!graph || !end) return null;
  const start = program.trimEnd().length - end.name.length;
  if (answer.problems.some(({ code, span }) => code === "assumed-input" && span?.[0] === start)) return "never";
  return caretLine === end.line && answer.nodes.length !== graph.nodes.length ? "later" : null;
}

const OF_NAME = "unfinished-line";
export const isOfName = ({ code }: Problem): boolean => code === OF_NAME;

/** What is to be known of a last line that is a name without a value. */
export function ofName(program: string): Problem {
  const end = program.trimEnd();
  const { name } = nameAtEnd(program)!;
  return {
    code: OF_NAME,
    severity: "warning",
    message: say("last-line-is-a-name", { name }),
    hint: say("last-line-is-a-name.hint", { name }),
    span: [end.length - name.length, end.length],
  };
}

/** Whether the first mistake is in the line in which the caret stands, or in one whose block is just being begun there. */
export function isBeingWritten({ program, caretLine }: Writing, problems: readonly Problem[]): boolean {
  const span = problems.find(({ severity }) => severity === "error")?.span;
  if (caretLine === null || !span) return false;
  const line = lineOf(program, span[0]);
  if (line >= caretLine) return line === caretLine;
  const [first, ...further] = program.split("\n").slice(line - 1, caretLine);
  return /:\s*(#.*)?$/.test(first!) && further.every((each) => each.trim() === "");
}
