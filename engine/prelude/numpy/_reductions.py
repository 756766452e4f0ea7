"""Functions that make one number of many, over all of an array or along axes."""

from backpass.engine.python.libraries.array_natives import apply, as_array, into, plainly, refuse


def _over(name, a, axis, keepdims, out=None, dtype=None, **options):
    source = as_array(a)
    if dtype is not None:
        source = source.astype(dtype)
    wanted = tuple(axis) if isinstance(axis, list) else axis
    return into(out, apply(name, source, axis=wanted, keepdims=bool(keepdims), **options), name)


def _check(initial, where):
    if initial is not None:
        refuse("initial")
    if where is not True:
        refuse("where")


def sum(a, axis=None, dtype=None, out=None, keepdims=False, initial=None, where=True):
    _check(initial, where)
    return _over("sum", a, axis, keepdims, out, dtype)


def mean(a, axis=None, dtype=None, out=None, keepdims=False, *, where=True):
    _check(None, where)
    return _over("mean", a, axis, keepdims, out, dtype)


def prod(a, axis=None, dtype=None, out=None, keepdims=False, initial=None, where=True):
    _check(initial, where)
    return _over("prod", a, axis, keepdims, out, dtype)


def max(a, axis=None, out=None, keepdims=False, initial=None, where=True):
    _check(initial, where)
    return _over("amax", a, axis, keepdims, out)


def amax(a, axis=None, out=None, keepdims=False, initial=None, where=True):
    return max(a, axis, out, keepdims, initial, where)


def min(a, axis=None, out=None, keepdims=False, initial=None, where=True):
    _check(initial, where)
    return _over("amin", a, axis, keepdims, out)


def amin(a, axis=None, out=None, keepdims=False, initial=None, where=True):
    return min(a, axis, out, keepdims, initial, where)


def ptp(a, axis=None, out=None, keepdims=False):
    return into(out, max(a, axis, None, keepdims) - min(a, axis, None, keepdims))


def var(a, axis=None, dtype=None, out=None, ddof=0, keepdims=False, *, where=True, mean=None, correction=None):
    _check(mean, where)
    return _spread("var", a, axis, keepdims, out, dtype, ddof if correction is None else correction)


def std(a, axis=None, dtype=None, out=None, ddof=0, keepdims=False, *, where=True, mean=None, correction=None):
    _check(mean, where)
    return _spread("std", a, axis, keepdims, out, dtype, ddof if correction is None else correction)


def _spread(name, a, axis, keepdims, out, dtype, ddof):
    return _over(name, a, axis, keepdims, out, dtype, ddof=ddof) if ddof else _over(name, a, axis, keepdims, out, dtype)


def average(a, axis=None, weights=None, returned=False, *, keepdims=False):
    if weights is None:
        return mean(a, axis, keepdims=keepdims)
    source, factors = as_array(a), as_array(weights)
    if factors.shape != source.shape:
        shape = [1] * source.ndim
        shape[axis] = -1
        factors = factors.reshape(shape)
    total = sum(source * factors, axis, keepdims=keepdims)
    weight = sum(factors + 0.0 * source, axis, keepdims=keepdims)
    return (total / weight, weight) if returned else total / weight


