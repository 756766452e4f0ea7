/**
 * Texts of a program with the names that were given more than once numbered as on the cards: `d + c` as `d₁ + c`. Pure; the server has the
 * same in engine/explain/repeated_names.py.
 */
import { fill } from "./operation_templates.ts";

/** What is read at one place of an expression; `name` is empty where it is called otherwise, `number` where its name was given once. */
export interface Operand {
  readonly name: string;
  readonly number: string;
}

/** A named value as texts read it: a name that is given again after an input is `x#2` in the graph, and `x` in the program. */
export function operandOf(name: string, time: string): Operand {
  const place = name.indexOf("#");
  return place < 0 ? { name, number: time } : { name: name.slice(0, place), number: name.slice(place) + time };
}

interface Variable {
  readonly name: string;
  readonly start: number;
  /** Whether it is what a function is called of: `x` in `x.mean()`, which is read, and `torch` in `torch.exp(x)`, which is not. */
  readonly isOwner: boolean;
}

/** Longer texts stay as they are: no sentence has room for them. */
export const LONGEST_NUMBERED = 400;

/** A name with its attributes; not that of a function that is called, of a parameter that is named, or within a number. */
const VARIABLE = /(?<![\p{L}\p{N}_.])[\p{L}_][\p{L}\p{N}_]*(?:\.[\p{L}_][\p{L}\p{N}_]*)*(?![\p{L}\p{N}_]|\s*\(|\s*=(?!=))/gu;
const CALLED = /^(?:\.[\p{L}_][\p{L}\p{N}_]*)+\(/u;
const WORDS = new Set(["and", "else", "for", "if", "in", "is", "lambda", "not", "or", "True", "False", "None"]);

/** The variables of an expression, in the order in which they are read. */
export function variablesIn(text: string): Variable[] {
  return Array.from(text.matchAll(VARIABLE), (found) => ({
    name: found[0],
    start: found.index,
    isOwner: CALLED.test(text.slice(found.index + found[0].length)),
  })).filter(({ name }) => !WORDS.has(name));
}

/**
 * The text with its variables numbered, where it is sure which is which: they are the operands one for one, or a single one that is called
 * alike wherever it is read.
 */
export function numbered(text: string, operands: readonly Operand[]): string {
  const all = variablesIn(text);
  const variables = [all, all.filter(({ isOwner }) => !isOwner)].find(({ length }) => length === operands.length);
  if (variables) return withNumbers(text, variables, operands);
  const [only, ...others] = new Set(all.filter(({ isOwner }) => !isOwner).map(({ name }) => name));
  const name = only ?? all[0]?.name ?? "";
  const alike = new Set(operands.filter((operand) => operand.name === name).map(({ number }) => number));
  if (others.length > 0 || alike.size !== 1) return text;
  const [number] = alike;
  return withNumbers(
    text,
    all,
    all.map((variable) => ({ name: variable.name === name ? name : "", number: number! })),
  );
}

function withNumbers(text: string, variables: readonly Variable[], operands: readonly Operand[]): string {
  let [made, end] = ["", 0];
  for (const [place, { name, start }] of variables.entries()) {
    const operand = operands[place]!;
    if (operand.name !== name) continue;
    made += text.slice(end, start + name.length) + operand.number;
    end = start + name.length;
  }
  return made + text.slice(end);
}

/** `d += 2*c`: what is on its left, its operator, and what is on its right. */
const AUGMENTED = /^([\p{L}\p{N}_.#]+)\s*(\*\*|\/\/|[-+*/@%])=\s*(?!=)(.*)$/su;

/** What a statement gives its name to: `d₁ + c`, also where it is written `d += c`. */
export function assignedText(written: string): string {
  const [, before, operator, added] = AUGMENTED.exec(written) ?? [];
  return before ? fill(`«a» ${operator} «b»`, { a: before, b: added! }) : written;
}
