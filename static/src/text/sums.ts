/** Sums as they are shown: with so many decimals that what is written adds up, for a reader who adds it up. Pure. */
import { formatNumber, MINUS } from "./format.ts";

/** More decimals than this are no help to anybody. */
const MOST_DECIMALS = 9;
/** Numbers that are written without an exponent. */
const SMALLEST = 1e-3;
const LARGEST = 1e5;

/** The two terms and their sum; at first with as many decimals as `digits` gives the largest of them. */
export function sumTexts(first: number, second: number, total: number, digits: number): [string, string, string] {
  const numbers = [first, second, total] as const;
  const largest = Math.max(...numbers.map(Math.abs));
  const isPlain = numbers.every((number) => number === 0 || Math.abs(number) >= SMALLEST) && largest < LARGEST;
  if (isPlain) {
    const whole = Math.floor(Math.log10(largest || 1)) + 1;
    for (let decimals = Math.max(0, digits - whole); decimals <= MOST_DECIMALS; decimals += 1) {
      const rounded = numbers.map((number) => Math.round(number * 10 ** decimals));
      // What is not zero is not written as zero.
      const isHonest = numbers.every((number, index) => number === 0 || rounded[index] !== 0);
      if (isHonest && rounded[0]! + rounded[1]! === rounded[2]!) return texts(numbers, decimals);
    }
  }
  return [formatNumber(first, digits), formatNumber(second, digits), formatNumber(total, digits)];
}

/** Zeros at the end are left out of numbers that have no more digits, and of all three where all have them. */
function texts(numbers: readonly [number, number, number], decimals: number): [string, string, string] {
  const needed = Math.max(...numbers.map((number) => decimalsOf(Math.abs(number).toFixed(decimals))));
  return numbers.map((number) => {
    const fixed = Math.abs(number).toFixed(needed);
    // A number that is exact stays as short as it is: 0 and not 0.000.
    const text = Number(fixed) === Math.abs(number) ? String(Number(fixed)) : fixed;
    return number < 0 && Number(text) !== 0 ? MINUS + text : text;
  }) as [string, string, string];
}

function decimalsOf(text: string): number {
  return text.replace(/0+$/, "").split(".")[1]?.length ?? 0;
}
