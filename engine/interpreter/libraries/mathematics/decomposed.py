"""The numbers of decompositions, for the rules in `written_as_programs/decompositions`: constants, which only those may use."""

from typing import Any

import numpy as np

from backpass.engine.graph.tensor import Tensor
from backpass.engine.interpreter.errors import library_errors
from backpass.engine.interpreter.libraries.arrays.queries import read_numbers
from backpass.engine.interpreter.libraries.graph_of_call import GraphOfCall
from backpass.engine.interpreter.libraries.registry import OURS, offer
from backpass.engine.interpreter.values import Arguments, Eigenvectors, Item, SingularVectors
from backpass.engine.problems import ProblemError

_APART = 1e-10
"""Values that are closer, as a share of the largest, are equal: a slope that divides by their distance has no digits."""

_LEAST = 1e-300
"""One over a smaller number is no number."""


def _matrix(machine: Any, arguments: Arguments) -> tuple[GraphOfCall, Any]:
    """The numbers of a matrix. Raises ProblemError (shape-mismatch, unsupported)."""
    graph = GraphOfCall(machine, arguments)
    x, data = read_numbers(graph, arguments.values[0])
    if data.ndim != 2 or not data.size:
        raise ProblemError(library_errors.no_matrix(x.shape, graph.part))
    if not np.isfinite(data).all():
        raise ProblemError(library_errors.not_finite(graph.part))
    machine.evaluator.hold(10 * data.size * max(data.shape))
    return graph, data


@offer((OURS,), "moves", least=1, most=1)
def _moves(_: Any, arguments: Arguments) -> Item:
    """Whether a gradient flows through a value."""
    (item,) = arguments.values
    return isinstance(item, Tensor) and item.requires_grad


@offer((OURS,), "eigh", least=1, most=1)
def _eigh(machine: Any, arguments: Arguments) -> Item:
    """Eigenvalues in ascending order and eigenvectors in columns. Raises ProblemError."""
    graph, data = _matrix(machine, arguments)
    if data.shape[0] != data.shape[1]:
        raise ProblemError(library_errors.not_square(data.shape, graph.part))
    if not np.allclose(data, data.T, rtol=1e-9, atol=0.0):
        raise ProblemError(library_errors.not_symmetric(graph.part))
    values, vectors = np.linalg.eigh(data)
    return graph.constant(values), graph.constant(vectors)


@offer((OURS,), "svd", least=1, most=1)
def _svd(machine: Any, arguments: Arguments) -> Item:
    """As many left singular vectors in columns, singular values in descending order, and right ones in rows as fit both sides."""
    graph, data = _matrix(machine, arguments)
    left, values, right = np.linalg.svd(data, full_matrices=False)
    return graph.constant(left), graph.constant(values), graph.constant(right)


@offer((OURS,), "pinv", least=1, most=1)
def _pinv(machine: Any, arguments: Arguments) -> Item:
    """The pseudo-inverse of a matrix of full rank: which singular values count as 0 differs from library to library.

    Raises ProblemError.
    """
    graph, data = _matrix(machine, arguments)
    values = np.linalg.svd(data, compute_uv=False)
    if values[-1] <= max(_APART * values[0], _LEAST):
        raise ProblemError(library_errors.no_full_rank(graph.part))
    return graph.constant(np.linalg.pinv(data))


@offer((OURS,), "no_numbers", least=0, most=0)
def _no_numbers(machine: Any, arguments: Arguments) -> Item:
    """An array without elements."""
    return GraphOfCall(machine, arguments).constant(np.zeros(0))


@offer((OURS,), "named_eigh", least=2, most=2)
def _named_eigh(_: Any, arguments: Arguments) -> Item:
    """Eigenvalues and eigenvectors as a tuple with names."""
    return Eigenvectors(*arguments.values)  # type: ignore[arg-type]


@offer((OURS,), "named_svd", least=3, most=3)
def _named_svd(_: Any, arguments: Arguments) -> Item:
    """Left singular vectors, singular values and right singular vectors as a tuple with names."""
    return SingularVectors(*arguments.values)  # type: ignore[arg-type]


@offer((OURS,), "inverse_gaps", least=1, most=1)
def _inverse_gaps(machine: Any, arguments: Arguments) -> Item:
    """1 / (w_j − w_i) in row i and column j, and 0 on the diagonal. Raises ProblemError where two values are equal."""
    graph = GraphOfCall(machine, arguments)
    _, values = read_numbers(graph, arguments.values[0])
    ascending = np.sort(values)
    if not np.all(np.diff(ascending) > max(_APART * np.abs(values).max(), _LEAST)):
        raise ProblemError(library_errors.equal_values(graph.part))
    unit = np.eye(len(values))
    return graph.constant(1 / (values - values[:, None] + unit) - unit)


@offer((OURS,), "inverse", least=1, most=1)
def _inverse(machine: Any, arguments: Arguments) -> Item:
    """One over each singular value. Raises ProblemError where one is 0."""
    graph = GraphOfCall(machine, arguments)
    _, values = read_numbers(graph, arguments.values[0])
    if values[-1] <= max(_APART * values[0], _LEAST):
        raise ProblemError(library_errors.singular_vectors_of_zero(graph.part))
    return graph.constant(1 / values)
