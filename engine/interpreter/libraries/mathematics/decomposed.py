"""What matrices are taken apart into, each part a node of its own with its rule: eigenvalues and eigenvectors of symmetric ones,
singular values and vectors, Q and R, and the pseudo-inverse. `written_as_programs/decompositions` calls them as the libraries do.

With gradients ḡ of the eigenvalues w and V̄ of the eigenvectors V the gradient of A is V·diag(ḡ)·Vᵀ and V·(F∘(Vᵀ·V̄))·Vᵀ, where F
has 1 / (w_j − w_i) beside its diagonal; of a symmetric A its symmetric part counts. With A = U·diag(s)·Vᵀ it is U·diag(ḡ)·Vᵀ and

    (U·(F∘(UᵀŪ − ŪᵀU))·S + (1 − U·Uᵀ)·Ū·S⁻¹)·Vᵀ and U·(S·(F∘(VᵀV̄ − V̄ᵀV))·Vᵀ + S⁻¹·V̄ᵀ·(1 − V·Vᵀ))

where F has 1 / (s_j² − s_i²). M. B. Giles, Collected matrix derivative results for forward and reverse mode algorithmic
differentiation (2008); J. Townsend, Differentiating the singular value decomposition (2016).

With A = Q·R and h(X) what has X's upper triangle on both sides it is (Q̄ − Q·h(QᵀQ̄))·R⁻ᵀ and Q·h(R̄·Rᵀ)·R⁻ᵀ. H.-J. Liao and others,
Differentiable programming tensor networks (2019).

The pseudo-inverse P of a matrix A of full rank, with gradient Ḡ, sends −PᵀḠPᵀ + (1 − A·P)·Ḡᵀ·P·Pᵀ + Pᵀ·P·Ḡᵀ·(1 − P·A).
G. H. Golub and V. Pereyra, The differentiation of pseudo-inverses and nonlinear least squares problems (1973).
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

import numpy as np

from backpass.engine.graph.custom_rules import OPTION, Application, node, record_of
from backpass.engine.graph.grad_mode import no_grad
from backpass.engine.graph.tensor import Tensor
from backpass.engine.interpreter.errors import library_errors
from backpass.engine.interpreter.libraries.graph_of_call import GraphOfCall
from backpass.engine.interpreter.libraries.registry import OURS, offer
from backpass.engine.interpreter.values import Arguments, Eigenvectors, Item, QAndR, SingularVectors
from backpass.engine.language.syntax_tree import Part
from backpass.engine.operations import Array, Data
from backpass.engine.problems import ProblemError
from backpass.engine.shapes import as_float_or_array

_APART = 1e-10
"""Values that are closer, as a share of the largest, are equal: a slope that divides by their distance has no digits."""

_LEAST = 1e-300
"""One over a smaller number is no number."""


class MatrixPart(NamedTuple):
    """One part that a matrix is taken apart into."""

    name: str
    numbers: Callable[[Array, Part], Array]
    """The part of a matrix of these numbers. Raises ProblemError where it has none."""
    sends: Callable[["Taken", Any, Any, Any], Any]
    """The gradient of the matrix, from the matrix, the part and the part's gradient."""


@dataclass(frozen=True)
class Taken:
    """A part taken of a matrix in one place of a program: an `engine.graph.custom_rules.OwnRule`."""

    kind: MatrixPart
    matrix: Data
    part: Part
    within: bool = False
    """Whether it was made by the rule of another part, so that its own gradient is one of a gradient."""

    @property
    def name(self) -> str:
        return self.kind.name

    def forward(self, inputs: Sequence[Tensor]) -> tuple[Tensor, Callable[[Tensor], Sequence[Any]]]:
        """The part of another matrix, and its rule, both differentiable again."""
        (matrix,) = inputs
        found = self.other(self.kind, matrix)
        return found, lambda upstream: [self.kind.sends(self, matrix, found, upstream)]

    def backward(self, upstream: Tensor) -> Sequence[Any]:
        """What is sent back for the matrix as it was."""
        with no_grad():
            return self.forward([Tensor(self.matrix, requires_grad=False)])[1](upstream)

    def other(self, kind: MatrixPart, matrix: Tensor) -> Tensor:
        """Any part of a matrix, as a node where a gradient flows."""
        raw = as_float_or_array(kind.numbers(np.asarray(matrix.raw), self.part))
        if not matrix.requires_grad:
            return Tensor(raw, requires_grad=False)
        return node(Taken(kind, matrix.raw, self.part, within=True), [matrix], raw)


