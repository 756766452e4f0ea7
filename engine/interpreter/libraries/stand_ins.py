"""Numbers that take the place of data that is not here: drawn with a seed of their own, so that the program's draws stay what
they are, with a note. For the data sets of `written_as_programs/image_data`.
"""

import re
from typing import Any
from zlib import crc32

import numpy as np

from backpass.engine.graph.tensor import Tensor
from backpass.engine.interpreter.errors import library_errors
from backpass.engine.interpreter.libraries.registry import OURS, count, offer
from backpass.engine.interpreter.values import Arguments, Item

_BRIGHTEST = 255
"""A picture has a byte for each point and channel."""


@offer((OURS,), "stand_in_pictures", least=3, most=3)
def _pictures(machine: Any, arguments: Arguments) -> Item:
    """Pictures of random bytes instead of those of a data set, with a note: its name, which part of it, `(count, *shape)`."""
    name, part, lengths = arguments.values
    shape, drawn = _drawn(machine, f"{name} {part}", lengths, arguments)
    place = machine.evaluator.place or arguments.span
    machine.names.note(library_errors.stand_in_pictures(str(name), shape[0], shape[1:], place))
    return drawn


@offer((OURS,), "stand_in_folder", least=2, most=2)
def _folder(machine: Any, arguments: Arguments) -> Item:
    """The same instead of the pictures of a folder: its path, `(count, *shape)`. Which classes and sizes it has is not known."""
    path, lengths = arguments.values
    shape, drawn = _drawn(machine, str(path), lengths, arguments)
    machine.names.note(library_errors.stand_in_folder(str(path), shape[0], shape[1:], machine.evaluator.place or arguments.span))
    return drawn


@offer((OURS,), "stand_in_picture", least=2, most=2)
def _picture(machine: Any, arguments: Arguments) -> Item:
    """The same instead of the one picture of a file: its path, `(channels, height, width)`."""
    path, lengths = arguments.values
    name = path if isinstance(path, str) else "…"
    shape, drawn = _drawn(machine, name, lengths, arguments)
    machine.names.note(library_errors.stand_in_picture(name, shape, machine.evaluator.place or arguments.span))
    return drawn


def _drawn(machine: Any, name: str, lengths: Item, arguments: Arguments) -> tuple[tuple[int, ...], Tensor]:
    assert isinstance(lengths, tuple | list)
    shape = tuple(count(machine, each, arguments) for each in lengths)
    drawn = np.random.default_rng(crc32(name.encode())).integers(0, _BRIGHTEST + 1, shape)
    return shape, machine.evaluator.constant(drawn.astype(float), arguments.span)


_SHADES = 16
"""The brightest point of a digit in the data set of that name."""
_ROWS = 150
"""Rows of a table, as many as the irises that many scripts read."""
_MAX_COLUMNS = 1_000
_PICKED = re.compile(r"\[[^\][,]*:[^\][,]*,\s*(?:\d*\s*:\s*(?P<stop>\d+)|\[?\s*(?P<one>\d+))\s*\]")
"""`data[:, 2]`, `data[:, :2]`, `data[:, [2]]`."""
_FROM_THE_END = re.compile(r"\[[^\][,]*:[^\][,]*,[^\]]*-1\s*\]")
_LAYER = re.compile(r"\bLinear\(\s*(?:in_features\s*=\s*)?(\d+)")


@offer((OURS,), "stand_in_table", least=2, most=2)
def _table(machine: Any, arguments: Arguments) -> Item:
    """Random numbers instead of the table of a file, with a note: its path, how many columns, or 0 where nobody knows. The last
    column has 0 and 1 in turn, as labels have.
    """
    path, columns = arguments.values
    return stand_in_table(machine, str(path), count(machine, columns, arguments), arguments)


def stand_in_table(machine: Any, path: str, columns: int, arguments: Arguments) -> Tensor:
    """The table, `(rows, columns)`."""
    columns = columns or columns_asked_for(machine.names.text)
    machine.evaluator.hold(_ROWS * columns)
    drawn = np.random.default_rng(crc32(path.encode())).normal(size=(_ROWS, columns)).round(3)
    drawn[:, -1] = np.arange(_ROWS) % 2
    machine.passed_over.add(f"table {path}")
    machine.names.note(library_errors.stand_in_table(path, _ROWS, columns, machine.evaluator.place or arguments.span))
    return machine.evaluator.constant(drawn, arguments.span)  # type: ignore[no-any-return]


@offer((OURS,), "stand_in_column", least=3, most=3)
def _column(machine: Any, arguments: Arguments) -> Item:
    """The same for one column: the path of the table, the name of the column, whether it has labels."""
    path, name, is_label = arguments.values
    drawn = np.random.default_rng(crc32(f"{path} {name}".encode())).normal(size=_ROWS).round(3)
    machine.evaluator.hold(_ROWS)
    if f"table {path}" not in machine.passed_over:
        machine.passed_over.add(f"table {path}")
        place = machine.evaluator.place or arguments.span
        machine.names.note(library_errors.stand_in_columns(str(path), _ROWS, place))
    return machine.evaluator.constant(np.arange(_ROWS) % 2.0 if is_label else drawn, arguments.span)  # type: ignore[no-any-return]


