"""How exact values and derivatives are: the largest error over each operation's domain, in units of the last place.

    python3 run.py bench accuracy

The exact numbers are mpmath's, with 100 digits: values from the record's formula (natives from mpmath's own functions),
derivatives from differences of those values, so that no rule is held against itself. A unit of the last place is the
distance between two neighbouring 64-bit floats; half of one is the best that rounding allows. Where a slope is a difference
of nearly equal numbers, as `1 - out**2` of a saturated tanh, its last places are lost though its absolute error stays tiny:
the last column has that error, in units of the last place of 1, at its largest among slopes below 1.
"""

import math
from collections.abc import Callable, Iterable, Sequence
from typing import Any, NamedTuple

import mpmath
import numpy as np

from backpass.engine import OPERATIONS, Operation
from backpass.engine.formulas.algebras import Arithmetic, evaluate
from backpass.engine.formulas.compiled import holds, kernel
from backpass.engine.operations import Native
from tests.bench._measure import size, table

POINTS = size(100, 2)
_CALLED_OTHERWISE = {
    "log2": lambda x: mpmath.log(x) / mpmath.log(2),
    "exp2": lambda x: mpmath.mpf(2) ** x,
    "cbrt": lambda x: mpmath.sign(x) * mpmath.cbrt(abs(x)),
    "abs": abs,
    "round": mpmath.nint,
    "power": lambda a, b: a**b,
    "modulo": mpmath.fmod,
    "floor_divide": lambda a, b: mpmath.floor(a / b),
    "lgamma": lambda x: mpmath.re(mpmath.loggamma(x)),
    "digamma": mpmath.digamma,
    "trigamma": lambda x: mpmath.psi(1, x),
}
"""Where mpmath has another name for a native function, none at all, or where our formula is a series."""


_SLOW_FAR_DOWN, _FAR_DOWN = frozenset({"lgamma", "digamma", "trigamma"}), 50.0
_LOST = 1e-40
"""A slope so much smaller than the value is a difference of which 100 digits show too little."""


class Worst(NamedTuple):
    """The largest error found, in units of the last place, and where."""

    units: float
    point: tuple[float, ...]

    def shown(self) -> tuple[str, str]:
        where = ", ".join(f"{each:.6g}" for each in self.point)
        return (f"{self.units:.2f}" if self.units < 1000 else f"{self.units:.1e}"), where


NOTHING = Worst(0.0, ())


def exactly(operation: Operation) -> Callable[..., Any]:
    """The operation in mpmath's arithmetic."""
    if operation.name in _CALLED_OTHERWISE or isinstance(operation.value, Native):
        function: Callable[..., Any] = _CALLED_OTHERWISE.get(operation.name) or getattr(mpmath, operation.name)
        return function
    text = operation.value
    assert isinstance(text, str)
    if operation.notation.infix in {"+", "-", "*", "/"}:
        symbol = operation.notation.infix
        if operation.arity == 1:
            return lambda x: -x
        return {"+": lambda a, b: a + b, "-": lambda a, b: a - b, "*": lambda a, b: a * b, "/": lambda a, b: a / b}[symbol]
    return lambda *inputs: evaluate(text, dict(zip(operation.parameters, inputs, strict=True)), EXACT)


EXACT: Arithmetic[Any] = Arithmetic(
    number=mpmath.mpf,
    apply=lambda record, arguments: exactly(record)(*arguments),
    compared=lambda value: value,
    choose=lambda condition, chosen, otherwise: chosen if condition else otherwise,
)


def points(operation: Operation) -> Iterable[tuple[float, ...]]:
    """All magnitudes from 1e-12 to 1e12 of both signs, the neighbourhood of 0 and 1, and the record's own samples."""
    generator = np.random.default_rng(len(operation.name))
    count = operation.arity

    def spread() -> list[float]:
        kind = generator.integers(4)
        if kind == 0:
            return list(generator.choice([-1.0, 1.0], count) * 10 ** generator.uniform(-12, 12, count))
        if kind == 1:
            return list(generator.uniform(-40, 40, count))
        if kind == 2:
            return list(generator.uniform(-2, 2, count))
        return [float(generator.uniform(*ends)) for ends in operation.samples]

    drawn = (tuple(map(float, spread())) for _ in range(4 * POINTS))
    if operation.name in _SLOW_FAR_DOWN:
        drawn = (point for point in drawn if point[0] > -_FAR_DOWN)
    inside = [point for point in drawn if operation.domain is None or holds(operation.domain.text, operation, point).all()]
    return inside[:POINTS]


def difference(function: Callable[..., Any], point: Sequence[Any], slot: int) -> Any:
    """The slope of a function by a step of which 100 digits lose nothing that 64 bits could show."""
    step = max(abs(point[slot]), mpmath.mpf("1e-12")) * mpmath.mpf("1e-25")
    above, below = ([*point[:slot], point[slot] + sign * step, *point[slot + 1 :]] for sign in (1, -1))
    return (function(*above) - function(*below)) / (2 * step)


def units(found: float, exact: Any) -> float | None:
    """How many units of the last place a number is off; None where floats end, or lose places because they are tiny."""
    size = abs(exact)
    if not math.isfinite(found) or not (size == 0 or 1e-300 < size < 1e300):
        return None
    return float(abs(mpmath.mpf(found) - exact) / mpmath.mpf(np.spacing(float(size)) if size else np.spacing(0.0)))


def worse(worst: Worst, found: float, exact: Any, point: Sequence[float]) -> Worst:
    off = units(found, exact)
    return Worst(off, tuple(point)) if off is not None and off > worst.units else worst


def measured(operation: Operation) -> list[list[str]]:
    """A row for the value and one for each slope."""
    function, count = exactly(operation), operation.arity
    value, slopes, largest = NOTHING, [NOTHING] * count, [0.0] * count
    for point in points(operation):
        found, local = kernel(operation).scalar(*point)
        exact = tuple(map(mpmath.mpf, point))
        value = worse(value, found, function(*exact), point)
        for slot in range(count):
            slope = difference(function, exact, slot)
            if slope and abs(slope) < _LOST * abs(found):
                continue
            slopes[slot] = worse(slopes[slot], local[slot], slope, point)
            if abs(slope) < 1 and math.isfinite(local[slot]):
                largest[slot] = max(largest[slot], float(abs(local[slot] - slope)) / np.spacing(1.0))
    rows = [[operation.signature, "value", *value.shown(), ""]]
    for name, worst, absolute in zip(operation.parameters, slopes, largest, strict=True):
        rows.append(["", f"slope in {name}", *worst.shown(), f"{absolute:.2f}"])
    return rows


def main() -> None:
    mpmath.mp.dps = 100
    rows: list[list[str]] = []
    for operation in OPERATIONS.values():
        if operation.elementwise and not operation.stops_gradient:
            rows += measured(operation)
    table("Largest error in units of the last place, over the domain", ["operation", "of", "error", "at", "of 1"], rows)


if __name__ == "__main__":
    main()
