r"""What LaTeX's commands stand for, and a text in LaTeX cut into lexemes. Knows characters and names only."""

import re
import unicodedata
from collections.abc import Iterator
from typing import NamedTuple

from backpass.engine.language.parsing.lexer import FRACTIONS, fraction
from backpass.engine.operations import OPERATIONS

SPACES = frozenset(
    {"\\,", "\\;", "\\:", "\\!", "\\ ", "\\quad", "\\qquad", "\\displaystyle", "\\textstyle", "\\limits", "\\nonumber", "&", "~"}
)
"""What only moves things on paper."""
OPERATORS = {
    "\\cdot": "*",
    "\\times": "*",
    "\\ast": "*",
    "\\odot": "*",
    "\\div": "/",
    "\\bmod": "%",
    "\\le": "<=",
    "\\leq": "<=",
    "\\ge": ">=",
    "\\geq": ">=",
    "\\lt": "<",
    "\\gt": ">",
    "\\ne": "!=",
    "\\neq": "!=",
    "\\lbrack": "[",
    "\\rbrack": "]",
    "×": "*",
    "·": "*",
    "⋅": "*",
    "÷": "/",
    "−": "-",
    "≤": "<=",
    "≥": ">=",
}
SERIES = {"∑": "\\sum", "∏": "\\prod"}
"""By sign, the command."""
BRACKETS = {
    "(": ("", ")"),
    "[": ("", "]right"),
    "|": ("abs", "|"),
    "\\lvert": ("abs", "|"),
    "\\vert": ("abs", "|"),
    "\\lfloor": ("floor", "\\rfloor"),
    "\\lceil": ("ceil", "\\rceil"),
    "\\|": ("norm", "\\|"),
    "\\lVert": ("norm", "\\|"),
    "\\Vert": ("norm", "\\|"),
}
r"""By what stands behind `\left`: the function that it is, and what closes it."""
_CLOSING = {"\\rvert": "|", "\\vert": "|", "]": "]right", "\\rVert": "\\|", "\\Vert": "\\|"}
BOUNDARIES = frozenset({"$", "$$", "\\[", "\\]", "\\(", "\\)"})
ENVIRONMENTS = frozenset(
    {"align", "align*", "aligned", "displaymath", "equation", "equation*", "gather", "gather*", "gathered", "math", "split"}
)
ROOTS = {"": "sqrt", "2": "sqrt", "3": "cbrt"}
"""By degree, the operation of a root."""
_ALIASES = {"arsinh": "asinh", "arcosh": "acosh", "artanh": "atanh", "lg": "log10", "sgn": "sign"}
FUNCTION_NAMES = {**{name: name for name in OPERATIONS.spellings if name.isidentifier()}, **_ALIASES}
"""The operations by the names they have in LaTeX."""


def _greek() -> dict[str, str]:
    """By command, the letter: those that Unicode calls so."""
    letters = {}
    for letter in map(chr, range(0x391, 0x3CA)):
        described = unicodedata.name(letter, "").replace("LAMDA", "LAMBDA")
        if found := re.fullmatch(r"GREEK (SMALL|CAPITAL) LETTER ([A-Z]+)", described):
            letters[found[2].lower() if found[1] == "SMALL" else found[2].capitalize()] = letter
    return letters | {f"var{name}": letters[name] for name in ("epsilon", "theta", "phi", "rho", "kappa", "pi", "sigma")}


GREEK = _greek()

KNOWN_COMMANDS = frozenset(
    {
        *(name for name in FUNCTION_NAMES if name.isalpha()),
        *GREEK,
        *(each[1:] for each in (*OPERATORS, *SPACES, *BOUNDARIES) if each[1:].isalpha()),
        "frac",
        "sqrt",
        "sum",
        "prod",
        "left",
        "right",
        "begin",
        "end",
        "operatorname",
        "top",
        *("hat", "bar", "tilde", "vec", "dot", "boldsymbol", "mathcal", "mathbf"),
        "mathrm",
        "text",
    }
)
"""What may stand behind a backslash, for suggestions of what was meant."""


NOT_COMPUTED = {
    "int": "latex-asked",
    "iint": "latex-asked",
    "oint": "latex-asked",
    "lim": "latex-asked",
    "nabla": "latex-nabla",
    "arg": "latex-asked",
    "argmin": "latex-asked",
    "argmax": "latex-asked",
    "in": "latex-in",
    "partial": "latex-partial",
    "binom": "latex-binomial",
    "pm": "latex-two-signs",
    "mp": "latex-two-signs",
    "infty": "latex-infinite",
}
"""Commands of what is not computed here, by the key of the message about them."""


