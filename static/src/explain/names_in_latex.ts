/**
 * How names, and labels that are expressions, are written in LaTeX: `x1` as x with the index 1, `alpha` as α, `log_likelihood` as one upright
 * word, `(w+b)**2 + x…` with a raised 2. The server does the same (engine/explain/names_in_latex.py); a test compares both. Pure.
 */
import { fullSize } from "../text/format.ts";

const GREEK = new Set(
  "alpha beta gamma delta epsilon zeta eta theta iota kappa lambda mu nu xi pi rho sigma tau upsilon phi chi psi omega".split(
    " ",
  ),
);
/** Members of a list, as loops call them: the i-th of `x`, and not ξ. */
const MEMBER = /^[abtuvwxyz]i$/;
/** `y_hat` and `y_hat_1`: a letter with a mark above it, as LaTeX's `\hat{y}` is called. */
const ACCENTED = /^(\p{L}+)_(hat|bar|tilde|vec|dot)((?:_(?:\p{L}+|\p{Nd}+))*)$/u;
const INDEXED = /^(\p{L}+)(\p{Nd}*)((?:_(?:\p{L}+|\p{Nd}+))*)$/u;
const EXPRESSION = /[-+*/@()^~\\−×·⁻⁺⁰¹²³⁴-⁹]/u;

