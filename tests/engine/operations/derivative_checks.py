"""Independent oracles for derivatives: two numerical methods that know nothing of the rules they check."""

from collections.abc import Callable, Sequence
from itertools import pairwise

import numpy as np

from backpass.engine.formulas.compiled import kernel
from backpass.engine.operations import Operation

TOLERANCE = 1e-7
"""Relative; a rule wrong by one part in a thousand is ten thousand times worse."""


def samples(operation: Operation, count: int = 7) -> list[tuple[float, ...]]:
    """Points spread over the record's sample ranges, no two coordinates in step."""
    generator = np.random.default_rng(sum(map(ord, operation.name)))
    lows, highs = zip(*operation.samples, strict=True)
    return [tuple(map(float, generator.uniform(lows, highs))) for _ in range(count)]


def richardson(function: Callable[..., float], point: Sequence[float], slot: int, step: float = 1e-2) -> float:
    """Central differences at four halved steps, extrapolated to step 0 (Ridders 1982)."""

    def central(width: float) -> float:
        up, down = list(point), list(point)
        up[slot] += width
        down[slot] -= width
        return (function(*up) - function(*down)) / (2 * width)

    table = [central(step / 2**level) for level in range(5)]
    for order in range(1, 5):
        table = [(4**order * fine - coarse) / (4**order - 1) for coarse, fine in pairwise(table)]
    return table[0]


def complex_step(operation: Operation, point: Sequence[float], slot: int) -> float:
    """Im f(x + ih) / h: no subtraction, so no round-off (Squire and Trapp 1998). Raises TypeError where f takes no
    complex numbers.
    """
    step = 1e-30
    moved = [complex(value, step if index == slot else 0.0) for index, value in enumerate(point)]
    return float(np.imag(kernel(operation).value(*moved)) / step)


def slopes_at(operation: Operation, point: Sequence[float]) -> tuple[float, ...]:
    """What the record's rules say."""
    return kernel(operation).scalar(*point)[1]


def relative_error(found: float, expected: float) -> float:
    return abs(found - expected) / max(1.0, abs(expected))


def worst_error(operation: Operation) -> float:
    """The largest relative error of any rule at any sample, by finite differences."""
    return max(
        relative_error(slopes_at(operation, point)[slot], richardson(lambda *x: kernel(operation).scalar(*x)[0], point, slot))
        for point in samples(operation)
        for slot in range(operation.arity)
    )
