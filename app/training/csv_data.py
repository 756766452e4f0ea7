"""Examples as comma-separated values, as people paste them. Every refusal names the line and the column."""

import csv
from collections.abc import Sequence
from math import isfinite
from typing import NamedTuple, NoReturn

import numpy as np

from backpass.engine.learning.datasets import Dataset
from backpass.engine.messages import say
from backpass.engine.problems import Code, Problem, ProblemError

_SEPARATORS = ",;\t"
_EXAMPLE = say("csv-hint")


class ExampleTable(NamedTuple):
    """A data set, and what its columns and classes are called."""

    data: Dataset
    features: list[str]
    class_names: list[str] | None


def feature_names(count: int) -> list[str]:
    """Names of columns without a header."""
    return ["x", "y"][:count] if count <= 2 else [f"x{index + 1}" for index in range(count)]


def read_examples(text: str) -> ExampleTable:
    """The table's examples. Raises ProblemError (invalid-input) with the place of what cannot be read."""
    rows = _rows(text)
    if not rows:
        _refuse(say("csv-empty"), _EXAMPLE)
    width = len(rows[0][1])
    if width < 2:
        _refuse(
            say("csv-one-column", rows=rows[0][0]),
            _EXAMPLE,
        )
    named = not any(_is_number(cell) for cell in rows[0][1][:-1])
    names = rows[0][1][:-1] if named else feature_names(width - 1)
    body = rows[1:] if named else rows
    if not body:
        _refuse(say("csv-heading-alone"), _EXAMPLE)
    inputs = [_numbers(cells, line, width) for line, cells in body]
    targets, class_names = _targets([(line, cells[-1]) for line, cells in body], width)
    classes = len(class_names) if class_names else None
    return ExampleTable(Dataset(np.array(inputs), np.array(targets), classes), names, class_names)


def _rows(text: str) -> list[tuple[int, list[str]]]:
    """The lines that are not empty, with their numbers."""
    text = text.removeprefix("\ufeff")
    first = next((line for line in text.splitlines() if line.strip()), "")
    reader = csv.reader(text.splitlines(), delimiter=max(_SEPARATORS, key=first.count), strict=True)
    rows = []
    try:
        for row in reader:
            cells = [cell.strip() for cell in row]
            if any(cells):
                rows.append((reader.line_num, cells))
    except csv.Error as error:
        _refuse(say("csv-unreadable", line_num=reader.line_num, error=error), say("csv-unreadable.hint"))
    return rows


def _number(text: str) -> float | None:
    try:
        value = float(text)
    except ValueError:
        return None
    return value if isfinite(value) else None


def _is_number(text: str) -> bool:
    return _number(text) is not None


def _numbers(cells: Sequence[str], line: int, width: int) -> list[float]:
    """A line's features."""
    if len(cells) != width:
        _refuse(
            say("csv-columns", line=line, count=len(cells), width=width),
            say("csv-columns.hint"),
        )
    return [_read(cell, line, column) for column, cell in enumerate(cells[:-1], start=1)]


def _read(cell: str, line: int, column: int) -> float:
    value = _number(cell)
    if value is None:
        found = say("csv-not-finite", cell=cell[:40]) if cell else say("csv-nothing")
        _refuse(say("csv-cell", line=line, column=column, found=found), say("csv-cell.hint"))
    return value


def _targets(cells: Sequence[tuple[int, str]], column: int) -> tuple[list[float], list[str] | None]:
    """The last column: as classes where it has words, 0, 1, 2, …, or −1 and 1; else as numbers to be found."""
    missing = next((line for line, cell in cells if not cell), None)
    if missing is not None:
        _refuse(say("csv-missing", missing=missing, column=column), say("csv-missing.hint"))
    texts = [cell for _, cell in cells]
    values = [_number(text) for text in texts]
    if all(value is None for value in values):
        names = sorted(set(texts))
        _need_two(names)
        return [float(names.index(text)) for text in texts], names
    numbers = [_read(cell, line, column) for line, cell in cells]
    found = sorted(set(numbers))
    if len(found) == 1 and abs(found[0]) in (0.0, 1.0):
        _need_two([f"{found[0]:g}"])
    if found == [-1.0, 1.0] or (found == [float(index) for index in range(len(found))] and len(found) <= 10):
        return [float(found.index(number)) for number in numbers], [f"{number:g}" for number in found]
    return numbers, None


def _need_two(names: Sequence[str]) -> None:
    if len(names) < 2:
        _refuse(
            say("csv-one-class", names=names[0][:40]),
            say("csv-one-class.hint"),
        )


def _refuse(message: str, hint: str) -> NoReturn:
    raise ProblemError(Problem(Code.INVALID_INPUT, message, hint))
