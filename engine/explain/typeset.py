r"""Names as runs of type, for where no formula can be set: x², w₁, ŷ. Follows `name_to_latex`.

The page does the same (static/src/explain/typeset.ts); a test compares both.
"""

import re
from functools import lru_cache
from typing import NamedTuple

from backpass.engine.explain.names_in_latex import name_to_latex

_SIGNS = {"cdot": "⋅", "times": "×", "wedge": "∧", "sim": "∼", "infty": "∞", "approx": "≈", "partial": "∂", "top": "⊤", ",": " "}
_MARKS = {"hat": "ˆ", "bar": "ˉ", "tilde": "~", "vec": "→", "dot": "˙"}
_CALLED = {"sigmoid": "σ", "sqrt": "√"}
"""Operations that are known by a sign."""
_GREEK_WORDS = (
    "alpha beta gamma delta epsilon zeta eta theta iota kappa lambda mu nu xi pi rho sigma tau upsilon phi chi psi omega "
    "Gamma Delta Theta Lambda Xi Pi Sigma Upsilon Phi Psi Omega"
)
_GREEK = dict(zip(_GREEK_WORDS.split(" "), "αβγδϵζηθικλμνξπρστυϕχψωΓΔΘΛΞΠΣΥΦΨΩ", strict=True))
_UPRIGHT = frozenset(("mathrm", "text", "operatorname", "mathit"))
_TOKEN = re.compile(
    r"\\(?P<command>[A-Za-z]+|.)\s*|(?P<digits>[\d.,]+)|(?P<letter>[^\W\d_])|(?P<level>[_^])|(?P<bracket>[{}])|(?P<space>\s+)"
    r"|(?P<other>.)",
    re.DOTALL,
)
_CALL = re.compile("(?:^|[^A-Za-z])([A-Za-z]+)$")


class Run(NamedTuple):
    """A piece of type."""

    text: str
    face: str
    """`italic` or `upright`."""
    level: int
    """Above the line (1), on it (0) or below it (−1)."""
    over: bool = False
    """Set over the letter before it."""


@lru_cache(maxsize=4096)
def typeset(name: str) -> tuple[Run, ...]:
    """A name, or the text of an expression."""
    return _joined(_Setting().runs_of(name_to_latex(name)))


class _Setting:
    """What is open while LaTeX is read."""

    def __init__(self) -> None:
        self.runs: list[Run] = []
        self._levels = [0]
        self._next: int | None = None
        self._groups: list[tuple[str | None, bool]] = []
        """By group: the mark that follows its end, and whether it is upright."""
        self._mark: str | None = None
        self._upright = False

    def runs_of(self, latex: str) -> list[Run]:
        for match in _TOKEN.finditer(latex):
            kind = str(match.lastgroup)
            getattr(self, f"_{kind}")(match[kind])
        return self.runs

    def _add(self, text: str, face: str) -> None:
        self.runs.append(Run(text, face, self._level_now()))
        self._next = None

    def _level_now(self) -> int:
        return self._levels[-1] if self._next is None else self._next

    def _is_upright(self) -> bool:
        return bool(self._groups and self._groups[-1][1])

    def _level(self, sign: str) -> None:
        self._next = -1 if sign == "_" else 1

    def _bracket(self, bracket: str) -> None:
        if bracket == "{":
            self._levels.append(self._level_now())
            self._groups.append((self._mark, self._upright))
            self._next = self._mark = None
            return
        if len(self._levels) > 1:
            self._levels.pop()
        mark, _ = self._groups.pop() if self._groups else (None, False)
        if mark is not None:
            self.runs.append(Run(mark, "upright", self._level_now(), over=True))
        self._upright = False

    def _command(self, command: str) -> None:
        if command in _MARKS:
            self._mark = _MARKS[command]
        elif command in _UPRIGHT:
            self._upright = True
        elif command in _GREEK:
            self._add(_GREEK[command], "upright" if command[0].isupper() else "italic")
        elif command not in ("left", "right", "textstyle", "displaystyle"):
            self._add(_SIGNS.get(command, command), "upright")

    def _space(self, _: str) -> None:
        if self._is_upright():
            self._add(" ", "upright")

    def _letter(self, letter: str) -> None:
        self._add(letter, "upright" if self._is_upright() or not re.match("[A-Za-zα-ωϕϵ]", letter) else "italic")

    def _digits(self, digits: str) -> None:
        self._add(digits, "upright")

    def _other(self, sign: str) -> None:
        """Between two operands a sum has spaces around its sign; a sign before the first operand has none."""
        written = "−" if sign == "-" else sign
        between = self._level_now() == 0 and self.runs and self.runs[-1].text[-1] not in "([,⋅/"
        self._add(f" {written} " if between and written in "+−=" else written, "upright")


def _joined(runs: list[Run]) -> tuple[Run, ...]:
    """Neighbours that are set alike in one run; a call of an operation that has a sign is that sign."""
    whole: list[Run] = []
    for run in runs:
        last = whole[-1] if whole else None
        word = _CALL.search(last.text) if last and run.text.startswith("(") else None
        if last and word and word[1] in _CALLED:
            whole[-1] = last._replace(text=last.text[: -len(word[1])] + _CALLED[word[1]])
            whole.append(run)
        elif last and (last.face, last.level) == (run.face, run.level) and not last.over and not run.over:
            whole[-1] = last._replace(text=last.text + run.text)
        else:
            whole.append(run)
    return tuple(run for run in whole if run.text)
