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

const RAISED = new Map(Array.from("0123456789+-−=()n", (sign, at) => [sign, [..."⁰¹²³⁴⁵⁶⁷⁸⁹⁺⁻⁻⁼⁽⁾ⁿ"][at]!]));

/** The same on one line, for where nothing can be set: x², and x^k where no letter is raised. */
export function lineOfRuns(runs: readonly Run[]): string {
  return runs.map(({ text, level }) => (level === 1 ? raised(text) : text)).join("");
}

function raised(text: string): string {
  const signs = Array.from(text);
  return signs.every((sign) => RAISED.has(sign)) ? signs.map((sign) => RAISED.get(sign)).join("") : `^${text}`;
}

function runsOf(latex: string): Run[] {
  const runs: Run[] = [];
  /** The level of each group that is open, and the one that is asked for next. */
  const levels: Run["level"][] = [0];
  let next: Run["level"] | null = null;
  /** Groups whose end is followed by a mark, and those whose text is upright. */
  const marks: (string | null)[] = [];
  let mark: string | null = null;
  let isUpright = false;
  const uprights: boolean[] = [];
  const level = (): Run["level"] => next ?? levels.at(-1)!;
  const add = (text: string, face: Run["face"]): void => {
    runs.push({ text, face, level: level() });
    next = null;
  };
  for (const { groups } of latex.matchAll(TOKEN)) {
    const { command, digits, letters, level: sign, bracket, space, other } = groups!;
    if (sign) next = sign === "_" ? -1 : 1;
    else if (bracket === "{") {
      levels.push(level());
      next = null;
      marks.push(mark);
      mark = null;
      uprights.push(isUpright);
    } else if (bracket === "}") {
      if (levels.length > 1) levels.pop();
      const over = marks.pop();
      if (over) runs.push({ text: over, face: "upright", level: level(), over: true });
      uprights.pop();
      isUpright = false;
    } else if (command) {
      if (command in MARKS) mark = MARKS[command]!;
      else if (/^(mathrm|text|operatorname|mathit)$/.test(command)) isUpright = true;
      else if (/^(left|right|textstyle|displaystyle)$/.test(command)) continue;
      else if (GREEK.has(command)) add(GREEK.get(command)!, /^[A-Z]/.test(command) ? "upright" : "italic");
      else add(SIGNS[command] ?? command, "upright");
    } else if (space) {
      if (uprights.at(-1)) add(" ", "upright");
    } else if (letters) add(letters, uprights.at(-1) || !/^[A-Za-zα-ωϕϵ]$/.test(letters) ? "upright" : "italic");
    else if (digits) add(digits, "upright");
    else add(signOf(other!, level(), runs), "upright");
  }
  return runs;
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
