/**
 * What wrong numbers give away, computed from the records that come with the page (`GET /api/v1/misconceptions`; the engine has
 * the table, since the polls of a room name the same mistakes). Pure; knows no DOM.
 */
import type { Asked, MisconceptionRecord } from "../core/types.ts";

/** A wrong answer, and what to say to it. */
export interface Mistake {
  readonly value: number;
  readonly sentence: string;
}

type Names = Readonly<Record<string, number>>;

const OPERATORS: Readonly<Record<string, (left: number, right: number) => number>> = {
  "+": (left, right) => left + right,
  "-": (left, right) => left - right,
  "*": (left, right) => left * right,
  "/": (left, right) => left / right,
};

function term(text: string, names: Names): number {
  if (text.startsWith("-")) return -term(text.slice(1), names);
  return names[text] ?? Number(text);
}

/** A name, a number, either with a minus sign, or two of them with an operator between: all that a record's formula may be. */
export function evaluate(formula: string, names: Names): number {
  const [left = "", operator, right = ""] = formula.split(" ");
  if (operator === undefined) return term(left, names);
  return OPERATORS[operator]?.(term(left, names), term(right, names)) ?? NaN;
}

/** The mistakes of a kind at a node of an operation, in the order of the table; what the numbers do not suffice for is NaN. */
export function mistakes(
  records: readonly MisconceptionRecord[],
  asked: Asked,
  names: Names,
  operation: string | null,
): Mistake[] {
  return records
    .filter(
      (record) => record.asked.includes(asked) && (record.operations.length === 0 || record.operations.includes(operation ?? "")),
    )
    .map(({ formula, sentence }) => ({ value: evaluate(formula, names), sentence }));
}
