"""Arrays of given numbers. Numbers that are written make an input, and so do others that the top level gives a name."""

from backpass.engine.python.libraries.array_natives import array as _array
from backpass.engine.python.libraries.array_natives import as_array, filled, made


def array(object, dtype=None, *, copy=True, order="K", subok=False, ndmin=0, like=None):
    return _array(object, dtype, copy, ndmin)


def asarray(a, dtype=None, order=None, *, copy=None, like=None):
    return _array(a, dtype, False)


def asanyarray(a, dtype=None, order=None):
    return _array(a, dtype, False)


def ascontiguousarray(a, dtype=None):
    return _array(a, dtype, False, 1)


def copy(a, order="K", subok=False):
    return _array(a)


def zeros(shape, dtype=None, order="C", *, like=None):
    return filled(shape, 0.0, dtype)


def ones(shape, dtype=None, order="C", *, like=None):
    return filled(shape, 1.0, dtype)


def empty(shape, dtype=None, order="C", *, like=None):
    return filled(shape, 0.0, dtype)


def full(shape, fill_value, dtype=None, order="C", *, like=None):
    return filled(shape, fill_value, dtype)


def zeros_like(a, dtype=None, order="K", subok=True, shape=None):
    source = as_array(a)
    return filled(source.shape if shape is None else shape, 0.0, source.dtype if dtype is None else dtype)


def ones_like(a, dtype=None, order="K", subok=True, shape=None):
    source = as_array(a)
    return filled(source.shape if shape is None else shape, 1.0, source.dtype if dtype is None else dtype)


def empty_like(prototype, dtype=None, order="K", subok=True, shape=None):
    return zeros_like(prototype, dtype, order, subok, shape)


def full_like(a, fill_value, dtype=None, order="K", subok=True, shape=None):
    source = as_array(a)
    return filled(source.shape if shape is None else shape, fill_value, source.dtype if dtype is None else dtype)


def eye(N, M=None, k=0, dtype=float, order="C"):
    return made("eye", N, M, k, dtype=dtype, size=N * (N if M is None else M))


def identity(n, dtype=None):
    return made("eye", n, dtype=dtype, size=n * n)


def arange(start, stop=None, step=1, dtype=None):
    if stop is None:
        start, stop = 0, start
    return made("arange", start, stop, step, dtype=dtype, size=(stop - start) / step + 1 if step else 1)


def linspace(start, stop, num=50, endpoint=True, retstep=False, dtype=None, axis=0):
    found = made("linspace", start, stop, num, dtype=dtype, size=num, endpoint=endpoint)
    return (found, (stop - start) / (num - 1 if endpoint else num)) if retstep else found


def logspace(start, stop, num=50, endpoint=True, base=10.0, dtype=None):
    return made("logspace", start, stop, num, dtype=dtype, size=num, endpoint=endpoint, base=base)


def geomspace(start, stop, num=50, endpoint=True, dtype=None):
    return made("geomspace", start, stop, num, dtype=dtype, size=num, endpoint=endpoint)


def tri(N, M=None, k=0, dtype=float):
    return made("tri", N, M, k, dtype=dtype, size=N * (N if M is None else M))


def indices(dimensions, dtype=int):
    size = 1
    for each in dimensions:
        size *= each
    return made("indices", dimensions, dtype=dtype, size=size * len(dimensions))
