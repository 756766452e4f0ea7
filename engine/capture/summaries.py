"""The record of an array: all of it up to some size, else its shape and a summary of its numbers.

Knows NumPy arrays; where they come from it does not know.
"""

from dataclasses import dataclass
from math import isfinite
from typing import Any

import numpy as np

from engine.shapes import Array, Shape

BINS = 32
MAX_ELEMENTS = 1_000
"""Arrays of up to so many elements are kept as they are."""


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
    """How many finite elements are in each of 32 intervals of equal width between `min` and `max`."""

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
            "histogram": {"from": self.min, "to": self.max, "counts": list(self.counts)},
        }


Recorded = float | Array | Summary | None
"""A number, a small array, the summary of a large one; None where nothing was recorded, which is not the same as 0."""


def same(one: Recorded, other: Recorded) -> bool:
    """Whether two records are of equal numbers, as far as they show; NaN equals NaN."""
    if isinstance(one, Summary | None) or isinstance(other, Summary | None):
        return one is other or one == other
    return np.array_equal(one, other, equal_nan=True)


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
    them in pieces that stay in a processor's cache, in the order of memory, and widens to float64 only what is added up.
    """
    every = array.ravel(order="K")
    low, high = float(every.min()), float(every.max())
    finite = every
    if not (isfinite(low) and isfinite(high)):
        finite = every[np.isfinite(every)]
        if not finite.size:
            return Summary(array.shape, dtype, device, None, None, None, None, 0.0, 1.0, (0,) * BINS)
        low, high = float(finite.min()), float(finite.max())
    scale = _scale(low, high)
    number = finite.dtype.type if scale == 1.0 else np.float64
    first, last = number(low / scale), number(high / scale)
    zeros, total, squares, bins = 0, 0.0, 0.0, _Bins(first, (last - first) / BINS, finite.size)
    for start in range(0, finite.size, _PIECE):
        piece = finite[start : start + _PIECE]
        zeros += piece.size - int(np.count_nonzero(piece != 0))
        if scale != 1.0:
            piece = piece.astype(np.float64) / scale
        wide = piece.astype(np.float64, copy=False)
        total += float(wide.sum())
        squares += float(np.einsum("i,i->", wide, wide))
        if first < last:
            bins.add(piece)
    counts = bins.counts() if first < last else [finite.size, *[0] * (BINS - 1)]
    mean, norm = total / finite.size * scale, float(np.sqrt(squares)) * scale
    share = 1.0 - finite.size / every.size
    return Summary(
        array.shape,
        dtype,
        device,
        low,
        high,
        mean,
        norm if isfinite(norm) else None,
        zeros / every.size,
        share,
        tuple(counts),
    )


_PIECE = 2**16
"""So many float64 numbers are half a megabyte."""
_SMALLEST, _LARGEST = 1e-30, 1e30
"""Between these, neither squares of float64 numbers nor the range of float32 ones leave what their type can hold."""


def _scale(low: float, high: float) -> float:
    """What to divide numbers of this range by, so that their squares, sums and range are finite, and not 0."""
    largest = max(abs(low), abs(high))
    is_plain = _SMALLEST < largest < _LARGEST and (low == high or high - low > _SMALLEST)
    return 1.0 if is_plain or not largest else largest


class _Bins:
    """How many numbers are in each bin, of this width from `low` on; the greatest may be at the upper border of the last."""

    def __init__(self, low: Any, width: Any, most: int) -> None:
        self._low, self._width = low, width
        # Pairs of bins as numbers of sixteen bits: half as many steps.
        self._pairs = np.zeros((BINS + 1) * 256, dtype=np.int64)
        self._odd = np.zeros(BINS + 1, dtype=np.int64)
        self._numbers = np.empty(min(most, _PIECE), dtype=np.result_type(low))
        self._bins = np.empty(min(most, _PIECE), dtype=np.uint8)

    def add(self, piece: Array) -> None:
        numbers, bins = self._numbers[: piece.size], self._bins[: piece.size]
        np.subtract(piece, self._low, out=numbers)
        np.divide(numbers, self._width, out=numbers)
        np.copyto(bins, numbers, casting="unsafe")
        even = bins.size - bins.size % 2
        self._pairs += np.bincount(bins[:even].view(np.uint16), minlength=self._pairs.size)
        if even < bins.size:
            self._odd[bins[-1]] += 1

    def counts(self) -> list[int]:
        pairs = self._pairs.reshape(BINS + 1, 256)
        counts = pairs.sum(axis=1) + pairs.sum(axis=0)[: BINS + 1] + self._odd
        counts[BINS - 1] += counts[BINS]
        found: list[int] = counts[:BINS].tolist()
        return found
