"""`numpy.linalg`."""

from backpass.engine.python.libraries.array_natives import apply, as_array, plainly, refuse

from ._linear_algebra import matmul, trace


def norm(x, ord=None, axis=None, keepdims=False):
    source = as_array(x)
    if ord is None or (ord == 2 and (source.ndim == 1 or isinstance(axis, int))) or (ord == "fro" and source.ndim == 2):
        return apply("norm", source, axis=axis, keepdims=keepdims)
    if source.ndim > 1 and not isinstance(axis, int):
        refuse("ord")
    size = apply("abs", source)
    if ord == 1:
        return apply("sum", size, axis=axis, keepdims=keepdims)
    if ord == float("inf"):
        return apply("amax", size, axis=axis, keepdims=keepdims)
    if ord == -float("inf"):
        return apply("amin", size, axis=axis, keepdims=keepdims)
    if ord == 0:
        return (source != 0).sum(axis=axis, keepdims=keepdims) * 1.0
    return apply("sum", size**ord, axis=axis, keepdims=keepdims) ** (1.0 / ord)


def inv(a):
    return apply("inverse", a)


def det(a):
    return apply("determinant", a)


def solve(a, b):
    return apply("solve", as_array(a), b)


def matrix_power(a, n):
    from ._creation import eye

    source = as_array(a)
    if n < 0:
        source, n = inv(source), -n
    if n == 0:
        return eye(source.shape[0])
    found = source
    for _ in range(n - 1):
        found = apply("matmul", found, source)
    return found


def matrix_rank(A, tol=None, hermitian=False):
    return plainly("rank", A, tol)