/** A name or a label. One that is an expression (`x1*w1`) goes name by name; brackets that were cut off are closed. */
export function nameToLatex(name: string): string {
  if (EXPRESSION.test(name)) return expressionToLatex(name);
  const again = /^([^#]*)#(\d+)$/.exec(name);
  return again ? titleToLatex(again[1]!, again[2]!) : wholeNameToLatex(name);
}

/** A name with the number of the time it was given: `d₂`. One that has an index of its own is written in one piece: `x1₂`. */
export function titleToLatex(name: string, time: string): string {
  const latex = nameToLatex(name);
  if (time === "") return latex;
  const index = `_{${fullSize(time)}}`;
  if (EXPRESSION.test(name)) return `\\left(${latex}\\right)${index}`;
  return `${latex.includes("_{") ? inOnePiece(name) : latex}${index}`;
}

/** By name and time together, each written so that no two read alike: those with a time first, then `x1` in one piece beside x₁. */
export function titlesToLatex(titles: Iterable<readonly [name: string, time: string]>): ReadonlyMap<string, string> {
  const written = new Map<string, string>();
  const taken = new Set<string>();
  const [numbered, others] = [[] as (readonly [string, string])[], [] as (readonly [string, string])[]];
  for (const title of titles) (title[1] !== "" || title[0].includes("#") ? numbered : others).push(title);
  for (const [name, time] of [...numbered, ...others]) {
    if (written.has(name + time)) continue;
    const latex = titleToLatex(name, time);
    written.set(name + time, time === "" && taken.has(latex) ? inOnePiece(name) : latex);
    taken.add(latex);
  }
  return written;
}

/** One upright word; several with the spaces between them. */
function inOnePiece(name: string): string {
  return `\\${/\s/u.test(name) ? "text" : "mathrm"}{${escapeLatex(name)}}`;
}

const COMMANDS: Readonly<Record<string, string>> = { "\\": "", "^": "\\wedge ", "~": "\\sim " };

function escapeLatex(text: string): string {
  return text.replace(/[\\{}$&#^_%~]/g, (character) => COMMANDS[character] ?? `\\${character}`);
}

function wholeNameToLatex(name: string): string {
  const below = /^(.+?)_?([₀-₉]+)$/u.exec(name);
  if (below) return titleToLatex(below[1]!, below[2]!);
  const turned = /^(.+)ᵀ$/u.exec(name);
  if (turned) return `${nameToLatex(turned[1]!)}^{\\top}`;
  const accented = ACCENTED.exec(name);
  const marked = accented && letterOf(accented[1]!);
  if (marked) return `\\${accented[2]}{${marked}}${indexOf(accented[3]!.split("_").slice(1))}`;
  const found = INDEXED.exec(name.replace(/_+$/, ""));
  if (!found) return inOnePiece(name);
  const indices = [found[2]!, ...found[3]!.split("_")].filter((part) => part !== "");
  if (MEMBER.test(found[1]!)) return `${name[0]}${indexOf(["i", ...indices])}`;
  const letter = letterOf(found[1]!);
  return letter === null ? inOnePiece(name) : letter + indexOf(indices);
}

/** What a name of one letter begins with; a word is none: `log_10` and `max_value` are neither a logarithm nor a maximum. */
function letterOf(word: string): string | null {
  if (GREEK.has(word.toLowerCase()) && /^[A-Za-z][a-z]*$/.test(word)) return `\\${word}`;
  return [...word].length === 1 ? word : null;
}

function indexOf(parts: readonly string[]): string {
  const words = parts.map((part) => (/^\p{Nd}+$/u.test(part) || [...part].length === 1 ? part : `\\mathrm{${part}}`));
  return words.length === 0 ? "" : `_{${words.join(",")}}`;
}

const NAME = "[\\p{L}_][\\p{L}\\p{Nd}_₀-₉]*";
const TOKEN = new RegExp(
  `(?<name>${NAME}(?:\\.${NAME})*(?:#\\d+)?)(?<call>\\(?)|(?<number>\\d+(?:\\.\\d+)?(?:e[-+]?\\d+)?)` +
    "|(?<raised>[⁻⁺]?[⁰¹²³⁴-⁹]+)|\\s*(?<power>\\*\\*|\\^)\\s*|(?<opens>[(\\[])|(?<closes>[)\\]])|\\s*(?<times>[*@])\\s*|(?<other>\\s+|.)",
  "gu",
);
const WORDS = new Set(["and", "else", "for", "if", "in", "is", "not", "or"]);
const RAISED = "⁰¹²³⁴⁵⁶⁷⁸⁹";

interface Exponent {
  readonly whole: string;
  /** Without its brackets, which it needs no more once it is raised. */
  readonly bare: string;
}

/** What stands between two brackets, as far as it is read. */
class Group {
  /** What stands side by side; a list is a tower of powers. */
  readonly #parts: (string | Exponent[])[] = [];
  /** After the sign of a power: what stands before the exponent so far. */
  #sign: string | null = null;
  readonly #opening: string;
  readonly #closing: string;

  constructor(opening = "", closing = "") {
    this.#opening = opening;
    this.#closing = closing;
  }

  /** The sign of a power was read: an exponent follows. */
  raiseNext(): void {
    this.#endPower();
    if (this.#parts.length > 0) this.#sign = "";
    else this.#parts.push("\\wedge ");
  }

  /** A name, a number or a group; an exponent where the sign of a power stands before it. */
  add(whole: string, bare = whole): void {
    if (this.#sign === null) {
      this.#parts.push(whole);
      return;
    }
    const exponent = { whole: this.#sign + whole, bare: this.#sign === "" ? bare : this.#sign + whole };
    this.#sign = null;
    const tower = this.#parts.at(-1);
    if (Array.isArray(tower)) tower.push(exponent);
    else this.#parts.push([exponent]);
  }

  /** What is no operand. */
  addOther(text: string): void {
    if (this.#sign === "" && /^[-−+]$/u.test(text)) this.#sign = text;
    else if (text.trim() !== "" || this.#sign === null) {
      this.#endPower();
      this.#parts.push(text);
    }
  }

  #endPower(): void {
    if (this.#sign !== null) this.#parts.push(`\\wedge ${this.#sign}`);
    this.#sign = null;
  }

  /** What was read, without the brackets around it. */
  inner(): string {
    this.#endPower();
    return this.#parts.map((part) => (Array.isArray(part) ? tower(part) : part)).join("");
  }

  /** Closes it. */
  addTo(outer: Group): void {
    const inner = this.inner();
    const whole = `${this.#opening}${inner}${this.#closing}`;
    outer.add(whole, this.#opening === "(" && inner !== "" ? inner : whole);
  }
}

function tower(exponents: readonly Exponent[]): string {
  const raised = exponents.map(({ whole, bare }, index) => `^{${index === exponents.length - 1 ? bare : whole}`);
  return raised.join("") + "}".repeat(exponents.length);
}

function expressionToLatex(text: string): string {
  const groups = [new Group()];
  const close = (): void => groups.pop()!.addTo(groups.at(-1)!);
  for (const token of text.matchAll(TOKEN)) {
    const { name, call, opens, closes } = token.groups!;
    if (name && call) groups.push(new Group(`${nameToLatex(name)}(`, ")"));
    else if (opens) groups.push(new Group(opens, opens === "(" ? ")" : "]"));
    else if (closes && groups.length > 1) close();
    else addToken(groups.at(-1)!, token[0], token.groups!);
  }
  while (groups.length > 1) close();
  return groups[0]!.inner();
}

/** What is neither a bracket nor a call. */
function addToken(
  group: Group,
  text: string,
  { name, number, raised, power }: Readonly<Record<string, string | undefined>>,
): void {
  if (power || raised) {
    group.raiseNext();
    if (raised) group.add(loweredDigits(raised));
  } else if (name && WORDS.has(name)) group.addOther(`\\text{ ${name} }`);
  else if (name || number || text === "…") group.add(name ? nameToLatex(name) : text);
  else group.addOther(signToLatex(text));
}

/** `⁻²` as `-2`. */
function loweredDigits(raised: string): string {
  return raised.replace(/./gu, (digit) => ({ "⁻": "-", "⁺": "+" })[digit] ?? String(RAISED.indexOf(digit)));
}

function signToLatex(sign: string): string {
  if (sign.trim() === "*") return " \\cdot ";
  if (sign.trim() === "@") return " \\, ";
  return sign === "'" ? "\\text{'}" : escapeLatex(sign);
}