class Lexeme(NamedTuple):
    """A piece of LaTeX: which `kind` decides how it is read, and which of the other fields have something in them."""

    kind: str
    text: str
    start: int
    end: int
    sub: str = ""
    """Written below: the base of a logarithm; the degree of a root."""
    power: str = ""
    """Written above a function's name."""
    bounds: tuple[str, str, str] = ("", "", "")
    """Of a sum: index, first and last value."""


_RAISED = "⁰¹²³⁴-⁹"
_LOWERED_LETTERS, _RAISED_LETTERS = "ₐₑₕᵢⱼₖₗₘₙₒₚᵣₛₜᵤᵥₓ", "ᵈᵏᵐⁿᵖᵗᴷᴹᴺᵀ"
_AT_FULL_SIZE = str.maketrans(
    f"₀₁₂₃₄₅₆₇₈₉₋₌{_LOWERED_LETTERS}⁰¹²³⁴⁵⁶⁷⁸⁹⁺⁻{_RAISED_LETTERS}", "0123456789-=aehijklmnoprstuvx0123456789+-dkmnptKMNT"
)
_LOWERED = re.compile(rf"[₀-₉₋₌{_LOWERED_LETTERS}]+")
_LOWERED_AT_END = re.compile(rf"(?<=[^\W_])(?=[₀-₉]*[{_LOWERED_LETTERS}])[₀-₉{_LOWERED_LETTERS}]+\Z")
"""Of a name: `ᵢ` of `xᵢ`. Digits alone, `x₁`, are a part of the name as it is."""
SMALL_BOUNDS = (
    rf"[{_LOWERED_LETTERS}](?:₌₋?[₀-₉]+)?",
    rf"(?:⁻?[⁰¹²³⁴-⁹]+|[{_RAISED_LETTERS}](?:[⁺⁻][⁰¹²³⁴-⁹]+)?)",
)
"""What stands below the sign of `∑ᵢ₌₁ⁿ`, and above it."""
_BOUNDS = rf"(?P<below_sign>[∑∏])(?P<lowered>{SMALL_BOUNDS[0]})(?P<above_sign>{SMALL_BOUNDS[1]})?"
_ITEM = r"(?:\{{\s*(?P<{0}_group>-?[\w.]+)\s*\}}|(?P<{0}_one>\w))"
_NAMED = r"\\(?:operatorname\*?|mathrm|mathit|mathbf|mathsf|text|textrm)\s*\{(?P<named>[^{}\\]*(?:\\_[^{}\\]*)*)\}"
_BELOW = (
    r"(?:_\s*(?:\{(?P<index>\s*|(?=[\s,]*\w)[\w,\s]*(?:\w\s*[+-]\s*\w+)?)\}|(?P<index_run>[^\W⁰¹²³⁴-⁹]+)"
    r"|\{\\(?:(?:mathrm|text|mathit|rm)\{)?(?P<index_word>[\w\s]*)\}?\}"
    r"|\\(?:mathrm|text|mathit|rm)\s*\{(?P<index_text>[\w\s]+)\}"
    rf"|\\(?P<index_letter>{'|'.join(GREEK)})(?![a-zA-Z])))?"
)
_ACCENTS = {"widehat": "hat", "overline": "bar", "widetilde": "tilde", "boldsymbol": "", "bm": "", "mathcal": "", "mathbb": ""}
r"""What stands above or in another script, where the name is another one: `\hat{y}` is `y_hat`, `\boldsymbol{w}` is `w`."""
_ACCENTED = r"\\(?P<accent>hat|bar|tilde|vec|dot|ddot|widehat|overline|widetilde|boldsymbol|bm|mathcal|mathbb)(?![a-zA-Z])\s*"
_D = r"(?:d|\\mathrm\s*\{\s*d\s*\}|\\partial(?![a-zA-Z]))"
_VARIABLE = r"(?:[^\W\d_]|\\(?:%s)(?![a-zA-Z]))"
_ORDER = r"(?:\s*\^\s*(?:\{\s*(?P<order_%s_group>\d)\s*\}|(?P<order_%s>\d)))?"
_DERIVATIVE = (
    rf"\\[dt]?frac\s*\{{\s*{_D}{_ORDER % ('above', 'above')}\s*(?P<of>{_VARIABLE % '|'.join(GREEK)})?\s*\}}"
    rf"\s*\{{\s*{_D}\s*(?P<by>{_VARIABLE % '|'.join(GREEK)}){_ORDER % ('under', 'under')}\s*\}}"
)
_BESIDE = (
    rf"\\partial(?![a-zA-Z])\s*(?P<of_beside>{_VARIABLE % '|'.join(GREEK)})\s*/"
    rf"\s*\\partial(?![a-zA-Z])\s*(?P<by_beside>{_VARIABLE % '|'.join(GREEK)})"
)
r"""`\partial f/\partial x` on one line."""
_PLAIN_LETTER = rf"(?:[^\W\d_]|\\(?:{'|'.join(GREEK)})(?![a-zA-Z]))"
_BOLD_LETTER = r"\\(?:mathbf|mathrm|mathsf|boldsymbol|bm)\s*\{\s*(?P<%s>" + _PLAIN_LETTER.replace("%", "%%") + r")\s*\}"
_ACCENTED += (
    rf"(?:(?P<bare>{_PLAIN_LETTER})|\{{\s*(?P<braced>{_PLAIN_LETTER})\s*\}}"
    rf"|\{{\s*{_BOLD_LETTER % 'inner'}\s*\}}|{_BOLD_LETTER % 'bold'})"
)
_OF_TWO = (
    r"(?:\\left\s*)?\(\s*[^\W\d]\s*(?:\\\||\\(?:parallel|Vert|mid)(?![a-zA-Z])|\|\|)\s*[^\W\d]\s*(?:\\right\s*)?\)(?=\s*&?\s*=)"
)
"""`(P \\| Q)` of a divergence, in front of `=`."""
_NO_NAME = f"π{''.join(FRACTIONS)}{_RAISED}"
LEXEME = re.compile(
    rf"(?P<space>[ \t\f\r\u00a0\u2009\u202f]+|\\\r?\n|(?<!\\)%[^\n]*|\#[^\n]*|{_OF_TWO})"
    r"|(?P<break>\\\\(?:\[[^\]]*\])?|\n|;)"
    r"|\\(?:begin|end)\s*\{(?P<environment>[a-zA-Z]+\*?)\}(?:\{[lcr]*\})?"
    r"|(?P<boundary>\$\$?|\\[\[\]()])"
    r"|\\left\s*(?P<left>\\[a-zA-Z]+|\\\||[(\[|])|\\right\s*(?P<right>\\[a-zA-Z]+|\\\||[)\]|])(?:(?<=\|)_\s*(?:2|\{2\}))?"
    rf"|{_ACCENTED}{_BELOW.replace('index', 'marked')}"
    r"|(?P<half>\\[lr]floor(?![a-zA-Z])|\\[lr]ceil(?![a-zA-Z])|\\[lr][vV]ert(?![a-zA-Z]))(?:(?<=rVert)_\s*(?:2|\{2\}))?"
    r"|(?:\\left\s*|\\right\s*)?\\(?P<brace>[{}])"
    r"|(?P<bar>\|)|(?P<norm>\\\|)(?:_\s*(?:2|\{2\}))?"
    rf"|(?P<derivative>{_DERIVATIVE})|(?P<beside>{_BESIDE})"
    r"|\\(?P<fraction>[dt]?frac)(?![a-zA-Z])"
    r"|(?P<root>\\sqrt)(?![a-zA-Z])(?:\s*\[\s*(?P<degree>\w+)\s*\])?"
    rf"|{_BOUNDS}"
    r"|(?P<endless>(?:\\(?:sum|prod)|[∑∏])\s*(?:\\limits\s*)?_\s*\{[^{}]*\}\s*\^\s*(?:\{\s*)?\\infty(?:\s*\})?)"
    r"|(?P<series>\\(?:sum|prod)(?![a-zA-Z])|[∑∏])\s*(?:\\limits\s*)?_\s*(?P<braced_counter>\{)?\s*(?P<counter>[^\W\d_])\s*=\s*"
    r"(?P<first>-?\w+)\s*(?(braced_counter)\})\s*\^\s*"
    r"(?:\{\s*(?P<last_group>-?[\w.]+(?:\s*[-+]\s*\d+)?)\s*\}|(?P<last_one>\w))"
    rf"|(?P<raised>[⁻⁺]?[{_RAISED}]+)"
    rf"|(?P<vulgar>\d*[{''.join(FRACTIONS)}])|(?P<number>\d+(?:\.\d*)?(?:[eE][+-]?\d+)?|\.\d+)|{_NAMED}{_BELOW}"
    rf"|(?P<name>π|[^\W\d_{_NO_NAME}][^\W_{_NO_NAME}]*){_BELOW.replace('index', 'below')}"
    rf"|(?P<command>\\[a-zA-Z]+|[∑∏]){_BELOW.replace('index', 'under')}"
    r"|(?P<power>\^|\*\*)|(?P<open>\{)|(?P<close>\})"
    r"|(?P<symbol><=|>=|==|!=|[-+*/=,()\[\]<>:.!&~×·⋅÷−≤≥])|(?P<other>\\.|.)",
    re.DOTALL,
)
_SAMPLE = re.compile(r"\s*\{\s*\(\s*(?P<sample>\w+)\s*\)\s*\}")
_BELOW_ANYTHING = re.compile(r"[ \t]*([^\s=&\\]|\\[a-zA-Z]+)")
_INDEX_OF_RESULT = re.compile(r"\s*(?:\w|\{\s*\w\s*\})(?=\s*&?\s*=)")
_ABOVE = re.compile(r"\s*\^\s*" + _ITEM.format("above"))
_BASE = re.compile(r"\s*_\s*" + _ITEM.format("base"))


