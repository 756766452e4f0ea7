/** Names and short expressions as runs of type, for where no formula can be set: x², w₁, σ(w·x + b). Follows names_in_latex.ts; pure. */
import { type Face, widthOfText } from "../core/card_sizes.ts";
import { nameToLatex } from "./names_in_latex.ts";

export interface Run {
  readonly text: string;
  readonly face: Extract<Face, "italic" | "upright">;
  /** Above the line, on it or below it. */
  readonly level: -1 | 0 | 1;
  /** Set over the letter before it. */
  readonly over?: true;
}

const SIGNS: Readonly<Record<string, string>> = {
  cdot: "⋅",
  times: "×",
  wedge: "∧",
  sim: "∼",
  infty: "∞",
  approx: "≈",
  partial: "∂",
  to: "→",
  top: "⊤",
  ",": " ",
  lbrace: "{",
  rbrace: "}",
};
const MARKS: Readonly<Record<string, string>> = { hat: "ˆ", bar: "ˉ", tilde: "~", vec: "→", dot: "˙" };
/** Operations that are known by a sign. */
const CALLED: Readonly<Record<string, string>> = { sigmoid: "σ", sqrt: "√" };
const GREEK_WORDS =
  "alpha beta gamma delta epsilon zeta eta theta iota kappa lambda mu nu xi pi rho sigma tau upsilon phi chi psi omega Gamma Delta Theta Lambda Xi Pi Sigma Upsilon Phi Psi Omega".split(
    " ",
  );
const GREEK_LETTERS = [..."αβγδϵζηθικλμνξπρστυϕχψωΓΔΘΛΞΠΣΥΦΨΩ"];
const GREEK = new Map(GREEK_WORDS.map((word, at) => [word, GREEK_LETTERS[at]!]));
const TOKEN =
  /\\(?<command>[A-Za-z]+|.)\s*|(?<digits>[\d.,]+)|(?<letters>\p{L})|(?<level>[_^])|(?<bracket>[{}])|(?<space>\s+)|(?<other>.)/gsu;

const known = new Map<string, readonly Run[]>();
const MOST_KNOWN = 4000;

/** A name, or the text of an expression. */
export function typeset(name: string): readonly Run[] {
  let runs = known.get(name);
  if (!runs) {
    if (known.size >= MOST_KNOWN) known.clear();
    known.set(name, (runs = joined(runsOf(nameToLatex(name)))));
  }
  return runs;
}

/** What one line can hold, besides letters and numbers. */
const IN_LINE = new Set([
  ...Object.keys(SIGNS),
  ...Object.keys(MARKS),
  ...GREEK_WORDS,
  "mathrm",
  "text",
  "operatorname",
  "mathit",
]);
/** With at most one pair of braces within. */
const DIFFERENTIALS = /\\d?frac\{(\\partial [^{}]*(?:\{[^{}]*\}[^{}]*)?)\}\{(\\partial [^{}]*(?:\{[^{}]*\}[^{}]*)?)\}/g;

/** A formula, with a stroke in a quotient of differentials; null where it is more than a line. */
export function typesetLine(latex: string): readonly Run[] | null {
  const line = latex.replace(DIFFERENTIALS, "$1/$2");
  const commands = Array.from(line.matchAll(/\\([A-Za-z]+|[^_{}])/g), ([, command]) => command!);
  return commands.every((command) => IN_LINE.has(command)) ? joined(runsOf(line)) : null;
}

/** As wide as a line of this type with indices of that one. */
export function widthOfRuns(runs: readonly Run[], type: number, index: number): number {
  return runs.reduce(
    (sum, { text, face, level, over }) => sum + (over ? 0 : widthOfText(text, face, level === 0 ? type : index)),
    0,
  );
}

/** What is read: the same without what sets it. */
export function textOfRuns(runs: readonly Run[]): string {
  return runs.map(({ text }) => text).join("");
}

const RAISED = new Map(Array.from("0123456789+-−=()n⊤", (sign, at) => [sign, [..."⁰¹²³⁴⁵⁶⁷⁸⁹⁺⁻⁻⁼⁽⁾ⁿᵀ"][at]!]));

/** The same on one line, for where nothing can be set: x², and x^k where no letter is raised. */
export function lineOfRuns(runs: readonly Run[]): string {
  return runs.map(({ text, level }) => (level === 1 ? raised(text) : text)).join("");
}

