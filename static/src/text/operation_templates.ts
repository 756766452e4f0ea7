/**
 * Fills the templates of operation records (see `Template` in core/types.ts) with names or numbers. Knows no DOM and no operation.
 * Used by the narration in plain text and by the inspector in LaTeX, so both read alike; which parentheses that takes, parentheses.ts decides.
 */
import type { Template } from "../core/types.ts";
import { needsParentheses } from "./parentheses.ts";

export interface FillOptions {
  /** Parentheses as LaTeX's growing ones instead of plain ones. */
  latex?: boolean;
}

const MARK = /«([^»]*)»|‹([^›]*)›/gu;

/**
 * Replaces every mark by the replacement of its name; a name without one stays as it is.
 * `«a»` is wrapped in parentheses where the reading needs them; `‹a›` never is.
 */
export function fill(template: Template, replacements: Readonly<Record<string, string>>, options: FillOptions = {}): string {
  const { latex = false } = options;
  return template.replace(MARK, (mark: string, guarded: string | undefined, free: string | undefined, offset: number) => {
    const name = guarded ?? free ?? "";
    const replacement = Object.hasOwn(replacements, name) ? replacements[name]! : name;
    if (guarded === undefined) return replacement;
    if (!needsParentheses(template.slice(0, offset), replacement, template.slice(offset + mark.length), latex))
      return replacement;
    return latex ? `\\left(${replacement}\\right)` : `(${replacement})`;
  });
}

/** The exponents of slopes, `x^(3 − 1)` and `{x}^{2 - 1}`, worked out: `x^2` and `{x}`. */
export function powersWorkedOut(text: string): string {
  return text.replace(/\^([({])([-−]?)(\d+(?:\.(\d+))?) [-−] 1[)}]/gu, (_, opening, sign, digits, decimals = "") => {
    const exponent = (Number(digits) * (sign ? -1 : 1) - 1).toFixed(decimals.length);
    if (Number(exponent) === 1) return "";
    if (opening === "{") return `^{${exponent}}`;
    return Number(exponent) >= 0 ? `^${exponent}` : `^(−${exponent.slice(1)})`;
  });
}
