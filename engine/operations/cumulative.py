"""Operations whose elements are made of all elements before them. Facts only; see `model`."""

from collections.abc import Sequence
from typing import Any

import numpy as np

from backpass.engine.messages import say
from backpass.engine.operations.model import Case, Data, Family, Notation, Operation, Options, Rule, Shape, Transform
from backpass.engine.problems import Code, Problem, ProblemError
from backpass.engine.shapes import axis_of


def _axis(shape: Shape, options: Options) -> int:
    """The axis along which is gone. Raises ProblemError (invalid-axis)."""
    axis = options.get("axis")
    if axis is None and len(shape) != 1:
        raise ProblemError(
            Problem(
                Code.INVALID_AXIS,
                say("which-axis", shape=shape, count=len(shape) or "no"),
                say("which-axis.hint"),
            )
        )
    return axis_of(-1 if axis is None else axis, shape)


def _same_shape(shapes: Sequence[Shape], options: Options) -> Shape:
    _axis(shapes[0], options)
    return shapes[0]


def _running_sum(x: Data, axis: int | None = None) -> Any:
    return np.cumsum(x, axis=_axis(np.shape(x), {"axis": axis}))


def _sum_of_later(upstream: Data, inputs: Sequence[Data], _out: Data, options: Options) -> Any:
    axis = _axis(np.shape(inputs[0]), options)
    backwards = (*[slice(None)] * axis, slice(None, None, -1))
    return np.cumsum(upstream[backwards], axis=axis)[backwards]  # type: ignore[index]


TABLE = (
    Operation(
        name="cumsum",
        family=Family.REDUCTION,
        parameters=("x",),
        value=Transform(_same_shape, _running_sum, (_sum_of_later,)),
        rules=(Rule("sum_of_later(G)", adjoint=True),),
        notation=Notation("∑…", latex=r"\operatorname{cumsum}\left(‹x›\right)", spoken=say("operation-cumsum.spoken")),
        summary=say("operation-cumsum"),
        why=say("operation-cumsum.why"),
        samples=((-2.0, 2.0),),
        cases=(Case(((4,),)), Case(((2, 3),), {"axis": 0}), Case(((2, 3),), {"axis": -1})),
        misfits=(Case(((2, 3),)), Case(((),)), Case(((2, 3),), {"axis": 2})),
        options=("axis",),
    ),
)
