/**
 * Whether what is put into a formula needs parentheses where it is put: as few as a textbook would write, never fewer than the reading
 * needs. Works on the text of formulas, plain or LaTeX; knows no operation.
 */

/** Something that binds as tightly as anything can: a name, or a number without sign and exponent. */
const PLAIN_ATOM = /^(?:[\p{L}_][\p{L}\p{Nd}_]*[₀-₉]*|\d+(?:\.\d+)?|∞)$/u;
const LATEX_ATOM =
  /^(?:[\p{L}]|\\[a-zA-Z]+|\\(?:mathrm|mathit|text|operatorname|hat|bar|tilde|vec|dot)\{[^{}]*\}|\d+(?:\.\d+)?)(?:_(?:\{[^{}]*\}|[\p{L}\p{N}]))?$/u;

/** How tightly the outermost operator of an expression binds. */
const LOOSE = 0;
const SUM = 1;
const PRODUCT = 2;
const POWER = 3;
const TIGHT = 4;

const COMPARED = / if |,|[<>=≤≥≠]|\\(?:le|ge|ne|bmod)(?![a-zA-Z])| mod /;

const OPENING = /^(?:\\left(?:\\?.)|\\begin\{|[({[])/;
const CLOSING = /^(?:\\right(?:\\?.)|[)}\]])/;

/** The text outside every bracket, with a blank for each bracketed part. */
function outermost(text: string): string {
  let depth = 0;
  let kept = "";
  for (let index = 0; index < text.length; ) {
    const rest = text.slice(index, index + 12);
    const opening = OPENING.exec(rest)?.[0];
    const closing = CLOSING.exec(rest)?.[0];
    if (opening) depth += 1;
    if (closing) depth -= 1;
    if (!opening && !closing && depth === 0) kept += text[index];
    index += (opening ?? closing ?? " ").length;
  }
  return kept;
}

function tightness(text: string, latex: boolean): number {
  if ((latex ? LATEX_ATOM : PLAIN_ATOM).test(text)) return TIGHT;
  if (/^\\begin\{bmatrix\}[\s\S]*\\end\{bmatrix\}$/.test(text)) return TIGHT;
  if (/\\begin\{|…/.test(text)) return LOOSE;
  const outer = outermost(text).replace(/^\s*[-−]/, "");
  if (COMPARED.test(outer)) return LOOSE;
  // A number's exponent is written with a sign, but binds like a product.
  if (/[+\-−]/.test(outer.replace(/(\d)e[-−]?(\d)/g, "$1$2"))) return SUM;
  if (/\\cdot|[×·/*]|\de[-−]?\d/.test(outer.replace(/\*\*/g, "^"))) return PRODUCT;
  if (/\^|\*\*|[²³]|\\frac/.test(outer)) return POWER;
  return TIGHT;
}

/** Whether what is directly beside the place binds. */
const BEGINS = /(?:^|[({[,&]|\\left\\?.)\s*$/;
const ENDS = /^\s*(?:$|[)}\],&<>=]|\\right|\\\\)/;

/** Whether `replacement` must be bracketed between `before` and `after`. */
export function needsParentheses(before: string, replacement: string, after: string, latex: boolean): boolean {
  const binding = tightness(replacement, latex);
  const isSigned = /^\s*[-−]/.test(replacement);
  const [begins, ends] = [BEGINS.test(before), ENDS.test(after)];
  // The base of a power: LaTeX templates write it in a group of its own.
  if (/^\}?\s*(?:\^|[²³])/.test(after)) return binding < TIGHT || isSigned;
  // ∂x² could be read as (∂x)².
  if (/(?:∂|\\partial)\s*$/.test(before)) return binding < TIGHT || isSigned;
  if (begins && ends) return false;
  const isAddedAfter = ends || /^\s*[+\-−]/.test(after);
  if (begins && isAddedAfter) return binding < SUM;
  if (/[+\-−]\s*$/.test(before) && isAddedAfter) return binding < PRODUCT || isSigned;
  // The first factor of a product may be a product.
  if (begins && /^\s*(?:\\cdot|[×·])/.test(after)) return binding < PRODUCT || isSigned;
  return binding < POWER || isSigned;
}