def lexemes(text: str) -> Iterator[Lexeme]:
    """The lexemes of a text, all of it."""
    position = digits = 0
    while position < len(text):
        found = LEXEME.match(text, position)
        assert found is not None
        lexeme = _lexeme(found, text)
        if digits and lexeme.kind == "number" and lexeme.text[0] != ".":  # \frac12 is a half
            lexeme = Lexeme("number", lexeme.text[0], lexeme.start, lexeme.start + 1)
        if lexeme.kind != "space":
            digits = 2 if lexeme.kind == "fraction" else digits - 1 if digits and lexeme.kind == "number" else 0
        yield lexeme
        position = lexeme.end


def mark_above(text: str, place: int) -> tuple[str, int] | None:
    """What stands above and is no power, by the key of its message, and where it ends: the number of a sample, `x^{(i)}`.
    `place` is behind the `^`.
    """
    if found := _SAMPLE.match(text, place):
        return "latex-sample", found.end()
    return None


def sample_above(text: str, place: int) -> str:
    """The letter of `x^{(i)}`; empty where there is none."""
    found = _SAMPLE.match(text, place)
    return found["sample"] if found else ""


def end_of_index(text: str, place: int) -> int:
    """Where what stands below a name ends, whatever it is, of which `place` is behind the `_`; 0 where it has no end."""
    found = _BELOW_ANYTHING.match(text, place)
    if not found:
        return 0
    closing, depth = {"{": "}", "[": "]", "(": ")"}.get(found[1]), 0
    for index in range(found.start(1), len(text) if closing else 0):
        depth += (text[index] == found[1]) - (text[index] == closing)
        if depth == 0:
            return index + 1
    return 0 if closing else found.end()


