/**
 * Fills the templates of operation records (see `Template` in core/types.ts) with names or numbers. Knows no DOM and no operation.
 * Used by the narration in plain text and by the inspector in LaTeX, so parentheses are decided in one place.
 */
import type { Template } from "../core/types.ts";

export interface FillOptions {
  /** Parentheses as LaTeX's growing ones instead of plain ones. */
  latex?: boolean;
}

const MARK = /«([^»]*)»|‹([^›]*)›/gu;

/** Something that binds as tightly as anything can: a name, or a number without sign and exponent. */
const PLAIN_ATOM = /^(?:[\p{L}_][\p{L}\p{N}_]*|\d+(?:\.\d+)?|∞|\([^()]*\)|\|[^|]*\|)$/u;
const LATEX_ATOM =
  /^(?:[\p{L}]|\\[a-zA-Z]+|\\(?:mathrm|mathit|text|operatorname)\{[^{}]*\}|\d+(?:\.\d+)?)(?:_(?:\{[^{}]*\}|[\p{L}\p{N}]))?$/u;

/** Whether a replacement may stand beside any operator without parentheses. */
export function isAtom(text: string, { latex = false }: FillOptions = {}): boolean {
  return (latex ? LATEX_ATOM : PLAIN_ATOM).test(text);
}

/**
 * Replaces every mark by the replacement of its name; a name without one stands as it is.
 * `«a»` is wrapped in parentheses unless the replacement is an atom; `‹a›` never is.
 */
export function fill(template: Template, replacements: Readonly<Record<string, string>>, options: FillOptions = {}): string {
  return template.replace(MARK, (_, guarded: string | undefined, free: string | undefined) => {
    const name = guarded ?? free ?? "";
    const replacement = Object.hasOwn(replacements, name) ? replacements[name]! : name;
    if (guarded === undefined || isAtom(replacement, options)) return replacement;
    return options.latex ? `\\left(${replacement}\\right)` : `(${replacement})`;
  });
}
