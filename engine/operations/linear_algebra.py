"""Products, transposes and inverses of matrices. Facts only; see `model`.

Adjoints: M. B. Giles, Collected matrix derivative results for forward and reverse mode algorithmic differentiation (2008).
"""

from collections.abc import Sequence
from typing import Any

import numpy as np

from backpass.engine.messages import say
from backpass.engine.operations.arithmetic import PRODUCT
from backpass.engine.operations.model import (
    Array,
    Case,
    Data,
    Family,
    Notation,
    Operation,
    Options,
    Rule,
    Shape,
    Transform,
    is_plain,
    summed_to,
)
from backpass.engine.problems import Code, Problem, ProblemError
from backpass.engine.shapes import axes_of, listed, mismatch

_VALUES = (-2.0, 2.0)


def _product_shape(shapes: Sequence[Shape], _options: Options) -> Shape:
    left, right = shapes
    if not left or not right:
        raise mismatch(
            f"@ multiplies matrices and vectors, but the shapes are {listed(shapes)}: one is a scalar.", say("write-star")
        )
    rows, columns = left[-1], right[-2] if len(right) > 1 else right[0]
    if rows != columns:
        raise mismatch(
            f"@ cannot multiply the shapes {listed(shapes)}: the last length of the first, {rows}, and the "
            f"{'second last' if len(right) > 1 else 'only'} length of the second, {columns}, must be equal.",
            say("transpose-one"),
        )
    try:
        batch = np.broadcast_shapes(left[:-2], right[:-2])
    except ValueError:
        raise mismatch(
            f"@ cannot repeat the stacks of matrices in {listed(shapes)} to the same number.", say("as-many-matrices")
        ) from None
    return (*batch, *left[-2:-1], *(right[-1:] if len(right) > 1 else ()))


def _as_matrices(upstream: Data, inputs: Sequence[Data]) -> tuple[Any, Any, Any]:
    """Vectors as one row or one column, and the upstream gradient to fit."""
    a, b = inputs
    left, right, received = np.shape(a), np.shape(b), np.shape(upstream)
    if len(right) == 1:
        b, right, received = np.reshape(b, (*right, 1)), (*right, 1), (*received, 1)
    if len(left) == 1:
        a, received = np.reshape(a, (1, *left)), (*received[:-1], 1, *received[-1:])
    return a, b, upstream if np.shape(upstream) == received else np.reshape(upstream, received)


def _flipped(x: Any) -> Any:
    """Each matrix of a stack transposed."""
    axes = range(len(np.shape(x)))
    return np.transpose(x, (*axes[:-2], axes[-1], axes[-2]))


def _product_left(upstream: Data, inputs: Sequence[Data], _out: Data, _options: Options) -> Any:
    left, right, received = _as_matrices(upstream, inputs)
    return np.reshape(summed_to(received @ _flipped(right), np.shape(left)), np.shape(inputs[0]))


def _product_right(upstream: Data, inputs: Sequence[Data], _out: Data, _options: Options) -> Any:
    left, right, received = _as_matrices(upstream, inputs)
    return np.reshape(summed_to(_flipped(left) @ received, np.shape(right)), np.shape(inputs[1]))


def _order(options: Options, shape: Shape) -> tuple[int, ...]:
    axes = options.get("axes")
    return tuple(range(len(shape)))[::-1] if axes is None else axes_of(axes, shape)


def _transposed(shapes: Sequence[Shape], options: Options) -> Shape:
    (shape,) = shapes
    order = _order(options, shape)
    if len(order) != len(shape):
        raise ProblemError(
            Problem(
                Code.INVALID_AXIS,
                f"transpose needs each axis of the shape {shape} once, but got {order}.",
                say("every-axis-or-none"),
            )
        )
    return tuple(shape[axis] for axis in order)


def _transpose_adjoint(upstream: Data, inputs: Sequence[Data], _out: Data, options: Options) -> Any:
    order = _order(options, np.shape(inputs[0]))
    return np.transpose(upstream, tuple(map(order.index, range(len(order)))))


def _outer_shape(shapes: Sequence[Shape], _options: Options) -> Shape:
    if any(len(shape) != 1 for shape in shapes):
        raise mismatch(f"outer multiplies two vectors, but the shapes are {listed(shapes)}.", say("give-vectors"))
    return shapes[0] + shapes[1]


def _square(name: str) -> Any:
    def shape(shapes: Sequence[Shape], _options: Options) -> Shape:
        if len(shapes[0]) != 2 or shapes[0][0] != shapes[0][1]:
            raise mismatch(f"{name} needs a square matrix, but the shape is {shapes[0]}.", say("square-list"))
        return shapes[0]

    return shape


