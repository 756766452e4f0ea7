"""Functions of square matrices that are a formula of products, inverses and determinants: powers, logarithms of determinants, and
the Cholesky factor.
"""

import math
from typing import Any

import numpy as np

from backpass.engine.graph.tensor import Tensor
from backpass.engine.interpreter.errors import library_errors
from backpass.engine.interpreter.libraries.arrays.queries import read_numbers
from backpass.engine.interpreter.libraries.graph_of_call import GraphOfCall
from backpass.engine.interpreter.libraries.mathematics.formulas import formula
from backpass.engine.interpreter.libraries.registry import offer
from backpass.engine.interpreter.values import Arguments, Item, SignAndLogarithm
from backpass.engine.problems import ProblemError

_OF_NUMPY = ("numpy.linalg", "autograd.numpy.linalg")
_OF_JAX = ("jax.numpy.linalg",)
_TORCH = ("torch",)
_LIBRARIES = (*_OF_NUMPY, *_OF_JAX, *_TORCH)
_SMALLEST, _LARGEST = 1e-200, 1e200
"""Between them a determinant has all its digits."""


def _square(graph: GraphOfCall, item: Item) -> Tensor:
    """Raises ProblemError (shape-mismatch) for what is no square matrix."""
    x = graph.tensor(item)
    if len(x.shape) != 2 or x.shape[0] != x.shape[1]:
        raise ProblemError(library_errors.not_square(x.shape, graph.part))
    return x


@formula("matrix_power", takes="(x, n)", modules=_LIBRARIES)
def _matrix_power(graph: GraphOfCall) -> Item:
    """A product of n equal factors, by squaring; of the inverse where n is negative, and the unit matrix for 0."""
    item, power = graph.places(x=None, n=1)
    x, n = _square(graph, item), graph.whole(power)
    graph.machine.evaluator.hold(2 * x.shape[0] ** 2 * max(1, abs(n).bit_length()))
    if n == 0:  # depends on x with the slope 0
        return graph.made("where", graph.constant(np.zeros(x.shape)), x, graph.constant(np.eye(x.shape[0])))
    square = x if n > 0 else graph.made("inverse", x)
    found: Tensor | None = None
    n = abs(n)
    while n:
        if n % 2:
            found = square if found is None else graph.made("matmul", found, square)
        n //= 2
        square = graph.made("matmul", square, square) if n else square
    return found


def _logarithm(graph: GraphOfCall, x: Tensor) -> tuple[float, Tensor]:
    """The sign of a determinant and the logarithm of its absolute value.

    Where the determinant has no digits left as a number, x is divided by a constant before, whose logarithm is added:
    log |det(x)| is log |det(x/c)| + n·log(c).
    """
    _, data = read_numbers(graph, x)
    with np.errstate(all="ignore"):
        sign, logarithm = np.linalg.slogdet(data) if data.size else (1.0, 0.0)
    size, rest = x.shape[0], 0.0
    inside = math.log(_SMALLEST) < logarithm < math.log(_LARGEST)
    if math.isfinite(logarithm) and not inside:
        rest = float(logarithm)
        x = graph.made("divide", x, math.exp(rest / size))
    found = graph.made("log", graph.made("abs", graph.made("determinant", x)))
    return float(sign), graph.made("add", found, rest) if rest else found


@formula("slogdet", takes="(x)", modules=_LIBRARIES)
def _slogdet(graph: GraphOfCall) -> Item:
    sign, found = _logarithm(graph, _square(graph, graph.values[0]))
    return SignAndLogarithm(graph.constant(sign), found)


@formula("logdet", takes="(x)", modules=_TORCH)
def _logdet(graph: GraphOfCall) -> Item:
    """NaN where the determinant is negative, with the gradient 0, as in PyTorch."""
    sign, found = _logarithm(graph, _square(graph, graph.values[0]))
    return found if sign >= 0 else graph.made("where", graph.constant(0.0), found, math.nan)


@formula("cholesky", takes="(x, *, upper=False)", modules=(*_OF_NUMPY, *_TORCH))
def _cholesky(graph: GraphOfCall) -> Item:
    return _triangle(graph, _square(graph, graph.values[0]))


@offer(_OF_JAX, "cholesky", takes="(x, *, upper=False, symmetrize_input=True)")
def _cholesky_of_jax(machine: Any, arguments: Arguments) -> Item:
    graph = GraphOfCall(machine, arguments)
    x = _square(graph, graph.values[0])
    symmetrical = graph.machine.truth(graph.keywords.get("symmetrize_input", True), graph.part.span)
    return _triangle(graph, _symmetric_part(graph, x) if symmetrical else x)


def _symmetric_part(graph: GraphOfCall, x: Tensor) -> Tensor:
    return graph.made("multiply", graph.made("add", x, graph.made("transpose", x)), 0.5)


def _triangle(graph: GraphOfCall, x: Tensor) -> Tensor:
    """The lower triangle L with L·Lᵀ = x, one column after another; with `upper` its transpose. Raises ProblemError.

    The gradient is that of the symmetric part of x, as in PyTorch and JAX. Column j is what is left of column j of x after the
    columns before it, divided by the root of its first element: G. H. Golub and C. F. Van Loan, Matrix Computations, 4.2.5.
    """
    _, data = read_numbers(graph, x)
    size = x.shape[0]
    if not size:
        return x
    if not np.isfinite(data).all():
        raise ProblemError(library_errors.not_finite(graph.part))
    if not np.allclose(data, data.T, rtol=1e-9, atol=0.0):
        raise ProblemError(library_errors.not_symmetric(graph.part))
    try:
        np.linalg.cholesky(data)
    except np.linalg.LinAlgError:
        raise ProblemError(library_errors.not_positive(graph.part)) from None
    graph.machine.evaluator.hold(4 * size**3)
    x = _symmetric_part(graph, x)
    columns: list[Tensor] = []
    for place in range(size):
        rest = graph.made("index", x, key=(slice(place, None), place))
        if columns:
            before = graph.made("stack", *columns, axis=1)
            lower = graph.made("index", before, key=(slice(place, None),))
            rest = graph.made("subtract", rest, graph.made("matmul", lower, graph.made("index", before, key=(place,))))
        column = graph.made("divide", rest, graph.made("sqrt", graph.made("index", rest, key=(0,))))
        zeros = graph.constant(np.zeros(place))
        columns.append(graph.made("concatenate", zeros, column, axis=0) if place else column)
    upper = graph.machine.truth(graph.keywords.get("upper", False), graph.part.span)
    return graph.made("stack", *columns, axis=0 if upper else 1)
