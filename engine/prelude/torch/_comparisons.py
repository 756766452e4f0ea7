"""Questions about tensors: truths and places, through which no gradient flows."""

from backpass.engine.python.libraries.natives import apply, plainly


def gt(input, other, *, out=None):
    return apply("greater", input, other)


def greater(input, other, *, out=None):
    return apply("greater", input, other)


def ge(input, other, *, out=None):
    return apply("greater_equal", input, other)


def greater_equal(input, other, *, out=None):
    return apply("greater_equal", input, other)


def lt(input, other, *, out=None):
    return apply("less", input, other)


def less(input, other, *, out=None):
    return apply("less", input, other)


def le(input, other, *, out=None):
    return apply("less_equal", input, other)


def less_equal(input, other, *, out=None):
    return apply("less_equal", input, other)


def eq(input, other, *, out=None):
    return apply("equal", input, other)


def ne(input, other, *, out=None):
    return apply("not_equal", input, other)


def not_equal(input, other, *, out=None):
    return apply("not_equal", input, other)


def isnan(input):
    return plainly("isnan", input)


def isinf(input):
    return plainly("isinf", input)


def isfinite(input):
    return plainly("isfinite", input)


def logical_and(input, other, *, out=None):
    return plainly("logical_and", input, other)


def logical_or(input, other, *, out=None):
    return plainly("logical_or", input, other)


def logical_xor(input, other, *, out=None):
    return plainly("logical_xor", input, other)


def logical_not(input, *, out=None):
    return plainly("logical_not", input)


def equal(input, other):
    return plainly("array_equal", input, other).item()


def allclose(input, other, rtol=1e-05, atol=1e-08, equal_nan=False):
    return plainly("all", isclose(input, other, rtol, atol, equal_nan)).item()


def isclose(input, other, rtol=1e-05, atol=1e-08, equal_nan=False):
    return plainly("isclose", input, other, rtol=rtol, atol=atol, equal_nan=equal_nan)


def argmax(input, dim=None, keepdim=False):
    return plainly("argmax", input, axis=dim, keepdims=keepdim)


def argmin(input, dim=None, keepdim=False):
    return plainly("argmin", input, axis=dim, keepdims=keepdim)


def argsort(input, dim=-1, descending=False, stable=False):
    return plainly("argsort", input, axis=dim, descending=descending)


def any(input, dim=None, keepdim=False, *, out=None):
    return plainly("any", input, axis=dim, keepdims=keepdim)


def all(input, dim=None, keepdim=False, *, out=None):
    return plainly("all", input, axis=dim, keepdims=keepdim)


def count_nonzero(input, dim=None):
    return plainly("count_nonzero", input, axis=dim)


def nonzero(input, *, out=None, as_tuple=False):
    found = plainly("nonzero", input)
    if as_tuple:
        return found
    from ._shapes import stack

    return stack(found, 1)


def bincount(input, weights=None, minlength=0):
    return plainly("bincount", input, minlength=minlength)


def unique(input, sorted=True, return_inverse=False, return_counts=False, dim=None):
    if not return_inverse and not return_counts:
        return plainly("unique", input)
    values, inverse, counts = plainly("unique_counted", input)
    found = [values]
    if return_inverse:
        found.append(inverse)
    if return_counts:
        found.append(counts)
    return tuple(found)


def searchsorted(sorted_sequence, input, *, right=False):
    return plainly("searchsorted", sorted_sequence, input, side="right" if right else "left")
