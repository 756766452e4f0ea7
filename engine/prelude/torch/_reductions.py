"""Sums and their like, over all axes or over `dim`. Raises RuntimeError for means of whole numbers."""

from backpass.engine.python.libraries.natives import apply, cast, kind_of, pair, plainly, rank_of


def _axes(dim):
    if isinstance(dim, list):
        return tuple(dim)
    return dim


def _of(input, dtype):
    return input if dtype is None else cast(input, dtype)


def _floats(input, name):
    if rank_of(input) < 2:
        called = {"int64": "Long", "bool": "Bool", "int32": "Int"}.get(f"{kind_of(input)}"[6:], "Long")
        raise RuntimeError(
            f"{name}(): could not infer output dtype. Input dtype must be either a floating point or complex dtype. Got: {called}"
        )
    return input


def sum(input, dim=None, keepdim=False, *, dtype=None, out=None):
    return apply("sum", _of(input, dtype), axis=_axes(dim), keepdims=keepdim)


def nansum(input, dim=None, keepdim=False, *, dtype=None, out=None):
    return sum(apply("where", apply("not_equal", input, input), 0.0, input), dim, keepdim)


def mean(input, dim=None, keepdim=False, *, dtype=None, out=None):
    return apply("mean", _floats(_of(input, dtype), "mean"), axis=_axes(dim), keepdims=keepdim)


def prod(input, dim=None, keepdim=False, *, dtype=None):
    return apply("prod", _of(input, dtype), axis=_axes(dim), keepdims=keepdim)


def amax(input, dim=None, keepdim=False, *, out=None):
    return apply("amax", input, axis=_axes(dim), keepdims=keepdim)


def amin(input, dim=None, keepdim=False, *, out=None):
    return apply("amin", input, axis=_axes(dim), keepdims=keepdim)


def _chosen(input, dim, keepdim, places, result):
    from ._shapes import gather

    values = gather(input, dim, places)
    return pair(result, values, places) if keepdim else pair(result, values.squeeze(dim), places.squeeze(dim))


def _extreme(input, dim, keepdim, name):
    places = plainly("arg" + name, input, axis=dim, keepdims=True)
    if not plainly("is_alone", input, places, axis=dim):
        return _chosen(input, dim, keepdim, places, name)  # of equal ones the first gets the gradient
    values = apply("a" + name, input, axis=dim, keepdims=bool(keepdim))
    return pair(name, values, places if keepdim else places.squeeze(dim))


def max(input, dim=None, keepdim=False, *, other=None, out=None):
    if other is not None or not (dim is None or isinstance(dim, int)):
        return apply("maximum", input, dim if other is None else other)
    if dim is None:
        return apply("amax", input, axis=None, keepdims=False)
    return _extreme(input, dim, keepdim, "max")


def min(input, dim=None, keepdim=False, *, other=None, out=None):
    if other is not None or not (dim is None or isinstance(dim, int)):
        return apply("minimum", input, dim if other is None else other)
    if dim is None:
        return apply("amin", input, axis=None, keepdims=False)
    return _extreme(input, dim, keepdim, "min")


def sort(input, dim=-1, descending=False, stable=False):
    from ._shapes import gather

    places = plainly("argsort", input, axis=dim, descending=descending)
    return pair("sort", gather(input, dim, places), places)


def topk(input, k, dim=-1, largest=True, sorted=True):
    from ._shapes import gather, narrow

    places = narrow(plainly("argsort", input, axis=dim, descending=largest), dim, 0, k)
    return pair("topk", gather(input, dim, places), places)


def median(input, dim=None, keepdim=False):
    if dim is None:
        flat = input.reshape(-1)
        return flat[plainly("argsort", flat, axis=0, descending=False)[(flat.numel() - 1) // 2]]
    places = plainly("argsort", input, axis=dim, descending=False).narrow(dim, (input.shape[dim] - 1) // 2, 1)
    return _chosen(input, dim, keepdim, places, "median")


def var(input, dim=None, unbiased=True, keepdim=False, *, correction=None, out=None):
    ddof = (1 if unbiased else 0) if correction is None else correction
    return apply("var", _floats(input, "var"), axis=_axes(dim), keepdims=keepdim, ddof=ddof)


def std(input, dim=None, unbiased=True, keepdim=False, *, correction=None, out=None):
    ddof = (1 if unbiased else 0) if correction is None else correction
    return apply("std", _floats(input, "std"), axis=_axes(dim), keepdims=keepdim, ddof=ddof)


def norm(input, p="fro", dim=None, keepdim=False, out=None, dtype=None):
    if p in ("fro", 2):
        return apply("norm", input, axis=_axes(dim), keepdims=keepdim)
    size = apply("abs", input)
    if p == 1:
        return sum(size, dim, keepdim)
    if p == float("inf"):
        return amax(size, dim, keepdim)
    total = sum(apply("power", size, p), dim, keepdim)
    is_zero = total == 0
    return apply("where", is_zero, 0.0, apply("power", apply("where", is_zero, 1.0, total), 1 / p))


def logsumexp(input, dim, keepdim=False, *, out=None):
    return apply("logsumexp", input, axis=_axes(dim), keepdims=keepdim)


def softmax(input, dim, dtype=None):
    return apply("softmax", _floats(_of(input, dtype), "softmax"), axis=dim)


def log_softmax(input, dim, dtype=None):
    return apply("log_softmax", _floats(_of(input, dtype), "log_softmax"), axis=dim)


def cumsum(input, dim, *, dtype=None, out=None):
    return apply("cumsum", _of(input, dtype), axis=dim)
