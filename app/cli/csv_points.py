"""Points as comma-separated values, for the command line: a heading of names, then a row of numbers for each point."""

import csv
from collections.abc import Iterable, Mapping
from typing import TextIO

from backpass.engine.many_points.batch import BatchGradients
from backpass.engine.operations import Array


def read_points(file: TextIO) -> dict[str, list[float]]:
    """The columns by name. Raises ValueError with the place of what is not a table of numbers."""
    rows = csv.reader(file, strict=True)
    names = [name.strip() for name in next(rows, [])]
    if not all(names) or len(set(names)) < len(names):
        raise ValueError("its first line must name every column, each differently.")
    columns: dict[str, list[float]] = {name: [] for name in names}
    try:
        for row in rows:
            if row:
                _add(columns, row, rows.line_num)
    except csv.Error as error:
        raise ValueError(f"line {rows.line_num}: {error}.") from None
    return columns


def _add(columns: Mapping[str, list[float]], row: list[str], line: int) -> None:
    if len(row) != len(columns):
        raise ValueError(f"line {line} has {len(row)} values for {len(columns)} names.")
    for (name, column), text in zip(columns.items(), row, strict=True):
        try:
            column.append(float(text))
        except ValueError:
            raise ValueError(f"line {line}: {text!r} in the column {name} is not a number.") from None


def write_results(found: BatchGradients, file: TextIO) -> None:
    """The values and gradients, a row for each point, with all digits. Raises ValueError where they are not single numbers."""
    columns: dict[str, Array | None] = {"value": found.values}
    columns |= {f"∂/∂{name}": array for name, array in found.gradients.items()}
    if any(array is not None and array.ndim > 1 for array in columns.values()):
        raise ValueError("a table holds single numbers only, and here are tensors; ask for --json.")
    writer = csv.writer(file, lineterminator="\n")
    writer.writerow(columns)
    count = len(found.values)
    writer.writerows(zip(*(_cells(array, count) for array in columns.values()), strict=True))


def _cells(array: Array | None, count: int) -> Iterable[str]:
    """Numbers as short as they can be without losing a digit; empty where none was computed."""
    if array is None:
        return [""] * count
    return (repr(number).removesuffix(".0") for number in array.tolist())