def index_of_result(text: str, place: int) -> int:
    """Where the index in `f(z)_i =` ends, of which `place` is behind the `_`; 0 where there is none."""
    found = _INDEX_OF_RESULT.match(text, place)
    return found.end() if found else 0


def _lexeme(found: re.Match[str], text: str) -> Lexeme:
    kind, start, end = found.lastgroup or "", found.start(), found.end()
    groups = found.groupdict()
    if groups["vulgar"]:
        return Lexeme("number", fraction(groups["vulgar"]), start, end)
    if groups["derivative"] or groups["beside"]:
        return _derivative(groups, start, end)
    if groups["accent"]:
        return _accented(groups, start, end)
    if groups["half"] or groups["left"] or groups["right"]:
        return _bracket(groups, start, end)
    if groups["name"]:
        return Lexeme("name", _with_index(*_without_lowered(groups["name"], _index(groups, "below"))), start, end)
    if groups["named"] is not None:
        return _word(groups["named"].replace("\\_", "_").strip(), groups, text, start, end)
    if groups["command"]:
        return _command(found, text)
    if groups["series"] or groups["below_sign"]:
        return _series(groups, start, end)
    if groups["root"]:
        return Lexeme("root", "sqrt", start, end, sub=groups["degree"] or "")
    if kind == "other":
        return Lexeme("space" if found[0] in SPACES else "unknown", found[0], start, end)
    if kind == "symbol" and found[0] in SPACES:
        return Lexeme("space", found[0], start, end)
    return Lexeme(kind, groups[kind], start, end)


def _series(groups: dict[str, str | None], start: int, end: int) -> Lexeme:
    """A sum with its bounds; also `∑ᵢ₌₁ⁿ`, and `∑ᵢ`, which is `\\sum_i`."""
    if groups["series"]:
        last = groups["last_group"] or groups["last_one"] or ""
        name = SERIES.get(groups["series"], groups["series"])[1:]
        return Lexeme("series", name, start, end, bounds=(groups["counter"] or "", groups["first"] or "", last))
    name = SERIES[groups["below_sign"] or ""][1:]
    index, _, first = (groups["lowered"] or "").translate(_AT_FULL_SIZE).partition("=")
    last = (groups["above_sign"] or "").translate(_AT_FULL_SIZE)
    if first and last:
        return Lexeme("series", name, start, end, bounds=(index, first, last))
    return Lexeme("function", name, start, end, sub=index, power=last)