def _scalar_of_square(name: str) -> Any:
    check = _square(name)

    def shape(shapes: Sequence[Shape], options: Options) -> Shape:
        check(shapes, options)
        return ()

    return shape


def _cofactors(x: Array) -> Array:
    """The derivative of the determinant, also of a singular matrix: from the singular values, leaving each out in turn."""
    left, values, right = np.linalg.svd(x)
    others = np.array([np.prod(np.delete(values, index)) for index in range(len(values))])
    sign = np.linalg.det(left) * np.linalg.det(right)
    result: Array = sign * (left * others) @ right
    return result


def _determinant_adjoint(upstream: Data, inputs: Sequence[Data], out: Data, _options: Options) -> Any:
    """Of numbers by cofactors, which also a singular matrix has; what can be differentiated again by the rule's inverse, or by
    minors where the inverse has too few digits left.
    """
    (x,) = inputs
    if is_plain(x):
        return upstream * _cofactors(np.asarray(x))
    differentiable: Any = x
    values = np.linalg.svd(differentiable.raw, compute_uv=False)
    if values[-1] > _REGULAR * values[0]:
        return upstream * (out * np.transpose(np.linalg.inv(x)))
    if len(values) > _MINORS_LIMIT:
        raise _singular("inverse")
    return upstream * _minors(x)


_REGULAR = 1e-6
"""The smallest singular value, as a share of the largest, with which an inverse keeps the digits of a second derivative."""

_MINORS_LIMIT = 12
"""Rows of a matrix of which all minors are computed, each a node."""


def _minors(x: Any) -> Any:
    """The determinants of what is left without a row and a column, with their signs, for each row and column."""
    size = len(x)
    if size == 1:
        return np.ones((1, 1))
    others = [[each for each in range(size) if each != left_out] for left_out in range(size)]
    rows = [x[rest] for rest in others]
    return np.stack(
        [
            np.stack([(-1.0) ** (row + column) * np.linalg.det(rows[row][:, others[column]]) for column in range(size)])
            for row in range(size)
        ]
    )


def _singular(name: str) -> ProblemError:
    return ProblemError(
        Problem(
            Code.SINGULAR_MATRIX,
            say("singular-matrix", name=name),
            say("singular-matrix.hint"),
        )
    )


def _inverse(x: Data) -> Any:
    try:
        return np.linalg.inv(x)
    except np.linalg.LinAlgError:
        raise _singular("inverse") from None


def _solve_shape(shapes: Sequence[Shape], options: Options) -> Shape:
    matrix, right = shapes
    _square("solve")([matrix], options)
    if len(right) not in (1, 2) or right[0] != matrix[0]:
        raise mismatch(
            f"solve cannot take the shapes {listed(shapes)}: the second needs {matrix[0]} rows.",
            say("number-per-row"),
        )
    return right


def _solve(a: Data, b: Data) -> Any:
    try:
        return np.linalg.solve(a, b)
    except np.linalg.LinAlgError:
        raise _singular("solve") from None


def _solve_matrix(upstream: Data, inputs: Sequence[Data], out: Data, options: Options) -> Any:
    back = _solve_right(upstream, inputs, out, options)
    return -np.outer(back, out) if len(np.shape(out)) == 1 else -back @ np.transpose(out)


def _solve_right(upstream: Data, inputs: Sequence[Data], _out: Data, _options: Options) -> Any:
    return np.linalg.solve(np.transpose(inputs[0]), upstream)


