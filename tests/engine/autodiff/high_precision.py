"""Derivatives of an expression by high-precision arithmetic: an oracle that knows the records' forward formulas and no rule.

The value of an expression is computed by mpmath with many digits, where differences lose nothing that matters. Where the
derivatives to the left and to the right are different, or those of a lower order are, there is none, and the oracle says so.
"""

import itertools
import math
from collections.abc import Callable, Mapping, Sequence
from functools import cache, lru_cache
from typing import Any

import mpmath
from mpmath import mp

from backpass.engine import Operation
from backpass.engine.formulas.algebras import Arithmetic, evaluate
from backpass.engine.operations import Native

_DIGITS = 70
_STEP = mpmath.mpf(10) ** -9
"""Of the differences: their error is its fifth power, and rounding costs them no more than 36 digits."""
_AGREE = mpmath.mpf(10) ** -12

_OWN: Mapping[str, Callable[..., Any]] = {
    "add": lambda a, b: a + b,
    "subtract": lambda a, b: a - b,
    "multiply": lambda a, b: a * b,
    "divide": lambda a, b: a / b,
    "negate": lambda x: -x,
    "power": lambda a, b: mpmath.mpf(1) if b == 0 else mpmath.power(a, b),
    "abs": mpmath.fabs,
    "exp2": lambda x: mpmath.power(2, x),
    "log2": lambda x: mpmath.log(x, 2),
    "cbrt": lambda x: mpmath.sign(x) * mpmath.cbrt(abs(x)),
    "lgamma": lambda x: mpmath.log(abs(mpmath.gamma(x))),
    "digamma": mpmath.digamma,
    "trigamma": lambda x: mpmath.psi(1, x),
    "round": mpmath.nint,
    "modulo": lambda a, b: a - b * mpmath.floor(a / b),
    "floor_divide": lambda a, b: mpmath.floor(a / b),
}
"""Operations that mpmath has under another name, or whose text is a series with the digits of a float; all other native ones have
the name that they have there.
"""


def _apply(record: Operation, arguments: Sequence[Any]) -> Any:
    """The operation with many digits; NaN where it has no real value."""
    function = _OWN.get(record.name)
    try:
        if function is None and isinstance(record.value, Native):
            function = getattr(mpmath, record.name)
        if function is None:
            assert isinstance(record.value, str)
            return evaluate(record.value, dict(zip(record.parameters, arguments, strict=True)), _MANY_DIGITS)
        found = function(*arguments)
    except (ZeroDivisionError, ValueError, OverflowError, mpmath.libmp.ComplexResult):
        return mpmath.nan
    return mpmath.nan if isinstance(found, mpmath.mpc) else found


_MANY_DIGITS: Arithmetic[Any] = Arithmetic(
    number=mpmath.mpf,
    apply=_apply,
    compared=lambda value: value,
    choose=lambda condition, chosen, otherwise: chosen if condition else otherwise,
)


class Undefined(Exception):  # noqa: N818 (no error: an answer)
    """There is no derivative here."""


@lru_cache(maxsize=100_000)
def _value(text: str, names: tuple[str, ...], point: tuple[float, ...], steps: tuple[int, ...]) -> Any:
    """The value of an expression so many steps away from a point."""
    where = {name: mpmath.mpf(at) + step * _STEP for name, at, step in zip(names, point, steps, strict=True)}
    return evaluate(text, where, _MANY_DIGITS)


@cache
def _weights(order: int, side: int) -> tuple[tuple[int, Any], ...]:
    """Steps to one side, and the weights of a difference of the fifth order of accuracy (Fornberg 1988)."""
    if order == 0:
        return ((0, mpmath.mpf(1)),)
    steps = [side * k for k in range(order + 5)]
    matrix = mpmath.matrix([[mpmath.mpf(step) ** row for step in steps] for row in range(len(steps))])
    right = mpmath.matrix([mpmath.factorial(order) if row == order else 0 for row in range(len(steps))])
    return tuple(zip(steps, mpmath.lu_solve(matrix, right), strict=True))


def derivative(text: str, point: Mapping[str, float], orders: Mapping[str, int]) -> float:
    """The mixed partial derivative. Raises Undefined where it, or one that it is a derivative of, does not exist."""
    names = tuple(point)
    wanted = tuple(orders.get(name, 0) for name in names)
    found = math.nan
    with mp.workdps(_DIGITS):
        for lower in itertools.product(*(range(order + 1) for order in wanted)):
            found = _from_all_sides(text, names, tuple(point.values()), lower)
    return found


@lru_cache(maxsize=10_000)
def _from_all_sides(text: str, names: tuple[str, ...], point: tuple[float, ...], orders: tuple[int, ...]) -> float:
    every = [_difference(text, names, point, orders, sides) for sides in itertools.product((1, -1), repeat=len(names))]
    first = every[0]
    scale = max(1, *map(abs, every))
    if any(mpmath.isnan(each) or mpmath.isinf(each) or abs(each - first) > _AGREE * scale for each in every):
        raise Undefined
    return float(first)


def _difference(text: str, names: tuple[str, ...], point: tuple[float, ...], orders: Sequence[int], sides: Sequence[int]) -> Any:
    """The difference to one side of each variable."""
    weights = [_weights(order, side) for order, side in zip(orders, sides, strict=True)]
    total = mpmath.fsum(
        mpmath.fprod(weight for _, weight in terms) * _value(text, names, point, tuple(step for step, _ in terms))
        for terms in itertools.product(*weights)
    )
    return total / _STEP ** sum(orders)


def is_close(found: float, expected: float) -> bool:
    """Whether a number of 64 bits is as near as rounding lets it be."""
    return math.isclose(found, expected, rel_tol=1e-9, abs_tol=1e-9)
