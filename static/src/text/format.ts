/**
 * Numbers as people read them on cards, wires and in sentences, and small questions about values. Knows no DOM.
 * Numbers stay numbers until the view asks for text here, so that rounding happens once and everywhere alike.
 */
import type { JsonNumber, Value } from "../core/types.ts";

export const MINUS = "−";
export const NOT_COMPUTED = "—";
/** Significant digits, on cards and in sentences. */
export const DIGITS = 4;

/** Outside this range a number is written with an exponent. */
const SMALLEST_PLAIN = 1e-3;
const LARGEST_PLAIN = 1e5;

/** JSON carries NaN and the infinities as strings whose names JavaScript's own conversion knows. */
export function toNumber(value: JsonNumber): number {
  return Number(value);
}

/** A whole number in digits below the line: `₁₂`. */
export function lowered(count: number): string {
  return String(count).replace(/\d/g, (digit) => "₀₁₂₃₄₅₆₇₈₉"[Number(digit)]!);
}

/** The number that digits below the line are: `12` of `₁₂`. */
export function fullSize(digits: string): string {
  return digits.replace(/[₀-₉]/g, (digit) => String("₀₁₂₃₄₅₆₇₈₉".indexOf(digit)));
}

export function isScalar(value: Value): value is JsonNumber {
  return !Array.isArray(value);
}

/** Whether a value is one number that can be written. */
export function isSingleNumber(value: Value | null): boolean {
  return value !== null && isScalar(value) && Number.isFinite(toNumber(value));
}

/** All numbers of a value in row-major order; a scalar is a list of one. */
export function flatten(value: Value): number[] {
  const numbers: number[] = [];
  const waiting: Value[] = [value];
  while (waiting.length > 0) {
    const next = waiting.pop()!;
    if (isScalar(next)) numbers.push(toNumber(next));
    else for (let index = next.length - 1; index >= 0; index -= 1) waiting.push(next[index]!);
  }
  return numbers;
}

/** Lengths by axis, read off the first element of each: `[[1, 2, 3]]` is `[1, 3]`. */
export function shapeOf(value: Value): number[] {
  const shape: number[] = [];
  let inner: Value | undefined = value;
  while (inner !== undefined && !isScalar(inner)) {
    shape.push(inner.length);
    inner = inner[0];
  }
  return shape;
}

/** As NumPy writes it, `(2, 3)` and `(3,)`: brackets are for numbers alone. */
export function formatShape(shape: readonly number[]): string {
  return `(${shape.join(", ")}${shape.length === 1 ? "," : ""})`;
}

/** The number that represents a value where only one can: itself for a scalar, the entry of largest magnitude for a tensor. */
export function strength(value: Value): number {
  if (isScalar(value)) return toNumber(value);
  let strongest = 0;
  for (const part of value) {
    const number = isScalar(part) ? toNumber(part) : strength(part); // no list of all: large graphs have millions of numbers
    if (Number.isNaN(number)) return number;
    if (Math.abs(number) > Math.abs(strongest)) strongest = number;
  }
  return strongest;
}

export function allFinite(value: Value): boolean {
  return flatten(value).every(Number.isFinite);
}

export function isZero(value: Value): boolean {
  return flatten(value).every((number) => number === 0);
}

/** −1, 0 or 1: the sign of a number, or that which all the numbers of a tensor have; 0 where they differ, and for NaN. */
export function signOf(value: Value): -1 | 0 | 1 {
  const sign = (number: number): -1 | 0 | 1 => (number > 0 ? 1 : number < 0 ? -1 : 0);
  if (isScalar(value)) return sign(toNumber(value));
  const numbers = flatten(value).filter((number) => number !== 0);
  const first = sign(numbers[0] ?? 0);
  return numbers.every((number) => sign(number) === first) ? first : 0;
}

/**
 * A short form of constant look: four significant digits, a true minus, an exponent outside [1e-3, 1e5).
 * A number that is short by itself stays short (`2.5`); trailing zeros are kept only where something was rounded away.
 */
