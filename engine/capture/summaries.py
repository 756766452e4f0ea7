"""The record of an array: all of it up to some size, else its shape and a summary of its numbers.

Knows NumPy arrays; where they come from it does not know.
"""

import threading
from dataclasses import dataclass
from math import gcd, isfinite
from typing import Any, NamedTuple

import numpy as np

from backpass.engine.shapes import Array, Shape

BINS = 32
MAX_ELEMENTS = 1_000
"""Arrays of up to so many elements are kept as they are."""
COUNTED = 2**15
"""The histogram is that of so many elements at most, from everywhere in the array."""


@dataclass(frozen=True, slots=True)
class Summary:
    """The record of a large array. Numbers are those of its finite elements; None where it has none."""

    shape: Shape
    dtype: str
    device: str
    min: float | None
    max: float | None
    mean: float | None
    norm: float | None
    """The root of the sum of squares."""
    zeros: float
    """The share of elements that are 0."""
    nonfinite: float
    """The share of elements that are NaN or infinite."""
    counts: tuple[int, ...]
    """How many finite elements are in each of 32 intervals of equal width between `min` and `max`; only those are counted that
    `counted_every` names.
    """
    counted_every: int = 1
    """1 where all finite elements are in `counts`; 9 where every ninth is, as they follow one another in memory."""

    def json(self) -> dict[str, Any]:
        """Plain data; all numbers are finite."""
        return {
            "shape": list(self.shape),
            "dtype": self.dtype,
            "device": self.device,
            "min": self.min,
            "max": self.max,
            "mean": self.mean,
            "norm": self.norm,
            "zeros": self.zeros,
            "nonfinite": self.nonfinite,
            "histogram": {
                "from": self.min,
                "to": self.max,
                "counts": list(self.counts),
                "counted_every": self.counted_every,
            },
        }


Recorded = float | Array | Summary | None
"""A number, a small array, the summary of a large one; None where nothing was recorded, which is not the same as 0."""


def same(one: Recorded, other: Recorded) -> bool:
    """Whether two records are of equal numbers, as far as they show; NaN equals NaN."""
    if isinstance(one, Summary | None) or isinstance(other, Summary | None):
        return one is other or one == other
    return np.array_equal(one, other, equal_nan=True)


@np.errstate(all="ignore")  # to widen the NaN of memory that was never written is no mistake of ours
def recorded(array: Any, dtype: str, device: str, most_elements: int = MAX_ELEMENTS) -> Recorded:
    """The record of an array of numbers or truth values: a float where it has no axes; a copy up to `most_elements`."""
    numbers = np.array(array, dtype=np.float64)
    if not numbers.shape:
        return float(numbers)
    return numbers if numbers.size <= most_elements else summarised(numbers, dtype, device)


@np.errstate(all="ignore")
def summarised(array: Array, dtype: str, device: str) -> Summary:
    """The summary of an array of float32 or float64 numbers that is not empty.

    A training step has dozens of such arrays, and to look at their numbers takes longer than to compute them. So this reads
    them once, in pieces that stay in a processor's cache, in the order of memory, and widens to float64 only what is added up.
    The histogram, half of the work, is that of a sample where there are more than `COUNTED` elements.
    """
    finite = every = array.ravel(order="K")
    sums = _sums(every)
    if not (isfinite(sums.low) and isfinite(sums.high)):
        finite = every[np.isfinite(every)]
        if not finite.size:
            return Summary(array.shape, dtype, device, None, None, None, None, 0.0, 1.0, (0,) * BINS)
        sums = _sums(finite)
    scale = _scale(sums.low, sums.high)
    scaled = sums if scale == 1.0 else _sums(finite.astype(np.float64) / scale)
    mean, norm = scaled.total / finite.size * scale, float(np.sqrt(scaled.squares)) * scale
    return Summary(
        array.shape,
        dtype,
        device,
        sums.low,
        sums.high,
        mean,
        norm if isfinite(norm) else None,
        sums.zeros / every.size,
        1.0 - finite.size / every.size,
        tuple(_counts(scaled)),
        _step(finite.size),
    )


_PIECE = 2**16
"""So many float64 numbers are half a megabyte."""
_ROW = 2**13
"""So many squares are added up at once: of more, NumPy's library would start threads, which take longer than the sum."""


class _Sums(NamedTuple):
    low: float
    high: float
    """Both NaN where an element is."""
    zeros: int
    total: float
    squares: float
    sample: Array
    """Of at most `COUNTED` elements."""


class _Room(threading.local):
    """Memory for one piece, kept for the next: to allocate it again takes longer than to compute in it."""

    def __init__(self) -> None:
        self.wide = np.empty(_PIECE)
        self.true = np.empty(_PIECE, dtype=np.bool_)


_room = _Room()


def _sums(numbers: Array) -> _Sums:
    """What float32 or float64 numbers in a row add up to."""
    lows, highs, zeros, total, squares = [], [], numbers.size, 0.0, 0.0
    step = _step(numbers.size)
    sample, taken = np.empty(-(-numbers.size // step), dtype=numbers.dtype), 0
    for start in range(0, numbers.size, _PIECE):
        piece = numbers[start : start + _PIECE]
        lows.append(piece.min())
        highs.append(piece.max())
        true, wide = _room.true[: piece.size], _room.wide[: piece.size]
        zeros -= int(np.count_nonzero(np.not_equal(piece, 0, out=true)))
        np.copyto(wide, piece)
        total += float(wide.sum())
        whole = wide.size - wide.size % _ROW
        rows = wide[:whole].reshape(-1, _ROW)
        squares += float(np.vecdot(rows, rows).sum()) + float(np.vecdot(wide[whole:], wide[whole:]))
        some = piece[-start % step :: step]
        sample[taken : taken + some.size] = some
        taken += some.size
    return _Sums(float(np.min(lows)), float(np.max(highs)), zeros, total, squares, sample)


def extremes(array: Array) -> tuple[float, float]:
    """The least and the greatest number of an array that is not empty; NaN where it has one."""
    every = array.ravel(order="K")
    pieces = [every[start : start + _PIECE] for start in range(0, every.size, _PIECE)]
    return float(np.min([each.min() for each in pieces])), float(np.max([each.max() for each in pieces]))


def _step(size: int) -> int:
    """The least step that takes at most `COUNTED` of so many elements and has no divisor in common with the length of any axis:
    what it takes is from everywhere along each of them.
    """
    step = -(-size // COUNTED)
    while gcd(step, size) > 1:
        step += 1
    return step


def _counts(sums: _Sums) -> list[int]:
    """How many numbers of the sample are in each bin; all are in the first where the extremes are the same."""
    number = sums.sample.dtype.type
    low, high = number(sums.low), number(sums.high)
    if not low < high:
        return [sums.sample.size, *[0] * (BINS - 1)]
    bins = np.subtract(sums.sample, low)
    bins /= (high - low) / BINS
    counts = np.bincount(bins.astype(np.intp), minlength=BINS + 1)
    counts[BINS - 1] += counts[BINS]  # the greatest number, at the upper border of the last bin
    found: list[int] = counts[:BINS].tolist()
    return found


_SMALLEST, _LARGEST = 1e-30, 1e30
"""Between these, neither squares of float64 numbers nor the range of float32 ones leave what their type can hold."""


def _scale(low: float, high: float) -> float:
    """What to divide numbers of this range by, so that their squares, sums and range are finite, and not 0."""
    largest = max(abs(low), abs(high))
    is_plain = _SMALLEST < largest < _LARGEST and (low == high or high - low > _SMALLEST)
    return 1.0 if is_plain or not largest else largest
