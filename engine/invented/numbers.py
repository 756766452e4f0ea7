"""Numbers that take the place of data that is not here: drawn with a seed of their own, so that the program's draws stay what
they are.
"""

import re
from collections.abc import Sequence
from typing import Any
from zlib import crc32

import numpy as np

_BRIGHTEST = 255
"""A picture has a byte for each point and channel."""
_SHADES = 16
"""The brightest point of a digit in the data set of that name."""
ROWS = 150
"""Rows of a table, as many as the irises that many scripts read."""
_MAX_COLUMNS = 1_000
_PICKED = re.compile(r"\[[^\][,]*:[^\][,]*,\s*(?:\d*\s*:\s*(?P<stop>\d+)|\[?\s*(?P<one>\d+))\s*\]")
"""`data[:, 2]`, `data[:, :2]`, `data[:, [2]]`."""
_FROM_THE_END = re.compile(r"\[[^\][,]*:[^\][,]*,[^\]]*-1\s*\]")
_LAYER = re.compile(r"\bLinear\(\s*(?:in_features\s*=\s*)?(\d+)")

Numbers = np.ndarray[Any, np.dtype[Any]]


def pictures(name: str, shape: Sequence[int]) -> Numbers:
    """Random bytes instead of pictures of a name."""
    return _generator(name).integers(0, _BRIGHTEST + 1, shape)


def table(path: str, columns: int) -> Numbers:
    """Random numbers instead of the table of a file. The last column has 0 and 1 in turn, as labels have."""
    drawn = _generator(path).normal(size=(ROWS, columns)).round(3)
    drawn[:, -1] = np.arange(ROWS) % 2
    return drawn


def column(path: str, name: str, *, is_label: bool) -> Numbers:
    """The same for one column."""
    return np.arange(ROWS) % 2.0 if is_label else _generator(f"{path} {name}").normal(size=ROWS).round(3)


def data_set(name: str, rows: int, columns: int, classes: int) -> tuple[Numbers, Numbers]:
    """Random numbers instead of a data set of scikit-learn, and its targets: `classes` of them in turn, or 0 for numbers."""
    kept = min(rows, ROWS)
    generator = _generator(name)
    shape = (kept, columns)
    drawn = generator.integers(0, _SHADES + 1, shape) if name == "digits" else generator.normal(size=shape).round(3)
    return drawn, np.arange(kept) % classes if classes else generator.normal(size=kept).round(3)


def _generator(name: str) -> np.random.Generator:
    return np.random.default_rng(crc32(name.encode()))


def columns_asked_for(text: str) -> int:
    """How many columns a program probably expects of a table of numbers: those that it picks, or what its first layer takes and a
    target; two and a target where it says neither.
    """
    picked = [int(each["stop"] or int(each["one"]) + 1) for each in _PICKED.finditer(text)]
    layer = _LAYER.search(text)
    if layer and (not picked or _FROM_THE_END.search(text)):
        picked.append(int(layer[1]) + 1)
    return min(max(picked, default=3), _MAX_COLUMNS)


_BATCH = re.compile(r"\bbatch_size\s*=\s*(\d+)", re.IGNORECASE)
_MAX_PICTURES = 256


def batch_asked_for(text: str) -> int:
    """How many examples a program takes at once, as far as that is written in it; 0 where it is not."""
    return min(max((int(each[1]) for each in _BATCH.finditer(text)), default=0), _MAX_PICTURES)


def resized(picture: Any, height: int, width: int) -> Any:
    """A picture `(channels, height, width)` in another size: of each new point the nearest old one."""
    rows = np.arange(height) * picture.shape[1] // height
    columns = np.arange(width) * picture.shape[2] // width
    return picture[:, rows][:, :, columns]


def cropped(picture: Numbers, height: int, width: int) -> Numbers:
    """The middle of a picture `(channels, height, width)`; where it is too small for that, zeros stand around it."""
    for axis, length in enumerate((height, width), start=1):
        missing = max(0, length - picture.shape[axis])
        around = [(0, 0)] * picture.ndim
        around[axis] = (missing // 2, missing - missing // 2)
        picture = np.pad(picture, around)
        picture = np.take(picture, np.arange(length) + (picture.shape[axis] - length) // 2, axis)
    return picture