def _eigenvalues(data: Array, part: Part) -> Array:
    return np.linalg.eigh(_symmetric(data, part))[0]


def _eigenvectors(data: Array, part: Part) -> Array:
    return np.linalg.eigh(_symmetric(data, part))[1]


def _symmetric(data: Array, part: Part) -> Array:
    if data.shape[0] != data.shape[1]:
        raise ProblemError(library_errors.not_square(data.shape, part))
    if not np.allclose(data, data.T, rtol=1e-9, atol=0.0):
        raise ProblemError(library_errors.not_symmetric(part))
    return data


def _of_eigenvalues(rule: Taken, matrix: Any, _: Any, upstream: Any) -> Any:
    vectors = rule.other(EIGENVECTORS, matrix)
    return (vectors * upstream) @ vectors.T


def _of_eigenvectors(rule: Taken, matrix: Any, vectors: Any, upstream: Any) -> Any:
    inner = _inverse_gaps(rule.other(EIGENVALUES, matrix), rule) * (vectors.T @ upstream)
    return vectors @ ((inner + inner.T) / 2) @ vectors.T


def _inverse_gaps(values: Any, rule: Taken) -> Any:
    """1 / (w_j − w_i) in row i and column j, and 0 on the diagonal. Raises ProblemError where two values are equal; in the
    gradient of a gradient it is NaN there, as in the libraries.
    """
    raw, unit = values.raw, np.eye(len(values.raw))
    equal = np.abs(raw - raw[:, None]) + unit <= max(_APART * np.abs(raw).max(), _LEAST)
    if equal.any() and not rule.within:
        raise ProblemError(library_errors.equal_values(rule.part))
    return 1 / (values - np.reshape(values, (-1, 1)) + (unit + equal)) - np.where(equal, np.nan, unit)


EIGENVALUES = MatrixPart("Eigvalsh", _eigenvalues, _of_eigenvalues)
EIGENVECTORS = MatrixPart("Eigvecs", _eigenvectors, _of_eigenvectors)


def _singular_part(place: int) -> Callable[[Array, Part], Array]:
    def numbers(data: Array, _: Part) -> Array:
        found: Array = np.linalg.svd(data, full_matrices=False)[place]
        return found

    return numbers


def _of_singular_values(rule: Taken, matrix: Any, _: Any, upstream: Any) -> Any:
    return (rule.other(LEFT_VECTORS, matrix) * upstream) @ rule.other(RIGHT_VECTORS, matrix)


def _of_left_vectors(rule: Taken, matrix: Any, left: Any, upstream: Any) -> Any:
    values, right = rule.other(SINGULAR_VALUES, matrix), rule.other(RIGHT_VECTORS, matrix)
    along = left.T @ upstream
    inner = left @ (_inverse_gaps(values * values, rule) * (along - along.T) * values)
    if matrix.shape[0] > matrix.shape[1]:
        inner = inner + (upstream - left @ along) * _inverses(values, rule)
    return inner @ right


def _of_right_vectors(rule: Taken, matrix: Any, right: Any, upstream: Any) -> Any:
    values, left = rule.other(SINGULAR_VALUES, matrix), rule.other(LEFT_VECTORS, matrix)
    along = right @ upstream.T
    inner = np.reshape(values, (-1, 1)) * (_inverse_gaps(values * values, rule) * (along - along.T)) @ right
    if matrix.shape[1] > matrix.shape[0]:
        inner = inner + np.reshape(_inverses(values, rule), (-1, 1)) * (upstream - along.T @ right)
    return left @ inner


def _inverses(values: Any, rule: Taken) -> Any:
    """One over each singular value. Raises ProblemError where one is 0; in the gradient of a gradient it is NaN there."""
    none = values.raw <= max(_APART * values.raw[0], _LEAST)
    if none.any() and not rule.within:
        raise ProblemError(library_errors.singular_vectors_of_zero(rule.part))
    return 1 / (values + none.astype(float)) + np.where(none, np.nan, 0.0)


LEFT_VECTORS = MatrixPart("SvdU", _singular_part(0), _of_left_vectors)
SINGULAR_VALUES = MatrixPart("Svdvals", _singular_part(1), _of_singular_values)
RIGHT_VECTORS = MatrixPart("SvdVh", _singular_part(2), _of_right_vectors)


def _triangular_part(place: int) -> Callable[[Array, Part], Array]:
    """Q or R of a matrix with at least as many rows as columns; one with more is taken apart by its first ones."""

    def numbers(data: Array, _: Part) -> Array:
        found: Array = np.linalg.qr(data)[place]
        return found

    return numbers


