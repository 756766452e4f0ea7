"""`torch.linalg`."""

from backpass.engine.python.libraries.natives import apply

from ._linear_algebra import det, matmul, trace
from ._reductions import norm as _norm


def inv(A, *, out=None):
    return apply("inverse", A)


def solve(A, B, *, left=True, out=None):
    return apply("solve", A, B)


def norm(A, ord=None, dim=None, keepdim=False, *, out=None, dtype=None):
    return _norm(A, "fro" if ord is None else ord, dim, keepdim)


def vector_norm(x, ord=2, dim=None, keepdim=False, *, dtype=None, out=None):
    return _norm(x, ord, dim, keepdim)
