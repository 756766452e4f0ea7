r"""How names, and labels that are expressions, are written in LaTeX: `x1` as x with the index 1, `alpha` as α,
`log_likelihood` as one upright word, `(w+b)**2 + x…` with a raised 2.

The page does the same (static/src/explain/names_in_latex.ts); a test compares both.
"""

import re
from collections.abc import Iterable
from typing import NamedTuple

from backpass.engine.explain.repeated_names import full_size
from backpass.engine.formulas.templates import LETTER

_GREEK = re.compile(
    "(?:alpha|beta|gamma|delta|epsilon|zeta|eta|theta|iota|kappa|lambda|mu|nu|xi|pi|rho|sigma|tau|upsilon|phi|chi|psi|omega)",
    re.IGNORECASE,
)
_MEMBER = re.compile("[abtuvwxyz]i")
"""Members of a list, as loops call them: the i-th of `x`, and not ξ."""
_ACCENTED = re.compile(rf"({LETTER}+)_(hat|bar|tilde|vec|dot)((?:_(?:{LETTER}+|\d+))*)")
"""`y_hat` and `y_hat_1`: a letter with a mark above it, as LaTeX's `\\hat{y}` is called."""
_INDEXED = re.compile(rf"({LETTER}+)(\d*)((?:_(?:{LETTER}+|\d+))*)")
_EXPRESSION = re.compile(r"[-+*/@()^~\\−×·⁻⁺⁰¹²³⁴-⁹]")
_RAISED = str.maketrans("⁻⁺⁰¹²³⁴⁵⁶⁷⁸⁹", "-+0123456789")


def name_to_latex(name: str) -> str:
    """A name or a label. One that is an expression (`x1*w1`) goes name by name; brackets that were cut off are closed."""
    if _EXPRESSION.search(name):
        return _expression_to_latex(name)
    base, _, time = name.partition("#")
    return title_to_latex(base, time) if time.isdecimal() else _whole_name_to_latex(name)


def title_to_latex(name: str, time: str) -> str:
    """A name with the number of the time it was given: `d₂`. One that has an index of its own is written in one piece: `x1₂`."""
    latex = name_to_latex(name)
    if not time:
        return latex
    index = f"_{{{full_size(time)}}}"
    if _EXPRESSION.search(name):
        return rf"\left({latex}\right){index}"
    return f"{in_one_piece(name) if '_{' in latex else latex}{index}"


def titles_to_latex(titles: Iterable[tuple[str, str]]) -> dict[tuple[str, str], str]:
    """Names with their times, no two of them written alike: those with a time first, then `x1` in one piece beside x₁."""
    titles = dict.fromkeys(titles)
    taken: set[str] = set()
    written = {}
    for name, time in sorted(titles, key=lambda title: not (title[1] or "#" in title[0])):
        latex = title_to_latex(name, time)
        written[name, time] = in_one_piece(name) if latex in taken and not time else latex
        taken.add(latex)
    return written


def in_one_piece(name: str) -> str:
    """One upright word; several with the spaces between them."""
    return rf"\{'mathrm' if name.split() == [name] else 'text'}{{{escape_latex(name)}}}"


def escape_latex(text: str) -> str:
    """Text whose characters mean nothing to LaTeX."""
    commands = {"\\": "", "^": r"\wedge ", "~": r"\sim "}
    return re.sub(r"[\\{}$&#^_%~]", lambda found: commands.get(found[0], f"\\{found[0]}"), text)


def _whole_name_to_latex(name: str) -> str:
    if below := re.fullmatch(r"(.+?)_?([₀-₉]+)", name):
        return title_to_latex(below[1], below[2])
    if turned := re.fullmatch("(.+)ᵀ", name):
        return rf"{name_to_latex(turned[1])}^{{\top}}"
    found = _ACCENTED.fullmatch(name)
    if found and (letter := _letter(found[1])):
        return rf"\{found[2]}{{{letter}}}{_index(found[3].split('_')[1:])}"
    found = _INDEXED.fullmatch(name.rstrip("_"))
    if not found:
        return in_one_piece(name)
    indices = [*filter(None, [found[2]]), *found[3].split("_")[1:]]
    if _MEMBER.fullmatch(found[1]):
        return f"{name[0]}{_index(['i', *indices])}"
    letter = _letter(found[1])
    return letter + _index(indices) if letter else in_one_piece(name)


def _letter(word: str) -> str | None:
    """What a name of one letter begins with; a word is none: `log_10` and `max_value` are neither a logarithm nor a maximum."""
    if _GREEK.fullmatch(word) and word[1:].islower():
        return f"\\{word}"
    return word if len(word) == 1 else None