def _of_q(rule: Taken, matrix: Any, q: Any, upstream: Any) -> Any:
    return _divided(upstream - q @ _mirrored(q.T @ upstream), rule.other(UPPER, matrix), rule.part)


def _of_r(rule: Taken, matrix: Any, r: Any, upstream: Any) -> Any:
    return _divided(rule.other(ORTHOGONAL, matrix) @ _mirrored(upstream @ r.T), r, rule.part)


def _mirrored(x: Any) -> Any:
    """What has the upper triangle of x on both sides of its diagonal."""
    ones = np.ones(x.shape)
    return x * np.triu(ones) + x.T * np.tril(ones, -1)


def _divided(x: Any, r: Any, part: Part) -> Any:
    """x·R⁻ᵀ. Raises ProblemError where R has no inverse."""
    sizes = np.abs(np.diagonal(r.raw))
    if sizes.min() <= max(_APART * sizes.max(), _LEAST):
        raise ProblemError(library_errors.no_full_rank_of_qr(part))
    return np.linalg.solve(r, x.T).T


ORTHOGONAL = MatrixPart("QrQ", _triangular_part(0), _of_q)
UPPER = MatrixPart("QrR", _triangular_part(1), _of_r)


def _pseudo_inverse(data: Array, part: Part) -> Array:
    """Of a matrix of full rank: which singular values count as 0 differs from library to library."""
    values = np.linalg.svd(data, compute_uv=False)
    if values[-1] <= max(_APART * values[0], _LEAST):
        raise ProblemError(library_errors.no_full_rank(part))
    return np.linalg.pinv(data).astype(np.float64, copy=False)


def _of_pseudo_inverse(_: Taken, matrix: Any, found: Any, upstream: Any) -> Any:
    turned = found.T
    sent = -(turned @ upstream @ turned)
    if matrix.shape[0] > matrix.shape[1]:
        outer = upstream.T @ found @ turned
        return sent + outer - matrix @ (found @ outer)
    inner = turned @ found @ upstream.T
    return sent + inner - (inner @ found) @ matrix


PSEUDO_INVERSE = MatrixPart("Pinv", _pseudo_inverse, _of_pseudo_inverse)

_PARTS = {
    "eigenvalues": EIGENVALUES,
    "eigenvectors": EIGENVECTORS,
    "left_vectors": LEFT_VECTORS,
    "singular_values": SINGULAR_VALUES,
    "right_vectors": RIGHT_VECTORS,
    "orthogonal": ORTHOGONAL,
    "upper": UPPER,
    "pinv": PSEUDO_INVERSE,
}


@offer((OURS,), *_PARTS, least=1, most=1)
def _taken(machine: Any, arguments: Arguments) -> Item:
    """One part of a matrix. Raises ProblemError (shape-mismatch, unsupported)."""
    graph = GraphOfCall(machine, arguments)
    (item,) = arguments.values
    return matrix_part(graph, _PARTS[graph.part.name], graph.tensor(item))


def matrix_part(graph: GraphOfCall, kind: MatrixPart, x: Tensor) -> Tensor:
    """A part of a matrix: a node where a gradient flows, else a constant. Raises ProblemError."""
    machine = graph.machine
    if machine.evaluator.careful and not machine.evaluator.paused:
        x = machine.tracking.held_back(x, graph.part)
    data = np.asarray(x.raw)
    if data.ndim != 2 or not data.size:
        raise ProblemError(library_errors.no_matrix(x.shape, graph.part))
    if not np.isfinite(data).all():
        raise ProblemError(library_errors.not_finite(graph.part))
    machine.evaluator.hold(10 * data.size * max(data.shape))
    machine.unrepeatable += 1
    found = as_float_or_array(kind.numbers(data, graph.part))
    if not x.requires_grad:
        return graph.constant(found)
    machine.is_data_dependent = True
    application = Application(Taken(kind, x.raw, graph.part), [x], found)
    made: Tensor = machine.evaluator.operation(record_of(kind.name, 1), [x], graph.part, {OPTION: application})
    if library := machine.aliases.library_of(x):
        machine.aliases.made(made, library)
    return made


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


@offer((OURS,), "named_qr", least=2, most=2)
def _named_qr(_: Any, arguments: Arguments) -> Item:
    """Q and R as a tuple with names."""
    return QAndR(*arguments.values)  # type: ignore[arg-type]
