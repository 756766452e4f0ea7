"""The numbers of formulas: whole numbers and their quotients exactly, everything else as floats.

So `2 * x / 6` becomes `x / 3`, while a `0.5` that somebody typed stays `0.5`.
"""

from fractions import Fraction
from math import isfinite, isqrt

Number = Fraction | float

ZERO, ONE, HALF = Fraction(0), Fraction(1), Fraction(1, 2)
_EXACT = 2**53
"""Beyond this, floats do not distinguish whole numbers."""
_LARGEST_POWER = 64


def exact(value: float) -> Number:
    """A float as a whole number where it is one."""
    return Fraction(int(value)) if isfinite(value) and value.is_integer() and abs(value) < _EXACT else value


def _bounded(value: Number) -> Number:
    if isinstance(value, Fraction) and max(abs(value.numerator), value.denominator) < _EXACT:
        return value
    return exact(float(value))


def plus(left: Number, right: Number) -> Number:
    return _bounded(left + right)


def times(left: Number, right: Number) -> Number:
    return ZERO if left == 0 or right == 0 else _bounded(left * right)


def size(value: Number) -> Number:
    """Without its sign."""
    return -value if value < 0 else value


def is_whole(value: Number) -> bool:
    return isinstance(value, Fraction) and value.denominator == 1


def halves(value: Number) -> Number:
    """An exponent that is a multiple of one half, exactly: a power of 0.5 is a root."""
    return Fraction(int(2 * value), 2) if isfinite(value) and float(2 * value).is_integer() and size(value) < _EXACT else value


def _raised(base: Number, exponent: int) -> Number:
    raised: Number = base**exponent
    return raised


def power(base: Number, exponent: Number) -> Number | None:
    """The power where it is a number that is written as shortly; None where it is better left as it is."""
    if base == 0:
        return ZERO if exponent > 0 else None
    if is_whole(exponent) and size(exponent) <= _LARGEST_POWER:
        try:
            found = _bounded(_raised(base, int(exponent)))
        except OverflowError:
            return None
        return found if isfinite(found) and found != 0 else None
    if exponent == HALF and isinstance(base, Fraction) and base > 0:
        root = Fraction(isqrt(base.numerator), isqrt(base.denominator))
        return root if root * root == base else None
    return None