export function formatNumber(value: number, digits: number = DIGITS): string {
  if (Number.isNaN(value)) return "NaN";
  if (!Number.isFinite(value)) return value > 0 ? "∞" : `${MINUS}∞`;
  if (value === 0) return "0";
  const magnitude = Math.abs(value);
  // Rounding may carry a number across the upper bound: 99999.7 must not become a six-digit number.
  const plain = magnitude >= SMALLEST_PLAIN && Math.round(magnitude) < LARGEST_PLAIN;
  const text = plain ? plainNumber(magnitude, digits) : exponentNumber(magnitude, digits);
  return value < 0 ? MINUS + text : text;
}

function plainNumber(magnitude: number, digits: number): string {
  if (Number.isInteger(magnitude)) return String(magnitude);
  const whole = Math.floor(magnitude);
  if (whole >= 10 ** (digits - 1)) return String(Math.round(magnitude));
  return trimExact(magnitude.toPrecision(digits), magnitude);
}

function exponentNumber(magnitude: number, digits: number): string {
  const [mantissa, exponent] = magnitude.toExponential(digits - 1).split("e") as [string, string];
  const exact = Math.abs(Number(`${mantissa}e${exponent}`) - magnitude) <= magnitude * 1e-12;
  const shortMantissa = exact ? trimZeros(mantissa) : mantissa;
  return `${shortMantissa}e${exponent.replace("+", "").replace("-", MINUS)}`;
}

function trimExact(text: string, magnitude: number): string {
  // 0.1 + 0.2 is shown as 0.3: a difference of a few units in the last place is not something a reader was denied.
  return Math.abs(Number(text) - magnitude) <= magnitude * 1e-12 ? trimZeros(text) : text;
}

function trimZeros(text: string): string {
  return text.includes(".") ? text.replace(/\.?0+$/, "") : text;
}

/** The same in at most `width` characters: digits are left out for that, but never the exponent, without which it would be another number. */
export function formatWithin(value: number, digits: number, width: number): string {
  for (let fewer = digits; ; fewer -= 1) {
    const text = formatNumber(value, fewer);
    if (text.length <= width || fewer <= 1) return text;
  }
}

/** All the digits a double has, for tooltips and copying. */
export function formatFull(value: number): string {
  if (!Number.isFinite(value)) return formatNumber(value);
  return String(value).replaceAll("-", MINUS);
}

/**
 * A value in at most `width` characters: the number, the list where it is short enough, else the shape.
 * null is the dash of what has not been computed. `alone`: as on a card, where no calculation is beside it.
 */
export function formatValue(value: Value | null, digits: number = DIGITS, width = 14, alone = false): string {
  if (value === null) return NOT_COMPUTED;
  if (isScalar(value)) return formatWithin(toNumber(value), digits, width);
  return listed(value, digits, width, alone) ?? (alone ? formatArray : formatShape)(shapeOf(value));
}

/** Numbers of a list up to which it is written with fewer digits rather than not at all, and the fewest of these. */
const SHORT_LIST = 4;
const FEWEST_DIGITS = 2;

/**
 * The numbers of a list, where they have room; null for all else. A short list may have fewer digits for that where it is alone, since a calculation
 * would not come out with these, as long as no two of its numbers become alike; and where that is not enough, no commas, as NumPy writes it.
 */
function listed(value: Value[], digits: number, width: number, alone: boolean): string | null {
  const shape = shapeOf(value);
  if (shape.length !== 1 || shape[0]! > width) return null;
  const texts = (count: number): string[] => flatten(value).map((number) => formatNumber(number, count));
  const different = (count: number): number => new Set(texts(count)).size;
  for (const between of alone ? [", ", " "] : [", "])
    for (let fewer = digits; different(fewer) === different(digits); fewer -= 1) {
      const list = `[${texts(fewer).join(between)}]`;
      if (list.length <= width) return list;
      if (!alone || fewer <= FEWEST_DIGITS || shape[0]! > SHORT_LIST) break;
    }
  return null;
}

/** The shape in place of the numbers on cards and wires, which have no room for blanks. */
export function formatArray(shape: readonly number[]): string {
  return formatShape(shape).replaceAll(" ", "");
}

