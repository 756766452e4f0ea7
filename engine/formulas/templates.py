"""Fills the templates of operations' records, with as few parentheses as a textbook would write and as many as the reading needs.

Works on the text of formulas, plain or LaTeX; knows no operation. The page does the same (static/src/text/operation_templates.ts
and parentheses.ts); a test compares the formulas of both.
"""

import re
from collections.abc import Mapping
from decimal import Decimal
from functools import lru_cache

from backpass.engine.language.printer import MARK

LETTER = r"[^\W\d_\u00b2\u00b3\u00b9\u2070-\u209f]"
"""Raised and lowered digits count as letters for Python, not for us."""
_PLAIN_ATOM = re.compile(rf"(?:(?:{LETTER}|_)(?:{LETTER}|[\d_])*[₀-₉]*|\d+(?:\.\d+)?|∞)")
_LATEX_ATOM = re.compile(
    rf"(?:{LETTER}|"
    r"\\[a-zA-Z]+|\\(?:mathrm|mathit|text|operatorname|hat|bar|tilde|vec|dot)\{[^{}]*\}|\d+(?:\.\d+)?)(?:_(?:\{[^{}]*\}|[^\W_]))?"
)
_LOOSE, _SUM, _PRODUCT, _POWER, _TIGHT = range(5)
"""How tightly the outermost operator of an expression binds."""
_OPENING = re.compile(r"\\left(?:\\?.)|\\begin\{|[({\[]")
_CLOSING = re.compile(r"\\right(?:\\?.)|[)}\]]")
_COMPARED = re.compile(r" if |,|[<>=≤≥≠]|\\(?:le|ge|ne|bmod)(?![a-zA-Z])| mod ")
_BEGINS = re.compile(r"(?:^|[({\[,&]|\\left\\?.)\s*$")
_ENDS = re.compile(r"\s*(?:$|[)}\],&<>=]|\\right|\\\\)")


def _outermost(text: str) -> str:
    """The text outside every bracket, with a blank for each bracketed part."""
    depth, place, kept = 0, 0, ""
    while place < len(text):
        opening, closing = _OPENING.match(text, place), _CLOSING.match(text, place)
        depth += bool(opening) - bool(closing)
        if not opening and not closing and depth == 0:
            kept += text[place]
        found = opening or closing
        place = found.end() if found else place + 1
    return kept


@lru_cache(10_000)
def _tightness(text: str, *, latex: bool) -> int:
    if (_LATEX_ATOM if latex else _PLAIN_ATOM).fullmatch(text):
        return _TIGHT
    if text.startswith(r"\begin{bmatrix}") and text.endswith(r"\end{bmatrix}"):
        return _TIGHT
    if re.search(r"\\begin\{|…", text):
        return _LOOSE
    outer = re.sub(r"^\s*[-−]", "", _outermost(text))
    if _COMPARED.search(outer):
        return _LOOSE
    # A number's exponent is written with a sign, but binds like a product.
    if re.search(r"[+\-−]", re.sub(r"(\d)e[-−]?(\d)", r"\1\2", outer)):
        return _SUM
    if re.search(r"\\cdot|[×·/*]|\de[-−]?\d", outer.replace("**", "^")):
        return _PRODUCT
    return _POWER if re.search(r"\^|\*\*|[²³]|\\frac", outer) else _TIGHT


def needs_parentheses(before: str, replacement: str, after: str, *, latex: bool) -> bool:
    """Whether `replacement` must be bracketed between `before` and `after`: as seldom as the reading allows."""
    binding = _tightness(replacement, latex=latex)
    signed = bool(re.match(r"\s*[-−]", replacement))
    begins, ends = bool(_BEGINS.search(before)), bool(_ENDS.match(after))
    # The base of a power: LaTeX templates write it in a group of its own.
    if re.match(r"\}?\s*(?:\^|[²³])", after):
        return binding < _TIGHT or signed
    # ∂x² could be read as (∂x)².
    if re.search(r"(?:∂|\\partial)\s*$", before):
        return binding < _TIGHT or signed
    if begins and ends:
        return False
    added_after = ends or bool(re.match(r"\s*[+\-−]", after))
    if begins and added_after:
        return binding < _SUM
    if re.search(r"[+\-−]\s*$", before) and added_after:
        return binding < _PRODUCT or signed
    # The first factor of a product may be a product.
    if begins and re.match(r"\s*(?:\\cdot|[×·])", after):
        return binding < _PRODUCT or signed
    return binding < _POWER or signed


def fill(template: str, replacements: Mapping[str, str], *, latex: bool = False) -> str:
    """Replaces every mark by the replacement of its name; one without stands as it is. `«a»` is bracketed where needed."""

    def replaced(found: re.Match[str]) -> str:
        guarded, free = found.groups()
        name = guarded or free
        replacement = replacements.get(name, name)
        if not guarded or not needs_parentheses(template[: found.start()], replacement, template[found.end() :], latex=latex):
            return replacement
        return rf"\left({replacement}\right)" if latex else f"({replacement})"

    return MARK.sub(replaced, template)


_LOWERED_POWER = re.compile(r"\^([({])([-−]?)(\d+(?:\.\d+)?) [-−] 1[)}]")


def powers_worked_out(text: str) -> str:
    """The exponents of slopes, `x^(3 − 1)` and `{x}^{2 - 1}`, worked out: `x^2` and `{x}`."""
    return _LOWERED_POWER.sub(_one_less, text)


def _one_less(found: re.Match[str]) -> str:
    opening, sign, digits = found.groups()
    exponent = Decimal(f"-{digits}" if sign else digits) - 1
    if exponent == 1:
        return ""
    if opening == "{":
        return f"^{{{exponent}}}"
    return f"^{exponent}" if exponent >= 0 else f"^(−{-exponent})"