@offer((OURS,), "stand_in_data_set", least=4, most=4)
def _data_set(machine: Any, arguments: Arguments) -> Item:
    """Random numbers instead of a data set of scikit-learn, with a note: its name, how many rows and columns it has, how many
    classes, or 0 where its targets are numbers. The numbers, and the targets.
    """
    name, *lengths = arguments.values
    rows, columns, classes = (count(machine, each, arguments) for each in lengths)
    kept = min(rows, _ROWS)
    machine.evaluator.hold(kept * (columns + 1))
    generator = np.random.default_rng(crc32(str(name).encode()))
    shape = (kept, columns)
    drawn = generator.integers(0, _SHADES + 1, shape) if name == "digits" else generator.normal(size=shape).round(3)
    targets = np.arange(kept) % classes if classes else generator.normal(size=kept).round(3)
    place = machine.evaluator.place or arguments.span
    machine.names.note(library_errors.stand_in_data_set(str(name), rows, shape, classes, place))
    found = tuple(machine.evaluator.constant(each.astype(float), arguments.span) for each in (drawn, targets))
    for each in found:
        machine.aliases.made(each, "numpy")
    if classes:
        machine.tracking.array_of_whole_numbers(found[1])
    return found


@offer((OURS,), "numbers_of_table", least=1, most=1)
def _numbers(machine: Any, arguments: Arguments) -> Item:
    """The numbers of a list as an array; they are data, so they get no gradient."""
    made = machine.evaluator.tensor(arguments.values[0], arguments.part)
    return machine.evaluator.constant(made.raw, arguments.span)  # type: ignore[no-any-return]


def columns_asked_for(text: str) -> int:
    """How many columns a program probably expects of a table of numbers: those that it picks, or what its first layer takes and a
    target; two and a target where it says neither.
    """
    picked = [int(each["stop"] or int(each["one"]) + 1) for each in _PICKED.finditer(text)]
    layer = _LAYER.search(text)
    if layer and (not picked or _FROM_THE_END.search(text)):
        picked.append(int(layer[1]) + 1)
    return min(max(picked, default=3), _MAX_COLUMNS)


_NAMES_OF_PEOPLE = """
Arabic Chinese Czech Dutch English French German Greek Irish Italian Japanese Korean Polish Portuguese Russian Scottish Spanish
Vietnamese
"""
"""The files of the names by which the tutorials of PyTorch classify characters."""
_FILES = ("first", "second", "third")
_ALL_TEXTS = "*.txt"


@offer((OURS,), "stand_in_files", least=1, most=1)
def _files(machine: Any, arguments: Arguments) -> Item:
    """Invented paths of files that a pattern such as `data/*.txt` fits, with a note; none for another pattern."""
    (pattern,) = arguments.values
    if not isinstance(pattern, str) or not pattern.endswith(f"/{_ALL_TEXTS}"):
        return []
    folder = pattern.removesuffix(_ALL_TEXTS)
    found: list[Item] = [f"{folder}{name}.txt" for name in (_NAMES_OF_PEOPLE.split() if folder.endswith("names/") else _FILES)]
    place = machine.evaluator.place or arguments.span
    machine.names.note(library_errors.stand_in_files(pattern, len(found), str(found[0]), place))
    return found


@offer((OURS,), "resized_picture", least=3, most=3)
def _resized(machine: Any, arguments: Arguments) -> Item:
    """A picture `(channels, height, width)` in another size: of each new point the nearest old one."""
    picture, (height, width) = _picture_and_size(machine, arguments)
    rows = np.arange(height) * picture.shape[1] // height
    columns = np.arange(width) * picture.shape[2] // width
    return machine.evaluator.constant(picture[:, rows][:, :, columns], arguments.span)  # type: ignore[no-any-return]


@offer((OURS,), "cropped_picture", least=3, most=3)
def _cropped(machine: Any, arguments: Arguments) -> Item:
    """The middle of a picture `(channels, height, width)`; where it is too small for that, zeros stand around it."""
    picture, lengths = _picture_and_size(machine, arguments)
    for axis, length in enumerate(lengths, start=1):
        missing = max(0, length - picture.shape[axis])
        around = [(0, 0)] * picture.ndim
        around[axis] = (missing // 2, missing - missing // 2)
        picture = np.pad(picture, around)
        picture = np.take(picture, np.arange(length) + (picture.shape[axis] - length) // 2, axis)
    return machine.evaluator.constant(picture, arguments.span)  # type: ignore[no-any-return]


def _picture_and_size(machine: Any, arguments: Arguments) -> tuple[Any, tuple[int, int]]:
    picture, *lengths = arguments.values
    assert isinstance(picture, Tensor)
    height, width = (max(1, count(machine, each, arguments)) for each in lengths)
    machine.evaluator.hold(picture.shape[0] * height * width)
    return picture.raw, (height, width)
