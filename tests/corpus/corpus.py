"""Programs typed after well-known tutorials, with the numbers of the real libraries, and what becomes of each here.

A file of `programs/` holds the programs of one source, each below `== name`. A second line `:: formula @ x=2.0` gives the
formula by SymPy and the point, `:> expression` the printed numbers by NumPy where the library is not installed; else the program
itself is run by its library. `python -m tests.corpus.record` writes the numbers to `answers.json`.
"""

import json
import re
from collections.abc import Iterator
from dataclasses import dataclass
from enum import StrEnum
from pathlib import Path
from typing import Any

import numpy as np

from backpass.engine import Code, ProblemError, Severity
from backpass.engine.interpreter.run import run
from backpass.engine.language import parse
from backpass.engine.serialization.graph_json import gradient_json

FOLDER = Path(__file__).parent
ANSWERS = FOLDER / "answers.json"
CLEAR = FOLDER / "clear.json"
_NUMBER = re.compile(r"(?<![\w.])[-+]?(?:[0-9]+\.?[0-9]*|\.[0-9]+)(?:e[-+]?[0-9]+)?(?![\w])|(?<![\w.])[-+]?(?:inf|nan)\b")
_NOTED = frozenset({Code.READING, Code.IGNORED, Code.LIBRARY_DIFFERS, Code.AMBIGUOUS})


class Fate(StrEnum):
    """What becomes of a program."""

    RIGHT = "right"
    NOTED = "right, with a note"
    CLEAR = "refused clearly"
    CONFUSING = "refused confusingly"
    WRONG = "wrong"


@dataclass(frozen=True, slots=True)
class Entry:
    """A program of the corpus."""

    source: str
    name: str
    text: str
    formula: str = ""
    """SymPy's, with the point behind `@`; empty where the program prints its numbers."""
    printed: str = ""
    """The numbers that it prints, as an expression; empty where its library is run."""

    @property
    def key(self) -> str:
        return f"{self.source}: {self.name}"


@dataclass(frozen=True, slots=True)
class Point:
    """Where a formula is computed."""

    values: dict[str, float]
    names: dict[str, str]
    """The program's names of SymPy's symbols, where they differ."""
    value_alone: bool

    def called(self, symbol: str) -> str:
        return self.names.get(symbol, symbol)


def entries() -> Iterator[Entry]:
    """All programs."""
    for path in sorted((FOLDER / "programs").glob("*.txt")):
        for block in re.split(r"^== ", path.read_text(encoding="utf-8"), flags=re.MULTILINE)[1:]:
            name, _, text = block.partition("\n")
            first, _, rest = text.partition("\n")
            if first.startswith(":: "):
                yield Entry(path.stem, name, rest, formula=first[3:])
            elif first.startswith(":> "):
                yield Entry(path.stem, name, rest, printed=first[3:])
            else:
                yield Entry(path.stem, name, text)


def point_of(formula: str) -> Point:
    """The point behind a formula: `@ x=2.0 y=1.0 ; names x=x_0` or `; value`."""
    _, _, behind = formula.partition("@")
    given, _, words = behind.partition(";")
    values = {name: float(value) for name, value in (pair.split("=") for pair in given.split())}
    words = words.strip()
    names = dict(pair.split("=") for pair in words.removeprefix("names").split()) if words.startswith("names") else {}
    return Point(values, names, words == "value")


def numbers(text: str) -> list[float]:
    """The numbers in printed lines."""
    return [float(each) for each in _NUMBER.findall(text)]


def answers() -> dict[str, Any]:
    """The recorded numbers: of a formula `value` and `gradients`, else the printed ones."""
    return json.loads(ANSWERS.read_text(encoding="utf-8"))


def clear_refusals() -> dict[str, str]:
    """Programs that are refused in a way that a person judged clear, with the key of the message."""
    return json.loads(CLEAR.read_text(encoding="utf-8"))


def fate(entry: Entry, answer: Any, clear: dict[str, str]) -> tuple[Fate, str]:
    """What becomes of a program, and why that is no answer where it is none."""
    point = point_of(entry.formula) if entry.formula else None
    given = {} if point is None or point.value_alone else {point.called(name): value for name, value in point.values.items()}
    try:
        made = run(parse(entry.text), given)
        found = gradient_json(made)
    except ProblemError as error:
        first = next(problem for problem in error.problems if problem.severity is Severity.ERROR)
        key = getattr(first.message, "key", "")
        known = clear.get(entry.key) == key
        return (Fate.CLEAR if known else Fate.CONFUSING), f"{key}: {first.message} // {first.hint}"
    try:
        if point is None:
            np.testing.assert_allclose(numbers("\n".join(made.printed)), answer, rtol=3e-4, atol=1.01e-4)
        else:
            np.testing.assert_allclose(float(found["value"]), answer["value"], rtol=1e-9, atol=1e-12)
            for name, slope in answer["gradients"].items():
                np.testing.assert_allclose(found["gradients"].get(point.called(name), 0.0), slope, rtol=1e-8, atol=1e-10)
    except (AssertionError, TypeError) as error:
        return Fate.WRONG, f"{made.printed} {found['value']} {found['gradients']} // {answer} {error}"[:600]
    noted = any(problem.code in _NOTED for problem in made.problems)
    return (Fate.NOTED if noted else Fate.RIGHT), ""