/**
 * As many of an array's first numbers as `fits` has room for, nested as they are, then `…` for all others: `[[0.5, 1.25, …], …]`. Of an array of
 * more than one axis no more than its first row. null where not even one number has room; none is shortened for it.
 */
export function formatBeginning(value: Value[], digits: number, fits: (text: string) => boolean): string | null {
  const row = firstRow(value);
  let longest: string | null = null;
  for (let count = 1; count <= row.length; count += 1) {
    const text = beginning(value, count, digits);
    if (!fits(text)) break;
    longest = text;
  }
  return longest;
}

/** The first of the innermost lists. */
function firstRow(value: Value[]): Value[] {
  const [first] = value;
  return Array.isArray(first) ? firstRow(first) : value;
}

function beginning(value: Value[], count: number, digits: number): string {
  const [first] = value;
  const shown = Array.isArray(first)
    ? [beginning(first, count, digits)]
    : value.slice(0, count).map((each) => formatNumber(toNumber(each as JsonNumber), digits));
  return `[${shown.join(", ")}${shown.length < value.length ? ", …" : ""}]`;
}

/** The same in full, nested as it is. */
export function formatFullValue(value: Value | null): string {
  if (value === null) return NOT_COMPUTED;
  if (isScalar(value)) return formatFull(toNumber(value));
  return `[${value.map(formatFullValue).join(", ")}]`;
}

/** What stands in front of functions that are called, as `torch.nn.functional.` in `torch.nn.functional.relu(x)`. */
const MODULES =
  /(^|[=(\s])(?:(?:torch|nn|functional|F|np|numpy|jnp|jax|lax|scipy|special|tf|math|random|linalg|self)\.)+(?=\p{L}[\p{L}\p{N}_]*\()/gu;

/** Source text cut to a width, first of the modules of its functions; the beginning says most. */
export function shorten(text: string, width: number): string {
  const line = text.replace(/\s+/g, " ").trim();
  if (line.length <= width) return line;
  const bare = line.replace(MODULES, "$1");
  return bare.length <= width ? bare : `${bare.slice(0, Math.max(1, width - 1)).trimEnd()}…`;
}

const DOTTED_NAME = /^[\p{L}_][\p{L}\p{N}_]*(\[\d+\])*(\.[\p{L}\p{N}_]+(\[\d+\])*)+$/u;

/** A part of a dotted name that is a word and its number, as `layer1` and `neuron3` in `layer1.neuron3.w[0]`. */
const NUMBERED_PART = /\b(\p{L})\p{L}{3,}(\d+)\./gu;

/** One that is a word and its place in a list, as `layers[0]`. */
const INDEXED_PART = /\b(\p{L})[\p{L}_]{2,}(\[\d+\])\./gu;

/** The name of the object, as `model` in `model.fc1.weight`. */
const OWNER = /^(\p{L})[\p{L}\p{N}_]*\.(?=.*\.)/u;

/** A name, then what it can be cut to; of one without dots itself alone. */
export function formsOf(label: string): readonly string[] {
  if (!DOTTED_NAME.test(label)) return [label];
  const initials = (text: string): string => text.replace(NUMBERED_PART, "$1$2.").replace(INDEXED_PART, "$1$2.");
  const [owner, without] = [label.replace(OWNER, "$1."), label.replace(OWNER, "")];
  return [label, label.replace(NUMBERED_PART, "$1$2."), owner, initials(owner), without, initials(without)];
}

/**
 * A label cut to a width. Of a dotted name, words with a number or a place become their initial and it, `l1.n3.w[0]` and `m.l[0].weight`, then the
 * object goes, as in PyTorch's own names; where that is not enough the end is shown, which says most: `model.fc1.weight` and `model.fc2.bias` begin
 * alike.
 */
export function shortenLabel(label: string, width: number): string {
  if (!DOTTED_NAME.test(label)) return shorten(label, width);
  return formsOf(label).find((form) => form.length <= width) ?? `…${label.slice(1 - Math.max(2, width)).replace(/^\./, "")}`;
}