def median(a, axis=None, out=None, overwrite_input=False, keepdims=False):
    if keepdims:
        refuse("keepdims")
    ordered, before, count = _ordered(a, axis)
    low, high = ordered[(*before, (count - 1) // 2)], ordered[(*before, count // 2)]
    return into(out, high if count % 2 else (low + high) / 2)


def _ordered(a, axis):
    from ._selections import sort

    source = as_array(a) * 1.0
    place = 0 if axis is None else axis % source.ndim
    ordered = sort(source.reshape(-1)) if axis is None else sort(source, place)
    return ordered, (slice(None),) * place, ordered.shape[place]


def quantile(a, q, axis=None, out=None, overwrite_input=False, method="linear", keepdims=False):
    if method != "linear" or keepdims:
        refuse("method")
    if not isinstance(q, (int, float)):
        from ._shapes import stack

        return into(out, stack([quantile(a, float(each), axis) for each in as_array(q)]))
    ordered, before, count = _ordered(a, axis)
    where = q * (count - 1)
    below = int(where)
    share = where - below
    low, high = ordered[(*before, below)], ordered[(*before, below + 1 if below + 1 < count else below)]
    if share == 0:
        return into(out, low)
    return into(out, low + (high - low) * share if share < 0.5 else high - (high - low) * (1 - share))


def percentile(a, q, axis=None, out=None, overwrite_input=False, method="linear", keepdims=False):
    shares = q / 100.0 if isinstance(q, (int, float)) else as_array(q) / 100.0
    return quantile(a, shares, axis, out, overwrite_input, method, keepdims)


def cumsum(a, axis=None, dtype=None, out=None):
    source = as_array(a)
    source = source if dtype is None else source.astype(dtype)
    if axis is None:
        return into(out, apply("cumsum", source if source.ndim == 1 else source.reshape(-1), axis=0))
    return into(out, apply("cumsum", source, axis=axis))


def cumprod(a, axis=None, dtype=None, out=None):
    source = as_array(a)
    if axis is None:
        source, axis = source.reshape(-1), 0
    before = (slice(None),) * (axis % source.ndim)
    from ._shapes import stack

    found = []
    for place in range(source.shape[axis]):
        each = source[(*before, place)]
        found.append(each if not found else found[-1] * each)
    return into(out, stack(found, axis % source.ndim))


def diff(a, n=1, axis=-1):
    found = as_array(a)
    for _ in range(n):
        before = (slice(None),) * (axis % found.ndim)
        found = found[(*before, slice(1, None))] - found[(*before, slice(None, -1))]
    return found


def nansum(a, axis=None, dtype=None, out=None, keepdims=False):
    return sum(apply("where", plainly("isnan", a), 0.0, a), axis, dtype, out, keepdims)


def nanmean(a, axis=None, dtype=None, out=None, keepdims=False):
    return nansum(a, axis, keepdims=keepdims) / sum(~plainly("isnan", a), axis, keepdims=keepdims)


def nanmax(a, axis=None, out=None, keepdims=False):
    return max(apply("where", plainly("isnan", a), -float("inf"), a), axis, out, keepdims)


def nanmin(a, axis=None, out=None, keepdims=False):
    return min(apply("where", plainly("isnan", a), float("inf"), a), axis, out, keepdims)


def cov(m, y=None, rowvar=True, bias=False, ddof=None):
    source = as_array(m)
    if y is not None:
        from ._shapes import vstack

        source = vstack([source, as_array(y)])
    source = source if source.ndim > 1 else source.reshape(1, -1)
    source = source if rowvar else source.T
    centred = source - mean(source, 1, keepdims=True)
    free = ddof if ddof is not None else 0 if bias else 1
    found = centred @ centred.T / (source.shape[1] - free)
    return found if found.size > 1 else found.reshape(())


def corrcoef(x, y=None, rowvar=True):
    found = cov(x, y, rowvar)
    if found.ndim == 0:
        return found / found
    from ._shapes import diagonal

    spread = apply("sqrt", diagonal(found))
    return found / spread[:, None] / spread[None, :]


def trapezoid(y, x=None, dx=1.0, axis=-1):
    heights = as_array(y)
    before = (slice(None),) * (axis % heights.ndim)
    width = dx if x is None else diff(as_array(x), axis=-1)
    both = heights[(*before, slice(1, None))] + heights[(*before, slice(None, -1))]
    return sum(width * both / 2.0, axis)


def trapz(y, x=None, dx=1.0, axis=-1):
    return trapezoid(y, x, dx, axis)


def gradient(f, *varargs, axis=None, edge_order=1):
    heights = as_array(f)
    step = varargs[0] if varargs else 1.0
    if heights.ndim != 1 or len(varargs) > 1 or not isinstance(step, (int, float)) or edge_order != 1:
        refuse("gradient")
    from ._shapes import concatenate

    first, last = (heights[1:2] - heights[:1]) / step, (heights[-1:] - heights[-2:-1]) / step
    return concatenate([first, (heights[2:] - heights[:-2]) / (2.0 * step), last])
