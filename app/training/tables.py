"""Examples as comma-separated values, as people paste them. Every refusal names the line and the column."""

import csv
from collections.abc import Sequence
from math import isfinite
from typing import NamedTuple, NoReturn

import numpy as np

from engine.datasets import Dataset
from engine.problems import Code, Problem, ProblemError

_SEPARATORS = ",;\t"
_EXAMPLE = "Paste lines such as 0.1,0.2,0: the numbers of an example, then its class or the number to be found."


class Examples(NamedTuple):
    """A data set, and what its columns and classes are called."""

    data: Dataset
    features: list[str]
    class_names: list[str] | None


def feature_names(count: int) -> list[str]:
    """What columns are called where nobody says."""
    return ["x", "y"][:count] if count <= 2 else [f"x{index + 1}" for index in range(count)]


def read_examples(text: str) -> Examples:
    """The table's examples. Raises ProblemError (invalid-input) with the place of what cannot be read."""
    rows = _rows(text)
    if not rows:
        _refuse("The table is empty: there is nothing to learn from.", _EXAMPLE)
    width = len(rows[0][1])
    if width < 2:
        _refuse(
            f"Line {rows[0][0]} has one column only, but a line needs a number to learn from and, last, its target.",
            _EXAMPLE,
        )
    named = not any(_is_number(cell) for cell in rows[0][1][:-1])
    names = rows[0][1][:-1] if named else feature_names(width - 1)
    body = rows[1:] if named else rows
    if not body:
        _refuse("The table has a heading but no examples.", _EXAMPLE)
    inputs = [_numbers(cells, line, width) for line, cells in body]
    targets, class_names = _targets([(line, cells[-1]) for line, cells in body], width)
    classes = len(class_names) if class_names else None
    return Examples(Dataset(np.array(inputs), np.array(targets), classes), names, class_names)


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
        _refuse(f"Line {reader.line_num} of the table cannot be read: {error}.", "Close every quotation mark, or leave them out.")
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
            f"Line {line} of the table has {len(cells)} columns, the lines before it have {width}.",
            "Give every line as many values; write decimals with a point.",
        )
    return [_read(cell, line, column) for column, cell in enumerate(cells[:-1], start=1)]


def _read(cell: str, line: int, column: int) -> float:
    value = _number(cell)
    if value is None:
        found = f"`{cell[:40]}` is no finite number" if cell else "there is nothing"
        _refuse(f"In line {line}, column {column} of the table {found}.", "Write a number such as 0.25, with a decimal point.")
    return value


def _targets(cells: Sequence[tuple[int, str]], column: int) -> tuple[list[float], list[str] | None]:
    """The last column: as classes where it has words, 0, 1, 2, …, or −1 and 1; else as numbers to be found."""
    missing = next((line for line, cell in cells if not cell), None)
    if missing is not None:
        _refuse(f"In line {missing}, column {column} of the table there is nothing.", "Give every example a target.")
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
            f"Every example has the class `{names[0][:40]}`: from one class alone nothing can be told apart.",
            "Give examples of at least two classes.",
        )


def _refuse(message: str, hint: str) -> NoReturn:
    raise ProblemError(Problem(Code.INVALID_INPUT, message, hint))