def with_written_indices(text: str) -> str:
    """The text with `_{i}` for a lowered `ᵢ`, which is longer."""
    return _LOWERED.sub(lambda found: f"_{{{found[0].translate(_AT_FULL_SIZE)}}}", text)


def _without_lowered(name: str, index: str | None) -> tuple[str, str | None]:
    """`xᵢ` as the name and its index."""
    found = None if index else _LOWERED_AT_END.search(name)
    return (name[: found.start()], found[0].translate(_AT_FULL_SIZE)) if found else (name, index)


def _bracket(groups: dict[str, str | None], start: int, end: int) -> Lexeme:
    half, left, right = groups["half"], groups["left"], groups["right"] or ""
    if left or (half and half[1] == "l"):
        text = left or half or ""
        return Lexeme("left" if text in BRACKETS or not left else "unknown", text, start, end)
    text = half or right
    return Lexeme("right", _CLOSING.get(text, text), start, end)


def _derivative(groups: dict[str, str | None], start: int, end: int) -> Lexeme:
    above, below = (groups[f"order_{part}_group"] or groups[f"order_{part}"] or "" for part in ("above", "under"))
    of, by = _letter(groups["of"] or groups["of_beside"] or ""), _letter(groups["by"] or groups["by_beside"] or "")
    return Lexeme("derivative", by, start, end, sub=of, bounds=(above, below, ""))


def _accented(groups: dict[str, str | None], start: int, end: int) -> Lexeme:
    """`\\hat{y}_i` as the name `y_hat_i`: with its mark it is another name than `y`."""
    letter = _letter(groups["bare"] or groups["braced"] or groups["inner"] or groups["bold"] or "")
    mark = _ACCENTS.get(groups["accent"] or "", groups["accent"] or "")
    index = _index(groups, "marked")
    return Lexeme("name", _with_index(f"{letter}_{mark}" if mark else letter, index), start, end)


def _letter(text: str) -> str:
    return GREEK.get(text[1:], text) if text.startswith("\\") else text


def _index(groups: dict[str, str | None] | re.Match[str], kind: str) -> str | None:
    """What stands below a name, however it is written."""
    return groups[kind] or groups[f"{kind}_run"] or groups[f"{kind}_word"] or groups[f"{kind}_text"] or groups[f"{kind}_letter"]


def _with_index(name: str, index: str | None) -> str:
    if not index:
        return name
    spelled = index.strip().replace("+", "_plus_").replace("-", "_minus_")
    return f"{name}_{re.sub(r'[^0-9a-zA-Z]+', '_', spelled)}"


def _word(word: str, groups: dict[str, str | None], text: str, start: int, end: int) -> Lexeme:
    r"""`\operatorname{relu}` is a function where there is one, else the word is a name."""
    name = re.sub(r"\W+", "_", word)
    if (known := name if name in FUNCTION_NAMES else name.lower()) in FUNCTION_NAMES:
        return _function(FUNCTION_NAMES[known], text, start, end)
    if not name.isidentifier():
        return Lexeme("unknown", text[start:end], start, end)
    return Lexeme("name", _with_index(name, _index(groups, "index")), start, end)


def _command(found: re.Match[str], text: str) -> Lexeme:
    command, start = found["command"], found.start()
    end = start + len(command)
    name = SERIES.get(command, command)[1:]
    if command in SPACES:
        return Lexeme("space", command, start, end)
    if command in OPERATORS:
        return Lexeme("symbol", command, start, end)
    if name in GREEK:
        index = _index(found, "under")
        return Lexeme("name", _with_index(GREEK[name], index), start, found.end())
    if name in FUNCTION_NAMES:
        return _function(FUNCTION_NAMES[name], text, start, end)
    return Lexeme("unknown", command, start, end)


def _function(name: str, text: str, start: int, end: int) -> Lexeme:
    """A function with what stands below and above its name."""
    power = base = ""
    for _ in range(2):
        if not base and (below := _BASE.match(text, end)):
            base, end = below["base_group"] or below["base_one"], below.end()
        if not power and (above := _ABOVE.match(text, end)):
            power, end = above["above_group"] or above["above_one"], above.end()
    return Lexeme("function", name, start, end, sub=base, power=power)
