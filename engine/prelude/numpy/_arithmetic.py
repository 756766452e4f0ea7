"""Arithmetic of two arrays or numbers, which are broadcast to one shape. Raises ValueError where shapes do not fit."""

from backpass.engine.python.libraries.array_natives import apply, as_array, into, is_array, plainly, ufunc


def add(x1, x2, /, out=None, *, where=True, dtype=None):
    return ufunc("add", x1, x2, out=out, where=where, dtype=dtype)


def subtract(x1, x2, /, out=None, *, where=True, dtype=None):
    return ufunc("subtract", x1, x2, out=out, where=where, dtype=dtype)


def multiply(x1, x2, /, out=None, *, where=True, dtype=None):
    return ufunc("multiply", x1, x2, out=out, where=where, dtype=dtype)


def divide(x1, x2, /, out=None, *, where=True, dtype=None):
    return ufunc("divide", x1, x2, out=out, where=where, dtype=dtype)


def true_divide(x1, x2, /, out=None, *, where=True, dtype=None):
    return ufunc("divide", x1, x2, out=out, where=where, dtype=dtype)


def floor_divide(x1, x2, /, out=None, *, where=True, dtype=None):
    return ufunc("floor_divide", x1, x2, out=out, where=where, dtype=dtype)


def remainder(x1, x2, /, out=None, *, where=True, dtype=None):
    return ufunc("modulo", x1, x2, out=out, where=where, dtype=dtype)


def mod(x1, x2, /, out=None, *, where=True, dtype=None):
    return ufunc("modulo", x1, x2, out=out, where=where, dtype=dtype)


def power(x1, x2, /, out=None, *, where=True, dtype=None):
    return ufunc("power", x1, x2, out=out, where=where, dtype=dtype)


def float_power(x1, x2, /, out=None, *, where=True, dtype=None):
    return ufunc("power", 1.0 * as_array(x1), x2, out=out, where=where, dtype=dtype)


def maximum(x1, x2, /, out=None, *, where=True, dtype=None):
    return ufunc("maximum", x1, x2, out=out, where=where, dtype=dtype)


def minimum(x1, x2, /, out=None, *, where=True, dtype=None):
    return ufunc("minimum", x1, x2, out=out, where=where, dtype=dtype)


def arctan2(x1, x2, /, out=None, *, where=True, dtype=None):
    return ufunc("atan2", x1, x2, out=out, where=where, dtype=dtype)


def atan2(x1, x2, /, out=None, *, where=True, dtype=None):
    return ufunc("atan2", x1, x2, out=out, where=where, dtype=dtype)


def hypot(x1, x2, /, out=None, *, where=True, dtype=None):
    return ufunc("hypot", x1, x2, out=out, where=where, dtype=dtype)


def logaddexp(x1, x2, /, out=None, *, where=True, dtype=None):
    return ufunc("logaddexp", x1, x2, out=out, where=where, dtype=dtype)


def bitwise_and(x1, x2, /, out=None):
    return into(out, plainly("bitwise_and", x1, x2))


def bitwise_or(x1, x2, /, out=None):
    return into(out, plainly("bitwise_or", x1, x2))


def bitwise_xor(x1, x2, /, out=None):
    return into(out, plainly("bitwise_xor", x1, x2))


def clip(a, a_min=None, a_max=None, out=None, *, min=None, max=None):
    low = min if a_min is None else a_min
    high = max if a_max is None else a_max
    if low is None and high is None:
        return into(out, apply("add", a, 0))
    if low is None:
        return into(out, apply("minimum", a, high), "clip")
    if high is None:
        return into(out, apply("maximum", a, low), "clip")
    return into(out, apply("clip", a, low, high), "clip")


def where(condition, x=None, y=None, /):
    if x is None and y is None:
        return plainly("nonzero", condition)
    if x is None or y is None:
        raise ValueError("either both or neither of x and y should be given")
    return apply("where", condition, x, y)


def heaviside(x1, x2, /):
    source = as_array(x1)
    return apply("where", source < 0, 0.0, apply("where", source == 0, x2, 1.0))


def copysign(x1, x2, /):
    return apply("where", plainly("signbit", x2), -apply("abs", x1), apply("abs", x1))


def interp(x, xp, fp):
    places = as_array(x)
    known, heights = as_array(xp), as_array(fp)
    right = plainly("searchsorted", known, places, side="right")
    right = apply("clip", right, 1, known.size - 1)
    x0, x1, y0, y1 = known[right - 1], known[right], heights[right - 1], heights[right]
    found = y0 + (apply("clip", places, known[0], known[-1]) - x0) * (y1 - y0) / (x1 - x0)
    return found if is_array(x) else found[()]


def select(condlist, choicelist, default=0):
    found = default
    for condition, choice in list(zip(condlist, choicelist, strict=True))[::-1]:
        found = apply("where", condition, choice, found)
    return found
