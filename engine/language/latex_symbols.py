r"""What LaTeX's commands stand for, and a text in LaTeX cut into lexemes. Knows characters and names only."""

import re
import unicodedata
from collections.abc import Iterator
from typing import NamedTuple

from engine.operations import OPERATIONS

SPACES = frozenset(
    {"\\,", "\\;", "\\:", "\\!", "\\ ", "\\quad", "\\qquad", "\\displaystyle", "\\textstyle", "\\limits", "\\nonumber", "&", "~"}
)
"""What only moves things on paper."""
OPERATORS = {
    "\\cdot": "*",
    "\\times": "*",
    "\\ast": "*",
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
BRACKETS = {
    "(": ("", ")"),
    "[": ("", "]right"),
    "|": ("abs", "|"),
    "\\lvert": ("abs", "|"),
    "\\vert": ("abs", "|"),
    "\\lfloor": ("floor", "\\rfloor"),
    "\\lceil": ("ceil", "\\rceil"),
}
r"""By what stands behind `\left`: the function that it is, and what closes it."""
_CLOSING = {"\\rvert": "|", "\\vert": "|", "]": "]right"}
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
        "mathrm",
        "text",
    }
)
"""What may stand behind a backslash, for whoever looks for what was meant."""


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


_ITEM = r"(?:\{{\s*(?P<{0}_group>-?[\w.]+)\s*\}}|(?P<{0}_one>\w))"
_NAMED = r"\\(?:operatorname\*?|mathrm|mathit|mathbf|mathsf|text|textrm)\s*\{(?P<named>[^{}\\]*(?:\\_[^{}\\]*)*)\}"
_BELOW = r"(?:_\s*(?:\{(?P<index>[\w,\s]*)\}|(?P<index_run>\w+)|\{\\(?:mathrm|text|mathit)\{(?P<index_word>[\w\s]*)\}\}))?"
LEXEME = re.compile(
    r"(?P<space>[ \t\f\r\u00a0\u2009\u202f]+|\\\r?\n|(?<!\\)%[^\n]*|\#[^\n]*)"
    r"|(?P<break>\\\\(?:\[[^\]]*\])?|\n|;)"
    r"|\\(?:begin|end)\s*\{(?P<environment>[a-zA-Z]+\*?)\}(?:\{[lcr]*\})?"
    r"|(?P<boundary>\$\$?|\\[\[\]()])"
    r"|\\left\s*(?P<left>\\[a-zA-Z]+|[(\[|])|\\right\s*(?P<right>\\[a-zA-Z]+|[)\]|])"
    r"|(?P<half>\\[lr]floor(?![a-zA-Z])|\\[lr]ceil(?![a-zA-Z])|\\[lr]vert(?![a-zA-Z]))"
    r"|\\(?P<fraction>[dt]?frac)(?![a-zA-Z])"
    r"|(?P<root>\\sqrt)(?![a-zA-Z])(?:\s*\[\s*(?P<degree>\w+)\s*\])?"
    r"|\\(?P<series>sum|prod)(?![a-zA-Z])\s*(?:\\limits\s*)?_\s*\{\s*(?P<counter>[^\W\d_])\s*=\s*(?P<first>-?\w+)\s*\}\s*\^\s*"
    + _ITEM.format("last")
    + rf"|(?P<number>\d+(?:\.\d*)?(?:[eE][+-]?\d+)?|\.\d+)|{_NAMED}{_BELOW}"
    rf"|(?P<name>[^\W\d_][^\W_]*){_BELOW.replace('index', 'below')}"
    rf"|(?P<command>\\[a-zA-Z]+){_BELOW.replace('index', 'under')}"
    r"|(?P<power>\^|\*\*)|(?P<open>\{)|(?P<close>\})"
    r"|(?P<symbol><=|>=|==|!=|[-+*/=,()\[\]<>:.!&~×·⋅÷−≤≥])|(?P<other>\\.|.)",
    re.DOTALL,
)
_ABOVE = re.compile(r"\s*\^\s*" + _ITEM.format("above"))
_BASE = re.compile(r"\s*_\s*" + _ITEM.format("base"))


def lexemes(text: str) -> Iterator[Lexeme]:
    """The lexemes of a text, all of it."""
    position = digits = 0
    while position < len(text):
        found = LEXEME.match(text, position)
        assert found is not None
        lexeme = _lexeme(found, text)
        if digits and lexeme.kind == "number":  # \frac12 is a half
            lexeme = Lexeme("number", lexeme.text[0], lexeme.start, lexeme.start + 1)
        if lexeme.kind != "space":
            digits = 2 if lexeme.kind == "fraction" else digits - 1 if digits and lexeme.kind == "number" else 0
        yield lexeme
        position = lexeme.end


def _lexeme(found: re.Match[str], text: str) -> Lexeme:
    kind, start, end = found.lastgroup or "", found.start(), found.end()
    groups = found.groupdict()
    if groups["name"]:
        return Lexeme(
            "name", _with_index(groups["name"], groups["below"] or groups["below_run"] or groups["below_word"]), start, end
        )
    if groups["named"] is not None:
        return _word(groups["named"].replace("\\_", "_").strip(), groups, text, start, end)
    if groups["command"]:
        return _command(found, text)
    if groups["series"]:
        last = groups["last_group"] or groups["last_one"]
        return Lexeme("series", groups["series"], start, end, bounds=(groups["counter"], groups["first"], last))
    if groups["root"]:
        return Lexeme("root", "sqrt", start, end, sub=groups["degree"] or "")
    if groups["half"]:
        if groups["half"][1] == "l":
            return Lexeme("left", groups["half"], start, end)
        return Lexeme("right", _CLOSING.get(groups["half"], groups["half"]), start, end)
    if groups["left"]:
        return Lexeme("left" if groups["left"] in BRACKETS else "unknown", groups["left"], start, end)
    if groups["right"]:
        return Lexeme("right", _CLOSING.get(groups["right"], groups["right"]), start, end)
    if kind == "other":
        return Lexeme("space" if found[0] in SPACES else "unknown", found[0], start, end)
    if kind == "symbol" and found[0] in SPACES:
        return Lexeme("space", found[0], start, end)
    return Lexeme(kind, groups[kind], start, end)


def _with_index(name: str, index: str | None) -> str:
    return f"{name}_{re.sub(r'[^0-9a-zA-Z]+', '_', index.strip())}" if index else name


def _word(word: str, groups: dict[str, str | None], text: str, start: int, end: int) -> Lexeme:
    r"""`\operatorname{relu}` is a function where there is one, else the word is a name."""
    name = re.sub(r"\W+", "_", word)
    if name in FUNCTION_NAMES:
        return _function(FUNCTION_NAMES[name], text, start, end)
    if not name.isidentifier():
        return Lexeme("unknown", text[start:end], start, end)
    return Lexeme("name", _with_index(name, groups["index"] or groups["index_run"] or groups["index_word"]), start, end)


def _command(found: re.Match[str], text: str) -> Lexeme:
    command, start = found["command"], found.start()
    end = start + len(command)
    name = command[1:]
    if command in SPACES:
        return Lexeme("space", command, start, end)
    if command in OPERATORS:
        return Lexeme("symbol", command, start, end)
    if name in GREEK:
        index = found["under"] or found["under_run"] or found["under_word"]
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
