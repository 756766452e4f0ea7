/** Numbers in the program's text: how a slider's value is written back, and which overrides a changed text still wants. */
import type { Span, Value } from "./types.ts";

const NAME_CHARACTER = String.raw`[\p{L}\p{N}_]`;

/** The nearest whole number of steps, without the digits that binary fractions add. */
export function roundedTo(value: number, step: number): number {
  return Number((Math.round(value / step) * step).toPrecision(12));
}

/** The number as short as it can be written without becoming another one, with no more digits than `step` can distinguish. */
export function formatLiteral(value: number, step = 0): string {
  if (!Number.isFinite(value)) return String(value);
  const rounded = step > 0 ? roundedTo(value, step) : value;
  const text = String(Object.is(rounded, -0) ? 0 : rounded);
  // A decimal point shows a reader that a whole number may become a fraction.
  return /^-?\d+$/.test(text) ? `${text}.0` : text.replace("e+", "e");
}

/** A tensor as the language writes it. */
export function formatList(list: Value): string {
  return Array.isArray(list) ? `[${list.map(formatList).join(", ")}]` : String(list);
}

/** Where the list is of a call that makes an array of one, such as `np.array([1, 2], dtype=float)`; else the whole span. */
function listIn(program: string, [from, to]: Span): Span {
  const before = /^[\p{L}\p{N}_.]+\(\s*(?=\[)/u.exec(program.slice(from, to))?.[0].length;
  if (before === undefined) return [from, to];
  let depth = 0;
  for (let at = from + before; at < to; at += 1) {
    if (program[at] === "[") depth += 1;
    else if (program[at] === "]") depth -= 1;
    if (depth === 0) return [from + before, at + 1];
  }
  return [from, to];
}

/** The text with `span` replaced by the value; a number in parentheses where its sign would run into what is before it. */
export function writeLiteral(program: string, written: Span, value: number | Value[], step?: number): string {
  const literal = typeof value === "number" ? formatLiteral(value, step) : formatList(value);
  const span = typeof value === "number" ? written : listIn(program, written);
  const before = program.slice(0, span[0]);
  const clashes = literal.startsWith("-") && /[-+*/^(]\s*$/.test(before) && !/\(\s*$/.test(before);
  return before + (clashes ? `(${literal})` : literal) + program.slice(span[1]);
}

/**
 * The text with an expression for a name's value: where its number is, else as a line before the one that first uses the name,
 * so that everything the expression itself names may already have its value.
 */
export function writeExpression(program: string, name: string, expression: string, literal?: Span): string {
  if (literal) return program.slice(0, literal[0]) + expression + program.slice(literal[1]);
  const use = Math.max(0, program.search(pattern(name)));
  const line = program.lastIndexOf("\n", use - 1) + 1;
  return `${program.slice(0, line)}${name} = ${expression}\n${program.slice(line)}`;
}

function pattern(name: string): RegExp {
  return new RegExp(`(?<!${NAME_CHARACTER})${escapeRegExp(name)}(?!${NAME_CHARACTER})`, "u");
}

function mentions(program: string, name: string): boolean {
  return pattern(name).test(program);
}

function assigns(program: string, name: string): boolean {
  return new RegExp(`(?:^|[;\\n])\\s*${escapeRegExp(name)}\\s*=(?!=)`, "u").test(program);
}

function escapeRegExp(name: string): string {
  return name.replace(/[\\^$.*+?()[\]{}|]/g, String.raw`\$&`);
}

/**
 * The overrides that still make sense after the text was edited: a name that is gone has no value to hold, and where
 * the text gives the name a number of its own, what was typed last counts.
 */
export function keptInputs(program: string, inputs: Readonly<Record<string, Value>>): Record<string, Value> {
  return Object.fromEntries(Object.entries(inputs).filter(([name]) => mentions(program, name) && !assigns(program, name)));
}
