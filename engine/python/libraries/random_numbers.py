"""The random numbers of PyTorch on a processor: those that it draws itself after the same `manual_seed`."""

from math import cos, log1p, pi, sin, sqrt
from typing import Any

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float64]
_LEAST_LONG = 2**28
"""From so many whole numbers on, one is drawn with 64 bits."""
_LEAST_OF_GROUPS, _GROUP = 16, 8
"""Normal numbers are drawn in groups of sixteen, eight pairs, where there are at least as many; else one after the other."""


class RandomNumbers:
    """A Mersenne Twister, and what PyTorch makes of its words of 32 bits."""

    def __init__(self, seed: int = 0) -> None:
        self.begin(seed)

    def begin(self, seed: int) -> None:
        """Begins again, as `manual_seed`."""
        self.seed = seed
        self._words = np.random.RandomState(seed % 2**32)
        self._kept: float | None = None
        """The second of two normal numbers that were drawn together."""

    def words(self, count: int) -> NDArray[np.uint64]:
        """Whole numbers of 32 bits, in a row."""
        return self._words.randint(0, 2**32, count, dtype=np.uint32).astype(np.uint64)

    def long_words(self, count: int) -> NDArray[np.uint64]:
        """Whole numbers of 64 bits, in a row."""
        pairs = self.words(2 * count)
        return (pairs[0::2] << np.uint64(32)) | pairs[1::2]

    def uniform(self, count: int, low: float = 0.0, high: float = 1.0, *, is_double: bool = False) -> Floats:
        """Numbers from `low` up to below `high`, in a row, with the digits of their kind."""
        if is_double:
            found = (self.long_words(count) & np.uint64(2**53 - 1)).astype(float) * 2.0**-53
            return found * (high - low) + low
        first, span = float(np.float32(low)), float(np.float32(high) - np.float32(low))
        drawn = (self.words(count) & np.uint64(2**24 - 1)).astype(float) * 2.0**-24
        return _narrow(drawn * span + first)  # rounded once, as there

    def normal(self, count: int, mean: float = 0.0, std: float = 1.0, *, is_double: bool = False) -> Floats:
        """Normal numbers in a row, with the digits of their kind."""
        if count < _LEAST_OF_GROUPS:
            found = np.array([self._normal() * std + mean for _ in range(count)])
            return found if is_double else _narrow(found)
        found, as_there = self.uniform(count, is_double=is_double), float if is_double else np.float32
        rest = count % (2 * _GROUP)
        found[: count - rest] = _in_groups(found[: count - rest].astype(as_there))
        if rest:
            found[-2 * _GROUP :] = _in_groups(self.uniform(2 * _GROUP, is_double=is_double).astype(as_there))
        return found * std + mean if is_double else _narrow(found * float(np.float32(std)) + float(np.float32(mean)))

    def exponential(self, count: int) -> Floats:
        """Numbers of an exponential distribution of mean 1, in a row."""
        return -np.log1p(-self.uniform(count, is_double=True))

    def integers(self, count: int, low: int, high: int) -> Floats:
        """Whole numbers from `low` to below `high`, in a row."""
        span = high - low
        drawn = self.long_words(count) if span >= _LEAST_LONG else self.words(count)
        return (drawn % np.uint64(span)).astype(float) + low

    def permutation(self, count: int) -> Floats:
        """The whole numbers below a count, in another order."""
        order = np.arange(count)
        for place, word in enumerate(self.words(max(count - 1, 0)).tolist()):
            other = place + word % (count - place)
            order[place], order[other] = order[other], order[place]
        return order.astype(float)

    def chances(self, count: int, chance: float) -> Floats:
        """1 with this chance, else 0, in a row."""
        return (self.uniform(count, is_double=True) < chance).astype(float)

    def _normal(self) -> float:
        if self._kept is not None:
            found, self._kept = self._kept, None
            return found
        angle, length = self.uniform(2, is_double=True).tolist()
        radius = sqrt(-2.0 * log1p(-length))
        self._kept = radius * sin(2.0 * pi * angle)
        return radius * cos(2.0 * pi * angle)


def _narrow(array: Any) -> Floats:
    """With the digits of floats of 32 bits."""
    found: Floats = array.astype(np.float32).astype(float)
    return found


def _in_groups(uniform: Any) -> Floats:
    """Normal numbers of uniform ones, by pairs that stand eight apart, computed with the digits of their kind."""
    groups = uniform.reshape(-1, 2, _GROUP)
    one, two, turn = (uniform.dtype.type(each) for each in (1.0, -2.0, 2.0 * pi))
    radius, angle = np.sqrt(two * np.log(one - groups[:, 0])), turn * groups[:, 1]
    found: Floats = np.stack([radius * np.cos(angle), radius * np.sin(angle)], axis=1).reshape(-1)
    return found
