/** Where a slider begins and ends for a number without a declared range, and reading what is typed as a value. Pure. */
import type { Value } from "./types.ts";

export interface Range {
  readonly smallest: number;
  readonly largest: number;
  readonly step: number;
}

const USUAL_BOUND = 10;
const STEPS_PER_SIDE = 100;

/** The first of 1, 2, 5, 10, 20, … (and 0.5, 0.2, …) that is not below the number. */
function roundUp(number: number): number {
  const power = 10 ** Math.floor(Math.log10(number));
  const factor = [1, 2, 5, 10].find((candidate) => candidate * power >= number * (1 - 1e-9))!;
  return Number((factor * power).toPrecision(1));
}

/** Symmetric around zero, so that the middle means nothing happens; room to move on both sides of the number. */
export function rangeFor(value: number): Range {
  const magnitude = Math.abs(value);
  const isTiny = magnitude > 0 && magnitude < 0.1;
  const wanted = isTiny ? magnitude * 10 : Math.max(USUAL_BOUND, magnitude * 1.5);
  const bound = Number.isFinite(wanted) ? roundUp(wanted) : USUAL_BOUND;
  return { smallest: -bound, largest: bound, step: Number((bound / STEPS_PER_SIDE).toPrecision(1)) };
}

/** Whether three numbers make a range: something between its ends, and a step to get there. */
export function isRange({ smallest, largest, step }: Range): boolean {
  return smallest < largest && step > 0;
}

/** `a:-5,5,0.1;b:0,1,0.01`; null where there is none. */
export function writeRanges(ranges: Readonly<Record<string, Range>>): string | null {
  const pairs = Object.entries(ranges).map(([name, { smallest, largest, step }]) => `${name}:${smallest},${largest},${step}`);
  return pairs.length > 0 ? pairs.join(";") : null;
}

/** null where the text makes no sense. */
export function readRanges(text: string): Record<string, Range> | null {
  const ranges: Record<string, Range> = {};
  for (const pair of text.split(";")) {
    const [name, written, ...rest] = pair.split(":");
    const numbers = (written ?? "").split(",").map(parseValue);
    const [smallest, largest, step] = numbers;
    if (!name || rest.length > 0 || numbers.length !== 3) return null;
    if (typeof smallest !== "number" || typeof largest !== "number" || typeof step !== "number") return null;
    const range = { smallest, largest, step };
    if (!isRange(range)) return null;
    ranges[name] = range;
  }
  return ranges;
}

export function contains(range: Range, value: number): boolean {
  return value >= range.smallest && value <= range.largest;
}

function isListOfNumbers(value: unknown): value is Value[] {
  return (
    Array.isArray(value) &&
    value.every((entry) => (typeof entry === "number" && Number.isFinite(entry)) || isListOfNumbers(entry))
  );
}

const NUMERAL = /(?:\d[\d_]*\.?\d*|\.\d+)(?:[eE][+-]?\d+)?/g;
const NAME = /[\p{L}_][\p{L}\p{N}_]*/gu;
const FORMULA = /^[\p{L}\p{N}_ .,+\-−*/^()√·×÷²³]{1,200}$/u;
const HAS_OPERATOR = /[\d)]\s*[-−+*/^·×÷]/;

/** Whether what was typed in place of a number is meant as a formula: operators between numbers, or names that have a meaning here. */
export function isExpression(text: string, isKnown: (name: string) => boolean): boolean {
  const names = text.replace(NUMERAL, "0").match(NAME) ?? [];
  return FORMULA.test(text.trim()) && names.every(isKnown) && (names.length > 0 || HAS_OPERATOR.test(text));
}

/** A true minus and a decimal comma are understood. */
function plainOf(text: string): string {
  const plain = text.trim().replaceAll("−", "-");
  return /^[^.,]*,[^.,]*$/.test(plain) && !plain.startsWith("[") ? plain.replace(",", ".") : plain;
}

/** Whether what was typed is a number, or a list with one, beyond what a 64-bit float holds. */
export function isTooLarge(text: string): boolean {
  return (plainOf(text).match(NUMERAL) ?? []).some((numeral) => Number(numeral.replaceAll("_", "")) === Infinity);
}

/** A number, or a JSON list of numbers for a tensor; null where the text is neither. */
export function parseValue(text: string): Value | null {
  const plain = plainOf(text);
  if (plain.startsWith("[")) {
    try {
      const list: unknown = JSON.parse(plain);
      return isListOfNumbers(list) ? list : null;
    } catch {
      return null;
    }
  }
  return plain !== "" && Number.isFinite(Number(plain)) ? Number(plain) : null;
}
