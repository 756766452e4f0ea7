/**
 * Sums and products as they are shown. Sums have so many decimals that what is written adds up, for a reader who adds it up: each number
 * is written as it is everywhere else, or with more decimals. Pure; the server has the same in engine/explain/number_format.py.
 */
import { formatNumber, MINUS } from "./format.ts";

/** More decimals than this are no help to anybody. */
const MOST_DECIMALS = 9;
/** A decimal half may be a little less as a binary number. */
const TIE = 1e-14;
/** Numbers that are written without an exponent. */
const SMALLEST = 1e-3;
const LARGEST = 1e5;

export type SumTexts = readonly [string, string, string];

/** The two terms and their sum; those that cannot be made to add up, as ever. */
export function sumTexts(first: number, second: number, total: number, digits: number): SumTexts {
  const numbers = [first, second, total] as const;
  const usual = numbers.map((number) => formatNumber(number, digits)) as unknown as SumTexts;
  const isPlain = numbers.every((number) => number === 0 || (Math.abs(number) >= SMALLEST && Math.abs(number) < LARGEST));
  if (!isPlain || addsUp(usual)) return usual;
  const fewest = Math.max(...usual.map((text) => text.split(".")[1]?.length ?? 0));
  let fallback: SumTexts | null = null;
  for (let decimals = fewest; decimals <= MOST_DECIMALS; decimals += 1) {
    const texts = numbers.map((number) => withDecimals(number, decimals)) as unknown as SumTexts;
    if (!addsUp(texts)) continue;
    if (texts.every((text, index) => roundedByHand(text, digits) === usual[index])) return texts;
    fallback ??= texts;
  }
  return fallback ?? usual;
}

/** Whether the numbers as they are written, rounded, add up as they are written. */
export function addsUp(texts: SumTexts): boolean {
  const [first, second, sum] = texts.map(numberOf) as [number, number, number];
  return Math.abs(first + second - sum) <= 1e-12 * Math.max(Math.abs(first), Math.abs(second), Math.abs(sum));
}

/** What a reader rounds a text to, half up: 1.32345 is 1.323 on a card, which is not what its form 1.3235 would be rounded to. */
function roundedByHand(text: string, digits: number): string {
  return formatNumber(numberOf(text) * (1 + TIE), digits);
}

function numberOf(text: string): number {
  return Number(text.replaceAll(MINUS, "-"));
}

/** The text of a sum, with what cards show of it where they have fewer digits: `1.155 ≈ 1.16`. */
export function besideUsual(text: string, total: number, digits: number): string {
  const usual = formatNumber(total, digits);
  return text === usual ? text : `${text} ≈ ${usual}`;
}

const FACTORS = /^\(?(−?[\d.]+(?:e−?\d+)?)\)? ([×/]) \(?(−?[\d.]+(?:e−?\d+)?)\)?$/;

/**
 * What stands between a calculation and its result, both as they are written: `≈` where products or quotients of what is written come to
 * another number as it would be written, since their numbers were rounded; else, and of all other calculations, `=`.
 */
export function equalsSign(numbers: string, result: string, digits: number): "=" | "≈" {
  let sum = 0;
  for (const term of numbers.split(" + ")) {
    const [, first, sign, second] = FACTORS.exec(term) ?? [];
    if (first === undefined || second === undefined || (sign === "/" && numberOf(second) === 0)) return "=";
    sum += sign === "×" ? numberOf(first) * numberOf(second) : numberOf(first) / numberOf(second);
  }
  return formatNumber(sum, digits) === result.replaceAll(/[`+]/g, "") ? "=" : "≈";
}

/** The text of a number with the other sign. */
export function negated(text: string): string {
  return text === "0" ? text : text.startsWith(MINUS) ? text.slice(MINUS.length) : MINUS + text;
}

/** A number that is exact stays as short as it is: 0 and not 0.000. */
function withDecimals(number: number, decimals: number): string {
  const fixed = Math.abs(number).toFixed(decimals);
  const text = Number(fixed) === Math.abs(number) ? String(Number(fixed)) : fixed;
  return number < 0 ? MINUS + text : text;
}
