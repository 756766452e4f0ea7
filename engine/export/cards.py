"""The three sizes of a card, and what is drawn of one: symbol, name, value on the left and gradient on the right.

Sizes and widths of letters are of one table, card_sizes.json, which the page reads as well (static/src/core/card_sizes.ts).
"""

import json
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from html import escape
from importlib.resources import files
from typing import Any

from backpass.engine.explain.typeset import Run, typeset

FORMS = ("full", "compact", "far")
"""Two rows, with the name above both numbers; all in one row; a name and one number. The largest first."""
STAGE, LEAST_ZOOM = (652.0, 496.0), 11.05 / 13
"""On which a picture must be whole for a size of its cards, and the zoom down to which its type can be read."""
_INNER, _LONGEST, _FIRST_ROW, _SECOND_ROW, _AFTER_NAME, _NARROW = 3.0, 16, 0.35, 0.73, 8.0, 0.86
"""As static/src/scene/fitting/cards.ts has them."""
_SHIFT = {-1: 0.28, 0: 0.0, 1: -0.42}


@cache
def table() -> Any:
    return json.loads(files("backpass.engine.export").joinpath("card_sizes.json").read_text(encoding="utf-8"))


@cache
def _advances(face: str) -> dict[str, int]:
    return {letter: int(width) for width, letters in table()["advances"][face].items() for letter in letters}


def width_of(text: str, face: str, size: float) -> float:
    """The width of a text in a type of this size."""
    widths, other = _advances(face), int(table()["otherAdvance"])
    return sum(widths.get(letter, other) for letter in text) * size / 1000


def width_of_runs(runs: Sequence[Run], size: float, index: float) -> float:
    return sum(width_of(run.text, run.face, index if run.level else size) for run in runs if not run.over)


@dataclass(frozen=True, slots=True)
class Place:
    """Where a number stands."""

    x: float
    y: float
    anchor: str


@dataclass(frozen=True, slots=True)
class Card:
    """A card of one size, as seen from its upper left corner."""

    form: str
    role: str
    """`input`, `parameter`, `constant`, `output` or of none of these."""
    runs: tuple[Run, ...]
    symbol: str | None
    letters: int
    """That a number has room for: a shape is never cut."""

    @property
    def size(self) -> Any:
        return table()["sizes"][self.form]

    @property
    def height(self) -> float:
        return float(self.size["height"])

    @property
    def reach(self) -> float:
        """Half the width of the frame of its symbol: a circle, or longer."""
        symbol = self.size["symbol"]
        radius = float(symbol["radius"])
        if self.symbol is None or len(self.symbol) == 1:
            return radius
        return max(radius, width_of(self.symbol, "bold", symbol["word"]) / 2 + radius * 0.45)

    @property
    def _inner(self) -> float:
        return _INNER if self.role == "output" and self.form != "full" else 0.0

    @property
    def left(self) -> float:
        if self.symbol is None:
            return self.right
        return float(self.size["before"]) + self._inner + 2 * self.reach + float(self.size["after"])

    @property
    def right(self) -> float:
        return float(self.size["round" if self.role == "input" else "end"]) + self._inner

    @property
    def column(self) -> float:
        column = float(self.size["column"])
        if self.letters <= self.size["letters"]:
            return column
        return max(column, self.letters * width_of("0", "bold", self.size["number"]) * _NARROW)

    @property
    def width(self) -> float:
        count = 1 if self.role == "constant" or self.form == "far" else 2
        numbers = count * self.column + (count - 1) * float(self.size["between"])
        name = width_of_runs(self.runs, self.size["name"], self.size["index"])
        if self.form == "full":
            return self.left + max(name, numbers) + self.right
        return self.left + (name + _AFTER_NAME if name else 0.0) + numbers + self.right

    @property
    def value(self) -> Place:
        end, row = self.width - self.right, self._row(_SECOND_ROW)
        if self.form == "full":
            return Place(self.left, row, "start")
        single = self.role == "constant" or self.form == "far"
        return Place(end if single else end - self.column - self.size["between"], row, "end")

    @property
    def gradient(self) -> Place:
        return Place(self.width - self.right, self._row(_SECOND_ROW), "end")

    def _row(self, part: float) -> float:
        return self.height * (part if self.form == "full" and self.runs else 0.5)

    def drawn(self, x: float, y: float) -> str:
        """Its outline, symbol and name."""
        parts = [self._outline(x, y)]
        middle = y + self.height / 2
        if self.symbol is not None:
            at, radius = x + self.size["before"] + self._inner + self.reach, self.size["symbol"]["radius"]
            kind = "type" if len(self.symbol) == 1 else "word"
            frame = (
                f'x="{at - self.reach:g}" y="{middle - radius:g}" width="{2 * self.reach:g}" height="{2 * radius}" rx="{radius}"'
            )
            text = f'x="{at:g}" y="{middle:g}" text-anchor="middle" font-size="{self.size["symbol"][kind]}"'
            parts += [f'<rect class="operation" {frame}/>', f'<text class="symbol {kind}" {text}>{escape(self.symbol)}</text>']
        if self.runs:
            name = f'x="{x + self.left:g}" y="{y + self._row(_FIRST_ROW):g}" font-size="{self.size["name"]}"'
            parts.append(f'<text class="name" {name}>{"".join(_pieces(self.runs, self.size["index"]))}</text>')
        return "".join(parts)

    def _outline(self, x: float, y: float) -> str:
        radius = self.height / 2 if self.role == "input" else 4.0 if self.role == "constant" else 8.0

        def frame(kind: str, inset: float) -> str:
            size = f'width="{self.width - 2 * inset:g}" height="{self.height - 2 * inset:g}" rx="{radius - inset:g}"'
            return f'<rect class="{kind}" x="{x + inset:g}" y="{y + inset:g}" {size}/>'

        body = frame(f"card {escape(self.role)}".strip(), 0.0)
        return body + frame("inner", _INNER) if self.role == "output" else body

    def number(self, text: str, kind: str, place: Place, at: tuple[float, float], extra: str = "") -> str:
        where = f'x="{at[0] + place.x:g}" y="{at[1] + place.y:g}" text-anchor="{place.anchor}" font-size="{self.size["number"]}"'
        return f'<text class="{" ".join(("number", *kind.split()))}" {extra}{where}>{escape(text)}</text>'


def card_of(form: str, role: str, name: str | None, symbol: str | None, letters: int) -> Card:
    """The card of a value; a result without a name is known by its symbol."""
    longest = table()["sizes"][form]["longest"]
    size, index = table()["sizes"][form]["name"], table()["sizes"][form]["index"]
    shown = name or ""
    for length in range(min(len(shown), _LONGEST), 0, -1):
        cut = shown if length >= len(shown) else f"{shown[: length - 1]}…"
        if width_of_runs(typeset(cut), size, index) <= longest:
            shown = cut
            break
    return Card(form, role, typeset(shown) if shown else (), symbol, max(letters, table()["sizes"][form]["letters"]))


def _pieces(runs: Sequence[Run], index: float) -> list[str]:
    shifted, pieces = 0.0, []
    for run in runs:
        wanted = _SHIFT[run.level] * index
        moved = "" if wanted == shifted else f' dy="{wanted - shifted:.3g}"'
        moved += ' dx="-0.53em"' if run.over else ""
        small = f' font-size="{index}"' if run.level else ""
        pieces.append(f'<tspan class="{run.face}"{moved}{small}>{escape(run.text)}</tspan>')
        shifted = wanted
    return pieces