def _index(parts: list[str]) -> str:
    words = [part if part.isdecimal() or len(part) == 1 else rf"\mathrm{{{part}}}" for part in parts]
    return f"_{{{','.join(words)}}}" if words else ""


_NAME = rf"(?:{LETTER}|_)(?:{LETTER}|[\d_₀-₉])*"
_TOKEN = re.compile(
    rf"(?P<name>{_NAME}(?:\.{_NAME})*(?:#\d+)?)(?P<call>\(?)|(?P<number>\d+(?:\.\d+)?(?:e[-+]?\d+)?)"
    r"|(?P<raised>[⁻⁺]?[⁰¹²³⁴-⁹]+)|\s*(?P<power>\*\*|\^)\s*|(?P<opens>[(\[])|(?P<closes>[)\]])|\s*(?P<times>[*@])\s*|(?P<other>\s+|.)"
)
_WORDS = {"and", "else", "for", "if", "in", "is", "not", "or"}


class _Exponent(NamedTuple):
    whole: str
    bare: str
    """Without its brackets, which it needs no more once it is raised."""


class _Group:
    """What stands between two brackets, as far as it is read."""

    def __init__(self, opening: str = "", closing: str = "") -> None:
        self._opening, self._closing = opening, closing
        self._parts: list[str | list[_Exponent]] = []
        """What stands side by side; a list is a tower of powers."""
        self._sign: str | None = None
        """After the sign of a power: what stands before the exponent so far."""

    def raise_next(self) -> None:
        """The sign of a power was read: an exponent follows."""
        self._end_power()
        if self._parts:
            self._sign = ""
        else:
            self._parts.append(r"\wedge ")

    def add(self, whole: str, bare: str | None = None) -> None:
        """A name, a number or a group; an exponent where the sign of a power stands before it."""
        if self._sign is None:
            self._parts.append(whole)
            return
        exponent = _Exponent(self._sign + whole, self._sign + whole if self._sign else bare or whole)
        self._sign = None
        tower = self._parts[-1]
        if isinstance(tower, list):
            tower.append(exponent)
        else:
            self._parts.append([exponent])

    def add_other(self, text: str) -> None:
        """What is no operand."""
        if self._sign == "" and text in {"-", "−", "+"}:
            self._sign = text
        elif text.strip() or self._sign is None:
            self._end_power()
            self._parts.append(text)

    def _end_power(self) -> None:
        if self._sign is not None:
            self._parts.append(rf"\wedge {self._sign}")
            self._sign = None

    def inner(self) -> str:
        """What was read, without the brackets around it."""
        self._end_power()
        return "".join(part if isinstance(part, str) else _tower(part) for part in self._parts)

    def add_to(self, outer: "_Group") -> None:
        """Closes it."""
        inner = self.inner()
        outer.add(f"{self._opening}{inner}{self._closing}", inner if self._opening == "(" else None)


def _tower(exponents: list[_Exponent]) -> str:
    *lower, top = exponents
    return "".join(f"^{{{each.whole}" for each in lower) + f"^{{{top.bare}" + "}" * len(exponents)


def _expression_to_latex(text: str) -> str:
    groups = [_Group()]
    for token in _TOKEN.finditer(text):
        if token["name"] and token["call"]:
            groups.append(_Group(f"{name_to_latex(token['name'])}(", ")"))
        elif token["opens"]:
            groups.append(_Group(token["opens"], ")" if token["opens"] == "(" else "]"))
        elif token["closes"] and len(groups) > 1:
            groups.pop().add_to(groups[-1])
        elif token["power"] or token["raised"]:
            groups[-1].raise_next()
            if token["raised"]:
                groups[-1].add(token["raised"].translate(_RAISED))
        elif token["name"] in _WORDS:
            groups[-1].add_other(rf"\text{{ {token['name']} }}")
        elif token["name"] or token["number"] or token["other"] == "…":
            groups[-1].add(name_to_latex(token["name"]) if token["name"] else token[0])
        else:
            groups[-1].add_other(_sign_to_latex(token[0]))
    while len(groups) > 1:
        groups.pop().add_to(groups[-1])
    return groups[0].inner()


def _sign_to_latex(sign: str) -> str:
    if sign.strip() == "*":
        return r" \cdot "
    if sign.strip() == "@":
        return r" \, "
    return r"\text{'}" if sign == "'" else escape_latex(sign)