TABLE = (
    Operation(
        name="matmul",
        family=Family.LINEAR_ALGEBRA,
        parameters=("a", "b"),
        value=Transform(_product_shape, np.matmul, (_product_left, _product_right)),
        rules=(Rule("G @ transpose(b)", adjoint=True), Rule("transpose(a) @ G", adjoint=True)),
        notation=Notation("@", infix="@", precedence=PRODUCT, spoken=say("operation-matmul.spoken")),
        spellings=("dot", "mm", "mv", "bmm"),
        summary=say("operation-matmul"),
        why=(say("operation-matmul.why")),
        samples=(_VALUES, _VALUES),
        cases=(
            Case(((2, 3), (3, 4))),
            Case(((3,), (3,))),
            Case(((2, 3), (3,))),
            Case(((3,), (3, 2))),
            Case(((4, 2, 3), (3, 2))),
            Case(((4, 2, 3), (4, 3, 2))),
            Case(((2, 3), (4, 3, 2))),
            Case(((3,), (4, 3, 2))),
        ),
        misfits=(Case(((2, 3), (2, 3))), Case(((), (3,))), Case(((3,), (2,))), Case(((2, 2, 3), (3, 3, 2)))),
    ),
    Operation(
        name="transpose",
        spellings=("permute",),
        family=Family.LINEAR_ALGEBRA,
        parameters=("x",),
        value=Transform(
            _transposed,
            np.transpose,
            (_transpose_adjoint,),
        ),
        rules=(Rule("transpose(G)", adjoint=True),),
        notation=Notation("ᵀ", latex=r"{«x»}^{\top}", spoken=say("operation-transpose.spoken")),
        summary=say("operation-transpose"),
        why=say("operation-transpose.why"),
        samples=(_VALUES,),
        cases=(Case(((2, 3),)), Case(((3,),)), Case(((2, 3, 4),), {"axes": (1, 2, 0)})),
        misfits=(Case(((2, 3),), {"axes": (0, 2)}), Case(((2, 3),), {"axes": (0,)})),
        options=("axes",),
    ),
    Operation(
        name="outer",
        family=Family.LINEAR_ALGEBRA,
        parameters=("a", "b"),
        value=Transform(
            _outer_shape,
            np.outer,
            (
                lambda upstream, inputs, _out, _options: np.matmul(upstream, inputs[1]),
                lambda upstream, inputs, _out, _options: np.matmul(inputs[0], upstream),
            ),
        ),
        rules=(Rule("G @ b", adjoint=True), Rule("transpose(G) @ a", adjoint=True)),
        notation=Notation("⊗", latex=r"«a» \otimes «b»", spoken=say("operation-outer.spoken")),
        summary=say("operation-outer"),
        why=say("operation-outer.why"),
        samples=(_VALUES, _VALUES),
        cases=(Case(((2,), (3,))),),
        misfits=(Case(((2, 2), (3,))), Case(((), (3,)))),
    ),
    Operation(
        name="trace",
        family=Family.LINEAR_ALGEBRA,
        parameters=("x",),
        value=Transform(
            _scalar_of_square("trace"),
            np.trace,
            (lambda upstream, inputs, _out, _options: upstream * np.eye(np.shape(inputs[0])[0]),),
        ),
        rules=(Rule("G * identity(x)", adjoint=True),),
        notation=Notation("tr", latex=r"\operatorname{tr}\left(‹x›\right)", spoken=say("operation-trace.spoken")),
        summary=say("operation-trace"),
        why=say("operation-trace.why"),
        samples=(_VALUES,),
        cases=(Case(((3, 3),)),),
        misfits=(Case(((2, 3),)), Case(((3,),))),
    ),
    Operation(
        name="determinant",
        family=Family.LINEAR_ALGEBRA,
        parameters=("x",),
        value=Transform(
            _scalar_of_square("determinant"),
            np.linalg.det,
            (_determinant_adjoint,),
        ),
        rules=(Rule("G * out * transpose(inverse(x))", adjoint=True),),
        notation=Notation("det", latex=r"\det\left(‹x›\right)", spoken=say("operation-determinant.spoken")),
        spellings=("det",),
        summary=say("operation-determinant"),
        why=say("operation-determinant.why"),
        samples=(_VALUES,),
        cases=(Case(((2, 2),)), Case(((3, 3),))),
        misfits=(Case(((2, 3),)),),
    ),
    Operation(
        name="inverse",
        family=Family.LINEAR_ALGEBRA,
        parameters=("x",),
        value=Transform(
            _square("inverse"),
            _inverse,
            (lambda upstream, _inputs, out, _options: -np.transpose(out) @ upstream @ np.transpose(out),),
        ),
        rules=(Rule("-transpose(out) @ G @ transpose(out)", adjoint=True),),
        notation=Notation("x⁻¹", latex="{«x»}^{-1}", spoken=say("operation-inverse.spoken")),
        spellings=("inv",),
        summary=say("operation-inverse"),
        why=(say("operation-inverse.why")),
        samples=((0.5, 2.0),),
        cases=(Case(((2, 2),)), Case(((3, 3),))),
        misfits=(Case(((2, 3),)), Case(((),))),
    ),
    Operation(
        name="solve",
        family=Family.LINEAR_ALGEBRA,
        parameters=("a", "b"),
        value=Transform(_solve_shape, _solve, (_solve_matrix, _solve_right)),
        rules=(Rule("-solve(transpose(a), G) @ transpose(out)", adjoint=True), Rule("solve(transpose(a), G)", adjoint=True)),
        notation=Notation("solve", latex="{«a»}^{-1} «b»", spoken=say("operation-solve.spoken")),
        summary=say("operation-solve"),
        why=(say("operation-solve.why")),
        samples=((0.5, 2.0), _VALUES),
        cases=(Case(((2, 2), (2,))), Case(((3, 3), (3, 2)))),
        misfits=(Case(((2, 3), (2,))), Case(((2, 2), (3,)))),
    ),
)
