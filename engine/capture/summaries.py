"""The record of an array: all of it up to some size, else its shape and a summary of its numbers.

Knows NumPy arrays; where they come from it does not know.
"""

from dataclasses import dataclass
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
    """The summary of an array that is not empty."""
    flat = array.ravel()
    finite = flat[np.isfinite(flat)] if not np.isfinite(flat.sum()) else flat
    zeros = float(flat.size - np.count_nonzero(flat)) / flat.size
    share = 1.0 - finite.size / flat.size
    if not finite.size:
        return Summary(array.shape, dtype, device, None, None, None, None, zeros, share, (0,) * BINS)
    low, high = float(finite.min()), float(finite.max())
    largest = max(abs(low), abs(high)) or 1.0
    # Divided by the largest first: squares of large float64 numbers would not be finite, nor would their sum or their range.
    scaled = finite / largest
    mean = float(scaled.mean()) * largest
    norm = float(np.sqrt(np.dot(scaled, scaled))) * largest
    counts = (
        np.histogram(scaled, bins=BINS, range=(low / largest, high / largest))[0] if high > low else _all_in_first(finite.size)
    )
    return Summary(
        array.shape, dtype, device, low, high, mean, norm if np.isfinite(norm) else None, zeros, share, tuple(map(int, counts))
    )


def _all_in_first(size: int) -> list[int]:
    return [size, *[0] * (BINS - 1)]
