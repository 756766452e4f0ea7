"""Questions about arrays: truths and places, through which no gradient flows."""

from backpass.engine.python.libraries.array_natives import into, plainly, ufunc


def greater(x1, x2, /, out=None, *, where=True):
    return ufunc("greater", x1, x2, out=out, where=where)


def greater_equal(x1, x2, /, out=None, *, where=True):
    return ufunc("greater_equal", x1, x2, out=out, where=where)


def less(x1, x2, /, out=None, *, where=True):
    return ufunc("less", x1, x2, out=out, where=where)


def less_equal(x1, x2, /, out=None, *, where=True):
    return ufunc("less_equal", x1, x2, out=out, where=where)


def equal(x1, x2, /, out=None, *, where=True):
    return ufunc("equal", x1, x2, out=out, where=where)


def not_equal(x1, x2, /, out=None, *, where=True):
    return ufunc("not_equal", x1, x2, out=out, where=where)


def isnan(x, /, out=None):
    return into(out, plainly("isnan", x))


def isinf(x, /, out=None):
    return into(out, plainly("isinf", x))


def isfinite(x, /, out=None):
    return into(out, plainly("isfinite", x))


def signbit(x, /, out=None):
    return into(out, plainly("signbit", x))


def logical_not(x, /, out=None):
    return into(out, plainly("logical_not", x))


def logical_and(x1, x2, /, out=None):
    return into(out, plainly("logical_and", x1, x2))


def logical_or(x1, x2, /, out=None):
    return into(out, plainly("logical_or", x1, x2))


def logical_xor(x1, x2, /, out=None):
    return into(out, plainly("logical_xor", x1, x2))


def isclose(a, b, rtol=1e-05, atol=1e-08, equal_nan=False):
    return plainly("isclose", a, b, rtol=rtol, atol=atol, equal_nan=equal_nan)


def allclose(a, b, rtol=1e-05, atol=1e-08, equal_nan=False):
    return plainly("allclose", a, b, rtol=rtol, atol=atol, equal_nan=equal_nan)


def array_equal(a1, a2, equal_nan=False):
    return plainly("array_equal", a1, a2, equal_nan=equal_nan)


def argmax(a, axis=None, out=None, *, keepdims=False):
    return into(out, plainly("argmax", a, axis=axis, keepdims=keepdims))


def argmin(a, axis=None, out=None, *, keepdims=False):
    return into(out, plainly("argmin", a, axis=axis, keepdims=keepdims))


def argsort(a, axis=-1, kind=None, order=None, *, stable=None):
    return plainly("argsort", a, axis=axis, kind="stable")


def any(a, axis=None, out=None, keepdims=False):
    return into(out, plainly("any", a, axis=axis, keepdims=keepdims))


def all(a, axis=None, out=None, keepdims=False):
    return into(out, plainly("all", a, axis=axis, keepdims=keepdims))


def count_nonzero(a, axis=None, *, keepdims=False):
    return plainly("count_nonzero", a, axis=axis, keepdims=keepdims)


def nonzero(a):
    return plainly("nonzero", a)


def flatnonzero(a):
    return plainly("flatnonzero", a)


def argwhere(a):
    return plainly("argwhere", a)


def bincount(x, /, weights=None, minlength=0):
    if weights is None:
        return plainly("bincount", x, minlength=minlength)
    from ._creation import zeros

    found = zeros(plainly("bincount", x, minlength=minlength).size)
    for place, weight in zip(x, weights, strict=True):
        found[place] += weight
    return found


def searchsorted(a, v, side="left", sorter=None):
    return plainly("searchsorted", a, v, side=side, sorter=sorter)


def digitize(x, bins, right=False):
    return plainly("digitize", x, bins, right=right)


def isin(element, test_elements, assume_unique=False, invert=False):
    return plainly("isin", element, test_elements, invert=invert)