function raised(text: string): string {
  const signs = Array.from(text);
  return signs.every((sign) => RAISED.has(sign)) ? signs.map((sign) => RAISED.get(sign)).join("") : `^${text}`;
}

/** A pair of braces that is open. */
interface Group {
  readonly level: Run["level"];
  /** What is set over it once it ends. */
  readonly mark: string | null;
  readonly isUpright: boolean;
}

/** A formula as far as it is read. */
interface Reading {
  readonly runs: Run[];
  /** The innermost last. */
  readonly groups: Group[];
  /** What the command or the sign before asks for: of the next letter or group, of the next group, of those from here to the next end of one. */
  next: Run["level"] | null;
  mark: string | null;
  isUpright: boolean;
}

type Token = Readonly<Record<string, string | undefined>>;

function runsOf(latex: string): Run[] {
  const reading: Reading = { runs: [], groups: [], next: null, mark: null, isUpright: false };
  for (const { groups } of latex.matchAll(TOKEN)) take(reading, groups!);
  return reading.runs;
}

const levelOf = ({ next, groups }: Reading): Run["level"] => next ?? groups.at(-1)?.level ?? 0;

function add(reading: Reading, text: string, face: Run["face"]): void {
  reading.runs.push({ text, face, level: levelOf(reading) });
  reading.next = null;
}

function take(reading: Reading, { command, digits, letters, level, bracket, space, other }: Token): void {
  const isUpright = reading.groups.at(-1)?.isUpright ?? false;
  if (level) reading.next = level === "_" ? -1 : 1;
  else if (bracket) (bracket === "{" ? open : close)(reading);
  else if (command) obey(reading, command);
  else if (letters) add(reading, letters, isUpright || !/^[A-Za-zα-ωϕϵ]$/.test(letters) ? "upright" : "italic");
  else if (digits) add(reading, digits, "upright");
  else if (!space) add(reading, signOf(other!, levelOf(reading), reading.runs), "upright");
  else if (isUpright) add(reading, " ", "upright");
}

function open(reading: Reading): void {
  const { mark, isUpright } = reading;
  reading.groups.push({ level: levelOf(reading), mark, isUpright });
  reading.next = null;
  reading.mark = null;
}

function close(reading: Reading): void {
  const over = reading.groups.pop()?.mark;
  if (over) reading.runs.push({ text: over, face: "upright", level: levelOf(reading), over: true });
  reading.isUpright = false;
}

function obey(reading: Reading, command: string): void {
  const letter = GREEK.get(command);
  if (command in MARKS) reading.mark = MARKS[command]!;
  else if (/^(mathrm|text|operatorname|mathit)$/.test(command)) reading.isUpright = true;
  else if (letter) add(reading, letter, /^[A-Z]/.test(command) ? "upright" : "italic");
  else if (!/^(left|right|textstyle|displaystyle)$/.test(command)) add(reading, SIGNS[command] ?? command, "upright");
}

/** Between two operands a sum has spaces around its sign; a sign before the first operand has none. */
function signOf(sign: string, level: Run["level"], before: readonly Run[]): string {
  const minus = sign === "-" ? "−" : sign;
  const last = before.at(-1);
  const isBetween = level === 0 && last !== undefined && !/[([,⋅/]$/.test(last.text);
  return /^[+−=]$/.test(minus) && isBetween ? ` ${minus} ` : minus;
}

/** Neighbours that are set alike in one run; a call of an operation that has a sign is that sign. */
function joined(runs: readonly Run[]): Run[] {
  const whole: Run[] = [];
  for (const run of runs) {
    const last = whole.at(-1);
    if (run.text.startsWith("(") && last && last.text.split(/[^A-Za-z]/).at(-1)! in CALLED) {
      const word = last.text.split(/[^A-Za-z]/).at(-1)!;
      whole[whole.length - 1] = { ...last, text: last.text.slice(0, -word.length) + CALLED[word]! };
      whole.push(run);
    } else if (last && last.face === run.face && last.level === run.level && !last.over && !run.over)
      whole[whole.length - 1] = { ...last, text: last.text + run.text };
    else whole.push(run);
  }
  return whole.filter(({ text }) => text !== "");
}
